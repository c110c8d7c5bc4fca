import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import type { Db } from '#core/context.ts'
import { transportErrors } from '#core/errors.ts'
import { publicEvents } from '#core/events/public-events.ts'
import { choice, Reference, shape } from '#shapes'
import { compileCondition, namesIn } from '#shapes/expressions/compile.ts'
import type { Place } from '#shapes/expressions/evaluation.ts'
import { anyType } from '#shapes/expressions/types.ts'
import { workflowErrors } from './errors.ts'
import { type EventTrigger, isOfImport, triggersOf } from './event-triggers.ts'
import { ExpressionFailed } from './program.ts'
import { type PublishedVersion, readVersion } from './published-versions.ts'
import { isOfSpan } from './start-workflows.ts'
import { placeOf } from './surroundings.ts'
import { findAsked, findTold, type LoggedEvent } from './told-events.ts'

const outcomes = [
  'started',
  'filter_said_no',
  'filter_failed',
  'import',
  'other_of_its_key',
  'not_published',
  'gone',
  'not_started',
] as const

const SeenValue = shape('WorkflowSeenValue', { name: z.string(), value: z.unknown() })

const Asked = shape('WorkflowExplanation', {
  workflow: Reference,
  version: z.int().nullable().describe('The one that was published then; null where none was'),
  outcome: choice('WorkflowExplanationOutcome', outcomes).describe(
    'import: it came with a file or an import, and the trigger leaves those out · other_of_its_key: another run of the same key was under way · gone: what the event was about does not exist any more · not_started: not yet, or the run is forgotten',
  ),
  stopped: z.boolean().describe('The stop switch is on: a run of it waits for that'),
  filter: z.string().nullable(),
  message: z.string().nullable().describe('Why the filter could not be worked out'),
  saw: z.array(SeenValue).describe('What the filter looked at, as it was then'),
  run_id: z.uuid().nullable(),
})
type Asked = z.input<typeof Asked>

export const ExplainedEvent = shape('WorkflowExplainedEvent', {
  id: z.uuid(),
  type: z.string(),
  about: z.string().nullable(),
  at: z.iso.datetime(),
  subject_id: z.uuid(),
  workflows: z.array(Asked),
})

