import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { Concerned, findConcerned } from '#domains/platform/audit/records.ts'
import { MemberReference, Reference, shape } from '#shapes'
import { finalStates, RunState, SubjectKind } from './runs.ts'
import { isStopped } from './stopped-workflows.ts'
import { WorkflowTriggerKind } from './triggers.ts'
import { findUnsent, RunUnsent, runsWithUnsent } from './unsent-of-runs.ts'

/** A run as lists show it. */
export const WorkflowRun = shape('WorkflowRun', {
  id: z.uuid(),
  workflow: Reference,
  version: z.int(),
  state: RunState,
  reason: z.string().nullable().describe('Why it is paused, or how it ended'),
  reason_code: z.string().nullable(),
  is_stopped: z
    .boolean()
    .describe('It has not ended, and a stop switch holds it still: that of its workflow, or of the workspace'),
  unsent: RunUnsent.nullable().describe(
    'Of the emails and messages that its steps wrote, those that have not left: `failed`: one did not · `uncertain`: one may not have · `waiting`: one will. Null: all have left, or it wrote none',
  ),
  started_by: WorkflowTriggerKind,
  event_type: z.string().nullable(),
  person: MemberReference.nullable().describe('Who started it by hand'),
  subject_kind: SubjectKind.nullable(),
  subject_id: z.uuid().nullable(),
  about: Concerned.nullable().describe('The record of `subject_id`, where it still exists'),
  replay_of: z.uuid().nullable(),
  parent_id: z.uuid().nullable().describe('The run that started it by a step'),
  steps: z.int(),
  due_at: z.iso.datetime().nullable().describe('When it goes on by the clock'),
  created_at: z.iso.datetime(),
  started_at: z.iso.datetime().nullable(),
  ended_at: z.iso.datetime().nullable(),
})

interface RunRow {
  readonly id: string
  readonly workflow_id: string
  readonly workflow_name: string
  readonly version: number
  readonly state: RunState
  readonly reason: string | null
  readonly reason_code: string | null
  readonly is_stopped: boolean
  readonly trigger: { readonly kind?: string; readonly type?: string }
  readonly person_id: string | null
  readonly person_name: string | null
  readonly subject_kind: SubjectKind | null
  readonly subject_id: string | null
  readonly replay_of: string | null
  readonly parent_id: string | null
  readonly step_count: number
  readonly lease: string | null
  readonly due_at: Date | null
  readonly created_at: Date
  readonly started_at: Date | null
  readonly ended_at: Date | null
  readonly causes: readonly { readonly run: string; readonly workflow: string }[]
}

/** Runs with the records that they are about. */
export const showRuns = async (db: Db, orgId: string, rows: readonly RunRow[]): Promise<z.input<typeof WorkflowRun>[]> => {
  const targetOf = ({ subject_id }: RunRow): Record<string, string> => (subject_id === null ? {} : { subject_id })
  const concernedBy = await findConcerned(db, orgId, rows.map(targetOf))
  const unsent = await findUnsent(
    db,
    orgId,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => runOf(row, concernedBy(targetOf(row))[0] ?? null, unsent.get(row.id) ?? null))
}

const runOf = (row: RunRow, about: Concerned | null, unsent: RunUnsent | null): z.input<typeof WorkflowRun> => ({
  ...{ id: row.id, workflow: { id: row.workflow_id, name: row.workflow_name }, version: row.version },
  ...{ state: row.state, reason: row.reason, reason_code: row.reason_code, is_stopped: row.is_stopped, unsent },
  started_by: (row.trigger.kind ?? 'request') as 'request',
  event_type: row.trigger.type ?? null,
  person: row.person_id === null ? null : { id: row.person_id, name: row.person_name },
  ...{ subject_kind: row.subject_kind, subject_id: row.subject_id, about },
  ...{ replay_of: row.replay_of, parent_id: row.parent_id },
  steps: row.step_count,
  due_at: row.lease === null ? (row.due_at?.toISOString() ?? null) : null,
  created_at: row.created_at.toISOString(),
  started_at: row.started_at?.toISOString() ?? null,
  ended_at: row.ended_at?.toISOString() ?? null,
})

