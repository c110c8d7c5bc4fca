import { z } from 'zod'
import { event } from '#core/events/event.ts'

export const mailEvents = {
  changed: event({
    type: 'mail.changed',
    about: 'The state of an outgoing email changed.',
    facts: z.object({ state: z.enum(['queued', 'sent', 'failed']) }),
  }),
}
