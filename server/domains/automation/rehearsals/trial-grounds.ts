import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import type { Happening } from '#domains/connections/webhooks/payloads.ts'
import type { FieldDefinition, Trigger } from '../workflows/definition.ts'
import { triggersOf } from '../workflows/event-triggers.ts'
import { knownCatalogue } from '../workflows/known-catalogue.ts'
import { pathsAround } from '../workflows/progress.ts'
import { exampleForm, exampleId, exampleOf } from './example-values.ts'

/** Runs among which one that came to the step is looked for, and events among which one that starts the workflow is. */
const [mostRuns, mostEvents] = [200, 10_000]

/** What a run of the past had when it came to a step. */
export interface RunGrounds {
  readonly id: string
  readonly trigger: Readonly<Record<string, unknown>>
  /** In which iteration or branch it came to the step; null where it did not. */
  readonly path: string | null
  /** What its steps gave, as far as the step could see it. */
  readonly steps: ReadonlyMap<string, { readonly kind: string; readonly output: unknown }>
  readonly vars: Readonly<Record<string, unknown>>
}

interface RunWanted {
  readonly workflowId: string
  readonly node: string
  readonly runId: string | null
  /** Also what is for admins alone. */
  readonly seesAll: boolean
}

/** The newest run that came to the step, else the newest one of the workflow; or the one that is named. */
export const findRunGrounds = async (
  db: Db,
  orgId: string,
  { workflowId, node, runId, seesAll }: RunWanted,
): Promise<RunGrounds | null> => {
  const { rows: runs } = await sql<{ id: string; trigger: RunGrounds['trigger']; path: string | null; place: number | null }>`
    with newest as materialized (
      select r.id, r.trigger from workflow_runs r join workflow_versions v
        on v.org_id = r.org_id and v.workflow_id = r.workflow_id and v.version = r.version
      where (${seesAll} or v.definition #>> '{settings,values_for}' is distinct from 'admin') and r.org_id = ${orgId} and r.workflow_id = ${workflowId} and r.forgotten_at is null and (${runId}::uuid is null or r.id = ${runId})
      order by r.id desc limit ${mostRuns})
    select n.id, n.trigger, s.path, s.place from newest n left join lateral (
      select path, place from workflow_steps where org_id = ${orgId} and run_id = n.id and node = ${node} order by place desc limit 1) s on true
    order by (s.path is not null) desc, n.id desc limit 1`.execute(db)
  const [run] = runs
  if (!run) return null
  const { rows } = await sql<{ node: string; path: string; kind: string; output: unknown; error: unknown }>`
    select node, path, kind, output, error from workflow_steps
    where org_id = ${orgId} and run_id = ${run.id} and state in ('done', 'failed') and (${run.place}::int is null or place < ${run.place})
    order by place`.execute(db)
  const around = new Set(pathsAround(run.path ?? ''))
  const steps = new Map<string, { kind: string; output: unknown }>()
  const vars: Record<string, unknown> = {}
  for (const { node: id, path, kind, output, error } of rows) {
    if (kind === 'set') Object.assign(vars, output)
    const given = output ?? (error === null ? null : { error })
    if (around.has(path) && given !== null) steps.set(id, { kind, output: given })
  }
  return { id: run.id, trigger: run.trigger, path: run.path, steps, vars }
}

/** The newest event that would start it, as it was recorded. */
export const findRecordedTrigger = async (db: Db, orgId: string, type: string): Promise<unknown> => {
  const { rows } = await sql<{ id: string; type: string; subject_id: string; at: Date; payload: Happening['facts'] }>`
    select id, type, subject_id, at, payload from (
      select id, type, subject_id, at, payload from events where org_id = ${orgId} order by id desc limit ${mostEvents}) e
    where type = ${type} order by id desc limit 5`.execute(db)
  const happenings = rows.map(({ subject_id, payload, ...event }) => ({ ...event, subjectId: subject_id, facts: payload }))
  const triggers = await triggersOf(db, orgId, happenings)
  return happenings.map(({ id }) => triggers.get(id)).find((trigger) => trigger !== undefined)
}

/** What might start it, where nothing did yet. */
export const exampleTrigger = (trigger: Trigger, now: Date): unknown => {
  const at = now.toISOString()
  switch (trigger.kind) {
    case 'event':
      return exampleEvent(trigger.event, now)
    case 'schedule':
      return { kind: 'schedule', at, planned_at: at }
    case 'webhook':
      return { kind: 'webhook', at, headers: {}, body: {} }
    case 'request':
      return {
        ...{ kind: 'request', at, input: exampleForm(trigger.input as FieldDefinition[], now) },
        subject: trigger.subject === undefined ? null : { kind: trigger.subject, id: exampleId },
      }
  }
}

export const exampleEvent = (type: string, now: Date): unknown => {
  const known = knownCatalogue().events.get(type)
  const changes = known?.changes ? exampleOf(known.changes, now) : null
  return {
    ...{ kind: 'event', id: exampleId, type, at: now.toISOString(), subject_id: exampleId },
    ...{ data: known ? exampleOf(known.data, now) : {}, before: changes, after: changes },
  }
}
