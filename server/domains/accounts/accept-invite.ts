import { z } from 'zod'
import { action } from '#core/action.ts'
import type { Role } from '#core/caller.ts'
import type { Db } from '#core/context.ts'
import { raiseNotice } from '#domains/notices/notices.ts'
import { findInvitation, findInvitationToken, markAccepted, spendInvitationToken } from './invitations.ts'
import { holdMembers, MadeMember } from './memberships.ts'
import { addMember } from './organizations.ts'
import { hashPassword, Password, prove } from './passwords.ts'
import { emailKey, findMember, findPersonByEmail, PersonName, personOf, roleOf } from './people.ts'
import { letInAtOnce, triesOfAnAddress } from './sign-ins.ts'
import { hasTotp } from './totp.ts'

export const acceptInvite = action({
  name: 'accept-invite',
  summary: 'Accept an invitation',
  description:
    'Makes the account, or takes the one that the address has: then `password` must be its own, and its name stays. Works once. Sets the session cookie, unless the person has a second factor: they sign in afterwards.',
  who: 'public',
  doors: ['gateway'],
  effect: 'write',
  cookie: true,
  limit: { times: 20, seconds: 60 },
  input: z.object({ token: z.string().min(1).max(100), name: PersonName, password: Password }),
  output: z.object({ success: z.literal(true), user: MadeMember }),
  errors: ['link_invalid', 'sign_in_failed', 'rate_limited', 'conflict'],
  examples: [
    {
      title: 'With a name and a new password',
      input: { token: 'token-of-the-invitation', name: 'Maya Rao', password: 'four unrelated quiet words' },
    },
  ],

  // An invitation opens a workspace, never somebody's account: whoever has a password must say it.
  async prepare(input, { db, inOrg, now, demand, inTurn }) {
    const known = await findInvitationToken(db, input.token, now())
    const invitation =
      known && (await inOrg(known.org_id, (inside) => findInvitation(inside, known.org_id, known.invitation_id)))
    if (!invitation) return null
    const kept = (await findPersonByEmail(db, invitation.email))?.password_hash ?? null
    if (kept === null) return { proof: null, firstPassword: await hashPassword(input.password, inTurn) }
    await demand(`sign-in ${emailKey(invitation.email)}`, triesOfAnAddress)
    return { proof: await prove(input.password, kept, inTurn), firstPassword: null }
  },

  async run(input, context) {
    const { db, now, newId, enterOrg, emitIn, prepared, fail } = context
    if (!prepared) throw fail('link_invalid')
    const known = await findInvitationToken(db, input.token, now())
    if (!known) throw fail('link_invalid')
    const orgId = known.org_id
    await enterOrg(orgId)
    const invitation = await findInvitation(db, orgId, known.invitation_id)
    if (!invitation) throw fail('link_invalid')

    const before = await findPersonByEmail(db, invitation.email)
    const { proof, firstPassword } = prepared
    if ((before?.password_hash ?? null) !== (proof?.kept ?? null)) throw fail('conflict')
    if (proof && !proof.isRight) throw fail('sign_in_failed')

    await holdMembers(db, orgId)
    if (!(await spendInvitationToken(db, input.token))) throw fail('link_invalid')
    const made = before ?? (await personOf(db, { id: newId(), email: invitation.email, name: input.name }))
    if (firstPassword !== null && !(await setFirstPassword(db, made.id, input.name, firstPassword))) throw fail('conflict')
    const person = firstPassword === null ? made : { ...made, name: input.name }

    const joined = await addMember(db, orgId, person.id, invitation.role as Role)
    const member = await findMember(db, orgId, person.id)
    if (!member) throw new Error('the member just made is gone')
    const user = { id: person.id, email: person.email, name: person.name, role: roleOf(member) }
    await markAccepted(db, invitation, user.id, now())
    await emitIn(orgId, 'invitation.changed', invitation.id, { change: 'accepted' })
    if (joined) {
      await emitIn(orgId, 'member.joined', user.id, { email: user.email, name: user.name, role: user.role })
      await raiseNotice(db, orgId, { kind: 'member_joined', subjectId: user.id, facts: { name: user.name, role: user.role } })
    }
    await db.updateTable('directory.people').set({ last_org_id: orgId }).where('id', '=', user.id).execute()
    await enterOrg(orgId, user.id)
    if (!(await hasTotp(db, user.id))) await letInAtOnce(context, user.id, orgId)
    return { success: true as const, user }
  },
})

/** False when the person has got a password since it was looked. */
const setFirstPassword = async (db: Db, personId: string, name: string, password_hash: string): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('directory.people')
    .set({ password_hash, name })
    .where('id', '=', personId)
    .where('password_hash', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0
}
