import { z } from 'zod'
import { event } from '#core/events/event.ts'
import { PlainRecordKind } from '../records/records.ts'

export const recordFileEvents = {
  changed: event({
    type: 'record_file.updated',
    about: 'A file was added to a contact, company, lead or deal, removed or restored.',
    facts: z.object({
      change: z.enum(['added', 'removed', 'restored']),
      kind: PlainRecordKind,
      record_id: z.uuid(),
      bytes: z.int(),
      media_type: z.string(),
    }),
  }),
}
