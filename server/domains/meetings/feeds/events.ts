import { z } from 'zod'
import { event } from '#core/events/event.ts'

export const feedEvents = {
  updated: event({
    type: 'calendar_feed.updated',
    about: 'A member made, renewed or ended their calendar feed.',
    facts: z.object({ change: z.enum(['made', 'renewed', 'ended']) }),
  }),
}
