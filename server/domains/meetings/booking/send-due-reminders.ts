import { sql } from 'kysely'
import { z } from 'zod'
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
    const errors: unknown[] = []
    for (const { org_id } of rows) {
      if (context.signal.aborted) return
      try {
        for (;;) {
          const { due } = await context.inOrg(org_id, (db) => sendDue({ ...context, db }, org_id, mostAtOnce))
          if (due < mostAtOnce) break
        }
      } catch (error) {
        // The other workspaces do not wait for it; the job is tried again.
        errors.push(error)
      }
    }
    if (errors.length > 0) throw errors[0]
  },
})
