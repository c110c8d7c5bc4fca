import { sql } from 'kysely'
import { deleteExpired } from '#core/expired-rows.ts'
import { retention } from '#core/retention.ts'

/** Three years: longer than any deal is open, and a program that sets a field every day does not fill the disk. */
const keptDays = 1_095

export const editRetention = retention({
  name: 'edits of records',
  days: keptDays,
  about: 'Which fields of contacts, companies, leads and deals were changed, and who did it',
  ofOrg: (db, { orgId, before }) =>
    deleteExpired(db, { table: 'record_edits', where: sql`org_id = ${orgId} and at < ${before}`, at: sql`at` }),
})
