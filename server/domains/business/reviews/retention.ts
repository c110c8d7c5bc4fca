import { sql } from 'kysely'
import { batchRows } from '#core/jobs/row-batches.ts'
import { retention } from '#core/retention.ts'
import { clearNotice } from '#domains/platform/notifications/notices.ts'
import { reviewNotices } from './notices.ts'
import { emptyGone } from './versions.ts'

export const goneReviewRetention = retention({
  name: 'words of reviews that are gone',
  days: 30,
  about: 'What reviews said that are no longer at Google, and who wrote them; stars and times stay',
  ofOrg: (db, { orgId, before }) => emptyGone(db, orgId, before, batchRows),
})

export const reviewNoticeRetention = retention({
  name: 'notices of new reviews',
  days: 30,
  about: 'Notices of reviews that nothing was replied to; the reviews stay',
  async ofOrg(db, { orgId, before }) {
    const { rows } = await sql<{ subject_id: string }>`
      select subject_id from notices
      where org_id = ${orgId} and kind = ${reviewNotices.review_new.kind} and at < ${before} limit ${batchRows}`.execute(db)
    for (const { subject_id: id } of rows) await clearNotice(db, orgId, reviewNotices.review_new, id)
    return rows.length
  },
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
