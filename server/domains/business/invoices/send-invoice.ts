import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { invoiceErrors } from './errors.ts'
import { findInvoiceEvents, wasJustMailed } from './invoice-events.ts'
import { mailInvoiceJob } from './invoice-mails.ts'
import { Invoice, type InvoiceRow, lockInvoice, recordInvoiceEvent, showInvoiceRow } from './invoices.ts'
import { issueAndMail } from './issuing.ts'

export const sendInvoice = action({
  name: 'send-invoice',
  summary: 'Send an invoice or a reminder to its client',
  description:
    'An invoice that no provider can collect is rejected with the reason, as is one that lacks what the country of the business asks for (`missing_details` of `show-invoice`). A draft gets the next number of the organization and can no longer be changed. The client gets an email with the payment link and the invoice as PDF. Calling it again while the invoice is unpaid sends a reminder; within a minute of the last email it does nothing.',
  who: 'member',
  transports: ['gateway', 'workflow', 'assistant'],
  effect: 'write',
  changes: 'invoiceId',
  leaves: 'The invoice, by email to the client',
  scope: 'invoices:write',
  limit: { times: 60, seconds: 60 },
  input: z.object({
    invoiceId: z.uuid(),
    only: z
      .enum(['invoice', 'reminder'])
      .optional()
      .describe(
        'Sends this or nothing: what was a draft when someone looked may be sent by now. Default: what its state asks for',
      ),
    incomplete: z.boolean().default(false).describe('Send it although it lacks what `show-invoice` lists as `missing_details`'),
  }),
  output: z.object({ success: z.literal(true), invoice: Invoice }),
  errors: [
    invoiceErrors.invoice_not_found,
    invoiceErrors.invoice_without_amount,
    invoiceErrors.invoice_not_payable,
    invoiceErrors.invoice_too_long,
    invoiceErrors.invoice_incomplete,
    transportErrors.letter_without_font,
    invoiceErrors.invoice_wrong_state,
  ],
  examples: [{ title: 'Send a draft', input: { invoiceId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ invoiceId, incomplete, only }, context) {
    const { org, person, db, now, newId, vault, settings, enqueue, fail } = context
    const held = await lockInvoice(db, org.id, invoiceId)
    if (!held) throw fail('invoice_not_found')
    const at = now()
    const showing = { now: at, vault, publicUrl: settings.publicUrl }
    const tell = (invoice: InvoiceRow) => showInvoiceRow(db, invoice, showing)

    const goes = held.state === 'draft' ? 'invoice' : 'reminder'
    if (only !== undefined && only !== goes) throw fail('invoice_wrong_state')
    if (held.state === 'draft') {
      const issuing = { ...context, at, mailId: newId() }
      const invoice = await issueAndMail(held, {
        ...issuing,
        ...{ source: 'person', personId: person?.id ?? null, isIncomplete: incomplete },
      })
      return { success: true as const, invoice: await tell(invoice) }
    }

    if (held.state !== 'sent') throw fail('invoice_wrong_state')
    if (!wasJustMailed(await findInvoiceEvents(db, org.id, invoiceId), at)) {
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
