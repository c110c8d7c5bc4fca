import { createHash } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { Db, Step } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import type { Tables } from '#db/tables.ts'
import { removeGoogleCopiesJob } from './job-references.ts'

export type ContractAttempt = Selectable<Tables['contract_attempts']>

/** How long after the begin of an attempt no request works on it any more: several times what one may take. */
const overAfterMs = 10 * 60_000

interface Begun {
  readonly orgId: string
  /** Of a new attempt. A repeat is given that of the first. */
  readonly id: string
  readonly documentId: string | null
  /** The Idempotency-Key of the call. */
  readonly askedBy: string | null
  /** What was asked for, in full: under one key it is the same each time. */
  readonly wish: unknown
  /** Whose account a copy is going to be in. */
  readonly connectionId: string | null
}

/**
 * Writes that something is going to be made, before anything is: a copy elsewhere is marked with the attempt's id. Under the same
 * Idempotency-Key it answers the attempt that is there. What a crash leaves behind is removed by a job, which is ordered here.
 */
export const beginAttempt = async ({ db, enqueue }: Pick<Step, 'db' | 'enqueue'>, begun: Begun): Promise<ContractAttempt> => {
  const { orgId, id, documentId, askedBy, connectionId } = begun
  const wish = createHash('sha256').update(JSON.stringify(begun.wish)).digest()
  await db
    .deleteFrom('contract_attempts')
    .where('org_id', '=', orgId)
    .where('is_clean', '=', true)
    .where('created_at', '<', sql<Date>`now() - interval '2 days'`)
    .execute()
  // A key holds for a day, as everywhere.
  if (askedBy !== null)
    await db
      .updateTable('contract_attempts')
      .set({ asked_by: null })
      .where('org_id', '=', orgId)
      .where('asked_by', '=', askedBy)
      .where('created_at', '<', sql<Date>`now() - interval '24 hours'`)
      .execute()
  const added = await db
    .insertInto('contract_attempts')
    .values({
      ...{ org_id: orgId, id, document_id: documentId, asked_by: askedBy, wish, connection_id: connectionId },
      is_clean: connectionId === null,
    })
    .onConflict((conflict) => conflict.columns(['org_id', 'asked_by']).where('asked_by', 'is not', null).doNothing())
    .returningAll()
    .executeTakeFirst()
  if (added) {
    if (connectionId !== null) await enqueue(removeGoogleCopiesJob, { orgId, attemptId: id }, { inMs: overAfterMs })
    return added
  }
  const first = await db
    .selectFrom('contract_attempts')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('asked_by', '=', askedBy)
    .executeTakeFirstOrThrow()
  if (!first.wish.equals(wish)) throw new Failure('idempotency_mismatch')
  // A repeat may make another copy, long after the first look for what was left behind.
  if (connectionId !== null) {
    await markClean(db, orgId, first.id, false)
    await enqueue(removeGoogleCopiesJob, { orgId, attemptId: first.id }, { inMs: overAfterMs })
  }
  return first
}

export const findAttempt = (db: Db, orgId: string, id: string): Promise<ContractAttempt | undefined> =>
  db.selectFrom('contract_attempts').selectAll().where('org_id', '=', orgId).where('id', '=', id).executeTakeFirst()

/** Whether copies of it may be left at Google. */
export const markClean = async (db: Db, orgId: string, id: string, isClean: boolean): Promise<void> => {
  await db
    .updateTable('contract_attempts')
    .set({ is_clean: isClean })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .execute()
}
