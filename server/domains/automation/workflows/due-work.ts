import { sql } from 'kysely'
import type { Db } from '#core/context.ts'

/** What was due in a workspace at one moment. */
export interface DueWork {
  readonly since: Date
  readonly runIds: readonly string[]
  readonly jobIds: readonly string[]
}

/** Leases are shorter: a run whose time is further away is not under way. */
const longestLeaseSeconds = 60
const mostCounted = 10_000

/** A run that a worker has is due when its lease ends, and is still under way until then. */
const isDueRun = sql`r.due_at <= now() + make_interval(secs => ${sql.lit(longestLeaseSeconds)}) and (r.due_at <= now() or r.lease is not null)`

/** By the index of jobs that are alive, of one workspace. Dead ones wait for a person. */
const isDueJob = (orgId: string) => sql`
  j.data ->> 'orgId' = ${orgId} and j.state in ('created', 'retry', 'active') and j.name <> 'dead-letters'
    and (j.state = 'active' or j.start_after <= now())`

export const findDue = async (db: Db, orgId: string, limit: number): Promise<DueWork> => {
  const { rows: runs } = await sql<{ id: string }>`
    select r.id from workflow_runs r where r.org_id = ${orgId} and ${isDueRun} order by r.due_at limit ${limit}`.execute(db)
  const { rows: jobs } = await sql<{ id: string }>`select j.id from jobs.job j where ${isDueJob(orgId)} limit ${limit}`.execute(
    db,
  )
  const { rows: times } = await sql<{ now: Date }>`select now()`.execute(db)
  return {
    since: times[0]?.now ?? new Date(),
    runIds: runs.map(({ id }) => id),
    jobIds: jobs.map(({ id }) => id),
  }
}

/** Of what was due then: the steps that have ended since, the jobs that are over, and whether nothing of it is due any more. */
export const countEnded = async (
  db: Db,
  orgId: string,
  { since, runIds, jobIds }: DueWork,
  limit: number,
): Promise<{ processed: number; isDone: boolean }> => {
  const { rows } = await sql<{ steps: number; open_runs: number; open_jobs: number; due_jobs: number }>`
    select
      (select count(*)::int from (select from workflow_steps s where s.org_id = ${orgId} and s.run_id = any (${runIds}::uuid[])
        and s.ended_at > ${since} limit ${limit}) s) as steps,
      (select count(*)::int from workflow_runs r where r.org_id = ${orgId} and r.id = any (${runIds}::uuid[]) and ${isDueRun}) as open_runs,
      (select count(*)::int from jobs.job j where j.id = any (${jobIds}::uuid[]) and ${isDueJob(orgId)}) as due_jobs,
      (select count(*)::int from jobs.job j where j.id = any (${jobIds}::uuid[]) and j.data ->> 'orgId' = ${orgId}
        and j.state in ('created', 'retry', 'active') and j.name <> 'dead-letters') as open_jobs`.execute(db)
  const { steps = 0, open_runs = 0, open_jobs = 0, due_jobs = 0 } = rows[0] ?? {}
  return { processed: Math.min(limit, steps + jobIds.length - open_jobs), isDone: open_runs + due_jobs === 0 }
}

/** Of an index each, and no further than 10,000. */
export const countDue = async (db: Db, orgId: string): Promise<number> => {
  const { rows } = await sql<{ runs: number; jobs: number }>`
    select
      (select count(*)::int from (select from workflow_runs r where r.org_id = ${orgId} and ${isDueRun} limit ${mostCounted}) r) as runs,
      (select count(*)::int from (select from jobs.job j where ${isDueJob(orgId)} limit ${mostCounted}) j) as jobs`.execute(db)
  return Math.min(mostCounted, (rows[0]?.runs ?? 0) + (rows[0]?.jobs ?? 0))
}
