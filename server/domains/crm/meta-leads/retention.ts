import { sql } from 'kysely'
import { batchRows } from '#core/jobs/row-batches.ts'
import { retention } from '#core/retention.ts'

/** Longer than Meta keeps a lead: what is forgotten here is not found there again. */
const keptDays = 120

export const metaLeadRetention = retention({
  name: 'leads announced by Meta',
  days: keptDays,
  about: 'Which leads Meta announced and which the poll found, once each is settled; the leads themselves stay',
  async ofOrg(db, { orgId, before }) {
    const { numAffectedRows } = await sql`
      delete from meta_leads where org_id = ${orgId} and id in (
        select id from meta_leads where org_id = ${orgId} and settled_at < ${before} order by settled_at limit ${batchRows})`.execute(
      db,
    )
    return Number(numAffectedRows ?? 0)
  },
})
