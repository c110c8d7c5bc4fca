import { sql } from 'kysely'
import { z } from 'zod'
import { job } from '#core/jobs/job.ts'
import { readCalendarJob } from './calendars.ts'

const calendarsAtOnce = 500
/**
 * The clock comes once a minute, and a calendar is due so long after its last reading ended: one that is due before the middle of that minute is
 * read now, or it would be a minute late each time.
 */
const aheadMs = 30_000

/** Behind everything that tells of changes: every calendar is read again in time. */
export const pollCalendars = job({
  name: 'poll-calendars',
  summary: 'Read calendars again that are due',
  data: z.object({}),
  retry: { times: 0, delaySeconds: 60 },
  schedule: '* * * * *',

  async run(_data, { db, inOrg, now, enqueueIn, settings }) {
    const soon = new Date(now().getTime() + aheadMs)
    const { rows } = await sql<{ org_id: string; id: string }>`
      select org_id, id from due_calendars(${soon}, ${calendarsAtOnce})`.execute(db)
    for (const { org_id: orgId, id: calendarId } of rows)
      await inOrg(orgId, async (tenant) => {
        const leased = await tenant
          .updateTable('calendars')
          .set({ next_poll_at: new Date(now().getTime() + settings.calendarPollMs) })
          .where('org_id', '=', orgId)
          .where('id', '=', calendarId)
          .where('next_poll_at', '<=', soon)
          .returning('id')
          .executeTakeFirst()
        if (leased) await enqueueIn(tenant, readCalendarJob, { orgId, calendarId })
      })
  },
})
