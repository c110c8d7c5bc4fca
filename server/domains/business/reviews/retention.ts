import { sql } from 'kysely'
import { batchRows } from '#core/jobs/row-batches.ts'
import { retention } from '#core/retention.ts'
import { emptyGone } from './versions.ts'

export const goneReviewRetention = retention({
  name: 'words of reviews that are gone',
  days: 30,
  about: 'What reviews said that are no longer at Google, and who wrote them; stars and times stay',
  ofOrg: (db, { orgId, before }) => emptyGone(db, orgId, before, batchRows),
})

export const reviewRunRetention = retention({
  name: 'syncs of reviews',
  days: 90,
  about: 'Syncs of reviews that are over',
  async ofOrg(db, { orgId, before }) {
    const { numAffectedRows } = await sql`
      delete from review_runs where ctid in (
        select ctid from review_runs where org_id = ${orgId} and completed_at < ${before} limit ${batchRows})`.execute(db)
    return Number(numAffectedRows ?? 0)
  },
})
