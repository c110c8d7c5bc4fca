import { sql } from 'kysely'
import { deleteExpired } from '#core/expired-rows.ts'
import { retention } from '#core/retention.ts'

/** As long as the bin keeps records. */
const keptDays = 30

export const loggedCallRetention = retention({
  name: 'deleted calls',
  days: keptDays,
  about: 'Logged calls that were deleted',
  ofOrg: (db, { orgId, before }) =>
    deleteExpired(db, { table: 'calls', where: sql`org_id = ${orgId} and deleted_at < ${before}`, at: sql`deleted_at` }),
})
