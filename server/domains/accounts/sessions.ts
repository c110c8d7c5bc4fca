import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { newToken } from '#core/ids.ts'
import type { Tables } from '#db/tables.ts'

type Db = Kysely<Tables>

export const sessionDays = 30

/** What the database keeps of a session's or link's token. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Opens a session; the token goes into a cookie and nowhere else. */
export const openSession = async (db: Db, personId: string, orgId: string, now: Date): Promise<string> => {
  const token = newToken()
  await db
    .insertInto('directory.sessions')
    .values({
      token_hash: hashToken(token),
      person_id: personId,
      org_id: orgId,
      expires_at: new Date(now.getTime() + sessionDays * 86_400_000),
    })
    .execute()
  return token
}

export const findSession = (db: Db, token: string, now: Date) =>
  db
    .selectFrom('directory.sessions')
    .selectAll()
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', now)
    .executeTakeFirst()

export const closeSession = async (db: Db, tokenHash: Buffer): Promise<void> => {
  await db.deleteFrom('directory.sessions').where('token_hash', '=', tokenHash).execute()
}

export const closeSessionsOf = async (db: Db, personId: string): Promise<void> => {
  await db.deleteFrom('directory.sessions').where('person_id', '=', personId).execute()
}
