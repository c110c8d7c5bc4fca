import type { Db, JobContext } from '#core/context.ts'
import { job } from '#core/jobs/job.ts'
import { type ConnectionRow, findConnection } from '#domains/connections/connections/connections.ts'
import type { VendorReply } from '#ports/reviews.ts'
import { openReviews } from './accounts.ts'
import { ReplyData, sendReplyReference } from './job-references.ts'
import { findLocation, type LocationRow } from './locations.ts'
import { Disconnected } from './obstacles.ts'
import { type ReplyRow, settleReply } from './replies.ts'
import { stateOf, storeReply } from './reply-standings.ts'
import { endNews } from './review-news.ts'
import { settleError } from './sent-replies.ts'
import type { ReviewRow } from './versions.ts'

/** Longer than a call takes. Two puts at once could arrive in the other order, and the older text would stand. */
const leaseMs = 90_000

interface Sending {
  readonly reply: ReplyRow
  readonly review: ReviewRow
  readonly location: LocationRow
  readonly connection: ConnectionRow
}

/** Puts the newest reply of a review, or removes it. A put whose answer was lost is put again: the same text is the same reply. */
export const sendReviewReply = job({
  name: 'send-review-reply',
  summary: 'Send a reply to a review',
  data: ReplyData,
  retry: { times: 5, delaySeconds: 5 },
  atOnce: 4,

  async run({ orgId, reviewId }, context) {
    const sending = await context.inOrg(orgId, (db) => begin(db, context, orgId, reviewId))
    if (!sending) return
    const result = await send(context, sending).catch((error: unknown) => ({ error }))
    if (context.signal.aborted && 'error' in result) throw result.error
    await context.inOrg(orgId, (db) => end(db, context, sending, result))
  },
})

const lockReview = (db: Db, orgId: string, id: string): Promise<ReviewRow | undefined> =>
  db.selectFrom('reviews').selectAll().where('org_id', '=', orgId).where('id', '=', id).forUpdate().executeTakeFirst()

const openReplyOf = (db: Db, orgId: string, reviewId: string): Promise<ReplyRow | undefined> =>
  db
    .selectFrom('review_replies')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('review_id', '=', reviewId)
    .where('state', '=', 'sending')
    .executeTakeFirst()

/** Null where there is nothing to send now, or another worker is at it: it looks again when it is done. */
const begin = async (db: Db, { now }: JobContext, orgId: string, reviewId: string): Promise<Sending | null> => {
  const review = await lockReview(db, orgId, reviewId)
  const reply = review && (await openReplyOf(db, orgId, reviewId))
  if (!review || !reply) return null
  const at = now().getTime()
  if (review.reply_until !== null && review.reply_until.getTime() > at) return null
  if (reply.next_at !== null && reply.next_at.getTime() > at + 1_000) return null
  const location = await findLocation(db, orgId, review.location_id)
  const connection = location && (await findConnection(db, orgId, location.connection_id))
  if (!location || !connection) throw new Error('a review without its location')
  const until = new Date(at + leaseMs)
  await db.updateTable('reviews').set({ reply_until: until }).where('org_id', '=', orgId).where('id', '=', reviewId).execute()
  const tries = reply.tries + 1
  await db
    .updateTable('review_replies')
    .set({ tries, next_at: until })
    .where('org_id', '=', orgId)
    .where('id', '=', reply.id)
    .execute()
  return { reply: { ...reply, tries }, review, location, connection }
}

const send = async (
  context: JobContext,
  { reply, review, location, connection }: Sending,
): Promise<{ readonly sent: VendorReply | null }> => {
  if (connection.status === 'disconnected') throw new Disconnected()
  const reviews = openReviews(context, connection)
  const name = { accountId: location.account_id, locationId: location.location_id }
  if (reply.text !== null) return { sent: await reviews.putReply(name, review.review_id, reply.text) }
  await reviews.removeReply(name, review.review_id)
  return { sent: null }
}

const end = async (
  db: Db,
  context: JobContext,
  { reply, review }: Sending,
  result: { readonly sent: VendorReply | null } | { readonly error: unknown },
): Promise<void> => {
  const { org_id: orgId, id: reviewId } = review
  await lockReview(db, orgId, reviewId)
  await db.updateTable('reviews').set({ reply_until: null }).where('org_id', '=', orgId).where('id', '=', reviewId).execute()
  if ('sent' in result) await storeReply(db, orgId, reviewId, result.sent)
  const open = await openReplyOf(db, orgId, reviewId)
  // Another text was asked for meanwhile: it comes after this one.
  if (open?.id !== reply.id) {
    if (open) await context.enqueueIn(db, sendReplyReference, { orgId, reviewId })
    return
  }
  if ('error' in result) return settleError(db, context, reply, result.error)
  const now = context.now()
  if (result.sent === null) return settleReply(db, reply, { state: 'removed', now })
  await settleReply(db, reply, { ...stateOf(result.sent), now })
  await endNews(db, orgId, reviewId, reply.created_by)
}
