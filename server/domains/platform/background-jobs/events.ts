import { z } from 'zod'
import { event } from '#core/events/event.ts'

export const backgroundEvents = {
  changed: event({
    type: 'background.changed',
    about: 'Background work died, or somebody decided about it.',
    facts: z.object({
      state: z.enum(['dead', 'failed']).optional(),
      decision: z.enum(['replayed', 'dropped']).optional(),
      released: z.string().optional(),
    }),
  }),
}
