import { sql } from 'kysely'
import type { Role } from '#core/actions/caller.ts'
import type { Db, OpenContext } from '#core/context.ts'
import { handOnNotices } from '../notifications/notices.ts'
import { endLinks } from '../users/links.ts'
import { emailKey, endSeat, findMember, type Person, roleOf } from '../users/users.ts'
import { seatTaken } from './moments.ts'

/*
 * A seat is a member who has not joined yet: created by a workspace, under a typed email address. Whether the
 * address has an account is not even looked at before its owner acts, so that no answer can depend on it. Then the seat becomes
 * their account, or their account takes it.
 */

export const isSeat = (person: Pick<Person, 'seat_key'>): person is { seat_key: string } => person.seat_key !== null

/** The member of an address, joined or not. The transaction must be inside the organization. */
export const findMemberByEmail = async (
  db: Db,
  orgId: string,
  email: string,
): Promise<{ person: Person; role: Role } | undefined> => {
  const key = emailKey(email)
  const found = await db
    .selectFrom('members')
    .innerJoin('directory.people', 'directory.people.id', 'members.id')
    .selectAll('directory.people')
    .select('members.role')
    .where('members.org_id', '=', orgId)
    .where((each) => each.or([each('directory.people.email_key', '=', key), each('directory.people.seat_key', '=', key)]))
    .executeTakeFirst()
  if (!found) return undefined
  const { role, ...person } = found
  return { person, role: roleOf({ role }) }
}

/** The member that a call names: by the id they have, or by that of the seat which their account took. */
export const findMemberNamed = async (db: Db, orgId: string, id: string) => {
  const member = await findMember(db, orgId, id)
  if (member) return member
  const seat = await db.selectFrom('directory.people').select('became_id').where('id', '=', id).executeTakeFirst()
  return seat?.became_id ? findMember(db, orgId, seat.became_id) : undefined
}

/** Holds an address until the transaction ends: of those who make its account, each finds what the one before has made. */
export const lockEmail = async (db: Db, email: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`account of ${emailKey(email)}`}, 0))`.execute(db)
}

/**
 * Gives a seat to an account: what the seat was given to do is the account's from now on, and the seat stays as a name in old
 * entries. The members must be held. False when the account has a place in this workspace already, and keeps that one.
 */
export const claimSeat = async (
  { db, within }: Pick<OpenContext, 'db' | 'within'>,
  orgId: string,
  seatId: string,
  personId: string,
): Promise<boolean> => {
  const isMember = (await findMember(db, orgId, personId)) !== undefined
  if (isMember) await db.deleteFrom('members').where('org_id', '=', orgId).where('id', '=', seatId).execute()
  else await db.updateTable('members').set({ id: personId }).where('org_id', '=', orgId).where('id', '=', seatId).execute()

  await within(db, orgId, seatTaken, { seatId, userId: personId })
  await handOnNotices(db, orgId, seatId, personId)
  await endSeat(db, seatId, personId)
  await endLinks(db, ['set-password'], seatId)
  return !isMember
}
