import { sql } from 'kysely'
import { batchRows } from '#core/jobs/row-batches.ts'
import { retention } from '#core/retention.ts'

/** Decisions, "Retention". */
const rehearsalDays = 7

export const rehearsalRetention = retention({
  name: 'rehearsals of workflows',
  days: rehearsalDays,
  about: 'Rehearsals of workflows, with the texts that had left in them',
  async ofOrg(db, { orgId, before }) {
    const { numAffectedRows } = await sql`
      delete from workflow_rehearsals where org_id = ${orgId} and id in (
        select id from workflow_rehearsals where org_id = ${orgId} and created_at < ${before} order by created_at limit ${batchRows})`.execute(
      db,
    )
    return Number(numAffectedRows ?? 0)
  },
})
