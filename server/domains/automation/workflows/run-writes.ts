import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { joinedOrg } from '#core/joined-org.ts'
import type { StepRecord } from './advance.ts'
import type { Progress } from './progress.ts'
import type { ClaimedRun, RunState } from './runs.ts'

/** What a worker has to say of a run that it has. */
export interface RunWrite {
  readonly run: ClaimedRun
  readonly state: RunState
  readonly code: string | null
  readonly reason: string | null
  readonly progress: Progress
  readonly stepCount: number
  /** Of all that the next worker reads with it. */
  readonly bytes: number
  /** It stays this worker's; otherwise it is let go, until `dueAt`. */
  readonly isKept: boolean
  readonly isEnded: boolean
  readonly dueAt: Date | null
  readonly steps: readonly (StepRecord & { readonly place: number })[]
  readonly waits: readonly NewWait[]
  /** Waits that ended by the clock: where one was answered meanwhile, nothing is written. */
  readonly timedOut: readonly string[]
  readonly effects: readonly EffectRecord[]
}

export interface NewWait {
  readonly id: string
  readonly node: string
  readonly path: string
  readonly kind: 'time' | 'event' | 'person' | 'run'
  readonly dueAt: Date | null
  readonly clock?: unknown
  readonly eventType?: string
  readonly since?: Date
  /** The id that an event must be about. */
  readonly about?: string | null
  /** The field of an event that says whom it is about, and what it must be. */
  readonly field?: string
  readonly valueDigest?: string
  readonly asked?: unknown
  readonly recipient?: unknown
  readonly personId?: string | null
  readonly role?: string | null
  readonly remindAt?: Date | null
  readonly escalateAt?: Date | null
  readonly escalateTo?: unknown
  readonly childId?: string
}

export interface EffectRecord {
  readonly key: string
  readonly node: string
  readonly path: string
  readonly what: string
  readonly state: 'begun' | 'done' | 'failed' | 'uncertain'
  readonly proof?: unknown
}

/** The run is another worker's by now, or was cancelled: nothing of what was worked out counts. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

/** The workflow was stopped: nothing more leaves by it. */
export class Stopped extends Error {
  override readonly name = 'Stopped'
}

/**
 * Writes what became of runs of one organization, in one statement: their state and progress, the steps that ended, what they wait for, what is
 * about to leave. Answers those that were ours still; of the others nothing is written.
 */
