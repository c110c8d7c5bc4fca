import { sql } from 'kysely'
import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import type { Db } from '#core/context.ts'
import { shape } from '#shapes'
import { workflowErrors } from './errors.ts'
import { findRuns, runOf, WorkflowRun } from './run-rows.ts'

export const WorkflowStep = shape('WorkflowStep', {
  node: z.string(),
  path: z.string().describe('In which iteration of which loop, or branch; empty outside of them'),
  kind: z.string(),
  state: z.enum(['running', 'waiting', 'done', 'failed', 'uncertain', 'cancelled']),
  outlet: z.string().nullable(),
  tries: z.int(),
  input: z.unknown().describe('What it took; null once it is forgotten'),
  output: z.unknown(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  is_simulated: z.boolean(),
  cost_micros: z.int().nullable(),
  effect: z
    .object({
      key: z.string(),
      state: z.enum(['begun', 'done', 'failed', 'uncertain']),
      what: z.string(),
      proof: z.unknown().describe('What the receiver answered: ids and numbers'),
      at: z.iso.datetime(),
    })
    .nullable(),
  wait: z
    .object({
      id: z.uuid().describe('The `stepId` of resume-workflow'),
      kind: z.enum(['time', 'event', 'person', 'run']),
      state: z.enum(['open', 'answered', 'timed_out', 'cancelled']),
      due_at: z.iso.datetime().nullable(),
      event_type: z.string().nullable(),
      asked: z.unknown().describe('Of a person: heading, text, form and choices'),
      answered_by: z.object({ id: z.uuid(), name: z.string().nullable() }).nullable(),
      settled_at: z.iso.datetime().nullable(),
    })
    .nullable(),
  started_at: z.iso.datetime(),
  ended_at: z.iso.datetime().nullable(),
})

export const showRun = action({
  name: 'show-run',
  summary: 'Show a run of a workflow',
  description:
    'With each step: what it took and gave, its tries, what left the house by it and the proof of that, and what it waits for.',
  who: 'member',
  transports: ['gateway', 'mcp', 'assistant'],
  effect: 'read',
  scope: 'workflows:read',
  input: z.object({ runId: z.uuid() }),
  output: z.object({
    run: WorkflowRun,
    trigger: z.unknown().describe('What started it, as expressions see it; null once it is forgotten'),
    definition: z.record(z.string(), z.unknown()).describe('That of its version: see `/docs/workflow.schema.json`'),
    steps: z.array(WorkflowStep).describe('In their order'),
    causes: z.array(z.object({ run: z.uuid(), workflow: z.uuid() })).describe('Runs that led to it, newest first'),
    children: z.array(WorkflowRun).describe('Runs that it started by steps'),
  }),
  errors: [workflowErrors.run_not_found],
  examples: [{ title: 'One run', input: { runId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ runId }, { db, org, fail }) {
    const [row] = await findRuns(db, org.id, { id: runId }, { limit: 1 })
    if (!row) throw fail('run_not_found')
    const steps = await findSteps(db, org.id, runId)
    const { definition } = await db
      .selectFrom('workflow_versions')
      .select('definition')
      .where('org_id', '=', org.id)
      .where('workflow_id', '=', row.workflow_id)
      .where('version', '=', row.version)
      .executeTakeFirstOrThrow()
    const { trigger } = await db
      .selectFrom('workflow_runs')
      .select('trigger')
      .where('org_id', '=', org.id)
      .where('id', '=', runId)
      .executeTakeFirstOrThrow()
    const children = await findRuns(db, org.id, { parentId: runId }, { limit: 100 })
    return {
      ...{ run: runOf(row), trigger, definition: definition as never, steps },
      ...{ causes: [...row.causes], children: children.map(runOf) },
    }
  },
})

interface StepRow {
  readonly node: string
  readonly path: string
  readonly kind: string
  readonly state: z.input<typeof WorkflowStep>['state']
  readonly outlet: string | null
  readonly tries: number
  readonly input: unknown
  readonly output: unknown
  readonly error: { readonly code: string; readonly message: string } | null
  readonly is_simulated: boolean
  readonly cost_micros: number | null
  readonly started_at: Date
  readonly ended_at: Date | null
  readonly key: string | null
  readonly effect_state: 'begun' | 'done' | 'failed' | 'uncertain'
  readonly what: string
  readonly proof: unknown
  readonly began_at: Date
  readonly wait_id: string | null
  readonly wait_kind: 'time' | 'event' | 'person' | 'run'
  readonly wait_state: 'open' | 'answered' | 'timed_out' | 'cancelled'
  readonly due_at: Date | null
  readonly event_type: string | null
  readonly asked: unknown
  readonly answered_by: string | null
  readonly answerer: string | null
  readonly settled_at: Date | null
}

const findSteps = async (db: Db, orgId: string, runId: string): Promise<z.input<typeof WorkflowStep>[]> => {
  const { rows } = await sql<StepRow>`
    select s.node, s.path, s.kind, s.state, s.outlet, s.tries, s.input, s.output, s.error, s.is_simulated, s.cost_micros::float8, s.started_at, s.ended_at,
      e.key, e.state as effect_state, e.what, e.proof, e.began_at,
      w.id as wait_id, w.kind as wait_kind, w.state as wait_state, w.due_at, w.event_type, w.asked, w.answered_by, p.name as answerer, w.settled_at
    from workflow_steps s
    -- The newest: each time that a person had it done anew there is another.
    left join lateral (select * from workflow_effects f
      where f.org_id = s.org_id and f.run_id = s.run_id and f.node = s.node and f.path = s.path order by f.began_at desc limit 1) e on true
    left join workflow_waits w on w.org_id = s.org_id and w.run_id = s.run_id and w.node = s.node and w.path = s.path
    left join directory.people p on p.id = w.answered_by
    where s.org_id = ${orgId} and s.run_id = ${runId} order by s.place, s.started_at`.execute(db)
  return rows.map((row) => ({
    ...{ node: row.node, path: row.path, kind: row.kind, state: row.state, outlet: row.outlet, tries: row.tries },
    ...{ input: row.input, output: row.output, error: row.error, is_simulated: row.is_simulated, cost_micros: row.cost_micros },
    effect:
      row.key === null
        ? null
        : { key: row.key, state: row.effect_state, what: row.what, proof: row.proof, at: row.began_at.toISOString() },
    wait: row.wait_id === null ? null : waitOf({ ...row, wait_id: row.wait_id }),
    started_at: row.started_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
  }))
}

const waitOf = (row: StepRow & { readonly wait_id: string }): NonNullable<z.input<typeof WorkflowStep>['wait']> => ({
  ...{ id: row.wait_id, kind: row.wait_kind, state: row.wait_state, due_at: row.due_at?.toISOString() ?? null },
  ...{ event_type: row.event_type, asked: row.asked, settled_at: row.settled_at?.toISOString() ?? null },
  answered_by: row.answered_by === null ? null : { id: row.answered_by, name: row.answerer },
})
