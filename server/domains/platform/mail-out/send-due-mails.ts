import { sql } from 'kysely'
import { z } from 'zod'
import { job } from '#core/jobs/job.ts'
import { sendMailJob } from './mails.ts'

/** A mail whose own job comes in time is left to it. */
const graceMs = 60_000
const mailsAtOnce = 500

/**
 * Finds due emails without a job: their job was lost with a restored backup, or used up while
 * the database was away, or they waited for a mail account.
 */
export const sendDueMails = job({
  name: 'send-due-mails',
  summary: 'Send emails that were not sent in time',
  data: z.object({}),
  retry: { times: 0, delaySeconds: 60 },
  schedule: '* * * * *',

  async run(_data, { db, now, enqueueIn }) {
    const due = await sql<{ org_id: string; id: string }>`
      select org_id, id from foyer.due_mails(${new Date(now().getTime() - graceMs)}, ${mailsAtOnce})`.execute(db)
    for (const { org_id, id } of due.rows) await enqueueIn(db, sendMailJob, { orgId: org_id, mailId: id })
  },
})
