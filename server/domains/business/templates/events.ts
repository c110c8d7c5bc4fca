import { z } from 'zod'
import { event } from '#core/events/event.ts'

export const templateEvents = {
  saved: event({
    type: 'template.saved',
    about: 'A template was made, or got a new version.',
    facts: z.object({ name: z.string(), version: z.int() }),
  }),
  archived: event({
    type: 'template.archived',
    about: 'A template was archived: it makes no new documents.',
    facts: z.object({ name: z.string() }),
  }),
}
