import { z } from 'zod'
import { changesOf } from '#core/events/changes.ts'
import { event } from '#core/events/event.ts'

const BulkChangeFields = z.object({ state: z.string(), code: z.string().nullable().describe('Of the error, where it failed') })

export const bulkChangeEvents = {
  changed: event({
    type: 'bulk_change.changed',
    about: 'A change of many records was started, or its state changed.',
    facts: z.object({
      kind: z.string(),
      type: z.string(),
      ...{ selected: z.int(), done: z.int(), skipped: z.int(), failed: z.int(), undone: z.int(), kept: z.int() },
      ...changesOf(BulkChangeFields).shape,
    }),
  }),
}
