import { sql } from 'kysely'
import { type HeldRows, never } from '#core/held.ts'

const open = sql`status in ('queued', 'in_progress', 'waiting')`

/** Runs that are open, and the clock: after a restore neither asks Google anything until an owner releases them. */
export const heldReadings: HeldRows = {
  async postpone(db, orgId) {
    await sql`update review_runs set resumes_at = ${never} where org_id = ${orgId} and ${open}`.execute(db)
    await sql`update review_accounts set next_run_at = ${never} where org_id = ${orgId} and next_run_at is not null`.execute(db)
  },
  async release(db, orgId, now) {
    await sql`update review_runs set resumes_at = ${now}, moved_at = now() where org_id = ${orgId} and resumes_at >= ${never}`.execute(
      db,
    )
    await sql`update review_accounts set next_run_at = ${now} where org_id = ${orgId} and next_run_at >= ${never}`.execute(db)
  },
  madeAt: (orgId) => sql`
    select created_at as at from review_runs where org_id = ${orgId} and resumes_at >= ${never}
    union all
    select updated_at as at from review_accounts where org_id = ${orgId} and next_run_at >= ${never}`,
}

/** Replies that wait to be sent: they are public at Google. */
export const heldReplies: HeldRows = {
  postpone: (db, orgId) =>
    sql`update review_replies set next_at = ${never} where org_id = ${orgId} and state = 'sending'`.execute(db),
  release: (db, orgId, now) =>
    sql`update review_replies set next_at = ${now} where org_id = ${orgId} and next_at >= ${never}`.execute(db),
  madeAt: (orgId) => sql`select created_at as at from review_replies where org_id = ${orgId} and next_at >= ${never}`,
}
