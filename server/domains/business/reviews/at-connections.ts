import { sql } from 'kysely'
import { contribution } from '#core/within.ts'
import { findConnection } from '#domains/connections/connections/connections.ts'
import { connected, disconnected } from '#domains/connections/connections/moments.ts'
import { clearNotice } from '#domains/platform/notifications/notices.ts'
import { mayRead, planNextRun } from './accounts.ts'
import { reviewNotices } from './notices.ts'
import { failRun } from './obstacles.ts'
import { type ReplyRow, settleReply } from './replies.ts'
import { lockRunOf, startRun } from './runs.ts'

/** An account that may read reviews is read at once, and every hour from then on. */
export const readAtConnection = contribution({
  name: 'read-reviews-at-connection',
  to: connected,
  run: async ({ connectionId, enqueue }, { db, orgId }) => {
    const connection = await findConnection(db, orgId, connectionId)
    if (!connection || !mayRead(connection)) return
    await clearNotice(db, orgId, reviewNotices.review_sync_stopped, connectionId)
    // The clock comes an hour later: this consent begins the first run.
    await planNextRun(db, orgId, connectionId, new Date(Date.now() + 3_600_000))
    await startRun(db, orgId, { connectionId, wanted: null, cause: 'schedule', personId: null, enqueue })
  },
})

/** What runs over a connection that ends is over; replies that wait say so. */
export const endReviewsAtDisconnection = contribution({
  name: 'end-reviews-at-disconnection',
  to: disconnected,
  run: async ({ connectionId }, { db, orgId }) => {
    await sql`update review_accounts set next_run_at = null where org_id = ${orgId} and connection_id = ${connectionId}`.execute(
      db,
    )
    await sql`update review_locations set is_listed = false where org_id = ${orgId} and connection_id = ${connectionId}`.execute(
      db,
    )
    await clearNotice(db, orgId, reviewNotices.review_sync_stopped, connectionId)
    const now = new Date()
    const run = await lockRunOf(db, orgId, connectionId)
    if (run) await failRun(db, run, { code: 'disconnected', reason: 'Google was disconnected.', now })
    const { rows } = await sql<ReplyRow>`
      select p.* from review_replies p
      join reviews r on r.org_id = p.org_id and r.id = p.review_id
      join review_locations l on l.org_id = r.org_id and l.id = r.location_id
      where p.org_id = ${orgId} and p.state = 'sending' and l.connection_id = ${connectionId} order by p.id`.execute(db)
    const reason = 'Google was disconnected. Connect it on the page Reviews, then reply again.'
    for (const reply of rows) await settleReply(db, reply, { state: 'failed', code: 'disconnected', reason, now })
  },
})
