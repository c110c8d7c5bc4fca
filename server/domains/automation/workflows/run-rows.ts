import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { choice, MemberReference, Reference, shape } from '#shapes'
import { type RunState, runStates, subjectKinds } from './runs.ts'
import { WorkflowTriggerKind } from './triggers.ts'

export const WorkflowRunState = choice('WorkflowRunState', runStates)

/** A run as lists show it. */
export const WorkflowRun = shape('WorkflowRun', {
  id: z.uuid(),
  workflow: Reference,
  version: z.int(),
  state: WorkflowRunState,
  reason: z.string().nullable().describe('Why it is paused, or how it ended'),
  reason_code: z.string().nullable(),
  started_by: WorkflowTriggerKind,
  event_type: z.string().nullable(),
  person: MemberReference.nullable().describe('Who started it by hand'),
  subject_kind: z.enum(subjectKinds).nullable(),
  subject_id: z.uuid().nullable(),
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
  readonly trigger: { readonly kind?: string; readonly type?: string }
  readonly person_id: string | null
  readonly person_name: string | null
  readonly subject_kind: (typeof subjectKinds)[number] | null
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

export const runOf = (row: RunRow): z.input<typeof WorkflowRun> => ({
  ...{ id: row.id, workflow: { id: row.workflow_id, name: row.workflow_name }, version: row.version },
  ...{ state: row.state, reason: row.reason, reason_code: row.reason_code },
  started_by: (row.trigger.kind ?? 'request') as 'request',
  event_type: row.trigger.type ?? null,
  person: row.person_id === null ? null : { id: row.person_id, name: row.person_name },
  ...{ subject_kind: row.subject_kind, subject_id: row.subject_id, replay_of: row.replay_of, parent_id: row.parent_id },
  steps: row.step_count,
  due_at: row.lease === null ? (row.due_at?.toISOString() ?? null) : null,
  created_at: row.created_at.toISOString(),
  started_at: row.started_at?.toISOString() ?? null,
  ended_at: row.ended_at?.toISOString() ?? null,
})

export interface RunFilter {
  readonly workflowId?: string | undefined
  readonly subjectId?: string | undefined
  readonly states?: readonly RunState[] | undefined
  readonly id?: string | undefined
  readonly parentId?: string | undefined
}

/** Newest first, from an index for each filter; of several states each one's newest, or a rare one would be looked for among all. */
export const findRuns = async (
  db: Db,
  orgId: string,
  filter: RunFilter,
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
): Promise<RunRow[]> => {
  const { workflowId, subjectId, states = [], id, parentId } = filter
  const newest = (ofState = sql``) => sql`(
    select * from workflow_runs where org_id = ${orgId} ${ofState}
      ${workflowId === undefined ? sql`` : sql`and workflow_id = ${workflowId}`}
      ${subjectId === undefined ? sql`` : sql`and subject_id = ${subjectId}`}
      ${id === undefined ? sql`` : sql`and id = ${id}`}
      ${parentId === undefined ? sql`` : sql`and parent_id = ${parentId}`}
      ${cursor === undefined ? sql`` : sql`and id < ${cursor}`}
    order by id desc limit ${limit})`
  // Literals: the indexes of states are partial.
  const found =
    states.length === 0 ? [newest()] : [...new Set(states)].map((state) => newest(sql`and state = ${sql.lit(state)}`))
  const { rows } = await sql<RunRow>`
    select r.id, r.workflow_id, w.name as workflow_name, r.version, r.state, r.reason, r.reason_code,
      jsonb_build_object('kind', r.trigger->'kind', 'type', r.trigger->'type') as trigger, r.person_id, p.name as person_name, r.subject_kind,
      r.subject_id, r.replay_of, r.parent_id, r.step_count, r.lease, r.due_at, r.created_at, r.started_at, r.ended_at, r.causes
    from (${sql.join(found, sql` union all `)}) r join workflows w on w.org_id = r.org_id and w.id = r.workflow_id
    left join directory.people p on p.id = r.person_id
    order by r.id desc limit ${limit}`.execute(db)
  return rows
}
