import { sql } from 'kysely'
import { type HeldRows, never } from '#core/held.ts'

const open = sql`state in ('queued', 'asking', 'running')`

/** After a restore nothing is asked of Canva until an owner releases it. What Canva was asked before the backup is not known there any more. */
export const heldDesignJobs: HeldRows = {
  postpone: (db, orgId) => sql`update design_jobs set next_at = ${never} where org_id = ${orgId} and ${open}`.execute(db),
  release: (db, orgId, now) =>
    sql`update design_jobs set next_at = ${now} where org_id = ${orgId} and ${open} and next_at >= ${never}`.execute(db),
  madeAt: (orgId) => sql`
    select created_at as at from design_jobs where org_id = ${orgId} and ${open} and next_at >= ${never}`,
}
