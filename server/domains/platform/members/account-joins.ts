import type { Role } from '#core/actions/caller.ts'
import type { OpenContext, PreparingContext } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { userErrors } from '../users/errors.ts'
import { memberEvents } from '../users/events.ts'
import { hashPassword, type Proof, prove } from '../users/passwords.ts'
import { demandTry } from '../users/sign-ins.ts'
import { becomeAccount, findPersonByEmail, type Person, personOf, setFirstPassword } from '../users/users.ts'
import { addMember } from './memberships.ts'
import { claimSeat, lockEmail } from './seats.ts'

/** For joining a workspace: the account's password was given, or there is none and this is the first one's digest. */
export interface Joining {
  readonly proof: Proof | null
  readonly firstPassword: string | null
}

/** A link opens a workspace, never an account: the owner of an account must enter its password. */
export const prepareJoining = async (email: string, password: string, context: PreparingContext): Promise<Joining> => {
  const { db, inTurn } = context
  const account = await findPersonByEmail(db, email)
  const kept = account?.password_hash ?? null
  if (kept === null) return { proof: null, firstPassword: await hashPassword(password, inTurn) }
  await demandTry(context, 'sign-in', { email, tokens_from: account?.tokens_from ?? null })
  return { proof: await prove(password, kept, inTurn), firstPassword: null }
}

/**
 * The owner of an email address joins a workspace: with their account, or with a new one. A waiting seat becomes theirs.
 * The members must be held. Throws `sign_in_failed`, and `conflict` where the account changed in the meantime.
 */
export const join = async (
  { db, newId, emitIn, within }: Pick<OpenContext, 'db' | 'newId' | 'emitIn' | 'within'>,
  orgId: string,
  given: { email: string; name: string; joining: Joining; seat: Person | undefined; role: Role },
): Promise<{ person: Person; isNew: boolean }> => {
  const { joining, seat, role } = given
  await lockEmail(db, given.email)
  const account = await findPersonByEmail(db, given.email)
  if ((account?.password_hash ?? null) !== (joining.proof?.kept ?? null)) throw new Failure('conflict')
  if (joining.proof && !joining.proof.isRight) throw new Failure(userErrors.sign_in_failed, { claimedPersonId: account?.id })

  const password_hash = joining.firstPassword
  if (!account && seat && password_hash !== null)
    return { person: await becomeAccount(db, seat, { name: given.name, passwordHash: password_hash }), isNew: false }
  let person = account ?? (await personOf(db, { id: newId(), email: given.email, name: given.name }))
  if (password_hash !== null) {
    person = { ...person, name: given.name, password_hash }
    await setFirstPassword(db, person.id, { name: given.name, passwordHash: password_hash })
  }
  if (!seat) return { person, isNew: await addMember(db, orgId, person.id, role) }

  const isNew = await claimSeat({ db, within }, orgId, seat.id, person.id)
  await emitIn(orgId, memberEvents.left, seat.id, { email: seat.email, name: seat.name, role })
  return { person, isNew }
}
