import { z } from 'zod'
import { changesOf } from '#core/events/changes.ts'
import { event } from '#core/events/event.ts'

/** Neither to whom nor what: that stands in the outbox, as long as it is kept. */
const MailFields = z.object({ state: z.enum(['queued', 'sent', 'failed']) })

export const mailEvents = {
  changed: event({
    type: 'mail.changed',
    about: 'An email was queued, sent or failed. Attempts in between only wake live pages.',
    facts: z.object({ template: z.string(), ...changesOf(MailFields).shape }),
  }),
}
