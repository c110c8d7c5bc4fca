import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import type { OpenContext } from '#core/context.ts'
import { Failure, transportErrors } from '#core/errors.ts'
import { wake } from '#core/events/events.ts'
import { type Joining, join, prepareJoining } from '../members/account-joins.ts'
import { lockMembers } from '../members/memberships.ts'
import { isSeat } from '../members/seats.ts'
import { userErrors } from '../users/errors.ts'
import { memberEvents } from '../users/events.ts'
import { findLink, spendLink } from '../users/links.ts'
import { changePasswordOf, hashPassword, Password } from '../users/passwords.ts'
import { notifyOfChange } from '../users/security-notices.ts'
import { letIn, SignedIn } from '../users/sign-ins.ts'
import {
  findMember,
  findPerson,
  firstOrganization,
  lockUser,
  organizationsOf,
  rememberOrganization,
  roleOf,
} from '../users/users.ts'

export const setPassword = action({
  name: 'set-password',
  summary: 'Set a password by a one-time link, and sign in',
  description:
    'For the links of `send-welcome` and `ask-password-reset`. If a welcome link is for an email address with an account, `password` must be that of the account, which then joins the workspace. Ends all sessions of the user and invalidates their other links. A second factor is still required: `needs: "code"`, as with `sign-in`.',
  who: 'public',
  transports: ['gateway'],
  effect: 'write',
  cookie: true,
  limit: { times: 20, seconds: 60 },
  input: z.object({ token: z.string().min(1).max(100), password: Password }),
  output: SignedIn,
  errors: [userErrors.link_invalid, userErrors.sign_in_failed, transportErrors.rate_limited, transportErrors.conflict],
  examples: [
    { title: 'With the link from an email', input: { token: 'token-of-the-link', password: 'four unrelated quiet words' } },
  ],

  async prepare(input, context) {
    const { db, now, inTurn } = context
    const link = await findLink(db, input.token, now())
    const person = link?.person_id ? await findPerson(db, link.person_id) : undefined
    if (!person) return null
    return isSeat(person)
      ? { personId: person.id, joining: await prepareJoining(person.email, input.password, context), passwordHash: null }
      : { personId: person.id, joining: null, passwordHash: await hashPassword(input.password, inTurn) }
  },

  async run(input, context) {
    const { db, now, enterOrg, agent, clientAddress, prepared, fail } = context
    if (!prepared) throw fail('link_invalid')
    if (prepared.joining) return joinByLink(context, input.token, prepared.personId, prepared.joining)
    const person = await lockUser(db, prepared.personId)
    const link = await spendLink(db, input.token, ['set-password', 'reset-password'], now())
    if (!person || link?.person_id !== person.id || prepared.passwordHash === null) throw fail('link_invalid')
    const orgId = await firstOrganization(db, person)
    if (!orgId) throw fail('link_invalid')
    await changePasswordOf(db, { personId: person.id, passwordHash: prepared.passwordHash, now: now() })
    await enterOrg(orgId, person.id)
    // A first password cannot be a change behind the user's back.
    if (person.password_hash !== null)
      await notifyOfChange(context, orgId, person, 'password_changed', { agent, clientAddress })
    return letIn(context, person.id, orgId)
  },
})

/** The first sign-in of a created member: with a first password, or with their existing account. */
const joinByLink = async (context: OpenContext, token: string, seatId: string, joining: Joining) => {
  const { db, now, enterOrg, emitIn } = context
  const orgId = (await organizationsOf(db, seatId))[0]?.id
  if (!orgId) throw new Failure(userErrors.link_invalid)
  await enterOrg(orgId)
  await lockMembers(db, orgId)
  const seat = await lockUser(db, seatId)
  const member = await findMember(db, orgId, seatId)
  if (!seat || !isSeat(seat) || !member || !(await spendLink(db, token, ['set-password'], now())))
    throw new Failure(userErrors.link_invalid)
  const role = roleOf(member)
  const { person, isNew } = await join(context, orgId, { email: seat.email, name: seat.name, joining, seat, role })
  if (isNew) await emitIn(orgId, memberEvents.joined, person.id, { email: person.email, name: person.name, role })
  await wake(db, orgId, memberEvents.changed)
  await rememberOrganization(db, person.id, orgId)
  await enterOrg(orgId, person.id)
  return letIn(context, person.id, orgId)
}
