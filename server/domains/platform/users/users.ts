import { type Kysely, type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Role } from '#core/actions/caller.ts'
import type { Tables } from '#db/tables.ts'
import { readEmail } from '#shapes/emails.ts'
import type { Language } from '#shapes/languages.ts'

type Db = Kysely<Tables>

export const PersonName = z.string().trim().min(1).max(255)
/** An address that mail can go to; normalised for comparison by `emailKey`. */
export const Email = z
  .string()
  .trim()
  .max(254)
  .refine((text) => 'key' in readEmail(text), 'is not a valid address')

/** What addresses are compared by. Throws on one that `Email` would refuse. */
export const emailKey = (email: string): string => {
  const read = readEmail(email.trim())
  if (!('key' in read)) throw new Error('not an address')
  return read.key
}

export const findPersonByEmail = (db: Db, email: string) =>
  db.selectFrom('directory.people').selectAll().where('email_key', '=', emailKey(email)).executeTakeFirst()

/** The person of an address; made when there is none. */
export const personOf = async (db: Db, given: { id: string; email: string; name: string }) => {
  await db
    .insertInto('directory.people')
    .values({
      id: given.id,
      email: given.email.trim(),
      email_key: emailKey(given.email),
      name: given.name,
      password_hash: null,
    })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .execute()
  const person = await findPersonByEmail(db, given.email)
  if (!person) throw new Error('a user just created is missing')
  return person
}

export type Person = Selectable<Tables['directory.people']>

/** The language in which a person is written to; English until they have one. */
export const languageOfPerson = (person: Pick<Person, 'language'> | undefined): Language =>
  (person?.language ?? 'en') as Language

export const findPerson = (db: Db, personId: string): Promise<Person | undefined> =>
  db.selectFrom('directory.people').selectAll().where('id', '=', personId).executeTakeFirst()

/** What people are called, by id; one who is not there is missing. */
export const findNames = async (db: Db, personIds: readonly string[]): Promise<Map<string, string>> => {
  const ids = [...new Set(personIds)]
  if (ids.length === 0) return new Map()
  const people = await db.selectFrom('directory.people').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(people.map(({ id, name }) => [id, name]))
}

/**
 * Locks a user until the transaction ends. Changes to the credentials of an account lock its user before anything else of it (links,
 * sessions, challenges): two who each hold one thing and want the other's would wait for ever.
 */
export const lockUser = (db: Db, personId: string): Promise<Person | undefined> =>
  db.selectFrom('directory.people').selectAll().where('id', '=', personId).forNoKeyUpdate().executeTakeFirst()

/** The current workspace: a sign-in opens it. */
export const rememberOrganization = async (db: Db, personId: string, orgId: string): Promise<void> => {
  await db.updateTable('directory.people').set({ last_org_id: orgId }).where('id', '=', personId).execute()
}

/** The first name and password of a user; changing a password later ends sessions with it (`passwords.ts`). */
export const setFirstPassword = async (
  db: Db,
  personId: string,
  given: { readonly name: string; readonly passwordHash: string },
): Promise<void> => {
  await db
    .updateTable('directory.people')
    .set({ password_hash: given.passwordHash, name: given.name })
    .where('id', '=', personId)
    .execute()
}

/** Changes what is given; a zone of null is that of each workspace. */
export const changeUser = (
  db: Db,
  personId: string,
  given: {
    readonly name?: string | undefined
    readonly timeZone?: string | null | undefined
    readonly language?: Language | undefined
  },
) =>
  db
    .updateTable('directory.people')
    .set({
      // Something is set in any case: what is left out keeps its value.
      name: given.name ?? sql`name`,
      ...(given.timeZone === undefined ? {} : { time_zone: given.timeZone }),
      ...(given.language === undefined ? {} : { language: given.language }),
    })
    .where('id', '=', personId)
    .returning(['id', 'name', 'email'])
    .executeTakeFirstOrThrow()

export interface Belonging {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly role: Role
}

/** The workspaces of a person, last joined first. The one look across organizations that a person may have: their own. */
export const organizationsOf = async (db: Db, personId: string): Promise<Belonging[]> => {
  const { rows } = await sql<Belonging>`
    select org_id as id, slug, name, role from foyer.organizations_of(${personId})`.execute(db)
  return rows
}

/** The workspace that a sign-in opens: the last one, else the first one joined: being added elsewhere changes nothing. */
export const firstOrganization = async (
  db: Db,
  person: { readonly id: string; readonly last_org_id: string | null },
): Promise<string | undefined> => {
  const all = await organizationsOf(db, person.id)
  return (all.find(({ id }) => id === person.last_org_id) ?? all.at(-1))?.id
}

/** The transaction must be inside the organization. */
export const findMember = (db: Db, orgId: string, personId: string) =>
  db.selectFrom('members').selectAll().where('org_id', '=', orgId).where('id', '=', personId).executeTakeFirst()

export const roleOf = (member: { role: string }): Role => member.role as Role

// ── Seats: members who have not joined as yet (`members/seats.ts`) ──────────────────────────────────────────────────────

/** Makes the person of a seat. */
export const makeSeat = (db: Db, given: { id: string; email: string; name: string }): Promise<Person> =>
  db
    .insertInto('directory.people')
    .values({ id: given.id, email: given.email.trim(), email_key: null, seat_key: emailKey(given.email), name: given.name })
    .returningAll()
    .executeTakeFirstOrThrow()

/** Makes a seat the account of its address, with a first password; the address must be held and have none. */
export const becomeAccount = async (db: Db, seat: Person, given: { name: string; passwordHash: string }): Promise<Person> =>
  db
    .updateTable('directory.people')
    .set({ email_key: seat.seat_key, seat_key: null, name: given.name, password_hash: given.passwordHash })
    .where('id', '=', seat.id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** The account has taken the seat, which stays as a name in old entries. */
export const endSeat = async (db: Db, seatId: string, personId: string): Promise<void> => {
  await db.updateTable('directory.people').set({ seat_key: null, became_id: personId }).where('id', '=', seatId).execute()
}
