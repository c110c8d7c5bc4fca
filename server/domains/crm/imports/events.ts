import { z } from 'zod'
import { event } from '#core/events/event.ts'

export const uploadEvents = {
  changed: event({
    type: 'upload.changed',
    about: 'The state of an uploaded file changed.',
    facts: z.object({ state: z.string(), imported: z.int().optional() }),
  }),
}
