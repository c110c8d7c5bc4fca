import { z } from 'zod'
import { event } from '#core/events/event.ts'

export const mailboxEvents = {
  updated: event({
    type: 'mailbox.updated',
    about: 'A mailbox was connected, changed or disconnected.',
    facts: z.object({ change: z.enum(['connected', 'saved', 'disconnected']), person_id: z.uuid() }),
  }),
}
