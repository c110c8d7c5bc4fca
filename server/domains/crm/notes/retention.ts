import { sql } from 'kysely'
import { deleteExpired } from '#core/expired-rows.ts'
import { retention } from '#core/retention.ts'

/** As long as the bin keeps records. */
const keptDays = 30

export const noteRetention = retention({
  name: 'deleted notes',
  days: keptDays,
  about: 'Notes that were deleted',
  ofOrg: (db, { orgId, before }) =>
    deleteExpired(db, { table: 'notes', where: sql`org_id = ${orgId} and deleted_at < ${before}`, at: sql`deleted_at` }),
})
