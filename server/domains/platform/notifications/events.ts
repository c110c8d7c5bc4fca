import { z } from 'zod'
import { event } from '#core/events/event.ts'

export const noticeEvents = {
  raised: event({
    type: 'notice.raised',
    about: 'A notice was created.',
    facts: z.object({ kind: z.string() }),
  }),
}
