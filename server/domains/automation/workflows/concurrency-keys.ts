import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import type { Place } from '#shapes/expressions/evaluation.ts'
import type { Program } from './program.ts'

/** The runs of a workflow that have the same key: one of them at a time. */
export interface RunKey {
  readonly workflowId: string
  readonly key: string
}

/** Of which runs there is one at a time. Where it cannot be worked out they all have the same: too few at once is put right, too many is not. */
export const concurrencyKeyOf = (program: Program, trigger: unknown, place: Place, now?: Date): string | null => {
  try {
    return program.concurrencyKey(trigger, place, now)
  } catch {
    return ''
  }
}

/**
 * Locks keys until the transaction ends: who starts a run of a key and who ends one see each other. In one order, and before any wait or run is
 * locked, so that two never wait for each other.
 */
export const lockKeys = async (db: Db, orgId: string, keys: readonly RunKey[]): Promise<void> => {
  const names = [...new Set(keys.map(({ workflowId, key }) => `workflow key ${orgId} ${workflowId} ${key}`))].toSorted()
  if (names.length === 0) return
  await sql`select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${names}::text[]) as name`.execute(db)
}

/** The newest run of a key that has not ended; null: there is none. */
export const findOpenOfKey = async (db: Db, orgId: string, { workflowId, key }: RunKey): Promise<string | null> => {
  const found = await db
    .selectFrom('workflow_runs')
    .select('id')
    .where('org_id', '=', orgId)
    .where('workflow_id', '=', workflowId)
    .where('concurrency_key', '=', key)
    .where('ended_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found?.id ?? null
}
