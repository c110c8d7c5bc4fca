import { z } from 'zod'
import { event } from '#core/events/event.ts'

export const invitationEvents = {
  changed: event({
    type: 'invitation.changed',
    about: 'An invitation was sent, accepted or withdrawn.',
    facts: z.object({ change: z.enum(['sent', 'accepted', 'withdrawn']) }),
  }),
}
