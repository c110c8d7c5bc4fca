import { z } from 'zod'
import { changesOf } from '#core/events/changes.ts'
import { event } from '#core/events/event.ts'

const UploadFields = z.object({ state: z.string(), code: z.string().nullable().describe('Of the error, where it failed') })

export const uploadEvents = {
  changed: event({
    type: 'upload.changed',
    about: 'A file was created or removed, its state changed, or one of its rows was fixed.',
    facts: z.object({
      change: z.enum(['created', 'moved', 'row_fixed', 'removed']),
      name: z.string(),
      imported_rows: z.int(),
      deduplicated_rows: z.int(),
      rejected_rows: z.int(),
      ...changesOf(UploadFields).shape,
      row: z.int().optional().describe('The row that was fixed'),
    }),
  }),
}
