import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { checkSendable } from './drafts.ts'
import { invoiceErrors } from './errors.ts'
import { findInvoiceEvents } from './invoice-events.ts'
import { mailInvoiceJob } from './invoice-mails.ts'
import {
  findWholeInvoice,
  Invoice,
  type InvoiceRow,
  issueInvoice,
  lockInvoice,
  recordInvoiceEvent,
  showInvoiceRow,
} from './invoices.ts'
import { asFailure, findPaymentProblem } from './payability.ts'

/** A second click is no wish for a reminder. */
const reminderAfterMs = 60_000

export const sendInvoice = action({
  name: 'send-invoice',
  summary: 'Send an invoice or a reminder to its client',
  description:
    'An invoice that no provider can collect is rejected with the reason. A draft gets the next number of the organization and can no longer be changed. The client gets an email with the payment link and the invoice as PDF. Calling it again while the invoice is unpaid sends a reminder; within a minute of the last email it does nothing.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  scope: 'invoices:write',
  limit: { times: 60, seconds: 60 },
  input: z.object({ invoiceId: z.uuid() }),
  output: z.object({ success: z.literal(true), invoice: Invoice }),
  errors: [
    invoiceErrors.invoice_not_found,
    invoiceErrors.invoice_without_amount,
    invoiceErrors.invoice_not_payable,
    invoiceErrors.invoice_too_long,
    transportErrors.letter_without_font,
    invoiceErrors.invoice_wrong_state,
  ],
  examples: [{ title: 'Send a draft', input: { invoiceId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ invoiceId }, context) {
    const { org, person, db, now, newId, vault, settings, ports, enqueue, fail } = context
    const held = await lockInvoice(db, org.id, invoiceId)
    if (!held) throw fail('invoice_not_found')
    const at = now()
    const showing = { now: at, vault, publicUrl: settings.publicUrl }
    const tell = (invoice: InvoiceRow) => showInvoiceRow(db, invoice, showing)

    if (held.state === 'draft') {
      const asked = { currency: held.currency, totalMinor: held.total_minor }
      const problem = await findPaymentProblem(db, org.id, asked, { ports, settings })
      if (problem) throw asFailure(problem, held.currency)
      const whole = await findWholeInvoice(db, org.id, invoiceId, showing)
      if (whole) checkSendable(ports.documents.coverage(), whole.invoice, whole.organization)
      const invoice = await issueInvoice(db, held, { at, vault })
      const mailId = newId()
      const sent = { kind: 'sent', source: 'person', personId: person?.id ?? null } as const
      await recordInvoiceEvent(
        db,
        org.id,
        invoiceId,
        { ...sent, facts: { number: invoice.number, mail_id: mailId }, at },
        { before: held, after: invoice },
      )
      await enqueue(mailInvoiceJob, { orgId: org.id, invoiceId, mailId, template: 'invoice' })
      return { success: true as const, invoice: await tell(invoice) }
    }

    if (held.state !== 'sent') throw fail('invoice_wrong_state')
    const lastMail = (await findInvoiceEvents(db, org.id, invoiceId)).findLast(
      ({ kind }) => kind === 'sent' || kind === 'reminded',
    )
    if (!lastMail || at.getTime() - Date.parse(lastMail.at) >= reminderAfterMs) {
      const mailId = newId()
      await recordInvoiceEvent(db, org.id, invoiceId, {
        kind: 'reminded',
        source: 'person',
        personId: person?.id ?? null,
        facts: { mail_id: mailId },
        at,
      })
      await enqueue(mailInvoiceJob, { orgId: org.id, invoiceId, mailId, template: 'invoice-reminder' })
    }
    return { success: true as const, invoice: await tell(held) }
  },
})
