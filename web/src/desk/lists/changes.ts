import type { Change } from '#web/module.ts'
import type { ListKind } from '#web/wire.ts'

/** After which changes a list is read again. */
export const changesOf: Readonly<Record<ListKind, readonly Change[]>> = {
  lead: ['lead.received'],
  contact: ['lead.received', 'contact.changed', 'contact.merged'],
  company: ['company.changed'],
  deal: ['deal.created', 'deal.changed', 'deal.closed'],
  task: ['task.changed', 'deal.closed'],
  invoice: ['invoice.changed'],
}
