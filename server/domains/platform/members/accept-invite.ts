import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import type { Role } from '#core/actions/caller.ts'
import { transportErrors } from '#core/errors.ts'
import { raiseNotice } from '../notifications/notices.ts'
import { userErrors } from '../users/errors.ts'
import { memberEvents } from '../users/events.ts'
import { Password } from '../users/passwords.ts'
import { letInAtOnce } from '../users/sign-ins.ts'
import { hasTotp } from '../users/totp.ts'
import { PersonName, rememberOrganization } from '../users/users.ts'
import { join, prepareJoining } from './account-joins.ts'
import { invitationEvents } from './events.ts'
import { findInvitation, findInvitationToken, markAccepted, spendInvitationToken } from './invitations.ts'
import { lockMembers, MadeMember } from './memberships.ts'
import { memberNotices } from './notices.ts'
import { findMemberByEmail, isSeat } from './seats.ts'

export const acceptInvite = action({
  name: 'accept-invite',
  summary: 'Accept an invitation',
  description:
    'Creates the account, or uses the existing one with this email address: then `password` must be its own, and its name is kept. Works once. Sets the session cookie, unless the user has a second factor: they sign in afterwards.',
  who: 'public',
  transports: ['gateway'],
  effect: 'write',
  cookie: true,
  limit: { times: 20, seconds: 60 },
  input: z.object({ token: z.string().min(1).max(100), name: PersonName, password: Password }),
  output: z.object({ success: z.literal(true), user: MadeMember }),
  errors: [userErrors.link_invalid, userErrors.sign_in_failed, transportErrors.rate_limited, transportErrors.conflict],
  examples: [
    {
      title: 'With a name and a new password',
      input: { token: 'token-of-the-invitation', name: 'Maya Rao', password: 'four unrelated quiet words' },
    },
  ],

  async prepare(input, context) {
    const { db, inOrg, now } = context
    const known = await findInvitationToken(db, input.token, now())
    const invitation =
      known && (await inOrg(known.org_id, (inside) => findInvitation(inside, known.org_id, known.invitation_id)))
    return invitation ? prepareJoining(invitation.email, input.password, context) : null
  },

  async run(input, context) {
    const { db, now, enterOrg, emitIn, prepared, fail } = context
    const known = await findInvitationToken(db, input.token, now())
    if (!known || !prepared) throw fail('link_invalid')
    const orgId = known.org_id
    await enterOrg(orgId)
    await lockMembers(db, orgId)
    const invitation = await findInvitation(db, orgId, known.invitation_id)
    if (!invitation || !(await spendInvitationToken(db, input.token))) throw fail('link_invalid')

    const { email } = invitation
    const before = await findMemberByEmail(db, orgId, email)
    const seat = before && isSeat(before.person) ? before.person : undefined
    const role = before?.role ?? (invitation.role as Role)
    const { person, isNew } = await join(context, orgId, { email, name: input.name, joining: prepared, seat, role })
    const user = { id: person.id, email: person.email, name: person.name, role }
    await markAccepted(db, invitation, user.id, now())
    await emitIn(orgId, invitationEvents.changed, invitation.id, {
      ...{ change: 'accepted', person_id: user.id },
      ...{ before: { state: 'open' }, after: { state: 'accepted' } },
    })
    if (isNew) {
      await emitIn(orgId, memberEvents.joined, user.id, { email: user.email, name: user.name, role })
      await raiseNotice(db, orgId, {
        notice: memberNotices.member_joined,
        subjectId: user.id,
        facts: { name: user.name, role },
      })
    }
    await rememberOrganization(db, user.id, orgId)
    await enterOrg(orgId, user.id)
    if (!(await hasTotp(db, user.id))) await letInAtOnce(context, user.id, orgId)
    return { success: true as const, user }
  },
})
