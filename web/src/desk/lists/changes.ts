import type { Change } from '#web/module.ts'
import type { ListKind } from '#web/wire.ts'

/** Of tags and of fields of the workspace's own, on records and in their lists. */
const ofOwn = ['record.tagged', 'record.changed', 'tag.changed', 'field.changed'] as const

/** After which changes a list is read again. */
export const changesOf: Readonly<Record<ListKind, readonly Change[]>> = {
  lead: ['lead.received', ...ofOwn],
  contact: ['lead.received', 'contact.changed', 'contact.merged', ...ofOwn],
  company: ['company.changed', ...ofOwn],
  deal: ['deal.created', 'deal.changed', 'deal.closed', ...ofOwn],
  task: ['task.changed', 'deal.closed'],
  invoice: ['invoice.changed'],
}
