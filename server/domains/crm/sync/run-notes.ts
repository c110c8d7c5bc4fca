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

/**
 * Remembers what a rehearsal would have made records with, by their ids. Answers those whose record an earlier one would have made, on this
 * page or on one before it.
 */
export const rememberRehearsed = async (
  db: Db,
  job: JobPlace,
  keys: ReadonlyMap<string, readonly string[]>,
): Promise<ReadonlySet<string>> => {
  const all = [...new Set([...keys.values()].flat())]
  if (all.length === 0) return new Set()
  const { rows } = await sql<{ key: string }>`
    insert into sync_rehearsed (org_id, job_id, key) select ${job.org_id}, ${job.id}, k from unnest(${all}::text[]) as k
    on conflict do nothing returning key`.execute(db)
  const fresh = new Set(rows.map(({ key }) => key))
  const before = new Set<string>()
  for (const [theirId, own] of keys) {
    if (own.some((key) => !fresh.has(key))) before.add(theirId)
    for (const key of own) fresh.delete(key)
  }
  return before
}

/** Remembers which records a rehearsal has met. Answers those that it had not met before. */
export const rememberMet = async (
  db: Db,
  job: JobPlace,
  entity: CrmEntity,
  theirIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (theirIds.length === 0) return new Set()
  const prefix = `met ${entity} `
  const { rows } = await sql<{ key: string }>`
    insert into sync_rehearsed (org_id, job_id, key)
    select ${job.org_id}, ${job.id}, ${prefix} || i from unnest(${[...theirIds]}::text[]) as i
    on conflict do nothing returning key`.execute(db)
  return new Set(rows.map(({ key }) => key.slice(prefix.length)))
}

type Claims = readonly { readonly key: string }[]

/** Remembers what records would have after what was rehearsed so far, or would have no more, that one record alone may have. */
export const rememberClaims = async (db: Db, job: JobPlace, what: 'has' | 'free', claims: Claims): Promise<void> => {
  if (claims.length === 0) return
  await sql`
    insert into sync_rehearsed (org_id, job_id, key)
    select ${job.org_id}, ${job.id}, k from unnest(${claims.map(({ key }) => `${what} ${key}`)}::text[]) as k
    on conflict do nothing`.execute(db)
}

/** Of these, the keys of those that another record would have by now, and of those that none would have any more. */
export const recallClaims = async (
  db: Db,
  job: JobPlace,
  claims: Claims,
): Promise<readonly [ReadonlySet<string>, ReadonlySet<string>]> => {
  if (claims.length === 0) return [new Set(), new Set()]
  const keys = claims.flatMap(({ key }) => [`has ${key}`, `free ${key}`])
  const { rows } = await sql<{ key: string }>`
    select key from sync_rehearsed where org_id = ${job.org_id} and job_id = ${job.id} and key = any(${keys}::text[])`.execute(
    db,
  )
  const of = (what: string) =>
    new Set(rows.flatMap(({ key }) => (key.startsWith(`${what} `) ? key.slice(what.length + 1) : [])))
  return [of('has'), of('free')]
}
