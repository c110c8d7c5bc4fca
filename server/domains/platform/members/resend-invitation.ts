import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import type { Role } from '#core/actions/caller.ts'
import { transportErrors } from '#core/errors.ts'
import { findPerson } from '../users/users.ts'
import { memberErrors } from './errors.ts'
import { invitationEvents } from './events.ts'
import { findInvitation, prolong, SentInvitation, sendInvitation, showSent } from './invitations.ts'
import { lockMembersFor } from './memberships.ts'

export const resendInvitation = action({
  name: 'resend-invitation',
  summary: 'Resend an open invitation',
  description: 'Sends a new link, valid for seven days; the previous link becomes invalid. Only owners can do this for owners.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  limit: { times: 30, seconds: 60 },
  input: z.object({ invitationId: z.uuid() }),
  output: z.object({ success: z.literal(true), invitation: SentInvitation }),
  errors: [memberErrors.invitation_not_found, transportErrors.forbidden],
  examples: [{ title: 'One invitation', input: { invitationId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ invitationId }, context) {
    const { org, person: caller, db, now, emit, fail } = context
    const { name: organization, requireRankFor } = await lockMembersFor(db, org.id, caller)
    const open = await findInvitation(db, org.id, invitationId)
    if (!open) throw fail('invitation_not_found')
    requireRankFor(open.role as Role)
    const invitation = await prolong(db, open, now())
    const inviter = await findPerson(db, caller.id)
    await sendInvitation(context, invitation, { organization, inviter })
    await emit(invitationEvents.changed, invitation.id, {
      change: 'sent',
      before: { expires_at: open.expires_at.toISOString() },
      after: { expires_at: invitation.expires_at.toISOString() },
    })
    return { success: true as const, invitation: showSent(invitation) }
  },
})
