import { sql } from 'kysely'
import { type HeldRows, never } from '#core/held.ts'

/** Syncs that are open, and schedules: after a restore neither asks a CRM anything until an owner releases them. */
export const heldSyncs: HeldRows = {
  async postpone(db, orgId) {
    await sql`
      update sync_jobs set resumes_at = ${never} where org_id = ${orgId} and status in ('queued', 'in_progress') and kind <> 'undo'`.execute(
      db,
    )
    await sql`update crm_settings set next_run_at = ${never} where org_id = ${orgId} and next_run_at is not null`.execute(db)
  },
  async release(db, orgId, now) {
    await sql`update sync_jobs set resumes_at = ${now}, moved_at = now() where org_id = ${orgId} and resumes_at >= ${never}`.execute(
      db,
    )
    await sql`update crm_settings set next_run_at = ${now} where org_id = ${orgId} and next_run_at >= ${never}`.execute(db)
  },
  madeAt: (orgId) => sql`
    select created_at as at from sync_jobs where org_id = ${orgId} and resumes_at >= ${never}
    union all
    select updated_at as at from crm_settings where org_id = ${orgId} and next_run_at >= ${never}`,
}
