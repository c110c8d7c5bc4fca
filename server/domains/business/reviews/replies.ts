import { type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import type { Db, Enqueue } from '#core/context.ts'
import { recordEvent } from '#core/events/events.ts'
import { newId } from '#core/ids.ts'
import type { Tables } from '#db/tables.ts'
import { clearNotice, raiseNotice } from '#domains/platform/notifications/notices.ts'
import { choice } from '#shapes'
import { cut } from '#shapes/texts.ts'
import { reviewEvents } from './events.ts'
import { sendReplyReference } from './job-references.ts'
import { reviewNotices } from './notices.ts'

/**
 * `pending`: Google has it and does not show it yet. `removed`: taken away, here or at Google. `replaced`: a later one took its place before
 * it was sent, or another was written at Google.
 */
export const ReplyState = choice('ReviewReplyState', [
  ...(['sending', 'sent', 'pending', 'rejected', 'failed'] as const),
  ...(['removed', 'replaced'] as const),
])
export type ReplyState = z.output<typeof ReplyState>

export type ReplyRow = Selectable<Tables['review_replies']>

/** Those of reviews that were asked for last. */
export const findLastReplies = async (
  db: Db,
  orgId: string,
  reviewIds: readonly string[],
): Promise<ReadonlyMap<string, ReplyRow>> => {
  if (reviewIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('review_replies')
    .selectAll()
    .distinctOn('review_id')
    .where('org_id', '=', orgId)
    .where('review_id', 'in', [...reviewIds])
    .orderBy('review_id')
    .orderBy('id', 'desc')
    .execute()
  return new Map(rows.map((row) => [row.review_id, row]))
}

/** Puts down what is to be at Google, in the place of what was not sent yet, and lets a job send it. */
export const askForReply = async (
  db: Db,
  orgId: string,
  wish: {
    readonly reviewId: string
    /** Null: the reply is to be removed. */
    readonly text: string | null
    readonly personId: string | null
    readonly now: Date
    readonly enqueue: Enqueue
  },
): Promise<void> => {
  const { reviewId, text, personId, now } = wish
  await db
    .updateTable('review_replies')
    .set({ state: 'replaced', done_at: now, next_at: null })
    .where('org_id', '=', orgId)
    .where('review_id', '=', reviewId)
    .where('state', '=', 'sending')
    .execute()
  await db
    .insertInto('review_replies')
    .values({
      ...{ org_id: orgId, id: newId(), review_id: reviewId, kind: text === null ? 'remove' : 'put', text },
      ...{ next_at: now, created_by: personId },
    })
    .execute()
  await clearNotice(db, orgId, reviewNotices.review_reply_failed, reviewId)
  await recordEvent(db, orgId, reviewEvents.replied, reviewId, { state: 'sending', code: null })
  await wish.enqueue(sendReplyReference, { orgId, reviewId })
}

/** What became of a reply: seen in the review, and told to members where they must do something. */
export const settleReply = async (
  db: Db,
  reply: Pick<ReplyRow, 'org_id' | 'id' | 'review_id'>,
  outcome: {
    readonly state: Exclude<ReplyState, 'sending'>
    readonly code?: string
    readonly reason?: string
    readonly now: Date
  },
): Promise<void> => {
  const { org_id: orgId, id, review_id: reviewId } = reply
  const { state, code = null, reason = null, now } = outcome
  await db
    .updateTable('review_replies')
    .set({ state, code, reason: reason === null ? null : cut(reason, 500), next_at: null })
    .set({ done_at: sql<Date>`coalesce(done_at, ${now})` })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .execute()
  await recordEvent(db, orgId, reviewEvents.replied, reviewId, { state, code })
  if (state === 'failed' || state === 'rejected')
    await raiseNotice(db, orgId, {
      notice: reviewNotices.review_reply_failed,
      subjectId: reviewId,
      facts: { state, reason },
    })
  else await clearNotice(db, orgId, reviewNotices.review_reply_failed, reviewId)
}
