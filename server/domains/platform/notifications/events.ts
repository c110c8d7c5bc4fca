import { z } from 'zod'
import { event } from '#core/events/event.ts'

export const noticeEvents = {
  raised: event({
    type: 'notice.raised',
    about: 'There is something that somebody should look at.',
    facts: z.object({ kind: z.string() }),
  }),
}
