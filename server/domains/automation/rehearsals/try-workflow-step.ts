import { sql } from 'kysely'
import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { atLeast, lesser, type Role } from '#core/actions/caller.ts'
import type { Db, InOrg, OrgContext } from '#core/context.ts'
import { transportErrors } from '#core/errors.ts'
import { highestCaps } from '#shapes/workflow-caps.ts'
import { checkDefinition } from '../workflows/checks.ts'
import { Definition, Node, NodeId, Settings, Trigger } from '../workflows/definition.ts'
import { type DraftDefinition, readDraft, SentDefinition } from '../workflows/draft-definitions.ts'
import { showDraftOf } from '../workflows/drafts.ts'
import { workflowErrors } from '../workflows/errors.ts'
import { graphOf } from '../workflows/graphs.ts'
import { makeProgram } from '../workflows/program.ts'
import {
  hiddenTextsOf,
  redacted,
  redactedInput,
  redactedOutput,
  redactedText,
  redactedTrigger,
} from '../workflows/redaction.ts'
import { namedBy } from '../workflows/runs.ts'
import { surroundingsOf } from '../workflows/surroundings.ts'
import { showVersionOf } from '../workflows/versions.ts'
import { findWorkflow } from '../workflows/workflows.ts'
import { findLastAnswers } from './last-answers.ts'
import { makeReadNow } from './read-now.ts'
import { shortened } from './reports.ts'
import { makeStandIns, type ReadNow } from './stand-ins.ts'
import { findRecordedTrigger, findRunGrounds } from './trial-grounds.ts'
import { GivenValues, WorkflowTrial } from './trial-shapes.ts'
import { tryStep } from './trials.ts'

export const tryWorkflowStep = action({
  name: 'try-workflow-step',
  summary: 'Try one step of a workflow',
  description:
    'Does one step of a draft as a run would, and nothing else: on values that are given, else on those of the last run that came to it, else on the newest event and on what a rehearsal makes up. Nothing is sent and nothing is written: an action that only reads answers what is there today, what leaves answers as it really did the last time, else with an example. The rest of the draft may be unfinished.',
  who: 'member',
  transports: ['gateway', 'mcp'],
  effect: 'read',
  scope: 'workflows:read',
  limit: { times: 120, seconds: 60 },
  input: z.object({
    workflowId: z.uuid(),
    node: NodeId.describe('The step'),
    definition: SentDefinition.optional().describe('As it is written now; without it what `draftId` or `version` names'),
    draftId: z
      .uuid()
      .optional()
      .describe('Without it, `definition` and `version` the caller’s own draft, else the published version'),
    version: z.int().min(1).optional(),
    runId: z.uuid().optional().describe('The run whose values are taken; without it the newest that came to the step'),
    given: GivenValues.default({}),
    choice: NodeId.optional().describe('How a person answers: a choice, or `timeout`'),
  }),
  output: z.object({ trial: WorkflowTrial }),
  errors: [
    ...[workflowErrors.workflow_not_found, workflowErrors.draft_not_found, workflowErrors.version_not_found],
    ...[workflowErrors.workflow_malformed, workflowErrors.workflow_too_large, workflowErrors.workflow_has_troubles],
    ...[workflowErrors.run_not_found, transportErrors.bad_request],
  ],
  examples: [
    {
      title: 'With a value of the trigger',
      input: {
        workflowId: '01980000-0000-7000-8000-000000000000',
        node: 'is_hot',
        given: { trigger: { kind: 'event', type: 'lead.received', data: { source: 'web' } } },
      },
    },
  ],

  async run({ workflowId, node, given, choice, runId, ...which }, context) {
    const { db, org, person, keyId, now, settings, fail } = context
    if (!(await findWorkflow(db, org.id, workflowId))) throw fail('workflow_not_found')
    const draft = await writtenIn(context, { workflowId, authorId: person?.id ?? keyId, ...which })
    if (draft === 'no_draft') throw fail('draft_not_found', { field: 'draftId' })
    if (draft === 'no_version') throw fail('version_not_found', { field: 'version' })
    if (!draft.nodes.some(({ id }) => id === node))
      throw fail('bad_request', { message: `node: the workflow has no step ${node}`, field: 'node' })
    const troubles = await checkDefinition(db, org.id, workflowId, draft, settings)
    const worst = troubles.find((each) => each.node === node && each.level === 'error' && !each.field.startsWith('next'))
    if (worst)
      throw fail('workflow_has_troubles', {
        message: `${worst.node === null ? '' : `Step ${worst.node}: `}${worst.message}`,
        field: worst.field,
        facts: { node },
      })
    const program = makeProgram(finishedOf(draft))
    const seesAll = person === null || atLeast(person.role, 'admin')
    const run = await findRunGrounds(db, org.id, { workflowId, node, runId: runId ?? null, seesAll })
    if (runId !== undefined && !run) throw fail('run_not_found', { field: 'runId' })
    const { trigger, settings: own } = program.definition
    const { answers } = await findLastAnswers(db, org.id, [workflowId])
    // A reader of the answer may do no more by it than without it; a key reads by its scopes alone.
    const role: Role = person ? lesser(person.role, own.role) : 'member'
    const readNow: ReadNow = person ? makeReadNow({ ...context, inOrg: readingIn(db) }, org.id) : async () => null
    const recorded = trigger.kind === 'event' ? await findRecordedTrigger(db, org.id, trigger.event) : undefined
    const triggers = program.needsContactZone ? [given.trigger, run?.trigger, recorded] : []
    const contactIds = triggers.flatMap((each) => namedBy((each ?? {}) as Readonly<Record<string, unknown>>).contactId ?? [])
    const trial = await tryStep({
      version: { ...{ workflowId, version: 0, program, name: draft.name, role }, publisherId: person?.id ?? org.id },
      ...{ graph: graphOf(draft), node, given, run, choice, now: now() },
      recorded,
      surroundings: await surroundingsOf(db, org.id, { needsHours: program.needsHours, contactIds, caps: settings.workflows }),
      standIns: makeStandIns({ readNow, answers, now: now() }),
    })
    return { trial: shownOf(trial, program.definition) }
  },
})

