import { sql } from 'kysely'
import { held, never } from '#core/held.ts'

/** Schedules are held as a backup had them: the times that are lost with the restore may have come before, and none of them starts anything. */
export const heldSchedules = held({
  name: 'schedules of workflows',
  kind: 'workflows',
  rows: {
    postpone: (db, orgId) =>
      sql`update workflow_schedules set next_at = ${never}, parked_at = null
        where org_id = ${orgId} and (next_at is not null or parked_at is not null)`.execute(db),
    release: (db, orgId, now) =>
      sql`update workflow_schedules set last_instant = ${now}, next_at = ${now}
        where org_id = ${orgId} and next_at >= ${never}`.execute(db),
    madeAt: (orgId) =>
      sql`select s.last_instant as at from workflow_schedules s where s.org_id = ${orgId} and s.next_at >= ${never}`,
  },
})
