import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import type { CrmEntity } from '#ports/crm.ts'
import type { SyncJob } from './sync-jobs.ts'

type JobPlace = Pick<SyncJob, 'org_id' | 'id' | 'connection_id'>

/** What could not be taken. */
export interface ErrorNote {
  readonly record_id: string
  readonly field: string | null
  readonly code: string
  readonly message: string
}

/** The newest so many of a run are kept; all are counted. */
export const errorsKept = 1_000

export const addErrors = async (db: Db, job: JobPlace, entity: CrmEntity, errors: readonly ErrorNote[]): Promise<void> => {
  if (errors.length === 0) return
  await sql`
    insert into sync_errors (org_id, job_id, entity, record_id, field, code, message)
    select ${job.org_id}, ${job.id}, ${entity}, left(g.record_id, 255), g.field, g.code, left(g.message, 500)
    from jsonb_to_recordset(${JSON.stringify(errors.slice(-errorsKept))}::jsonb) as g (record_id text, field text, code text, message text)`.execute(
    db,
  )
  await sql`
    delete from sync_errors e where e.org_id = ${job.org_id} and e.job_id = ${job.id} and e.n <= (
      select n from sync_errors where org_id = ${job.org_id} and job_id = ${job.id} order by n desc offset ${errorsKept} limit 1)`.execute(
    db,
  )
}

/** Of these records, what this run noted of them and still keeps: code and id. */
export const findNoted = async (
  db: Db,
  job: JobPlace,
  entity: CrmEntity,
  recordIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ noted: string }>`
    select distinct code || ' ' || record_id as noted from sync_errors
    where org_id = ${job.org_id} and job_id = ${job.id} and entity = ${entity} and record_id = any(${[...recordIds]}::text[])`.execute(
    db,
  )
  return new Set(rows.map(({ noted }) => noted))
}

/** A value in which both sides differ. */
export interface ConflictNote {
  readonly id: string
  readonly their_id: string
  readonly our_id: string
  readonly field: string
  readonly ours: string | null
  readonly theirs: string | null
}

/** A conflict that is open already gets the values of now. */
export const addConflicts = async (
  db: Db,
  job: JobPlace,
  entity: CrmEntity,
  conflicts: readonly ConflictNote[],
): Promise<void> => {
  if (conflicts.length === 0) return
  await sql`
    insert into sync_conflicts as c (org_id, id, connection_id, entity, their_id, our_id, field, ours, theirs, job_id)
    select ${job.org_id}, g.id, ${job.connection_id}, ${entity}, g.their_id, g.our_id, g.field, g.ours, g.theirs, ${job.id}
    from jsonb_to_recordset(${JSON.stringify(conflicts)}::jsonb) as g (id uuid, their_id text, our_id uuid, field text, ours text, theirs text)
    on conflict (org_id, connection_id, entity, their_id, field) where state = 'open'
    do update set ours = excluded.ours, theirs = excluded.theirs, job_id = excluded.job_id, at = now()`.execute(db)
}

/** What no longer differs waits for no decision. */
export const settleConflicts = async (
  db: Db,
  job: JobPlace,
  entity: CrmEntity,
  settled: readonly { readonly their_id: string; readonly field: string }[],
): Promise<void> => {
  if (settled.length === 0) return
  await sql`
    update sync_conflicts c set state = 'settled', decided_at = now()
    from jsonb_to_recordset(${JSON.stringify(settled)}::jsonb) as g (their_id text, field text)
    where c.org_id = ${job.org_id} and c.connection_id = ${job.connection_id} and c.entity = ${entity} and c.their_id = g.their_id
      and c.field = g.field and c.state = 'open'`.execute(db)
}

/** Of one record, how a rehearsal sees it; or what stays of a run that is taken back. */
export interface SampleNote {
  readonly record_id: string
  readonly verdict: string
  readonly details: object
}

/** So many of each verdict are kept of a kind of record. */
export const samplesKept = 20

export const addSamples = async (
  db: Db,
  job: JobPlace,
  entity: CrmEntity,
  samples: readonly SampleNote[],
  most = samplesKept,
): Promise<void> => {
  if (samples.length === 0) return
  const { rows } = await sql<{ verdict: string; count: number }>`
    select verdict, count(*)::int as count from sync_samples
    where org_id = ${job.org_id} and job_id = ${job.id} and entity = ${entity} group by verdict`.execute(db)
  const room = new Map(rows.map(({ verdict, count }) => [verdict, most - count]))
  const kept = samples.filter(({ verdict }) => {
    const left = room.get(verdict) ?? most
    room.set(verdict, left - 1)
    return left > 0
  })
  if (kept.length === 0) return
  await sql`
    insert into sync_samples (org_id, job_id, entity, record_id, verdict, details)
    select ${job.org_id}, ${job.id}, ${entity}, left(g.record_id, 255), g.verdict, g.details
    from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as g (record_id text, verdict text, details jsonb)`.execute(db)
}
