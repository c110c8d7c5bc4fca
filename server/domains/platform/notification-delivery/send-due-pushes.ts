import { sql } from 'kysely'
import { z } from 'zod'
import { job } from '#core/jobs/job.ts'
import { sendPushJob } from './push-messages.ts'

/** A push whose own job comes in time is left to it. */
const graceMs = 60_000
const ofEachOrg = 100
const pushesAtOnce = 500

/** Finds due pushes without a job: quiet hours held them, or their job was lost. */
export const sendDuePushes = job({
  name: 'send-due-pushes',
  summary: 'Push notifications that were held or not sent in time',
  data: z.object({}),
  retry: { times: 0, delaySeconds: 60 },
  schedule: '* * * * *',

  async run(_data, { db, now, enqueueIn }) {
    const { rows } = await sql<{ org_id: string; id: string }>`
      select org_id, id from foyer.due_push_messages(${new Date(now().getTime() - graceMs)}, ${ofEachOrg}, ${pushesAtOnce})`.execute(
      db,
    )
    for (const { org_id, id } of rows) await enqueueIn(db, sendPushJob, { orgId: org_id, pushId: id })
  },
})
