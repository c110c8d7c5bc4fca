import { sql } from 'kysely'
import { idFloor } from '#core/ids.ts'
import { batchRows } from '#core/jobs/row-batches.ts'
import { retention } from '#core/retention.ts'
import { keptDays } from './deliveries.ts'

/** The request that created a lead is what the lead's page shows as received, and stays as long as the lead. */
export const requestRetention = retention({
  name: 'request log',
  days: keptDays,
  about: 'Requests that created no lead',
  async ofOrg(db, { orgId, before }) {
    const { numAffectedRows } = await sql`
      delete from deliveries where org_id = ${orgId} and id in (
        select id from deliveries
        where org_id = ${orgId} and outcome <> 'accepted' and id < ${idFloor(before)}
        order by id limit ${batchRows})`.execute(db)
    return Number(numAffectedRows ?? 0)
  },
})
