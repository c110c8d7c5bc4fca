import { sql } from 'kysely'
import { z } from 'zod'
import { targetOf } from '#core/actions/audit.ts'
import type { Db } from '#core/context.ts'
import { never } from '#core/held.ts'
import { silentSeconds } from '#core/jobs/claims.ts'
import { withoutSecrets } from '#core/log.ts'
import { choice, Reference, shape } from '#shapes'
import { Concerned, findConcerned } from '../audit/records.ts'

/**
 * Background work of one organization, as a person sees it: jobs that wait, run or are dead, what providers sent that
 * could not be processed, and events for which a reaction failed. Jobs belong to the `orgId` in their data; those without one are the operator's
 * (`foyer doctor`).
 */
export const WorkState = choice('BackgroundJobState', ['waiting', 'running', 'held', 'dead', 'failed']).describe(
  'waiting · running · held: after a restore, until an owner releases it (`release-held-work`) · dead: a job or an event whose attempts are used up · failed: a webhook event that could not be processed',
)
export type WorkState = z.output<typeof WorkState>

export const Work = shape('BackgroundJob', {
  id: z.uuid(),
  kind: z
    .enum(['job', 'inbox', 'event'])
    .describe('inbox: what a provider sent that could not be processed · event: an event for which a reaction failed'),
  name: z.string().describe('The name of the job, the inbound webhook or the reaction'),
  summary: z.string().nullable().describe('What it does; null for a job that this version does not have'),
  state: WorkState,
  tries: z.int().describe('With the one that runs'),
  tries_left: z.int(),
  last_error: z.string().nullable().describe('Email addresses, numbers and keys are removed'),
  created_at: z.iso.datetime(),
  next_try_at: z.iso.datetime().nullable(),
  event: z.string().nullable().describe('Of an event for which a reaction failed: its type. Null for other work'),
  holds_up: z
    .boolean()
    .describe(
      'Later events of the workspace wait for this one: until it succeeds, its attempts are used up, or it is discarded',
    ),
  data_hint: z.record(z.string(), z.string()).describe('The ids in its data. Other data is not shown'),
  about: z.array(Concerned).describe('The records of these ids that still exist'),
})
export type Work = z.output<typeof Work>

/** Where a page of the list ends: the time to the microsecond and the id of its last. */
export const WorkCursor = z
  .string()
  .regex(/^\d{16}-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'is not a cursor')
  .describe('`next_cursor` of the previous page')

const deadLetters = 'dead-letters'
/** What is neither done nor given up. */
const isAlive = sql`j.state in ('created', 'retry', 'active')`

/** One whose worker was silent for too long is begun again by the next: it waits. */
const isRunning = sql`(j.state = 'active' and coalesce(j.heartbeat_on, j.started_on) > now() - make_interval(secs => ${sql.lit(silentSeconds)}))`

const isHeldJob = sql`(j.state in ('created', 'retry') and j.start_after >= ${sql.lit(never.toISOString())}::timestamptz)`

interface Row {
  readonly id: string
  readonly kind: 'job' | 'inbox' | 'event'
  readonly name: string
  readonly state: WorkState
  readonly tries: number
  readonly tries_left: number
  readonly output: unknown
  readonly error: string | null
  readonly created_at: Date
  readonly micros: string
  readonly next_try_at: Date | null
  readonly data: unknown
  readonly event: string | null
  readonly holds_up: boolean
}

/** A request that a job is about to read stands there as that job. */
const allWork = (orgId: string) => sql`
  select j.id, 'job' as kind,
    coalesce(j.source_name, j.name) as name,
    case when j.name = ${deadLetters} then 'dead' when ${isRunning} then 'running'
      when ${isHeldJob} then 'held' else 'waiting' end as state,
    case when j.name = ${deadLetters} then coalesce(j.source_retry_count, 0) + 1
      else j.retry_count + (j.started_on is not null)::int end as tries,
    case when j.name = ${deadLetters} then 0
      else greatest(j.retry_limit + 1 - j.retry_count - (j.started_on is not null)::int, 0) end as tries_left,
    coalesce(j.source_output, j.output) as output, null::text as error,
    j.created_on as created_at,
    case when j.name <> ${deadLetters} and not ${isRunning} and not ${isHeldJob} then j.start_after end as next_try_at,
    j.data, null::text as event, false as holds_up
  from jobs.job j
  where j.data ->> 'orgId' = ${orgId} and ${isAlive}
  union all
  select i.id, 'inbox', i.hook, 'failed', i.tries, 0, null, i.error, i.received_at, null, jsonb_build_object('inboxId', i.id),
    null, false
  from inbox i
  where i.org_id = ${orgId} and i.state in ('failed', 'unreadable')
    and not exists (
      select from jobs.job j where j.data ->> 'orgId' = ${orgId} and ${isAlive} and j.data ->> 'inboxId' = i.id::text
    )
  union all
  select f.id, 'event', f.reaction, case when f.next_try_at is null then 'dead' else 'waiting' end, f.tries, f.tries_left, null,
    f.error, f.created_at, f.next_try_at, jsonb_build_object('eventId', f.event_id, 'subjectId', e.subject_id), e.type, f.state <> 'passed'
  from reaction_failures f left join events e on e.org_id = f.org_id and e.id = f.event_id
  where f.org_id = ${orgId} and f.state <> 'skipped'`

