import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import type { StepError } from './advance.ts'
import { effectKey } from './course.ts'
import { ExpressionFailed, type Program } from './program.ts'
import { placeKey } from './progress.ts'
import type { Cause, RunState, SubjectKind } from './runs.ts'
import { placeOf } from './surroundings.ts'
import { type RecordedStep, type Way, walk } from './walked-ways.ts'

/** An effect that a person has done once more. `count` is in its key. */
export interface Anew {
  readonly node: string
  readonly path: string
  readonly count: number
  readonly reason: string
}

/** A run from which another is made, or that goes on after it failed. */
export interface EarlierRun {
  readonly id: string
  readonly workflow_id: string
  readonly workflow_name: string
  readonly version: number
  readonly state: RunState
  readonly reason_code: string | null
  readonly root_id: string
  readonly trigger: Readonly<Record<string, unknown>>
  readonly subject_kind: SubjectKind | null
  readonly subject_id: string | null
  readonly concurrency_key: string | null
  readonly causes: readonly Cause[]
  readonly anew: readonly Anew[]
  readonly created_at: Date
  readonly ended_at: Date | null
  readonly forgotten_at: Date | null
}

export const findEarlierRun = async (db: Db, orgId: string, id: string): Promise<EarlierRun | undefined> => {
  const { rows } = await sql<EarlierRun>`
    select r.id, r.workflow_id, w.name as workflow_name, r.version, r.state, r.reason_code, r.root_id, r.trigger, r.subject_kind, r.subject_id,
      r.concurrency_key, r.causes, r.anew, r.created_at, r.ended_at, r.forgotten_at
    from workflow_runs r join workflows w on w.org_id = r.org_id and w.id = r.workflow_id
    where r.org_id = ${orgId} and r.id = ${id}`.execute(db)
  return rows[0]
}

/** Of one root one run at a time: two would do the same under the same keys. Until the transaction ends. */
export const lockRoot = async (db: Db, orgId: string, rootId: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`workflow root ${orgId} ${rootId}`}, 0))`.execute(db)
}

/** Runs with the same keys of effects: what this one replays, and all replays of its root. */
const sameRoot = (orgId: string, { id, root_id }: Pick<EarlierRun, 'id' | 'root_id'>) => sql`
  with recursive before (id, replay_of) as (
    select r.id, r.replay_of from workflow_runs r where r.org_id = ${orgId} and r.id = ${id}
    union all
    select r.id, r.replay_of from before b join workflow_runs r on r.org_id = ${orgId} and r.id = b.replay_of),
  of_root (id) as (
    select id from before
    union
    select r.id from workflow_runs r where r.org_id = ${orgId} and r.root_id = ${root_id} and r.replay_of is not null)`

/** The run of the same root that has not ended; null where all have. */
export const findOpenOfRoot = async (
  db: Db,
  orgId: string,
  run: Pick<EarlierRun, 'id' | 'root_id'>,
): Promise<string | null> => {
  const { rows } = await sql<{ id: string }>`
    ${sameRoot(orgId, run)}
    select r.id from of_root o join workflow_runs r on r.org_id = ${orgId} and r.id = o.id where r.ended_at is null limit 1`.execute(
    db,
  )
  return rows[0]?.id ?? null
}

export const recordedSteps = async (db: Db, orgId: string, runId: string): Promise<RecordedStep[]> => {
  const rows = await db
    .selectFrom('workflow_steps')
    .select(['node', 'path', 'place', 'kind', 'state', 'outlet', 'output', 'error', 'started_at'])
    .where('org_id', '=', orgId)
    .where('run_id', '=', runId)
    .orderBy('place')
    .execute()
  return rows.map((row) => ({
    ...row,
    state: row.state as RecordedStep['state'],
    error: row.error as StepError | null,
  }))
}

/** The way of a run in a version of its workflow; a text says why there is none. */
export const wayOf = async (
  db: Db,
  orgId: string,
  run: EarlierRun,
  program: Program,
  steps: readonly RecordedStep[],
  from: { readonly node: string; readonly path: string } | null,
): Promise<Way | string> => {
  try {
    return walk(
      {
        ...{ program, trigger: run.trigger, place: await placeOf(db, orgId) },
        run: { id: run.id, createdAt: run.created_at },
      },
      steps,
      from,
    )
  } catch (error) {
    if (error instanceof ExpressionFailed) return error.message
    throw error
  }
}

/** What has left, or may have, under the keys of a run. */
export interface EarlierEffect {
  readonly node: string
  readonly path: string
  readonly what: string
  readonly state: 'begun' | 'done' | 'uncertain'
  readonly proof: unknown
  readonly run_id: string
  readonly at: Date
}

/** In the order in which it began. Of what a person had done anew the newest. */
export const effectsUnder = async (db: Db, orgId: string, run: EarlierRun): Promise<EarlierEffect[]> => {
  const { rows } = await sql<EarlierEffect>`
    ${sameRoot(orgId, run)}
    select e.node, e.path, e.what, e.state, e.proof, e.run_id, coalesce(e.ended_at, e.began_at) as at
    from of_root o join workflow_effects e on e.org_id = ${orgId} and e.run_id = o.id
    join workflow_effects b on b.org_id = e.org_id and b.key = ${effectKey(run.root_id, { node: '', path: '' }).slice(0, -1)} || e.node || ':' || e.path
    where e.state <> 'failed' and e.key = case when b.anew = 0 then b.key else b.key || '~' || b.anew end
    order by e.began_at, e.key`.execute(db)
  return rows
}

export const countsOf = (anew: readonly Anew[]): Readonly<Record<string, number>> =>
  Object.fromEntries(anew.map((each) => [placeKey(each), each.count]))

/** Counts that effects are done once more: the next run asks for them under a new key. Answers what is now counted of the run. */
export const countAnew = async (
  db: Db,
  orgId: string,
  run: EarlierRun,
  wanted: readonly Omit<Anew, 'count'>[],
): Promise<Anew[]> => {
  const before = countsOf(run.anew)
  const counted: Anew[] = []
  for (const each of wanted) {
    const { rows } = await sql<{ anew: number }>`
      update workflow_effects set anew = anew + 1 where org_id = ${orgId} and key = ${effectKey(run.root_id, each)} returning anew`.execute(
      db,
    )
    counted.push({ ...each, count: rows[0]?.anew ?? (before[placeKey(each)] ?? 0) + 1 })
  }
  const places = new Set(counted.map(placeKey))
  return [...run.anew.filter((each) => !places.has(placeKey(each))), ...counted]
}

/** Gives a new run the steps that stay as they were. Of what is still under way only that it has begun. */
export const copySteps = async (db: Db, orgId: string, { from, to }: { from: string; to: string }, way: Way): Promise<void> => {
  const places = way.kept.map((step) => ({ node: step.node, path: step.path, is_open: way.open.has(placeKey(step)) }))
  await sql`
    insert into workflow_steps (org_id, run_id, node, path, place, kind, state, outlet, tries, input, output, error, is_simulated, started_at, ended_at)
    select s.org_id, ${to}, s.node, s.path, s.place, s.kind, s.state, case when not k.is_open then s.outlet end, s.tries, s.input, s.output, s.error,
      s.is_simulated, s.started_at, s.ended_at
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as k (node text, path text, is_open boolean)
    join workflow_steps s on s.org_id = ${orgId} and s.run_id = ${from} and s.node = k.node and s.path = k.path`.execute(db)
}
