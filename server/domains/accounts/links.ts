import type { Kysely } from 'kysely'
import { newToken } from '#core/ids.ts'
import type { Tables } from '#db/tables.ts'
import { hashToken } from './sessions.ts'

type Db = Kysely<Tables>
export type Purpose = 'set-up' | 'set-password'

/** Makes a one-time link's token. Its page shows; only the POST behind it acts. */
export const makeLink = async (
  db: Db,
  given: { purpose: Purpose; personId: string | null; hours: number; now: Date },
): Promise<string> => {
  const token = newToken()
  await db
    .insertInto('directory.links')
    .values({
      token_hash: hashToken(token),
      purpose: given.purpose,
      person_id: given.personId,
      expires_at: new Date(given.now.getTime() + given.hours * 3_600_000),
      used_at: null,
    })
    .execute()
  return token
}

/** The link of a token while it is good. */
export const findLink = (db: Db, token: string, now: Date) =>
  db
    .selectFrom('directory.links')
    .selectAll()
    .where('token_hash', '=', hashToken(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** Uses a link up. Of several that try at once, one gets it; the others get undefined. */
export const spendLink = (db: Db, token: string, purpose: Purpose, now: Date) =>
  db
    .updateTable('directory.links')
    .set({ used_at: now })
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()

/** Ends all unused links of a purpose (and person): a new one replaces them. */
export const endLinks = async (db: Db, purpose: Purpose, personId: string | null): Promise<void> => {
  await db
    .deleteFrom('directory.links')
    .where('purpose', '=', purpose)
    .where('person_id', personId === null ? 'is' : '=', personId)
    .where('used_at', 'is', null)
    .execute()
}