export interface RunFilter {
  readonly workflowId?: string | undefined
  readonly subjectIds?: readonly string[] | undefined
  readonly states?: readonly RunState[] | undefined
  /** Those of which something did not leave, or may not have. */
  readonly isUnsent?: boolean | undefined
  readonly id?: string | undefined
  readonly ids?: readonly string[] | undefined
  readonly replayOf?: string | undefined
  readonly parentId?: string | undefined
}

/** Newest first, from an index for each filter. The runs are found first, and joined with what else is shown of them: they are a page. */
export const findRuns = async (
  db: Db,
  orgId: string,
  filter: RunFilter,
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
): Promise<RunRow[]> => {
  const { rows } = await sql<RunRow>`
    with found as materialized (${foundIn(orgId, filter, { cursor, limit })})
    select r.id, r.workflow_id, w.name as workflow_name, r.version, r.state, r.reason, r.reason_code, r.ended_at is null and ${isStopped} as is_stopped,
      jsonb_build_object('kind', r.trigger->'kind', 'type', r.trigger->'type') as trigger, r.person_id, p.name as person_name, r.subject_kind,
      r.subject_id, r.replay_of, r.parent_id, r.step_count, r.lease, r.due_at, r.created_at, r.started_at, r.ended_at, r.causes
    from found f join workflow_runs r on r.org_id = ${orgId} and r.id = f.id join workflows w on w.org_id = r.org_id and w.id = r.workflow_id
    left join directory.people p on p.id = r.person_id
    order by r.id desc`.execute(db)
  return rows
}

interface Page {
  readonly cursor?: string | undefined
  readonly limit: number
}

const foundIn = (orgId: string, { states = [], ...filter }: RunFilter, page: Page) => {
  const { workflowId, subjectIds, isUnsent, id, ids, replayOf, parentId } = filter
  // Of one record there are few, and so there are of those that were not sent.
  if (states.length > 0 && subjectIds === undefined && !isUnsent) return foundInStates(orgId, workflowId, states, page)
  return sql`
    select r.id from workflow_runs r where r.org_id = ${orgId}
      ${workflowId === undefined ? sql`` : sql`and r.workflow_id = ${workflowId}`}
      ${subjectIds === undefined ? sql`` : about(subjectIds)}
      ${states.length === 0 ? sql`` : sql`and r.state = any (${states}::text[])`}
      ${isUnsent ? sql`and r.id in ${runsWithUnsent(orgId)}` : sql``}
      ${id === undefined ? sql`` : sql`and r.id = ${id}`}
      ${ids === undefined ? sql`` : sql`and r.id = any (${ids}::uuid[])`}
      ${replayOf === undefined ? sql`` : sql`and r.replay_of = ${replayOf}`}
      ${parentId === undefined ? sql`` : sql`and r.parent_id = ${parentId}`}
      ${before(page)}
    order by r.id desc limit ${page.limit}`
}

/** An index each: about one of these, or of one of these contacts or deals. */
const about = (ids: readonly string[]) => {
  const these = sql`any (${ids}::uuid[])`
  return sql`and (r.subject_id = ${these} or r.contact_id = ${these} or r.deal_id = ${these})`
}

const before = ({ cursor }: Page) => (cursor === undefined ? sql`` : sql`and r.id < ${cursor}`)

/** The newest of each workflow and state, and of these the newest: each is read off an index, however many others there are. */
const foundInStates = (orgId: string, workflowId: string | undefined, states: readonly RunState[], page: Page) => {
  const { limit } = page
  const ofState = (state: RunState) => {
    // Said as the indexes say it, or they are not used.
    const isEnded = finalStates.includes(state)
    const newest = sql`
      select r.id from workflow_runs r where r.org_id = ${orgId} and r.workflow_id = w.id and r.state = ${sql.lit(state)}
        ${isEnded ? sql`` : sql`and r.ended_at is null`} ${before(page)} order by r.id desc limit ${limit}`
    if (state === 'completed' && workflowId === undefined)
      return sql`(select r.id from workflow_runs r where r.org_id = ${orgId} and r.state = 'completed' ${before(page)} order by r.id desc limit ${limit})`
    return sql`(select n.id from workflows w cross join lateral (${newest}) n
      where w.org_id = ${orgId} ${workflowId === undefined ? sql`` : sql`and w.id = ${workflowId}`})`
  }
  return sql`select id from (${sql.join(states.map(ofState), sql` union all `)}) of_states order by id desc limit ${limit}`
}