export const writeRuns = async (db: Db, orgId: string, writes: readonly RunWrite[]): Promise<Set<string>> => {
  const { rows } = await sql<{ id: string }>`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(writes.map(rowOf))}::jsonb) as g (id uuid, fence int, lease uuid, state text, reason_code text,
        reason text, progress jsonb, step_count int, bytes int, bytes_before int, is_kept boolean, is_ended boolean, due_at timestamptz, news int,
        timed_out uuid[])),
    over as materialized (
      select w.id, w.run_id from workflow_waits w join given g on w.org_id = ${joinedOrg(orgId)} and w.run_id = g.id and w.id = any (g.timed_out)
      where w.state = 'open' for update of w),
    ours as (
      update workflow_runs r set state = g.state, reason_code = g.reason_code, reason = g.reason, progress = g.progress, step_count = g.step_count,
        bytes = g.bytes + case when r.news <> g.news then greatest(0, r.bytes - g.bytes_before) else 0 end,
        deaths = 0, lease = case when g.is_kept then r.lease end,
        due_at = case when g.is_kept then r.due_at when g.is_ended then null when r.news <> g.news and g.state <> 'paused' then now() else g.due_at end,
        ended_at = case when g.is_ended then now() end
      from given g where r.org_id = ${joinedOrg(orgId)} and r.id = g.id and r.lease = g.lease and r.fence = g.fence
        and (select count(*) from over t where t.run_id = g.id) = cardinality(g.timed_out)
      returning r.id, r.workflow_id),
    timed as (
      update workflow_waits w set state = 'timed_out', settled_at = now()
      from over v join ours o on o.id = v.run_id where w.org_id = ${joinedOrg(orgId)} and w.id = v.id),
    steps as (
      insert into workflow_steps (org_id, run_id, node, path, place, kind, state, outlet, tries, input, output, error, cost_micros, ended_at)
      select ${orgId}, s.run_id, s.node, s.path, s.place, s.kind, s.state, s.outlet, s.tries, s.input, s.output, s.error, s.cost_micros,
        case when s.state in ('done', 'failed', 'cancelled') then clock_timestamp() end
      from jsonb_to_recordset(${JSON.stringify(writes.flatMap(stepsOf))}::jsonb) as s (run_id uuid, node text, path text, place int, kind text,
        state text, outlet text, tries int, input jsonb, output jsonb, error jsonb, cost_micros bigint)
      join ours o on o.id = s.run_id
      on conflict (org_id, run_id, node, path) do update set place = excluded.place, state = excluded.state, outlet = excluded.outlet,
        tries = excluded.tries, input = coalesce(excluded.input, workflow_steps.input), output = coalesce(excluded.output, workflow_steps.output),
        error = excluded.error, cost_micros = coalesce(excluded.cost_micros, workflow_steps.cost_micros), ended_at = excluded.ended_at),
    effects as (
      insert into workflow_effects (org_id, key, run_id, workflow_id, node, path, what, state, proof, ended_at)
      select ${orgId}, e.key, o.id, o.workflow_id, e.node, e.path, e.what, e.state, e.proof, case when e.state <> 'begun' then clock_timestamp() end
      from jsonb_to_recordset(${JSON.stringify(writes.flatMap(effectsOf))}::jsonb) as e (run_id uuid, key text, node text, path text, what text,
        state text, proof jsonb) join ours o on o.id = e.run_id
      on conflict (org_id, key) do update set state = excluded.state, proof = coalesce(excluded.proof, workflow_effects.proof), run_id = excluded.run_id,
        left_at = case when excluded.state = 'uncertain' then workflow_effects.left_at end,
        answer = case when excluded.state = 'begun' then workflow_effects.answer end, ended_at = excluded.ended_at
        where workflow_effects.state <> 'done' and workflow_effects.anew = 0),
    waits as (
      insert into workflow_waits (org_id, id, run_id, workflow_id, node, path, kind, due_at, clock, event_type, since, about, field, value_digest,
        asked, recipient, person_id, role, remind_at, escalate_at, escalate_to, child_id)
      select ${orgId}, w.id, o.id, o.workflow_id, w.node, w.path, w.kind, w.due_at, w.clock, w.event_type, w.since, w.about, coalesce(w.field, ''), w.value_digest,
        w.asked, w.recipient, w.person_id, w.role, w.remind_at, w.escalate_at, w.escalate_to, w.child_id
      from jsonb_to_recordset(${JSON.stringify(writes.flatMap(waitsOf))}::jsonb) as w (run_id uuid, id uuid, node text, path text, kind text,
        due_at timestamptz, clock jsonb, event_type text, since timestamptz, about text, field text, value_digest text, asked jsonb, recipient jsonb, person_id uuid, role text,
        remind_at timestamptz, escalate_at timestamptz, escalate_to jsonb, child_id uuid) join ours o on o.id = w.run_id)
    select id from ours`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Runs of which a wait was answered in the instant in which its time was over: another go reads the answer. */
export const letGo = async (db: Db, orgId: string, runs: readonly ClaimedRun[]): Promise<void> => {
  if (runs.length === 0) return
  await sql`
    update workflow_runs r set lease = null, due_at = now()
    from jsonb_to_recordset(${JSON.stringify(runs.map(({ id, lease, fence }) => ({ id, lease, fence })))}::jsonb) as g (id uuid, lease uuid, fence int)
    where r.org_id = ${joinedOrg(orgId)} and r.id = g.id and r.lease = g.lease and r.fence = g.fence`.execute(db)
}

const rowOf = ({ run, progress, ...write }: RunWrite) => ({
  ...{ id: run.id, fence: run.fence, lease: run.lease, news: run.news },
  ...{ state: write.state, reason_code: write.code, reason: write.reason, progress, step_count: write.stepCount },
  ...{ bytes: write.bytes, bytes_before: run.bytes },
  ...{ is_kept: write.isKept, is_ended: write.isEnded, due_at: write.dueAt, timed_out: write.timedOut },
})

const stepsOf = ({ run, steps }: RunWrite) =>
  // Of a step that began and ended since, the end.
  [...new Map(steps.map((step) => [`${step.node} ${step.path}`, step])).values()].map((step) => ({
    run_id: run.id,
    ...step,
    tries: step.tries ?? 0,
    cost_micros: step.costMicros,
  }))

const effectsOf = ({ run, effects }: RunWrite) =>
  [...new Map(effects.map((effect) => [effect.key, effect])).values()].map((effect) => ({ run_id: run.id, ...effect }))

const waitsOf = ({ run, waits }: RunWrite) =>
  waits.map((wait) => ({
    ...{
      run_id: run.id,
      id: wait.id,
      node: wait.node,
      path: wait.path,
      kind: wait.kind,
      due_at: wait.dueAt,
      clock: wait.clock,
    },
    ...{
      event_type: wait.eventType,
      since: wait.since,
      about: wait.about,
      field: wait.field,
      value_digest: wait.valueDigest,
      asked: wait.asked,
      recipient: wait.recipient,
      person_id: wait.personId,
    },
    ...{ role: wait.role, remind_at: wait.remindAt, escalate_at: wait.escalateAt },
    ...{ escalate_to: wait.escalateTo ?? undefined, child_id: wait.childId },
  }))
