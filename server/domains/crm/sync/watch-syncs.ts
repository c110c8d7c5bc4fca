import { sql } from 'kysely'
import { z } from 'zod'
import { recordEvent } from '#core/events/events.ts'
import { isHeldTime } from '#core/held.ts'
import { job } from '#core/jobs/job.ts'
import { syncEvents } from './events.ts'
import { referenceOf } from './job-references.ts'
import { failJob, raiseStop } from './run-on-sync.ts'
import { changeJob, lockOpenJob } from './sync-jobs.ts'

/** Without a step for so long, a run is looked for: its worker may be dead, and the queue's tries used up. */
const silentMs = 90_000
const syncsAtOnce = 200

/**
 * Looks at syncs that stand still: says so, gives up what does not go on, and puts what may go on into the queue again. A run too many sees
 * that another has the sync, and ends. What waits for a person goes on when the person has done something, and is not looked at.
 */
export const watchSyncs = job({
  name: 'watch-syncs',
  summary: 'Look at CRM syncs that wait or make no progress',
  data: z.object({}),
  retry: { times: 0, delaySeconds: 60 },
  schedule: '* * * * *',

  async run(_data, { db, now, inOrg, enqueueIn, settings: { crmStallMs, crmGiveUpMs } }) {
    const { rows } = await sql<{ org_id: string; id: string }>`
      select org_id, id from silent_syncs(${new Date(now().getTime() - silentMs)}, ${now()}, ${syncsAtOnce})`.execute(db)
    for (const { org_id: orgId, id } of rows)
      await inOrg(orgId, async (tenant) => {
        const found = await lockOpenJob(tenant, orgId, id)
        if (!found || isHeldTime(found.resumes_at)) return
        // What it was told to wait does not count: its clock begins anew when it goes on.
        const idleMs = found.waits_as_told ? 0 : now().getTime() - found.moved_at.getTime()
        if (idleMs > crmStallMs + crmGiveUpMs)
          return failJob(tenant, found, 'given_up', found.reason ?? 'It made no progress.', now())
        if (found.condition !== 'stalled' && idleMs > crmStallMs) {
          const reason = found.reason ?? 'It makes no progress; the worker may be down.'
          await changeJob(tenant, found, { condition: 'stalled', condition_since: now(), reason })
          await recordEvent(tenant, orgId, syncEvents.changed, id, { provider: found.provider, change: 'stalled', reason })
          await raiseStop(tenant, found, 'stalled', reason)
        }
        await enqueueIn(tenant, referenceOf(found), { orgId, jobId: id })
      })
  },
})
