import type { Change } from '#web/module.ts'
import type { ListKind } from '#web/wire.ts'

/** What people do with any record, and with the tags and the fields of the workspace's own. */
const moved: readonly Change[] = ['record.deleted', 'record.restored']
const worked: readonly Change[] = ['record.tagged', 'record.changed', 'tag.changed', 'field.changed', ...moved]

/** After which changes a list is read again. */
export const changesOf: Readonly<Record<ListKind, readonly Change[]>> = {
  lead: ['lead.received', 'lead.changed', ...worked],
  contact: ['lead.received', 'contact.changed', 'contact.merged', ...worked],
  company: ['company.changed', ...worked],
  deal: ['deal.created', 'deal.changed', 'deal.closed', ...worked],
  task: ['task.changed', 'deal.closed', ...moved],
  invoice: ['invoice.changed'],
  upload: ['upload.changed'],
  delivery: ['delivery.recorded', 'lead.received'],
  webhook_delivery: ['webhook.changed'],
  // Every write is followed by one of these.
  activity: [
    ...(['member.joined', 'member.changed', 'member.left', 'invitation.changed', 'key.changed'] as const),
    ...(['workspace.changed', 'upload.changed', 'webhook.changed', 'mail.changed', 'contact.changed'] as const),
  ],
}
