import { z } from 'zod'
import { changesOf } from '#core/events/changes.ts'
import { event } from '#core/events/event.ts'
import type { LeadSourceRow } from './lead-sources.ts'

/** What can be seen of a source and can change. Never its secret, or what its address is. */
const SourceFields = z.object({
  name: z.string(),
  is_on: z.boolean(),
  is_silent: z.boolean(),
  is_rejecting: z.boolean(),
  is_in_trouble: z.boolean(),
})

type Row = Pick<LeadSourceRow, 'name' | 'switched_off_at' | 'silence_raised_at' | 'rejects_raised_at' | 'trouble_raised_at'>

export const sourceFieldsOf = (row: Row): z.output<typeof SourceFields> => ({
  name: row.name,
  is_on: row.switched_off_at === null,
  is_silent: row.silence_raised_at !== null,
  is_rejecting: row.rejects_raised_at !== null,
  is_in_trouble: row.trouble_raised_at !== null,
})

export const leadSourceEvents = {
  changed: event({
    type: 'lead_source.changed',
    about:
      'A lead source was created, changed, turned on or off, fell silent or brings leads again; or fetching its leads fails, or works again.',
    facts: z.object({ name: z.string(), kind: z.string(), change: z.string(), ...changesOf(SourceFields).shape }),
  }),
}
