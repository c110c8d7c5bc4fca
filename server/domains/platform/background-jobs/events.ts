import { z } from 'zod'
import { event } from '#core/events/event.ts'

export const backgroundEvents = {
  changed: event({
    type: 'background.changed',
    about: 'A background job died, or a member decided about one.',
    facts: z.object({
      state: z.enum(['dead', 'failed']).optional(),
      decision: z.enum(['replayed', 'dropped']).optional(),
      released: z.string().optional(),
    }),
  }),
}
