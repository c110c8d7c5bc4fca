import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import type { RunKey } from './concurrency-keys.ts'
import type { StepPlace } from './step-endings.ts'

/** A run that a step waits for; those that its own steps wait for are a level below. */
export interface AwaitedRun {
  readonly id: string
  readonly level: number
  readonly workflow_id: string
  readonly concurrency_key: string | null
}

/** Runs with those that their steps wait for, and so on: as deep as they may start each other. Those that have ended are left out. */
export const findWithAwaited = async (db: Db, orgId: string, ids: readonly string[]): Promise<AwaitedRun[]> => {
  if (ids.length === 0) return []
  const { rows } = await sql<AwaitedRun>`
    with recursive below (id, level) as (
      select id, 0 from unnest(${ids}::uuid[]) as id
      union
      select w.child_id, b.level + 1 from below b
      join workflow_waits w on w.org_id = ${orgId} and w.run_id = b.id and w.state = 'open' and w.child_id is not null)
    select r.id, b.level, r.workflow_id, r.concurrency_key from below b
    join workflow_runs r on r.org_id = ${orgId} and r.id = b.id where r.ended_at is null order by b.level, r.id`.execute(db)
  return rows
}

/** The runs that steps of these runs wait for, and those at these places. */
export const findAwaitedBy = async (
  db: Db,
  orgId: string,
  runIds: readonly string[],
  places: readonly StepPlace[],
): Promise<string[]> => {
  if (runIds.length + places.length === 0) return []
  const { rows } = await sql<{ child_id: string }>`
    select child_id from workflow_waits where org_id = ${orgId} and run_id = any (${runIds}::uuid[]) and state = 'open' and child_id is not null
    union
    select w.child_id from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as p ("runId" uuid, node text, path text)
    join workflow_waits w on w.org_id = ${orgId} and w.run_id = p."runId" and w.node = p.node and w.path = p.path
    where w.state = 'open' and w.child_id is not null`.execute(db)
  return rows.map(({ child_id }) => child_id)
}

export const keysOf = (runs: readonly Pick<AwaitedRun, 'workflow_id' | 'concurrency_key'>[]): RunKey[] =>
  runs.flatMap(({ workflow_id, concurrency_key }) =>
    concurrency_key === null ? [] : [{ workflowId: workflow_id, key: concurrency_key }],
  )

/** From below, as each run that ends locks its own waits, itself, and then the wait of whom it answers. */
export const lockFromBelow = async (db: Db, orgId: string, runs: readonly AwaitedRun[]): Promise<void> => {
  for (const [, ofLevel] of [...Map.groupBy(runs, ({ level }) => level)].toSorted(([a], [b]) => b - a)) {
    const ids = ofLevel.map(({ id }) => id)
    await sql`select from workflow_waits where org_id = ${orgId} and run_id = any (${ids}::uuid[]) and state = 'open' order by id for update`.execute(
      db,
    )
    await sql`select from workflow_runs where org_id = ${orgId} and id = any (${ids}::uuid[]) order by id for update`.execute(
      db,
    )
  }
}
