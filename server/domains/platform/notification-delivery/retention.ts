import { sql } from 'kysely'
import { batchRows } from '#core/jobs/row-batches.ts'
import { retention } from '#core/retention.ts'

/** By then no answer to "was I notified?" is looked for any more. */
const keptDays = 90

export const deliveredRetention = retention({
  name: 'delivered notifications',
  days: keptDays,
  about: 'What was emailed or pushed of notifications, and the days of morning summaries',
  async ofOrg(db, { orgId, before }) {
    let removed = 0
    for (const table of ['notice_mails', 'push_messages'] as const) {
      const { numAffectedRows } = await sql`
        delete from ${sql.table(table)} where org_id = ${orgId} and id in (
          select id from ${sql.table(table)} where org_id = ${orgId} and settled_at < ${before} limit ${batchRows})`.execute(db)
      removed += Number(numAffectedRows ?? 0)
    }
    const { numAffectedRows } = await sql`
      delete from notice_summaries where org_id = ${orgId} and (person_id, day) in (
        select person_id, day from notice_summaries
        where org_id = ${orgId} and state <> 'waiting' and up_to < ${before} limit ${batchRows})`.execute(db)
    return removed + Number(numAffectedRows ?? 0)
  },
})
