import { sql } from 'kysely'
import { z } from 'zod'
import { job } from '#core/jobs/job.ts'
import { listCalendarsJob } from './calendars.ts'

const accountsAtOnce = 500
/** A little less than the hour between two runs. */
const oldestMs = 50 * 60_000

/** Calendars that a member adds or removes at the provider show here within the hour. */
export const relistCalendars = job({
  name: 'relist-calendars',
  summary: 'List the calendars of connected accounts again',
  data: z.object({}),
  retry: { times: 0, delaySeconds: 60 },
  schedule: '23 * * * *',

  async run(_data, { db, inOrg, now, enqueueIn }) {
    const before = new Date(now().getTime() - oldestMs)
    const { rows } = await sql<{ org_id: string; mailbox_id: string }>`
      select org_id, mailbox_id from due_calendar_lists(${before}, ${accountsAtOnce})`.execute(db)
    for (const { org_id: orgId, mailbox_id: mailboxId } of rows)
      await inOrg(orgId, (tenant) => enqueueIn(tenant, listCalendarsJob, { orgId, mailboxId, isAgain: true }))
  },
})
