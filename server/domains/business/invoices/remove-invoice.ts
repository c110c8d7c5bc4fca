import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { invoiceErrors } from './errors.ts'
import { invoiceEvents, invoiceFieldsOf } from './events.ts'
import { lockInvoice, removeDraft } from './invoices.ts'

export const removeInvoice = action({
  name: 'remove-invoice',
  summary: 'Remove a draft invoice',
  description: 'Only drafts can be removed. A sent invoice keeps its number: void it instead.',
  who: 'member',
  transports: ['gateway', 'workflow'],
  effect: 'write',
  scope: 'invoices:write',
  input: z.object({ invoiceId: z.uuid() }),
  output: z.object({ success: z.literal(true) }),
  errors: [invoiceErrors.invoice_not_found, invoiceErrors.invoice_not_draft],
  examples: [{ title: 'Remove a draft', input: { invoiceId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ invoiceId }, { org, db, emit, fail }) {
    const held = await lockInvoice(db, org.id, invoiceId)
    if (!held) throw fail('invoice_not_found')
    if (held.state !== 'draft') throw fail('invoice_not_draft')
    await removeDraft(db, held)
    await emit(invoiceEvents.changed, invoiceId, { kind: 'removed', before: invoiceFieldsOf(held), after: null })
    return { success: true as const }
  },
})