type SummaryOf = (name: string) => string | null

/** Newest first, below the cursor. */
export const findWork = async (
  db: Db,
  orgId: string,
  filter: { state?: WorkState | undefined; cursor?: string | undefined; limit: number },
  summaryOf: SummaryOf,
): Promise<{ work: Work[]; nextCursor: string | null }> => {
  const [micros, id] = filter.cursor ? [filter.cursor.slice(0, 16), filter.cursor.slice(17)] : [null, null]
  const { rows } = await sql<Row>`
    select *, (extract(epoch from created_at) * 1000000)::bigint::text as micros from (${allWork(orgId)}) work
    where (${filter.state ?? null}::text is null or state = ${filter.state ?? null})
      and (${micros}::bigint is null
        or ((extract(epoch from created_at) * 1000000)::bigint, id) < (${micros}::bigint, ${id}::uuid))
    order by micros desc, id desc limit ${filter.limit + 1}`.execute(db)
  const page = rows.slice(0, filter.limit)
  const last = rows.length > filter.limit ? page.at(-1) : undefined
  const work = await showAll(db, orgId, page, summaryOf)
  return { work, nextCursor: last ? `${last.micros}-${last.id}` : null }
}

export const countWork = async (db: Db, orgId: string): Promise<Record<WorkState, number>> => {
  const { rows } = await sql<{ state: WorkState; count: number }>`
    select state, count(*)::int as count from (${allWork(orgId)}) work group by state`.execute(db)
  return {
    waiting: 0,
    running: 0,
    held: 0,
    dead: 0,
    failed: 0,
    ...Object.fromEntries(rows.map(({ state, count }) => [state, count])),
  }
}

/** When a worker was here last, to ten seconds; null where none ever was. */
export const findWorkerSeen = async (db: Db): Promise<Date | null> => {
  const { rows } = await sql<{ at: Date | null }>`select max(monitor_claim_on) as at from jobs.queue`.execute(db)
  return rows[0]?.at ?? null
}

export const findOneWork = async (db: Db, orgId: string, id: string, summaryOf: SummaryOf): Promise<Work | null> => {
  const { rows } = await sql<Row>`select * from (${allWork(orgId)}) work where id = ${id}`.execute(db)
  const [found] = await showAll(db, orgId, rows, summaryOf)
  return found ?? null
}

const showAll = async (db: Db, orgId: string, rows: readonly Row[], summaryOf: SummaryOf): Promise<Work[]> => {
  const hints = rows.map(({ data }) => idsOf(data))
  const concernedBy = await findConcerned(db, orgId, hints)
  return rows.map((row, at) => show(row, concernedBy(hints[at] ?? {}), summaryOf))
}

const show = (row: Row, about: Concerned[], summaryOf: SummaryOf): Work => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  summary: row.kind === 'inbox' ? null : summaryOf(row.name),
  state: row.state,
  tries: row.tries,
  tries_left: row.tries_left,
  last_error: row.error === null ? reasonOf(row.output) : asReason(row.error),
  created_at: row.created_at.toISOString(),
  next_try_at: row.next_try_at?.toISOString() ?? null,
  event: row.event,
  holds_up: row.holds_up,
  data_hint: idsOf(row.data),
  about,
})

const idsOf = (data: unknown): Record<string, string> => {
  const { orgId: _, ...ids } = targetOf(data)
  return ids
}

/** Of an error as the queue keeps it, its words: neither its stack nor what a driver hung on it. */
export const reasonOf = (output: unknown): string | null => {
  const { name, message } = (output ?? {}) as { name?: unknown; message?: unknown }
  if (typeof message !== 'string' || message === '') return typeof name === 'string' ? name : null
  return asReason(message)
}

/** PostgreSQL quotes the row's own values; so may others: what stands in quotation marks stays out. */
const asReason = (text: string): string => withoutSecrets(text.replaceAll(/"[^"]*"/g, '“…”')).slice(0, 300)

/** Whether a job of this name with the same data still waits or runs. */
export const hasSameWork = async (
  db: Db,
  { name, data }: { readonly name: string; readonly data: unknown },
): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from jobs.job j where j.name = ${name} and ${isAlive} and j.data = ${JSON.stringify(data)}::jsonb) as found`.execute(
    db,
  )
  return rows[0]?.found === true
}

export interface DeadJob {
  readonly name: string
  readonly data: Record<string, unknown>
}

/** Takes a dead job, or one that waits for another try, out of the queue: of several that try at once, one gets it. */
export const claimStoppedJob = async (db: Db, orgId: string, id: string): Promise<DeadJob | null> => {
  const { rows } = await sql<DeadJob>`
    delete from jobs.job j where j.id = ${id} and j.data ->> 'orgId' = ${orgId}
      and (j.name = ${deadLetters} or j.state in ('created', 'retry')) and ${isAlive}
    returning coalesce(j.source_name, j.name) as name, j.data`.execute(db)
  return rows[0] ?? null
}

/** Brings the next try of a job that waits forward to now. False when it does not wait any more. */
export const hurryJob = async (db: Db, orgId: string, id: string): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    update jobs.job j set start_after = now()
    where j.id = ${id} and j.data ->> 'orgId' = ${orgId} and j.state in ('created', 'retry') and j.name <> ${deadLetters}`.execute(
    db,
  )
  return numAffectedRows === 1n
}

