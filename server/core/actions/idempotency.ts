import { sql } from 'kysely'
import type { Db } from '../context.ts'
import { Failure } from '../errors.ts'
import { digestId } from '../ids.ts'
import type { Vault } from '../vault.ts'

/** An Idempotency-Key (draft-ietf-httpapi-idempotency-key-header) and what came with it, as digests. */
export interface Idempotency {
  /** Of surface, credential and key: it belongs to one credential. */
  readonly id: string
  readonly payload: string
}

/** Reads the header. Throws `idempotency_key_invalid`; null when none was sent. */
export const readIdempotencyKey = (
  header: string | string[] | undefined,
  owner: string,
  payload: string | Buffer,
): Idempotency | null => {
  if (header === undefined) return null
  if (typeof header !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(header)) throw new Failure('idempotency_key_invalid')
  return { id: digestId(`${owner} ${header}`), payload: digestId(payload) }
}

/**
 * The first response to the same call within 24 hours, if there is one. Locks the key until the transaction ends: concurrent calls
 * with it get `idempotency_in_flight`. Leads do this inside their own statement.
 */
export const firstAnswer = async (db: Db, orgId: string, { id, payload }: Idempotency, vault: Vault): Promise<unknown> => {
  const held = await sql<{ free: boolean }>`select pg_try_advisory_xact_lock(${lockOf(id)}::bigint) as free`.execute(db)
  if (!held.rows[0]?.free) throw new Failure('idempotency_in_flight')
  await sql`delete from idempotency where org_id = ${orgId} and id = ${id} and created_at < now() - interval '24 hours'`.execute(
    db,
  )
  const first = await db
    .selectFrom('idempotency')
    .select(['payload', 'answer'])
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!first) return undefined
  if (first.payload !== payload) throw new Failure('idempotency_mismatch')
  return JSON.parse(vault.open((first.answer as { sealed: string }).sealed, `answer ${id}`))
}

/** Whether there is a first response to a call with this key. A call that is under way has none yet. */
export const isAnswered = async (db: Db, orgId: string, owner: string, key: string): Promise<boolean> => {
  const { id } = readIdempotencyKey(key, owner, '') ?? { id: '' }
  const found = await db
    .selectFrom('idempotency')
    .select('id')
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Keeps an answer for repeats, in the transaction of what it speaks of. Sealed: it may hold a key that is shown once. Answers
 * false when there is one already: of an action that asked a provider meanwhile, in another process.
 */
export const keepAnswer = async (
  db: Db,
  orgId: string,
  { id, payload }: Idempotency,
  answer: unknown,
  vault: Vault,
): Promise<boolean> => {
  const sealed = vault.seal(JSON.stringify(answer), `answer ${id}`)
  const kept = await db
    .insertInto('idempotency')
    .values({ org_id: orgId, id, payload, answer: JSON.stringify({ sealed }) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return kept !== undefined
}

/** The number of an advisory lock: the first half of the digest. */
const lockOf = (id: string): string => BigInt.asIntN(64, BigInt(`0x${id.replaceAll('-', '').slice(0, 16)}`)).toString()
