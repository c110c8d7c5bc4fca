import { z } from 'zod'
import { changesOf } from '#core/events/changes.ts'
import { event } from '#core/events/event.ts'

/** Not to whom: the invitation says so as long as it is there. */
const InvitationFields = z.object({
  state: z.enum(['open', 'accepted', 'withdrawn']),
  role: z.string(),
  expires_at: z.iso.datetime(),
})

export const invitationEvents = {
  changed: event({
    type: 'invitation.changed',
    about: 'An invitation was sent, accepted or withdrawn.',
    facts: z.object({
      change: z.enum(['sent', 'accepted', 'withdrawn']),
      ...changesOf(InvitationFields).shape,
      person_id: z.uuid().optional().describe('Who accepted it'),
    }),
  }),
}
