import { z } from 'zod'
import { event } from '#core/events/event.ts'

export const knowledgeEvents = {
  saved: event({
    type: 'knowledge.saved',
    about: 'A document that answers are taken from was added or changed.',
    facts: z.object({ title: z.string(), passages: z.int() }),
  }),
  removed: event({
    type: 'knowledge.removed',
    about: 'A document that answers are taken from was removed: no search finds it any longer.',
    facts: z.object({ title: z.string() }),
  }),
}
