import { z } from 'zod'
import { event } from '#core/events/event.ts'

export const leadSourceEvents = {
  changed: event({
    type: 'lead_source.changed',
    about: 'A lead source was created, changed, switched on or off, fell silent or is silent no longer.',
    facts: z.object({ name: z.string(), kind: z.string(), change: z.string() }),
  }),
}
