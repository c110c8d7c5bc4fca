import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { wake } from '#core/events/events.ts'
import { newToken } from '#core/ids.ts'
import type { Tables } from '#db/tables.ts'
import { sessionEvents } from './events.ts'

type Db = Kysely<Tables>

export const sessionDays = 30
/** "Last seen" is as exact as this: one small write a minute and session at the most. */
const seenEveryMs = 60_000

/** Where a sign-in came from: the User-Agent as claimed, and the client's address. */
export interface Whence {
  readonly agent: string | null
  readonly clientAddress: string
}

/** What the database keeps of a session's or link's token. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Opens a session; the token goes into a cookie and nowhere else. */
export const openSession = async (db: Db, personId: string, orgId: string, now: Date, whence?: Whence): Promise<string> => {
  const token = newToken()
  await db
    .insertInto('directory.sessions')
    .values({
      token_hash: hashToken(token),
      person_id: personId,
      org_id: orgId,
      created_at: now,
      last_seen_at: now,
      expires_at: new Date(now.getTime() + sessionDays * 86_400_000),
      agent: whence?.agent?.slice(0, 500) ?? null,
      address: whence?.clientAddress ?? null,
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

/** The sessions of a person in all their workspaces, the one last seen first. */
export const findSessionsOf = (db: Db, personId: string, now: Date) =>
  db
    .selectFrom('directory.sessions')
    .select(['id', 'created_at', 'last_seen_at', 'agent', 'address'])
    .where('person_id', '=', personId)
    .where('expires_at', '>', now)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .execute()

export const touchSession = async (db: Db, sessionId: string, now: Date): Promise<void> => {
  await db
    .updateTable('directory.sessions')
    .set({ last_seen_at: now })
    .where('id', '=', sessionId)
    .where('last_seen_at', '<', new Date(now.getTime() - seenEveryMs))
    .execute()
}

/** Moves a session into another workspace of its person, who begins there the next time too. */
export const moveSession = async (db: Db, session: { sessionId: string; personId: string }, orgId: string): Promise<void> => {
  await db.updateTable('directory.sessions').set({ org_id: orgId }).where('id', '=', session.sessionId).execute()
  await db.updateTable('directory.people').set({ last_org_id: orgId }).where('id', '=', session.personId).execute()
}

export const closeSession = async (db: Db, tokenHash: Buffer): Promise<void> => {
  const ended = await db.deleteFrom('directory.sessions').where('token_hash', '=', tokenHash).returning('org_id').execute()
  await notifyEnded(db, ended)
}

/** Ends one session of a person; false when they have none of this id. */
export const closeSessionOf = async (db: Db, personId: string, sessionId: string): Promise<boolean> => {
  const ended = await db
    .deleteFrom('directory.sessions')
    .where('id', '=', sessionId)
    .where('person_id', '=', personId)
    .returning('org_id')
    .execute()
  await notifyEnded(db, ended)
  return ended.length > 0
}

/** Ends the sessions of a person, but for one if need be, and with them their tokens. Answers how many. */
export const closeSessionsOf = async (db: Db, personId: string, but: string | null = null): Promise<number> => {
  const ended = await db
    .deleteFrom('directory.sessions')
    .where('person_id', '=', personId)
    .$if(but !== null, (query) => query.where('id', '<>', but as string))
    .returning('org_id')
    .execute()
  await notifyEnded(db, ended)
  return ended.length
}

/** Ends the sessions of a person in one workspace. */
export const closeSessionsIn = async (db: Db, orgId: string, personId: string): Promise<void> => {
  const ended = await db
    .deleteFrom('directory.sessions')
    .where('person_id', '=', personId)
    .where('org_id', '=', orgId)
    .returning('org_id')
    .execute()
  await notifyEnded(db, ended)
}

/** Live pages end, and what is remembered of callers is forgotten, in every process. */
const notifyEnded = async (db: Db, ended: readonly { readonly org_id: string }[]): Promise<void> => {
  for (const orgId of new Set(ended.map(({ org_id }) => org_id))) await wake(db, orgId, sessionEvents.ended)
}

/** Ends tokens that no session stands behind. To the second, as tokens say when they were made. */
export const endTokensOf = async (db: Db, personId: string, now: Date): Promise<void> => {
  const second = new Date(Math.floor(now.getTime() / 1_000) * 1_000)
  await db.updateTable('directory.people').set({ tokens_from: second }).where('id', '=', personId).execute()
}
