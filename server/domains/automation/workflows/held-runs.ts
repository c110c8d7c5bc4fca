import { sql } from 'kysely'
import { held, never } from '#core/held.ts'
import { goesOnLater } from './paused-runs.ts'

/**
 * Runs under way are held as a backup had them: their next step may have been done in the time that is lost with the restore. Those too that have
 * no time of their own: an answer, a connection or a budget lets them go on no earlier. With them the reminders of their steps.
 */
export const heldRuns = held({
  name: 'runs of workflows',
  kind: 'workflows',
  rows: {
    async postpone(db, orgId) {
      await sql`
        update workflow_runs set lease = null, fence = fence + 1,
          due_at = case when parked_at is null then ${never}::timestamptz end, parked_at = case when parked_at is not null then ${never}::timestamptz end
        where org_id = ${orgId} and ended_at is null`.execute(db)
      await sql`
        update workflow_waits set remind_at = case when remind_at is not null then ${never}::timestamptz end,
          escalate_at = case when escalate_at is not null then ${never}::timestamptz end
        where org_id = ${orgId} and state = 'open' and (remind_at is not null or escalate_at is not null)`.execute(db)
    },
    async release(db, orgId, now) {
      // A run that a person has to look at stays before that person, and one of a key waits for its turn.
      await sql`
        update workflow_runs r set news = r.news + 1, parked_at = case when r.parked_at is not null then ${now}::timestamptz end,
          due_at = case
            when r.parked_at is not null or (r.state = 'paused' and r.reason_code !~ ${goesOnLater}) then null
            when r.state = 'queued' and exists (select from workflow_runs o
              where o.org_id = r.org_id and o.workflow_id = r.workflow_id and o.concurrency_key = r.concurrency_key and o.ended_at is null
                and o.id <> r.id and (o.id < r.id or o.state <> 'queued' or o.due_at < ${never})) then null
            else ${now}::timestamptz end
        where r.org_id = ${orgId} and r.ended_at is null and (r.due_at >= ${never} or r.parked_at >= ${never})`.execute(db)
      await sql`
        update workflow_waits set remind_at = case when remind_at >= ${never} then ${now}::timestamptz else remind_at end,
          escalate_at = case when escalate_at >= ${never} then ${now}::timestamptz else escalate_at end
        where org_id = ${orgId} and state = 'open' and (remind_at >= ${never} or escalate_at >= ${never})`.execute(db)
    },
    madeAt: (orgId) =>
      sql`select r.created_at as at from workflow_runs r
        where r.org_id = ${orgId} and r.ended_at is null and (r.due_at >= ${never} or r.parked_at >= ${never})`,
  },
})
