import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { Role } from '#core/caller.ts'
import type { Tables } from '#db/tables.ts'
import { readEmail } from '#shapes/emails.ts'

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
  if (!person) throw new Error('the person just made is gone')
  return person
}

/** The workspace a person enters first: the one they joined last. Runs outside any organization. */
export const firstOrganization = async (db: Db, personId: string): Promise<string | undefined> => {
  const { rows } = await sql<{ org_id: string }>`select org_id from foyer.organizations_of(${personId}) limit 1`.execute(db)
  return rows[0]?.org_id
}

export const findMember = (db: Db, orgId: string, personId: string) =>
  db.selectFrom('members').selectAll().where('org_id', '=', orgId).where('id', '=', personId).executeTakeFirst()

export const roleOf = (member: { role: string }): Role => member.role as Role
