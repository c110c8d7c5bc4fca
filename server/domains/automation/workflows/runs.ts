import { sql } from 'kysely'
import type pg from 'pg'
import type { z } from 'zod'
import type { Db } from '#core/context.ts'
import { isId, newId } from '#core/ids.ts'
import type { Database } from '#db/connect.ts'
import { choice } from '#shapes'
import type { Trigger } from './definition.ts'
import type { Progress } from './progress.ts'

export const runStates = ['queued', 'running', 'waiting', 'paused', 'completed', 'failed', 'cancelled'] as const
export const RunState = choice('WorkflowRunState', runStates)
export type RunState = z.output<typeof RunState>
export const finalStates: readonly RunState[] = ['completed', 'failed', 'cancelled']

export const subjectKinds = ['lead', 'contact', 'deal', 'invoice', 'booking', 'other'] as const
export const SubjectKind = choice('WorkflowSubjectKind', subjectKinds)
export type SubjectKind = (typeof subjectKinds)[number]

/** A run that led to another, newest first. */
export interface Cause {
  readonly run: string
  readonly workflow: string
}

/** What starts a run. */
export interface Start {
  readonly id: string
  readonly workflowId: string
  readonly version: number
  /** What can start it once: `event:<id>`, `time:<instant>`, `hook:<id>`, `run:<id>:<node>:<path>`; null by hand. */
  readonly startKey: string | null
  readonly trigger: { readonly kind: Trigger['kind'] } & Readonly<Record<string, unknown>>
  readonly eventId?: string | null
  readonly personId?: string | null
  readonly keyId?: string | null
  readonly subject?: { readonly kind: SubjectKind; readonly id: string } | null
  readonly parentId?: string | null
  readonly causes?: readonly Cause[]
  readonly rootId?: string
  readonly replayOf?: string | null
  readonly progress?: Progress
  readonly concurrencyKey?: string | null
  /** Not before. */
  readonly dueAt?: Date
  /** It waits for another of its key. */
  readonly isQueued?: boolean
  /** It does not begin until a person lets it. */
  readonly kept?: { readonly code: string; readonly reason: string }
}

/** Of a start behind a long chain of others: it holds up none of its key. */
export const keptForDepth = 'chain_too_deep'

