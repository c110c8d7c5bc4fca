import type { Kysely } from 'kysely'
import { newToken } from '#core/ids.ts'
import type { Tables } from '#db/tables.ts'
import { hashToken } from './sessions.ts'

type Db = Kysely<Tables>
/** `set-password` comes from another member (a welcome), `reset-password` was requested by the user. */
export type Purpose = 'set-up' | 'set-password' | 'reset-password'

/** Makes a one-time link's token. Its page shows; only the POST behind it acts. */
export const makeLink = async (
  db: Db,
  given: { purpose: Purpose; personId: string | null; hours: number; now: Date },
): Promise<string> => {
  const token = newToken()
  await db.insertInto('directory.links').values(rowOf(token, given)).execute()
  return token
}

/** The same for a job, which may run twice: null when this job has made its link already. */
export const makeLinkOnce = async (
  db: Db,
  given: { purpose: Purpose; personId: string; hours: number; now: Date; jobId: string },
): Promise<string | null> => {
  const token = newToken()
  const made = await db
    .insertInto('directory.links')
    .values({ ...rowOf(token, given), job_id: given.jobId })
    .onConflict((conflict) => conflict.column('job_id').doNothing())
    .returning('token_hash')
    .executeTakeFirst()
  return made ? token : null
}

const rowOf = (token: string, given: { purpose: Purpose; personId: string | null; hours: number; now: Date }) => ({
  token_hash: hashToken(token),
  purpose: given.purpose,
  person_id: given.personId,
  expires_at: new Date(given.now.getTime() + given.hours * 3_600_000),
  used_at: null,
})

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
export const spendLink = (db: Db, token: string, purposes: readonly Purpose[], now: Date) =>
  db
    .updateTable('directory.links')
    .set({ used_at: now })
    .where('token_hash', '=', hashToken(token))
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()

/** Ends all unused links of some purposes (and a person): a new one replaces them. */
export const endLinks = async (db: Db, purposes: readonly Purpose[], personId: string | null): Promise<void> => {
  await db
    .deleteFrom('directory.links')
    .where('purpose', 'in', purposes)
    .where('person_id', personId === null ? 'is' : '=', personId)
    .where('used_at', 'is', null)
    .execute()
}

/** Where the page of a link is. The token is behind the #, so that it reaches no server's log and no Referer. */
export const linkTo = (publicUrl: string, page: 'set-password' | 'accept-invite', token: string): string =>
  `${publicUrl}/${page}#token=${token}`
