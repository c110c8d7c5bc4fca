import { sql } from 'kysely'
import { z } from 'zod'
import { job } from '#core/jobs/job.ts'
import { readMailboxJob } from './job-references.ts'

const mailboxesAtOnce = 500
/**
 * The clock comes once a minute, and a mailbox is due so long after its last reading ended: one that is due before the middle of that minute is
 * read now, or it would be a minute late each time.
 */
const aheadMs = 30_000

/** Behind everything that tells of changes: every mailbox is read again in time. */
export const pollMailboxes = job({
  name: 'poll-mailboxes',
  summary: 'Read mailboxes again that are due',
  data: z.object({}),
  retry: { times: 0, delaySeconds: 60 },
  schedule: '* * * * *',

  async run(_data, { db, inOrg, now, settings, enqueueIn }) {
    const soon = new Date(now().getTime() + aheadMs)
    const { rows } = await sql<{ org_id: string; id: string }>`
      select org_id, id from due_mailboxes(${soon}, ${mailboxesAtOnce})`.execute(db)
    for (const { org_id: orgId, id: mailboxId } of rows)
      await inOrg(orgId, async (tenant) => {
        const due = await tenant
          .updateTable('mailbox_readings')
          .set({ next_poll_at: new Date(now().getTime() + settings.mailPollMs) })
          .where('org_id', '=', orgId)
          .where('id', '=', mailboxId)
          .where('next_poll_at', '<=', soon)
          .returning('id')
          .executeTakeFirst()
        if (due) await enqueueIn(tenant, readMailboxJob, { orgId, mailboxId })
      })
  },
})