/** A request that was not understood becomes one that is to be read, or that never will be. One of several callers gets it. */
export const moveRequest = async (db: Db, orgId: string, inboxId: string, state: 'stored' | 'dropped'): Promise<boolean> => {
  const moved = await db
    .updateTable('inbox')
    .set({ state })
    .where('org_id', '=', orgId)
    .where('id', '=', inboxId)
    .where('state', 'in', ['failed', 'unreadable'])
    .executeTakeFirst()
  return moved.numUpdatedRows === 1n
}

/** An event that a reaction failed at is tried again now. False where it is done by now, or another call has just asked for it. */
export const replayEvent = async (db: Db, orgId: string, failureId: string): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    update reaction_failures
    set next_try_at = now(), tries = 0, state = case state when 'stopped' then 'retrying' else state end
    where org_id = ${orgId} and id = ${failureId} and state <> 'skipped'
      and (next_try_at is null or next_try_at > clock_timestamp())`.execute(db)
  return numAffectedRows === 1n
}

/** Gives an event up: a workspace that waited for it goes on after it. */
export const dropEvent = async (db: Db, orgId: string, failureId: string): Promise<boolean> => {
  const passed = await db
    .deleteFrom('reaction_failures')
    .where('org_id', '=', orgId)
    .where('id', '=', failureId)
    .where('state', '=', 'passed')
    .executeTakeFirst()
  if (passed.numDeletedRows === 1n) return true
  const skipped = await db
    .updateTable('reaction_failures')
    .set({ state: 'skipped', next_try_at: sql`now()` })
    .where('org_id', '=', orgId)
    .where('id', '=', failureId)
    .where('state', '<>', 'skipped')
    .executeTakeFirst()
  return skipped.numUpdatedRows === 1n
}

export const Decision = shape('BackgroundJobDecision', {
  work_id: z.uuid(),
  name: z.string(),
  summary: z.string().nullable(),
  decision: z.enum(['replayed', 'dropped']),
  reason: z.string().nullable(),
  person: Reference.nullable(),
  at: z.iso.datetime(),
})
export type Decision = z.output<typeof Decision>

export const recordDecision = async (
  db: Db,
  orgId: string,
  given: { id: string; workId: string; name: string; decision: Decision['decision']; reason: string | null; personId: string },
): Promise<void> => {
  await db
    .insertInto('work_decisions')
    .values({
      org_id: orgId,
      id: given.id,
      work_id: given.workId,
      name: given.name,
      decision: given.decision,
      reason: given.reason,
      person_id: given.personId,
    })
    .execute()
}

/** The newest, with who took them. */
export const findDecisions = async (db: Db, orgId: string, limit: number, summaryOf: SummaryOf): Promise<Decision[]> => {
  const rows = await db
    .selectFrom('work_decisions')
    .leftJoin('directory.people', 'directory.people.id', 'work_decisions.person_id')
    .selectAll('work_decisions')
    .select('directory.people.name as person_name')
    .where('work_decisions.org_id', '=', orgId)
    .orderBy('work_decisions.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    work_id: row.work_id,
    name: row.name,
    summary: summaryOf(row.name),
    decision: row.decision as Decision['decision'],
    reason: row.reason,
    person: row.person_id && row.person_name !== null ? { id: row.person_id, name: row.person_name } : null,
    at: row.at.toISOString(),
  }))
}

/** Dead jobs of the last days that name an organization, by organization. */
export const findDead = async (
  db: Db,
  since: Date,
): Promise<{ orgId: string; id: string; kind: Work['kind']; name: string; data: unknown; reason: string | null }[]> => {
  const { rows } = await sql<{ orgId: string; id: string; name: string; data: unknown; output: unknown }>`
    select j.data ->> 'orgId' as "orgId", j.id, coalesce(j.source_name, 'unknown') as name, j.data,
      coalesce(j.source_output, j.output) as output
    from jobs.job j
    where j.name = ${deadLetters} and ${isAlive} and j.created_on > ${since} and j.data ? 'orgId'
    order by j.created_on limit 1000`.execute(db)
  const { rows: events } = await sql<{ orgId: string; id: string; name: string; error: string }>`
    select org_id as "orgId", id, reaction as name, error from foyer.dead_reactions(${since}) limit 1000`.execute(db)
  return [
    ...rows.map(({ output, ...dead }) => ({ ...dead, kind: 'job' as const, reason: reasonOf(output) })),
    ...events.map(({ error, ...dead }) => ({ ...dead, kind: 'event' as const, data: null, reason: asReason(error) })),
  ]
}
