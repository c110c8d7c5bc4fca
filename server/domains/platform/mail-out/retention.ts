import { sql } from 'kysely'
import { deleteExpired, type ExpiredRows, madeAt } from '#core/expired-rows.ts'
import { idFloor } from '#core/ids.ts'
import { batchRows } from '#core/jobs/row-batches.ts'
import { retention } from '#core/retention.ts'

/** How long a failed email can still be sent unchanged. A sent one has no content any more. */
export const mailContentRetention = retention({
  name: 'content of emails',
  days: 7,
  about: 'The content of emails that failed',
  async ofOrg(db, { orgId, before }) {
    const { numAffectedRows } = await sql`
      update mails set sealed = null where org_id = ${orgId} and id in (
        select id from mails
        where org_id = ${orgId} and state = 'failed' and failed_at < ${before} and sealed is not null
        limit ${batchRows})`.execute(db)
    return Number(numAffectedRows ?? 0)
  },
})

export const mailDays = 90

export const expiredMails = (orgId: string, before: Date): ExpiredRows => ({
  table: 'mails',
  where: sql`org_id = ${orgId} and id < ${idFloor(before)} and state <> 'queued'`,
  at: madeAt(sql`id`),
})

export const mailRetention = retention({
  name: 'emails',
  days: mailDays,
  about: 'Emails that were sent or failed',
  ofOrg: (db, { orgId, before }) => deleteExpired(db, expiredMails(orgId, before)),
})
