import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { invoiceErrors } from '../invoices/errors.ts'
import { Invoice, lockInvoice, moveInvoice, recordInvoiceEvent, showInvoiceRow } from '../invoices/invoices.ts'
import { closeCheckoutsJob } from '../payments/checkouts.ts'

export const voidInvoice = action({
  name: 'void-invoice',
  summary: 'Void a sent invoice',
  description:
    'For an invoice sent by mistake. It keeps its number, its page says that nothing is due, and open checkouts are closed. Not possible while a payment is processing or after it is paid.',
  who: 'member',
  transports: ['gateway', 'workflow'],
  effect: 'write',
  scope: 'invoices:write',
  input: z.object({
    invoiceId: z.uuid(),
    reason: z.string().trim().min(1).max(500).describe('The reason; visible to staff, not to the client'),
  }),
  output: z.object({ success: z.literal(true), invoice: Invoice }),
  errors: [invoiceErrors.invoice_not_found, invoiceErrors.invoice_wrong_state],
  examples: [
    {
      title: 'A wrong address',
      input: { invoiceId: '01980000-0000-7000-8000-000000000000', reason: 'Sent to the wrong company' },
    },
  ],

  async run({ invoiceId, reason }, { org, person, db, now, vault, settings, enqueue, fail }) {
    const held = await lockInvoice(db, org.id, invoiceId)
    if (!held) throw fail('invoice_not_found')
    if (held.state !== 'sent') throw fail('invoice_wrong_state')
    const invoice = await moveInvoice(db, held, 'void', { voided_at: now(), state_reason: reason })
    const voided = { kind: 'voided', source: 'person', personId: person?.id ?? null, facts: { reason } } as const
    await recordInvoiceEvent(db, org.id, invoiceId, voided, { before: held, after: invoice })
    await enqueue(closeCheckoutsJob, { orgId: org.id, invoiceId, exceptId: null })
    const shown = await showInvoiceRow(db, invoice, { now: now(), vault, publicUrl: settings.publicUrl })
    return { success: true as const, invoice: shown }
  },
})
