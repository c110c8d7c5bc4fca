import { z } from 'zod'
import { event } from '#core/events/event.ts'

/** Nothing of what a mail says or with whom it is: events are read by more people than a mailbox is. */
const facts = z.object({ mailbox_id: z.uuid() })
const circle = 'mailbox_id'

export const emailEvents = {
  received: event({ type: 'email.received', about: 'A mail came into a connected mailbox.', facts, circle }),
  answered: event({
    type: 'email.calendar_answered',
    about: 'A mail came with an answer to an invitation: its sender comes or not, or proposes another time.',
    facts,
    circle,
  }),
  written: event({ type: 'email.written', about: 'A member wrote a mail: it is stored, and will be sent.', facts, circle }),
  updated: event({
    type: 'email.updated',
    about: 'A mail was sent, failed, was read, moved, opened or deleted.',
    facts: facts.extend({ change: z.enum(['state', 'seen', 'place', 'opened', 'bounced']) }),
    circle,
  }),
  read: event({
    type: 'email.mailbox_read',
    about: 'A mailbox was read, or could not be.',
    facts: facts.extend({ mails: z.int().describe('How many were new') }),
    circle,
  }),
}