export const explainRun = action({
  name: 'explain-run',
  summary: 'Say why a workflow ran, or why not',
  description:
    'Of the latest events about a lead, a contact or a deal, or of those that a workflow waits for: which workflows were asked, and what each filter said, with the values it saw. Worked out anew from the log of events and the version that was published then.',
  who: 'member',
  transports: ['gateway', 'mcp', 'assistant'],
  effect: 'read',
  scope: 'workflows:read',
  limit: { times: 60, seconds: 60 },
  input: z.object({
    subjectId: z.uuid().optional().describe('A lead, a contact or a deal. This, or `workflowId`, or both'),
    workflowId: z.uuid().optional(),
    limit: z.int().min(1).max(50).default(20),
  }),
  output: z.object({
    events: z.array(ExplainedEvent).describe('Newest first'),
    looked_back_to: z.iso.datetime().nullable().describe('Null: to the beginning of the log'),
  }),
  errors: [transportErrors.missing_field, workflowErrors.workflow_not_found, workflowErrors.subject_not_found],
  examples: [{ title: 'Of a contact', input: { subjectId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ subjectId, workflowId, limit }, { db, org, fail }) {
    if (subjectId === undefined && workflowId === undefined)
      throw fail('missing_field', { message: 'Missing required field: subjectId', field: 'subjectId' })
    const spans = await findSpans(db, org.id, workflowId)
    if (workflowId !== undefined && spans.length === 0 && !(await isWorkflow(db, org.id, workflowId)))
      throw fail('workflow_not_found')
    const asked = subjectId === undefined ? null : await findAsked(db, org.id, subjectId)
    if (subjectId !== undefined && !asked) throw fail('subject_not_found', { field: 'subjectId' })
    const types = [...new Set(spans.map(({ trigger_event }) => trigger_event))]
    if (types.length === 0) return { events: [], looked_back_to: null }
    const { events, lookedBackTo } = await findTold(db, org.id, { types, asked, limit })
    const triggers = await triggersOf(
      db,
      org.id,
      events.map(({ subject_id, payload, ...event }) => ({ ...event, subjectId: subject_id, facts: payload })),
    )
    const judge = judgeOf(db, org.id, await placeOf(db, org.id))
    const explained = []
    for (const event of events)
      explained.push({
        ...{ id: event.id, type: event.type, at: event.at.toISOString(), subject_id: event.subject_id },
        about: publicEvents().find(({ type }) => type === event.type)?.about ?? null,
        workflows: await judge(event, triggers.get(event.id), spans),
      })
    return { events: explained, looked_back_to: lookedBackTo?.toISOString() ?? null }
  },
})

/** A version that waits for an event, and when it was the published one. */
interface NamedSpan {
  readonly workflow_id: string
  readonly version: number
  readonly trigger_event: string
  readonly published_at: Date
  readonly published_until: Date | null
  readonly name: string
  readonly stopped_at: Date | null
}

/** By workflow, the newest version last. */
const findSpans = async (db: Db, orgId: string, workflowId: string | undefined): Promise<NamedSpan[]> => {
  let query = db
    .selectFrom('workflow_versions as v')
    .innerJoin('workflows as w', (join) => join.onRef('w.org_id', '=', 'v.org_id').onRef('w.id', '=', 'v.workflow_id'))
    .select(['v.workflow_id', 'v.version', 'v.trigger_event', 'v.published_at', 'v.published_until', 'w.name', 'w.stopped_at'])
    .where('v.org_id', '=', orgId)
    .where('v.trigger_event', 'is not', null)
    .orderBy('w.name')
    .orderBy('v.workflow_id')
    .orderBy('v.version')
  if (workflowId !== undefined) query = query.where('v.workflow_id', '=', workflowId)
  return (await query.execute()) as unknown as NamedSpan[]
}

const isWorkflow = async (db: Db, orgId: string, id: string): Promise<boolean> =>
  (await db.selectFrom('workflows').select('id').where('org_id', '=', orgId).where('id', '=', id).executeTakeFirst()) !==
  undefined

const judgeOf = (db: Db, orgId: string, place: Place) => {
  const versions = new Map<string, Promise<PublishedVersion>>()
  const versionOf = ({ workflow_id, version }: NamedSpan): Promise<PublishedVersion> => {
    const key = `${workflow_id} ${version}`
    const known = versions.get(key) ?? readVersion(db, orgId, workflow_id, version)
    versions.set(key, known)
    return known
  }

  return async (event: LoggedEvent, trigger: EventTrigger | undefined, spans: readonly NamedSpan[]): Promise<Asked[]> => {
    const ofType = spans.filter(({ trigger_event }) => trigger_event === event.type)
    const asked: Asked[] = []
    for (const [workflowId, ofWorkflow] of Map.groupBy(ofType, ({ workflow_id }) => workflow_id)) {
      const span = ofWorkflow.find((each) => isOfSpan(each, event.at))
      const { name, stopped_at } = (span ?? ofWorkflow[0]) as NamedSpan
      const said = {
        ...{ workflow: { id: workflowId, name }, version: span?.version ?? null, stopped: stopped_at !== null },
        ...{ filter: null, message: null, saw: [], run_id: null },
      }
      asked.push(
        span
          ? { ...said, ...(await outcomeOf(event, trigger, span, await versionOf(span))) }
          : { ...said, outcome: 'not_published' },
      )
    }
    return asked
  }

  async function outcomeOf(
    event: LoggedEvent,
    trigger: EventTrigger | undefined,
    span: NamedSpan,
    { program }: PublishedVersion,
  ): Promise<Pick<Asked, 'outcome'> & Partial<Asked>> {
    const { trigger: wanted, settings } = program.definition
    const filter = wanted.kind === 'event' ? (wanted.filter ?? null) : null
    const run = await db
      .selectFrom('workflow_runs')
      .select('id')
      .where('org_id', '=', orgId)
      .where('workflow_id', '=', span.workflow_id)
      .where('start_key', '=', `event:${event.id}`)
      .executeTakeFirst()
    const saw = filter === null || !trigger ? [] : seen(filter, trigger)
    if (run) return { outcome: 'started', run_id: run.id, filter, saw }
    if (!trigger) return { outcome: 'gone', filter }
    if (wanted.kind === 'event' && isOfImport(trigger) && !wanted.imports) return { outcome: 'import', filter, saw }
    try {
      if (!program.isWanted(trigger, place)) return { outcome: 'filter_said_no', filter, saw }
    } catch (error) {
      if (!(error instanceof ExpressionFailed)) throw error
      return { outcome: 'filter_failed', filter, saw, message: error.message }
    }
    return { outcome: settings.concurrency?.others === 'skip' ? 'other_of_its_key' : 'not_started', filter, saw }
  }
}

/** Texts are cut: they are to be recognized, not read. */
const longestText = 200

/** The values that a filter reads, by the names under which it does. */
const seen = (filter: string, trigger: EventTrigger): { name: string; value: unknown }[] => {
  const compiled = compileCondition(filter, { trigger: anyType, now: anyType })
  if (!compiled.ok) return []
  return namesIn(compiled)
    .filter(([first]) => first === 'trigger')
    .map((path) => ({ name: path.join('.'), value: shortened(path.slice(1).reduce(memberOf, trigger as unknown)) }))
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : null

const shortened = (value: unknown): unknown => {
  if (typeof value === 'string') return value.length > longestText ? `${value.slice(0, longestText)}…` : value
  if (typeof value !== 'object' || value === null) return value ?? null
  const text = JSON.stringify(value)
  return text.length > longestText ? `${text.slice(0, longestText)}…` : value
}
