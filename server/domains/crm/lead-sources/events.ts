import { z } from 'zod'
import { event } from '#core/events/event.ts'

export const leadSourceEvents = {
  changed: event({
    type: 'lead_source.changed',
    about: 'A lead source was created, changed, turned on or off, fell silent or brings leads again.',
    facts: z.object({ name: z.string(), kind: z.string(), change: z.string() }),
  }),
}
