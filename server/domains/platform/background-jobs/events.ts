import { z } from 'zod'
import { changesOf } from '#core/events/changes.ts'
import { event } from '#core/events/event.ts'

const BackgroundFields = z.object({
  state: z.string().describe('As `list-background-work` says it; `replayed` or `dropped` after a decision'),
})

export const backgroundEvents = {
  changed: event({
    type: 'background.changed',
    about: 'Background work failed for good, a member decided about it, or held work was released.',
    facts: z.object({
      kind: z.enum(['job', 'inbox', 'event', 'hold']),
      name: z.string().describe('Of the job, the inbound webhook, the reaction or the kind of held work'),
      ...changesOf(BackgroundFields).shape,
    }),
  }),
}
