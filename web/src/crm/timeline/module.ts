import type { WebModule } from '#web/module.ts'

export const module: WebModule = {
  live: {
    'list-timeline': [
      'deal.created',
      'deal.changed',
      'deal.closed',
      'task.changed',
      'message.received',
      'message.written',
      'message.changed',
      'call.ended',
      'call.changed',
      'contact.merged',
      'company.merged',
      'fact.changed',
      'document.sent',
      'document.signer_signed',
      'document.signed',
      'document.ended',
      'proposal.sent',
      'proposal.accepted',
      'proposal.declined',
      'proposal.ended',
      'canva.design_changed',
      'note.added',
      'note.changed',
      'record_file.updated',
      // Their fields: what was edited stands there.
      'contact.changed',
      'company.changed',
      'lead.changed',
      'record.changed',
    ],
  },
}
