import { sql } from 'kysely'
import { z } from 'zod'
import { job } from '#core/jobs/job.ts'
import { inMinutes, refreshCallJob } from './calls.ts'

const callsAtOnce = 500

/** Beside what is told: every minute those calls whose last word did not come are asked for. */
export const pollCalls = job({
  name: 'poll-calls',
  summary: 'Refresh calls whose end no webhook reported',
  data: z.object({}),
  retry: { times: 0, delaySeconds: 60 },
  schedule: '* * * * *',

  async run(_data, { db, inOrg, now, enqueueIn }) {
    const due = await sql<{ org_id: string; id: string }>`
      select org_id, id from foyer.due_calls(${now()}, ${callsAtOnce})`.execute(db)
    for (const { org_id: orgId, id: callId } of due.rows)
      await inOrg(orgId, async (tenant) => {
        // While one is being polled, no other worker takes it.
        const leased = await tenant
          .updateTable('calls')
          .set({ next_look_at: inMinutes(5) })
          .where('org_id', '=', orgId)
          .where('id', '=', callId)
          .where('next_look_at', '<', now())
          .returning('id')
          .executeTakeFirst()
        if (leased) await enqueueIn(tenant, refreshCallJob, { orgId, callId })
      })
  },
})
