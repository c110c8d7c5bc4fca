import { sql } from 'kysely'
import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { atLeast, type Role } from '#core/actions/caller.ts'
import type { Db } from '#core/context.ts'
import { jsonTime } from '#db/json-time.ts'
import { MemberReference, Reason, shape } from '#shapes'
import { effectKey } from './course.ts'
import { Definition } from './definition.ts'
import { workflowErrors } from './errors.ts'
import { findMade, idsOfProof, WorkflowMade } from './made-things.ts'
import { hiddenTextsOf, redacted, redactedInput, redactedOutput, redactedTrigger } from './redaction.ts'
import type { Anew } from './replays.ts'
import { findRuns, showRuns, WorkflowRun } from './run-rows.ts'

export const WorkflowStep = shape('WorkflowStep', {
  node: z.string(),
  path: z.string().describe('In which iteration of which loop, or branch; empty outside of them'),
  kind: z.string(),
  state: z.enum(['running', 'waiting', 'done', 'failed', 'uncertain', 'cancelled']),
  outlet: z.string().nullable(),
  tries: z.int(),
  input: z.unknown().describe('What it took; null once it is forgotten'),
  output: z.unknown(),
  error: Reason.nullable(),
  is_simulated: z.boolean(),
  cost_micros: z.int().nullable(),
  effect: z
    .object({
      key: z.string(),
      state: z.enum(['begun', 'done', 'failed', 'uncertain']),
      what: z.string(),
      proof: z.unknown().describe('What the receiver answered: ids and numbers'),
      run_id: z.uuid().describe('The run by which it left: of a replay perhaps an earlier one'),
      at: z.iso.datetime(),
      made: z.array(WorkflowMade).describe('What it made, as it stands now: a mail that is stored may not have left yet'),
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
      answered_by: MemberReference.nullable(),
      settled_at: z.iso.datetime().nullable(),
    })
    .nullable(),
  kept: z.boolean().describe('Of a replay: the step is that of the earlier run, and was not done again'),
  started_at: z.iso.datetime(),
  ended_at: z.iso.datetime().nullable(),
})

const EffectDoneAnew = shape('EffectDoneAnew', { node: z.string(), path: z.string(), count: z.int(), reason: z.string() })

export const showRun = action({
  name: 'show-run',
  summary: 'Show a run of a workflow',
  description:
    'With each step: what it took and gave, without what is secret or marked as hidden, its tries, what left the house by it and the proof of that, and what it waits for.',
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
    forgotten: z.boolean().describe('What its steps took and gave is not kept any more'),
    values_hidden: z.boolean().describe('The workflow shows them to admins alone'),
    causes: z.array(WorkflowRun).describe('Runs that led to it, newest first, as far as they are kept'),
    children: z.array(WorkflowRun).describe('Runs that it started by steps: the newest 100'),
    replays: z.array(WorkflowRun).describe('Replays of it: the newest 100'),
    anew: z.array(EffectDoneAnew).describe('Of a replay: effects that a person had done once more, with the reason'),
  }),
  errors: [workflowErrors.run_not_found],
  examples: [{ title: 'One run', input: { runId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ runId }, { db, org, person, fail }) {
    const [row] = await findRuns(db, org.id, { id: runId }, { limit: 1 })
    if (!row) throw fail('run_not_found')
    const { definition } = await db
      .selectFrom('workflow_versions')
      .select('definition')
      .where('org_id', '=', org.id)
      .where('workflow_id', '=', row.workflow_id)
      .where('version', '=', row.version)
      .executeTakeFirstOrThrow()
    const stored = await db
      .selectFrom('workflow_runs')
      .select(['trigger', 'root_id', 'anew', 'forgotten_at', 'replay_of'])
      .where('org_id', '=', org.id)
      .where('id', '=', runId)
      .executeTakeFirstOrThrow()
    const anew = stored.anew as unknown as Anew[]
    const steps = await findSteps(db, org.id, row, { rootId: stored.root_id, isReplay: stored.replay_of !== null })
    const causes = await findRuns(db, org.id, { ids: row.causes.map(({ run }) => run) }, { limit: mostLinked })
    const children = await findRuns(db, org.id, { parentId: runId }, { limit: mostLinked })
    const replays = await findRuns(db, org.id, { replayOf: runId }, { limit: mostLinked })
    const shown = new Map((await showRuns(db, org.id, [row, ...causes, ...children, ...replays])).map((run) => [run.id, run]))
    const shownOf = (rows: readonly { readonly id: string }[]) => rows.flatMap(({ id }) => shown.get(id) ?? [])
    const shows = shownBy(definition, stored.trigger, steps, person)
    return {
      ...{ run: shown.get(runId) as z.input<typeof WorkflowRun>, definition: definition as never, ...shows },
      ...{ anew, forgotten: stored.forgotten_at !== null },
      ...{ causes: shownOf(causes), children: shownOf(children), replays: shownOf(replays) },
    }
  },
})

