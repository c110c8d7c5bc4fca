import type { JobContext } from '#core/context.ts'
import { recordEvent } from '#core/events/events.ts'
import { job } from '#core/jobs/job.ts'
import { type ConnectionRow, findConnection } from '#domains/connections/connections/connections.ts'
import { clearNotice } from '#domains/platform/notifications/notices.ts'
import { openReviews } from './accounts.ts'
import { reviewEvents } from './events.ts'
import { RunData, readReviewsReference } from './job-references.ts'
import { findReadable, saveLocations } from './locations.ts'
import { reviewNotices } from './notices.ts'
import { Disconnected, settleRun } from './obstacles.ts'
import { readPage } from './passes.ts'
import { type Reading, RunEnded, takeStep } from './reading-steps.ts'
import { changeRun, isOver, lockOpenRun, type ReviewRun } from './runs.ts'

/** How long a turn lasts: then other workspaces have theirs. One call more may begin before its end. */
const turnMs = 20_000

/** Reads the reviews of a connection from where its run stands: the locations, then each of them to its last page. */
export const readReviews = job({
  name: 'read-reviews',
  summary: 'Read the reviews of a business',
  data: RunData,
  retry: { times: 20, delaySeconds: 1 },
  expireSeconds: 3_600,
  atOnce: 4,

  async run({ orgId, runId }, context) {
    const begun = await begin(context, orgId, runId)
    if (!begun) return
    try {
      const reading = { context, ...begun, reviews: openReviews(context, begun.connection) }
      for (const begunMs = performance.now(); performance.now() - begunMs < turnMs; ) {
        if (context.signal.aborted) throw new Error('the worker is shutting down; the job goes back to the queue')
        if (await goOn(reading)) return
      }
      await context.inOrg(orgId, (db) => context.enqueueIn(db, readReviewsReference, { orgId, runId }))
    } catch (error) {
      if (error instanceof RunEnded) return
      if (context.signal.aborted) throw error
      await settleRun(context, orgId, runId, error)
    }
  },
})

const begin = (
  context: JobContext,
  orgId: string,
  runId: string,
): Promise<{ run: ReviewRun; connection: ConnectionRow } | null> =>
  context.inOrg(orgId, async (db) => {
    const run = await lockOpenRun(db, orgId, runId)
    // A clock that is a little behind must not send away the run that was put off until now.
    if (!run || (run.resumes_at !== null && run.resumes_at.getTime() > context.now().getTime() + 1_000)) return null
    const connection = await findConnection(db, orgId, run.connection_id)
    if (!connection) throw new Error('a run without its connection')
    return { run: await changeRun(db, run, { status: 'in_progress', tries: run.tries + 1 }), connection }
  })

/** One step forward. True where that was the last. */
const goOn = async (reading: Reading): Promise<boolean> => {
  if (reading.connection.status === 'disconnected') throw new Disconnected()
  if (!reading.run.listed) await listLocations(reading)
  else if (reading.run.todo.length > 0) await readPage(reading)
  else await finish(reading)
  return isOver(reading.run)
}

const listLocations = async (reading: Reading): Promise<void> => {
  const listed = await reading.reviews.locations()
  await takeStep(reading, async (db, run) => {
    const { org_id: orgId, connection_id: connectionId, wanted } = run
    await saveLocations(db, orgId, connectionId, listed)
    const readable = await findReadable(db, orgId, connectionId, wanted)
    // The pass that is under way, where the list is read again, goes on.
    const [current] = run.pass === null ? [] : run.todo
    const todo = current === undefined ? readable : [current, ...readable.filter((id) => id !== current)]
    await recordEvent(db, orgId, reviewEvents.synced, run.id, { change: 'listed', code: null })
    return { listed: true, todo }
  })
}

const finish = (reading: Reading): Promise<void> =>
  takeStep(reading, async (db, run) => {
    // What was asked for meanwhile is still to be read.
    if (run.todo.length > 0 || !run.listed) return {}
    await clearNotice(db, run.org_id, reviewNotices.review_sync_stopped, run.connection_id)
    await recordEvent(db, run.org_id, reviewEvents.synced, run.id, { change: 'completed', code: null })
    return { status: 'completed', completed_at: reading.context.now() }
  })
