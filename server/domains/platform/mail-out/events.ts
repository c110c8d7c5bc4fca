import { z } from 'zod'
import { event } from '#core/events/event.ts'

export const mailEvents = {
  changed: event({
    type: 'mail.changed',
    about: 'A mail of the outbox moved on.',
    facts: z.object({ state: z.enum(['queued', 'sent', 'failed']) }),
  }),
}
