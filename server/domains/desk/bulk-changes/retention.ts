import { sql } from 'kysely'
import { deleteAllExpired } from '#core/expired-rows.ts'
import { retention } from '#core/retention.ts'
import { keptDays } from './limits.ts'

export const bulkChangeRetention = retention({
  name: 'bulk changes',
  days: keptDays,
  about: 'Bulk changes, with what their records were before',
  ofOrg: (db, { orgId, before }) => {
    const old = sql`org_id = ${orgId} and created_at < ${before} and state not in ('selecting', 'changing', 'undoing')`
    return deleteAllExpired(db, [
      {
        table: 'bulk_change_records',
        where: sql`org_id = ${orgId} and change_id in (select id from bulk_changes where ${old})`,
        at: sql`now()`,
      },
      {
        table: 'bulk_changes',
        where: sql`${old} and not exists (
          select from bulk_change_records r where r.org_id = bulk_changes.org_id and r.change_id = bulk_changes.id)`,
        at: sql`created_at`,
      },
    ])
  },
})
