import { sql } from 'kysely'
import { batchRows } from '#core/jobs/row-batches.ts'
import { retention } from '#core/retention.ts'

/** What failed, and what was asked for and has no files, says nothing after so long. Files stay until they are removed. */
const days = 90

export const designJobRetention = retention({
  name: 'ended design jobs without files',
  days,
  about: 'Exports of designs that failed, and how designs were made',
  async ofOrg(db, { orgId, before }) {
    const { numAffectedRows } = await sql`
      delete from design_jobs where ctid in (
        select j.ctid from design_jobs j where j.org_id = ${orgId} and j.ended_at < ${before}
          and not exists (select from design_files f where f.org_id = j.org_id and f.job_id = j.id) limit ${batchRows})`.execute(
      db,
    )
    return Number(numAffectedRows ?? 0)
  },
})
