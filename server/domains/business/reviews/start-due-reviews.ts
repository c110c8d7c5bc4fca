import { sql } from 'kysely'
import { z } from 'zod'
import { job } from '#core/jobs/job.ts'
import { findConnection } from '#domains/connections/connections/connections.ts'
import { mayRead, planNextRun } from './accounts.ts'
import { readReviewsReference, sendReplyReference } from './job-references.ts'
import { startRun } from './runs.ts'

const hourMs = 3_600_000
/** Without a step for so long a run is looked for: its worker may be dead, and the queue's tries used up. */
const silentMs = 120_000
/** A reply that is due is in the queue already; after so long it is put there again. */
const lateMs = 30_000
const atOnce = 200

/** Begins what the clock asks for, and puts into the queue again what stands still. A job too many sees that another is at it, and ends. */
export const startDueReviews = job({
  name: 'start-due-reviews',
  summary: 'Start syncs of reviews that are due, and go on with what stands still',
  data: z.object({}),
  retry: { times: 0, delaySeconds: 60 },
  schedule: '* * * * *',

  async run(_data, { db, now, inOrg, enqueueIn }) {
    const at = now()
    const due = await sql<{ org_id: string; connection_id: string }>`
      select org_id, connection_id from due_review_accounts(${at}, ${atOnce})`.execute(db)
    for (const { org_id: orgId, connection_id: connectionId } of due.rows)
      await inOrg(orgId, async (tenant) => {
        const connection = await findConnection(tenant, orgId, connectionId)
        const isUsable = connection !== undefined && connection.status !== 'disconnected' && mayRead(connection)
        await planNextRun(tenant, orgId, connectionId, isUsable ? new Date(at.getTime() + hourMs) : null)
        if (!isUsable) return
        const enqueue: Parameters<typeof startRun>[2]['enqueue'] = (wanted, data, start) =>
          enqueueIn(tenant, wanted, data, start)
        await startRun(tenant, orgId, { connectionId, wanted: null, cause: 'schedule', personId: null, enqueue })
      })
    const silent = await sql<{ org_id: string; id: string }>`
      select org_id, id from silent_review_runs(${new Date(at.getTime() - silentMs)}, ${at}, ${atOnce})`.execute(db)
    for (const { org_id: orgId, id: runId } of silent.rows)
      await inOrg(orgId, (tenant) => enqueueIn(tenant, readReviewsReference, { orgId, runId }))
    const late = await sql<{ org_id: string; review_id: string }>`
      select org_id, review_id from due_review_replies(${new Date(at.getTime() - lateMs)}, ${atOnce})`.execute(db)
    for (const { org_id: orgId, review_id: reviewId } of late.rows)
      await inOrg(orgId, (tenant) => enqueueIn(tenant, sendReplyReference, { orgId, reviewId }))
  },
})
