import { sql } from 'kysely'
import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { atLeast, type Role } from '#core/actions/caller.ts'
import type { Db } from '#core/context.ts'
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
    const stored = await db
      .selectFrom('workflow_runs as r')
      .innerJoin('workflow_versions as v', (join) =>
        join
          .onRef('v.org_id', '=', 'r.org_id')
          .onRef('v.workflow_id', '=', 'r.workflow_id')
          .onRef('v.version', '=', 'r.version'),
      )
      .select(['r.trigger', 'r.root_id', 'r.anew', 'r.forgotten_at', 'r.replay_of', 'v.definition'])
      .where('r.org_id', '=', org.id)
      .where('r.id', '=', runId)
      .executeTakeFirstOrThrow()
    const { definition } = stored
    const anew = stored.anew as unknown as Anew[]
    const steps = await findSteps(db, org.id, row, { rootId: stored.root_id, isReplay: stored.replay_of !== null })
    const ids = row.causes.map(({ run }) => run)
    const causes = ids.length === 0 ? [] : await findRuns(db, org.id, { ids }, { limit: mostLinked })
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

type ShownStep = z.input<typeof WorkflowStep>
type Wait = NonNullable<ShownStep['wait']>

const findSteps = async (
  db: Db,
  orgId: string,
  run: { readonly id: string; readonly created_at: Date },
  { rootId, isReplay }: { readonly rootId: string; readonly isReplay: boolean },
): Promise<ShownStep[]> => {
  const { steps: rows, waits: waited } = await readSteps(db, orgId, run.id)
  const waits = new Map(waited.map((wait) => [placeOf(wait.node, wait.path), waitOf(wait)]))
  const keyOf = (node: string, path: string) => effectKey(rootId, { node, path })
  const keys = rows.flatMap(([node, path, kind]) => (outside.has(kind) ? [keyOf(node, path)] : []))
  const effects = await effectsOf(db, orgId, run.id, keys)
  const madeAtMs = run.created_at.getTime()
  // Written out: with a thousand steps, putting each together of parts costs as much as reading it.
  return rows.map(
    ([node, path, kind, state, outlet, tries, input, output, error, is_simulated, cost_micros, startedAtMs, endedAtMs]) => ({
      node,
      path,
      kind,
      state,
      outlet,
      tries,
      input,
      output,
      error,
      is_simulated,
      cost_micros,
      effect: effects.get(keyOf(node, path)) ?? null,
      wait: waits.get(placeOf(node, path)) ?? null,
      kept: isReplay && startedAtMs < madeAtMs,
      started_at: new Date(startedAtMs).toISOString(),
      ended_at: endedAtMs === null ? null : new Date(endedAtMs).toISOString(),
    }),
  )
}

type StepRow = [
  ...[node: string, path: string, kind: string, state: ShownStep['state'], outlet: string | null, tries: number],
  ...[input: unknown, output: unknown, error: ShownStep['error'], is_simulated: boolean, cost_micros: number | null],
  ...[startedAtMs: number, endedAtMs: number | null],
]

interface WaitRow extends Omit<Wait, 'due_at' | 'settled_at' | 'answered_by'> {
  readonly node: string
  readonly path: string
  readonly due_at: string | null
  readonly answered_by: string | null
  readonly answerer: string | null
  readonly settled_at: string | null
}

interface Read {
  readonly steps: readonly StepRow[]
  readonly waits: readonly WaitRow[]
}

/** As texts of JSON: a run has up to a thousand steps, and reading so many rows column by column took a third of the answer's time. */
const readSteps = async (db: Db, orgId: string, runId: string): Promise<Read> => {
  const { rows } = await sql<Read>`
    select coalesce(json_agg(json_build_array(s.node, s.path, s.kind, s.state, s.outlet, s.tries, s.input, s.output, s.error, s.is_simulated, s.cost_micros,
        floor(date_part('epoch', s.started_at) * 1000), floor(date_part('epoch', s.ended_at) * 1000)) order by s.place, s.started_at), '[]') as steps,
      (select coalesce(json_agg(json_build_object('node', w.node, 'path', w.path, 'id', w.id, 'kind', w.kind, 'state', w.state, 'due_at', w.due_at,
          'event_type', w.event_type, 'asked', w.asked, 'answered_by', w.answered_by, 'answerer', p.name, 'settled_at', w.settled_at)), '[]')
        from workflow_waits w left join directory.people p on p.id = w.answered_by
        where w.org_id = ${orgId} and w.run_id = ${runId}) as waits
    from workflow_steps s where s.org_id = ${orgId} and s.run_id = ${runId}`.execute(db)
  return rows[0] ?? { steps: [], waits: [] }
}

const placeOf = (node: string, path: string): string => `${node} ${path}`

const timeOf = (text: string | null): string | null => (text === null ? null : new Date(text).toISOString())

const waitOf = ({ id, kind, state, event_type, asked, ...row }: WaitRow): Wait => ({
  ...{ id, kind, state, event_type, asked, due_at: timeOf(row.due_at), settled_at: timeOf(row.settled_at) },
  answered_by: row.answered_by === null ? null : { id: row.answered_by, name: row.answerer },
})

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