/** The contact and the deal that a trigger names: as events say them, of themselves or of the one thing in them. */
export const namedBy = (trigger: Readonly<Record<string, unknown>>): { contactId: string | null; dealId: string | null } => {
  const { data } = trigger
  const within = isRecord(data) ? [data, ...Object.values(data).filter(isRecord)] : []
  const idOf = (name: 'contact' | 'deal'): string | null => {
    const own = within[0]?.[name]
    const named = [...within.map((each) => each[`${name}_id`]), isRecord(own) ? own.id : null]
    return named.find((id): id is string => typeof id === 'string' && isId(id)) ?? null
  }
  return { contactId: idOf('contact'), dealId: idOf('deal') }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * A start key starts one run of a workflow, however often it comes. Answers the ids of those that were started. A run keeps of which contact and
 * deal it is: those that its trigger names, else those of the run that led to it, else those of its subject.
 */
export const insertRuns = async (db: Db, orgId: string, starts: readonly Start[]): Promise<Set<string>> => {
  if (starts.length === 0) return new Set()
  const rows = starts.map((start) => ({
    id: start.id,
    workflow_id: start.workflowId,
    version: start.version,
    start_key: start.startKey,
    event_id: start.eventId ?? null,
    person_id: start.personId ?? null,
    key_id: start.keyId ?? null,
    subject_kind: start.subject?.kind ?? null,
    subject_id: start.subject?.id ?? null,
    contact_id: namedBy(start.trigger).contactId,
    deal_id: namedBy(start.trigger).dealId,
    trigger: start.trigger,
    root_id: start.rootId ?? start.id,
    parent_id: start.parentId ?? null,
    replay_of: start.replayOf ?? null,
    depth: start.causes?.length ?? 0,
    causes: start.causes ?? [],
    progress: start.progress ?? {},
    concurrency_key: start.concurrencyKey ?? null,
    due_at: start.isQueued ? null : (start.dueAt ?? null),
    is_resting: start.isQueued === true || start.kept !== undefined,
    state: start.kept ? 'paused' : 'queued',
    ...{ reason_code: start.kept?.code ?? null, reason: start.kept?.reason ?? null },
  }))
  const { rows: inserted } = await sql<{ id: string }>`
    insert into workflow_runs (org_id, id, workflow_id, version, start_key, event_id, person_id, key_id, subject_kind, subject_id, contact_id, deal_id,
      trigger, root_id, parent_id, replay_of, depth, causes, progress, concurrency_key, state, reason_code, reason, bytes, due_at)
    select ${orgId}, g.id, g.workflow_id, g.version, g.start_key, g.event_id, g.person_id, g.key_id, g.subject_kind, g.subject_id,
      case when g.subject_kind = 'contact' then g.subject_id when g.contact_id is not null then g.contact_id
        when b.contact_id is not null then b.contact_id
        when g.subject_kind = 'lead' then (select l.contact_id from leads l where l.org_id = ${orgId} and l.id = g.subject_id)
        when g.subject_kind = 'deal' then (select d.contact_id from deals d where d.org_id = ${orgId} and d.id = g.subject_id) end,
      case when g.subject_kind = 'deal' then g.subject_id when g.deal_id is not null then g.deal_id else b.deal_id end,
      g.trigger, g.root_id, g.parent_id, g.replay_of, g.depth, g.causes, g.progress, g.concurrency_key, g.state, g.reason_code, g.reason,
      octet_length(g.trigger::text) + octet_length(g.progress::text) + coalesce((g.progress ->> 'bytes')::int, 0),
      case when not g.is_resting then coalesce(g.due_at, now()) end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (id uuid, workflow_id uuid, version int, start_key text, event_id uuid,
      person_id uuid, key_id uuid, subject_kind text, subject_id uuid, contact_id uuid, deal_id uuid, trigger jsonb, root_id uuid, parent_id uuid, replay_of uuid, depth int,
      causes jsonb, progress jsonb, concurrency_key text, state text, reason_code text, reason text, due_at timestamptz, is_resting boolean)
    left join workflow_runs b on b.org_id = ${orgId} and b.id = case when g.replay_of is not null then g.replay_of else g.parent_id end
    on conflict (org_id, workflow_id, start_key) do nothing
    returning id`.execute(db)
  return new Set(inserted.map(({ id }) => id))
}

/** A run that this worker has, for as long as its lease is extended. */
export interface ClaimedRun {
  readonly org_id: string
  readonly id: string
  readonly fence: number
  readonly lease: string
  readonly workflow_id: string
  readonly version: number
  readonly trigger: Readonly<Record<string, unknown>>
  readonly progress: Partial<Progress>
  readonly root_id: string
  readonly depth: number
  readonly causes: readonly Cause[]
  readonly step_count: number
  readonly subject_kind: SubjectKind | null
  readonly subject_id: string | null
  readonly contact_id: string | null
  readonly parent_id: string | null
  readonly concurrency_key: string | null
  readonly created_at: Date
  readonly news: number
  /** Workers that had it one after the other, and never let it go. */
  readonly deaths: number
  /** Of all that was read with it, as JSON. Null: of before, not known. */
  readonly bytes: number | null
  /** By the clock of the database, which all workers share. */
  readonly claimed_at: Date
  readonly outputs: readonly (readonly [string, string, unknown])[] | null
  readonly answers: readonly (readonly [string, unknown])[] | null
}

export interface Claim {
  readonly leaseMs: number
  readonly most: number
  readonly mostOfOrg: number
  /** In all; one run is taken however many it has. */
  readonly mostBytes: number
  /** Workspaces of which nothing is taken now. */
  readonly fullOrgs: readonly string[]
}

/** Takes what is due, the longest due first, of each workspace at most `mostOfOrg`. */
export const claimRuns = async (pool: pg.Pool, { leaseMs, ...claim }: Claim): Promise<ClaimedRun[]> => {
  const lease = newId()
  const { rows } = await pool.query<Omit<ClaimedRun, 'lease'>>({
    name: 'claim_workflow_runs',
    text: 'select * from foyer.claim_workflow_runs($1, $2, $3, $4, $5, $6)',
    values: [lease, leaseMs, claim.most, claim.mostOfOrg, claim.fullOrgs, claim.mostBytes],
  })
  return rows.map((row) => ({ ...row, lease }))
}

/** Answers which are still ours. */
export const extendLeases = async (pool: pg.Pool, ours: readonly ClaimedRun[], leaseMs: number): Promise<Set<string>> => {
  const kept = new Set<string>()
  for (const [lease, ofLease] of Map.groupBy(ours, (run) => run.lease)) {
    const { rows } = await pool.query<{ id: string }>({
      name: 'extend_workflow_leases',
      text: 'select extend_workflow_leases as id from foyer.extend_workflow_leases($1, $2, $3, $4)',
      values: [ofLease.map(({ org_id }) => org_id), ofLease.map(({ id }) => id), lease, leaseMs],
    })
    for (const { id } of rows) kept.add(id)
  }
  return kept
}

/** What there is to do by the clock. */
export interface NextDue {
  /** A run is due. */
  readonly isDue: boolean
  /** By so much the one that is due longest is late. */
  readonly lateMs: number
  readonly isScheduleDue: boolean
  /** How soon the next run or schedule is due; null where none is by the clock. */
  readonly waitMs: number | null
}

export const nextDue = async (pool: pg.Pool): Promise<NextDue> => {
  const { rows } = await pool.query<{
    is_due: boolean
    late_ms: number | null
    is_schedule_due: boolean
    wait_ms: number | null
  }>({
    name: 'workflow_runs_wait',
    text: 'select is_due, late_ms, is_schedule_due, wait_ms from foyer.workflow_runs_wait()',
  })
  const [row] = rows
  return {
    isDue: row?.is_due ?? false,
    lateMs: row?.late_ms ?? 0,
    isScheduleDue: row?.is_schedule_due ?? false,
    waitMs: row?.wait_ms ?? null,
  }
}

/** Runs and schedules that were put aside in the very moment in which their switch was turned off again. */
export const unparkRuns = async (pool: pg.Pool): Promise<void> => {
  await pool.query({
    name: 'unpark_workflow_runs',
    text: 'select foyer.unpark_workflow_runs(), foyer.unpark_workflow_schedules()',
  })
}

/** Runs that wait for their turn though no run of their key has begun: who started one did not see that the one before it ended. */
export const beginWaitingRuns = async (pool: pg.Pool): Promise<void> => {
  await pool.query({ name: 'begin_next_workflow_runs', text: 'select foyer.begin_next_workflow_runs()' })
}

/** Lets a run rest until a person looks at it, whatever was worked out of it. */
export const pauseRun = (
  database: Pick<Database, 'inOrg'>,
  { org_id, id, lease }: Pick<ClaimedRun, 'org_id' | 'id' | 'lease'>,
  { code, reason }: { readonly code: string; readonly reason: string },
): Promise<void> =>
  database.inOrg(org_id, async (db) => {
    await db
      .updateTable('workflow_runs')
      .set({ state: 'paused', reason_code: code, reason, lease: null, due_at: null })
      .where('org_id', '=', org_id)
      .where('id', '=', id)
      .where('lease', '=', lease)
      .execute()
  })