/** What the reader may see of it. */
const shownBy = (
  stored: unknown,
  trigger: unknown,
  steps: readonly z.input<typeof WorkflowStep>[],
  person: { readonly role: Role } | null,
) => {
  const definition = Definition.parse(stored)
  if (definition.settings.values_for === 'admin' && person && !atLeast(person.role, 'admin'))
    return { values_hidden: true, trigger: null, steps: steps.map(withoutValues) }
  const gave = steps.map(({ node, output }) => [node, output] as const)
  const hidden = hiddenTextsOf(definition, trigger, gave)
  const nodes = new Map(definition.nodes.map((node) => [node.id, node]))
  return {
    values_hidden: false,
    trigger: redactedTrigger(definition, trigger, hidden),
    steps: steps.map((step) => ({
      ...step,
      input: redactedInput(nodes.get(step.node), step.input, hidden),
      output: redactedOutput(nodes.get(step.node), step.output, hidden),
      effect: step.effect && { ...step.effect, proof: redacted(step.effect.proof, hidden) },
      wait: step.wait && { ...step.wait, asked: redacted(step.wait.asked, hidden) },
    })),
  }
}

const withoutValues = (step: z.input<typeof WorkflowStep>): z.input<typeof WorkflowStep> => ({
  ...{ ...step, input: null, output: null },
  effect: step.effect && {
    ...{ ...step.effect, proof: null },
    made: step.effect.made.map((each) => ({ ...each, reason: null, provider_id: null, mailbox: null })),
  },
  wait: step.wait && { ...step.wait, asked: null },
})

/** Of other runs that a page names. */
const mostLinked = 100

type StepWithoutEffect = Omit<z.input<typeof WorkflowStep>, 'effect'>

const findSteps = async (
  db: Db,
  orgId: string,
  run: { readonly id: string; readonly created_at: Date },
  { rootId, isReplay }: { readonly rootId: string; readonly isReplay: boolean },
): Promise<z.input<typeof WorkflowStep>[]> => {
  const { rows } = await sql<{ readonly steps: readonly StepWithoutEffect[] }>`
    select coalesce(json_agg(${stepAsJson(isReplay, run.created_at)} order by s.place, s.started_at), '[]') as steps
    from workflow_steps s
    left join workflow_waits w on w.org_id = s.org_id and w.run_id = s.run_id and w.node = s.node and w.path = s.path
    left join directory.people p on p.id = w.answered_by
    where s.org_id = ${orgId} and s.run_id = ${run.id}`.execute(db)
  const steps = rows[0]?.steps ?? []
  const keys = steps.filter(({ kind }) => outside.has(kind)).map((step) => effectKey(rootId, step))
  const effects = await effectsOf(db, orgId, run.id, keys)
  return steps.map((step) => ({ ...step, effect: effects.get(effectKey(rootId, step)) ?? null }))
}

/** A step with its wait, written as JSON by the database: a thousand rows of twenty columns take 20 ms to read, one text 3. */
const stepAsJson = (isReplay: boolean, madeAt: Date) => sql`json_build_object(
  'node', s.node, 'path', s.path, 'kind', s.kind, 'state', s.state, 'outlet', s.outlet, 'tries', s.tries, 'input', s.input,
  'output', s.output, 'error', s.error, 'is_simulated', s.is_simulated, 'cost_micros', s.cost_micros,
  'wait', case when w.id is not null then json_build_object('id', w.id, 'kind', w.kind, 'state', w.state, 'due_at', ${jsonTime(sql`w.due_at`)},
    'event_type', w.event_type, 'asked', w.asked, 'settled_at', ${jsonTime(sql`w.settled_at`)},
    'answered_by', case when w.answered_by is not null then json_build_object('id', w.answered_by, 'name', p.name) end) end,
  'kept', ${isReplay} and s.started_at < ${madeAt}, 'started_at', ${jsonTime(sql`s.started_at`)}, 'ended_at', ${jsonTime(sql`s.ended_at`)})`

/** Kinds of steps by which something leaves. */
const outside: ReadonlySet<string> = new Set(['action', 'http', 'ai'])

type Effect = NonNullable<z.input<typeof WorkflowStep>['effect']>

/** From the ledger, by key: that of the run where there is one, else the newest; for a replay shows what an earlier run sent. */
const effectsOf = async (
  db: Db,
  orgId: string,
  runId: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, Effect>> => {
  if (keys.length === 0) return new Map()
  const { rows } = await sql<Omit<Effect, 'at' | 'made'> & { readonly base: string; readonly at: Date }>`
    select b.key as base, e.key, e.state, e.what, e.proof, e.run_id, coalesce(e.ended_at, e.began_at) as at
    from workflow_effects b cross join lateral generate_series(0, b.anew) as n
    join workflow_effects e on e.org_id = b.org_id and e.key = case when n = 0 then b.key else b.key || '~' || n end
    where b.org_id = ${orgId} and b.key = any (${keys}::text[]) order by (e.run_id = ${runId}), n`.execute(db)
  const made = await findMade(db, orgId, rows.flatMap(idsOfProof))
  const madeBy = (row: (typeof rows)[number]) => [...new Set(idsOfProof(row))].flatMap((id) => made.get(id) ?? [])
  return new Map(rows.map((row) => [row.base, shownEffect(row, madeBy(row))]))
}

const shownEffect = (
  { key, state, what, proof, run_id, at }: Omit<Effect, 'at' | 'made'> & { readonly at: Date },
  made: Effect['made'],
): Effect => ({ key, state, what, proof, run_id, at: at.toISOString(), made })
