import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { transportErrors } from '#core/errors.ts'
import { Email, findPerson, PersonName } from '../users/users.ts'
import { memberErrors } from './errors.ts'
import { invitationEvents } from './events.ts'
import { makeInvitation, SentInvitation, sendInvitation, showSent } from './invitations.ts'
import { AnyRole, lockMembersFor } from './memberships.ts'
import { findMemberByEmail } from './seats.ts'

export const inviteStaff = action({
  name: 'invite-staff',
  summary: 'Invite a member',
  description:
    'They get an email with a link, valid for seven days and one use, and choose their own name and password. A second invitation to an address replaces the first. Only owners can invite owners.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  limit: { times: 30, seconds: 60 },
  input: z.object({ email: Email, role: AnyRole.default('member'), name: PersonName.optional() }),
  output: z.object({ success: z.literal(true), invitation: SentInvitation }),
  errors: [memberErrors.already_member, transportErrors.forbidden],
  examples: [{ title: 'Invite an admin', input: { email: 'jonas@example.com', role: 'admin' } }],

  async run(input, context) {
    const { org, person: caller, db, newId, now, emit, fail } = context
    const { name: organization, requireRankFor } = await lockMembersFor(db, org.id, caller)
    requireRankFor(input.role)
    if (await findMemberByEmail(db, org.id, input.email)) throw fail('already_member', { field: 'email' })
    const invitation = await makeInvitation(db, {
      orgId: org.id,
      id: newId(),
      email: input.email,
      name: input.name ?? null,
      role: input.role,
      invitedBy: caller.id,
      now: now(),
    })
    const inviter = await findPerson(db, caller.id)
    await sendInvitation(context, invitation, { organization, inviter })
    await emit(invitationEvents.changed, invitation.id, {
      change: 'sent',
      before: null,
      after: { state: 'open', role: invitation.role, expires_at: invitation.expires_at.toISOString() },
    })
    return { success: true as const, invitation: showSent(invitation) }
  },
})
