import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { forgetEvents } from '#core/events/forgotten-events.ts'
import { forgetDeliveries } from '#domains/connections/webhooks/forgotten-deliveries.ts'
import { forgetNotices, forgetReasons } from '#domains/platform/notifications/notices.ts'
import { workflowNotices } from './notices.ts'
import { cancelRuns } from './runs-to-cancel.ts'

/** Records that are removed for good. */
export interface Removed {
  /** All of them, of whatever kind, with the leads of contacts. */
  readonly ids: readonly string[]
  readonly contactIds?: readonly string[]
  readonly dealIds?: readonly string[]
  /** By which people were reached, in lower case: what other systems sent names no record. */
  readonly addresses?: readonly string[]
}

const wordsOfRemoval = { code: 'record_removed', reason: 'What the run was about was removed for good.' }

/**
 * Ends the runs about records that are removed for good, those that wait for days included, and empties all of them: what started them, what
 * their steps took and gave, what people were asked. That they ran, when, which steps they did and what left stays.
 */
export const forgetRuns = async (db: Db, orgId: string, removed: Removed): Promise<void> => {
  const pattern = patternOf(removed.addresses ?? [])
  const found = await findRunsOf(db, orgId, removed, pattern)
  await forgetRequests(db, orgId, found, pattern)
  if (found.length === 0) return
  // Before they are cancelled: that stands in the log, with its reason.
  await forgetDeliveries(db, orgId, await forgetEvents(db, orgId, { subjectIds: found }))
  await cancelRuns(db, orgId, found, wordsOfRemoval)
  await empty(db, orgId, found)
  await forgetReasons(db, orgId, workflowNotices.workflow_run_failed, { fact: 'run', values: found })
}

/**
 * An address as a whole, wherever it stands: not as a part of a longer one. As a regular expression of PostgreSQL; null without any. Of names none: too
 * many people share them.
 */
export const patternOf = (addresses: readonly string[]): string | null => {
  const long = addresses.filter((address) => address.includes('@') || address.replaceAll(/\D/g, '').length >= 7)
  if (long.length === 0) return null
  const escaped = long.map((address) => address.replaceAll(/[^\p{L}\p{N}@_ ]/gu, '\\$&'))
  return `(?<![a-z0-9._%+-])(?:${escaped.join('|')})(?![a-z0-9@-]|\\.[a-z0-9])`
}

/**
 * Those about a record, of a contact or deal of theirs, and those whose trigger has an address of theirs and is of no contact that is known;
 * with those that steps of them started, and their replays. One that was started by the removal itself is about that.
 */
const findRunsOf = async (
  db: Db,
  orgId: string,
  { ids, contactIds = [], dealIds = [] }: Removed,
  pattern: string | null,
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    with recursive about as (
      select id from workflow_runs where org_id = ${orgId} and subject_id = any (${ids}::uuid[])
      union select id from workflow_runs where org_id = ${orgId} and contact_id = any (${contactIds}::uuid[])
      union select id from workflow_runs where org_id = ${orgId} and deal_id = any (${dealIds}::uuid[])
      union select id from workflow_runs
      where ${pattern !== null} and org_id = ${orgId} and contact_id is null and forgotten_at is null and trigger::text ~* ${pattern}),
    found as (
      select r.id from about a join workflow_runs r on r.org_id = ${orgId} and r.id = a.id
      where r.trigger ->> 'type' is distinct from 'record.removed'
      union
      select r.id from found f cross join lateral (
        select id from workflow_runs where org_id = ${orgId} and parent_id = f.id
        union all select id from workflow_runs where org_id = ${orgId} and replay_of = f.id) r)
    select id from found order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** What other systems sent and started no run, too. */
const forgetRequests = async (db: Db, orgId: string, runIds: readonly string[], pattern: string | null): Promise<void> => {
  await sql`
    update workflow_hook_requests set trigger = null
    where org_id = ${orgId} and trigger is not null and (run_id = any (${runIds}::uuid[]) or (${pattern !== null} and trigger::text ~* ${pattern}))`.execute(
    db,
  )
}

const empty = async (db: Db, orgId: string, runIds: readonly string[]): Promise<void> => {
  const these = sql`any (${runIds}::uuid[])`
  const kindOf = (column: string) => {
    const name = sql.ref(column)
    return sql`case when ${name} is not null then jsonb_build_object('kind', ${name} -> 'kind') end`
  }
  await sql`
    update workflow_steps set input = null, output = null,
      error = case when error is not null then jsonb_build_object('code', error -> 'code', 'message', '') end
    where org_id = ${orgId} and run_id = ${these}`.execute(db)
  const { rows: waits } = await sql<{ id: string }>`
    update workflow_waits set answer = null, answer_hash = null, asked = null, about = null, recipient = ${kindOf('recipient')},
      escalate_to = ${kindOf('escalate_to')}
    where org_id = ${orgId} and run_id = ${these} returning id`.execute(db)
  await forgetNotices(
    db,
    orgId,
    waits.map(({ id }) => id),
  )
  await sql`
    update workflow_effects set answer = null, proof = without_words(proof) where org_id = ${orgId} and run_id = ${these}`.execute(
    db,
  )
  await sql`
    update workflow_runs set trigger = jsonb_build_object('kind', trigger -> 'kind', 'type', trigger -> 'type'), forgotten_at = now(),
      progress = '{"threads": [], "frames": {}, "vars": {}}', concurrency_key = null,
      reason = case when reason_code = ${wordsOfRemoval.code} then reason end,
      anew = (select coalesce(jsonb_agg(a || '{"reason": ""}'), '[]') from jsonb_array_elements(anew) a)
    where org_id = ${orgId} and id = ${these}`.execute(db)
}
