import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import type { CrmEntity } from '#ports/crm.ts'
import type { SyncJob } from './sync-jobs.ts'

type JobPlace = Pick<SyncJob, 'org_id' | 'id'>
type Values = Readonly<Record<string, string | null>>

/**
 * By the keys of claims, the record that would have such a value after what was rehearsed so far; null: none would have it any more. Of what is
 * not in it, the database knows.
 */
export type Holders = ReadonlyMap<string, string | null>

/** A rehearsal writes no record: what its pages before would have written is kept beside it, for as long as it runs. */
const recall = async <State>(
  db: Db,
  job: JobPlace,
  prefix: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, State>> => {
  if (names.length === 0) return new Map()
  const { rows } = await sql<{ key: string; state: State }>`
    select key, state from sync_rehearsed
    where org_id = ${job.org_id} and job_id = ${job.id} and key = any(${names.map((name) => prefix + name)}::text[])`.execute(
    db,
  )
  return new Map(rows.map(({ key, state }) => [key.slice(prefix.length), state]))
}

const remember = async (db: Db, job: JobPlace, prefix: string, states: ReadonlyMap<string, unknown>): Promise<void> => {
  if (states.size === 0) return
  const rows = [...states].map(([name, state]) => ({ key: prefix + name, state }))
  await sql`
    insert into sync_rehearsed (org_id, job_id, key, state)
    select ${job.org_id}, ${job.id}, g.key, g.state
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (key text, state jsonb)
    on conflict (org_id, job_id, key) do update set state = excluded.state`.execute(db)
}

const holding = 'holder '
export const recallHolders = (db: Db, job: JobPlace, keys: readonly string[]): Promise<Holders> =>
  recall<string | null>(db, job, holding, keys)
export const rememberHolders = (db: Db, job: JobPlace, holders: Holders): Promise<void> => remember(db, job, holding, holders)

/** Of these records of ours, the values that those would have that were made or changed before. */
export const recallValues = (
  db: Db,
  job: JobPlace,
  entity: CrmEntity,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Values>> => recall<Values>(db, job, `record ${entity} `, ids)
export const rememberValues = (db: Db, job: JobPlace, entity: CrmEntity, records: ReadonlyMap<string, Values>): Promise<void> =>
  remember(db, job, `record ${entity} `, records)

/** Of these records of theirs, those that the rehearsal has met, with what would stand for each; null: nothing. */
export const recallMet = (
  db: Db,
  job: JobPlace,
  entity: CrmEntity,
  theirIds: readonly string[],
): Promise<ReadonlyMap<string, string | null>> => recall<string | null>(db, job, `met ${entity} `, theirIds)
export const rememberMet = (db: Db, job: JobPlace, entity: CrmEntity, met: ReadonlyMap<string, string | null>): Promise<void> =>
  remember(db, job, `met ${entity} `, met)