/** As a run would show it, and not longer than it can be read. */
const shownOf = (trial: WorkflowTrial, definition: Definition): WorkflowTrial => {
  const { input, output, values, error } = trial
  const nodes = new Map(definition.nodes.map((node) => [node.id, node]))
  const hidden = hiddenTextsOf(definition, values.trigger, Object.entries(values.steps))
  const steps = Object.entries(values.steps).map(([id, gave]) => [id, redactedOutput(nodes.get(id), gave, hidden)] as const)
  const shown = {
    input: redactedInput(nodes.get(trial.node), input, hidden),
    output: redactedOutput(nodes.get(trial.node), output, hidden),
    values: {
      ...{ trigger: redactedTrigger(definition, values.trigger, hidden), steps: Object.fromEntries(steps) },
      ...{ vars: redacted(values.vars, hidden), item: redacted(values.item, hidden), index: values.index },
    },
    error: error && { ...error, message: redactedText(error.message, hidden) },
  }
  return { ...trial, ...(shortened(shown) as Pick<WorkflowTrial, 'input' | 'output' | 'values' | 'error'>) }
}

interface Which {
  readonly workflowId: string
  readonly authorId: string | null
  readonly definition?: z.output<typeof SentDefinition> | undefined
  readonly draftId?: string | undefined
  readonly version?: number | undefined
}

/** What is to be tried: as it is written now, a draft, or a version. */
const writtenIn = async (
  { db, org, settings }: Pick<OrgContext, 'db' | 'org' | 'settings'>,
  { workflowId, authorId, definition, draftId, version }: Which,
): Promise<DraftDefinition | 'no_draft' | 'no_version'> => {
  if (definition !== undefined) return readDraft(definition, settings.workflows)
  const draft = version === undefined ? await showDraftOf(db, org.id, workflowId, { draftId, authorId }) : null
  if (draft) return readDraft(draft.definition, highestCaps)
  if (draftId !== undefined && version === undefined) return 'no_draft'
  const wanted = version ?? (await findWorkflow(db, org.id, workflowId))?.published_version ?? null
  const found = wanted === null ? null : await showVersionOf(db, org.id, workflowId, wanted)
  return found ? readDraft(found.definition, highestCaps) : 'no_version'
}

/** What of a draft can be run: the rest has no part in the step. */
const finishedOf = (draft: DraftDefinition): Definition =>
  Definition.parse({
    ...draft,
    name: draft.name.trim() || 'Workflow',
    trigger: Trigger.safeParse(draft.trigger).data ?? { kind: 'request' },
    settings: Settings.safeParse(draft.settings).data ?? {},
    nodes: draft.nodes.flatMap((each) => Node.safeParse(each).data ?? []),
  })

/** In the action's own transaction, which may not write from then on; what goes wrong in one reading is undone with it. */
const readingIn =
  (db: Db): InOrg =>
  async (_orgId, work) => {
    await sql`savepoint read_now`.execute(db)
    try {
      const read = await work(db)
      await sql`release savepoint read_now`.execute(db)
      return read
    } catch (error) {
      await sql`rollback to savepoint read_now`.execute(db)
      throw error
    }
  }
