import { sql } from 'kysely'
import { z } from 'zod'
import { forEachOrg } from '#core/jobs/each-org.ts'
import { job } from '#core/jobs/job.ts'
import { sendDueReminders as sendDue } from './due-reminders.ts'

/** Workspaces in one run; the next minute goes on. */
const mostOrgs = 500
/** Reminders in one transaction: the lock on each is short. */
const mostAtOnce = 50

export const sendDueReminders = job({
  name: 'send-due-reminders',
  summary: 'Send due reminders of meetings',
  schedule: '* * * * *',
  data: z.object({}),
  retry: { times: 2, delaySeconds: 10 },

  async run(_data, context) {
    const { rows } = await sql<{ org_id: string }>`select org_id from due_reminders(${context.now()}, ${mostOrgs})`.execute(
      context.db,
    )
    const orgIds = rows.map(({ org_id }) => org_id)
    await forEachOrg(orgIds, context.signal, async (orgId) => {
      for (;;) {
        const { due } = await context.inOrg(orgId, (db) => sendDue({ ...context, db }, orgId, mostAtOnce))
        if (due < mostAtOnce) break
      }
    })
  },
})
