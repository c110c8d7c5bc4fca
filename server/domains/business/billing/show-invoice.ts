import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { printedTexts, Sender } from '#domains/platform/business-identity/senders.ts'
import { shape } from '#shapes'
import { findMissing, tidyText } from '#shapes/letters.ts'
import { invoiceErrors } from '../invoices/errors.ts'
import { findInvoiceEvents, InvoiceEvent } from '../invoices/invoice-events.ts'
import { findWholeInvoice, Invoice } from '../invoices/invoices.ts'
import { nextLabel } from '../invoices/numbering.ts'
import { findPaymentProblem, PaymentProblem } from '../invoices/payability.ts'
import { findMissingDetails, Requirement } from '../invoices/requirements.ts'
import { findCheckoutsOf, ShownCheckout, showCheckout } from '../payments/checkouts.ts'
import { findFindingsOf, ShownFinding } from '../payments/discrepancies.ts'
import { findPaymentsOf, ShownPayment, showPayment } from '../payments/payments.ts'

export const showInvoice = action({
  name: 'show-invoice',
  summary: 'Show an invoice with its history',
  description:
    'With each event stands where it was learned: by a person, the page that the payer came back to, a webhook, or a poll.',
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow', 'assistant'],
  effect: 'read',
  scope: 'invoices:read',
  limit: { times: 600, seconds: 60 },
  input: z.object({ invoiceId: z.uuid() }),
  output: z.object({
    invoice: Invoice,
    sender: Sender.describe('Of a draft as the business details are now; of a sent invoice as they were'),
    missing_details: z
      .array(Requirement)
      .describe('What the law of the country of the business asks for and this draft lacks; `send-invoice` names it, too'),
    checkouts: z.array(ShownCheckout),
    payments: z.array(ShownPayment),
    events: z.array(InvoiceEvent),
    findings: z.array(ShownFinding),
    letters_without_font: z
      .array(shape('UnprintableLetter', { letter: z.string(), codes: z.string() }))
      .describe('Characters that the PDF shows as code points: in names from elsewhere, and in texts older than the fonts'),
    payment_problem: PaymentProblem.nullable().describe('Why it cannot be paid online; null: it can be, or nothing is due'),
  }),
  errors: [invoiceErrors.invoice_not_found],
  examples: [{ title: 'One invoice', input: { invoiceId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ invoiceId }, { org, db, now, vault, settings, ports, fail }) {
    const whole = await findWholeInvoice(db, org.id, invoiceId, { now: now(), vault, publicUrl: settings.publicUrl })
    if (!whole) throw fail('invoice_not_found')
    const { invoice, sender } = whole
    const texts = [
      ...Object.values(printedTexts(sender)),
      invoice.client_name,
      invoice.client_address,
      invoice.note,
      ...invoice.lines.map(({ description }) => description),
    ]
    const label = invoice.label ?? (await nextLabel(db, org.id, now()))
    return {
      invoice,
      sender,
      missing_details: invoice.state === 'draft' ? findMissingDetails(invoice, sender, label) : [],
      letters_without_font: findMissing(tidyText(texts.join('\n')), ports.documents.coverage()).map(({ letter, codes }) => ({
        letter,
        codes,
      })),
      checkouts: (await findCheckoutsOf(db, org.id, invoiceId)).map(showCheckout),
      payments: (await findPaymentsOf(db, org.id, invoiceId)).map(showPayment),
      events: await findInvoiceEvents(db, org.id, invoiceId),
      payment_problem:
        invoice.state === 'draft' || invoice.state === 'sent'
          ? await findPaymentProblem(
              db,
              org.id,
              { currency: invoice.currency, totalMinor: invoice.total_minor },
              { ports, settings },
            )
          : null,
      findings: await findFindingsOf(db, org.id, invoiceId),
    }
  },
})
