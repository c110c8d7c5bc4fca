import { sql } from 'kysely'
import { held, never } from '#core/held.ts'

/** Runs under way are held as a backup had them: their next step may have been done in the time that is lost with the restore. */
export const heldRuns = held({
  name: 'runs of workflows',
  kind: 'workflows',
  rows: {
    postpone: (db, orgId) =>
      sql`update workflow_runs set due_at = ${never}, lease = null, fence = fence + 1
        where org_id = ${orgId} and ended_at is null and due_at is not null`.execute(db),
    release: (db, orgId, now) =>
      sql`update workflow_runs set due_at = ${now}, news = news + 1
        where org_id = ${orgId} and ended_at is null and due_at >= ${never}`.execute(db),
    madeAt: (orgId) =>
      sql`select r.created_at as at from workflow_runs r where r.org_id = ${orgId} and r.ended_at is null and r.due_at >= ${never}`,
  },
})
