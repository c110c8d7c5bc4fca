import type { Db } from '#core/context.ts'
import type { VendorReply } from '#ports/reviews.ts'
import type { Met } from './met-reviews.ts'
import { findLastReplies, type ReplyRow, type ReplyState, settleReply } from './replies.ts'
import { endNews } from './review-news.ts'
import type { ReviewRow } from './versions.ts'

/** A list may lag behind what was put a moment ago: only after so long does it say that a reply was taken away or replaced. */
const lagMs = 10 * 60_000

/** What Google says of a reply that it has. */
export const stateOf = ({
  standing,
  violation,
}: VendorReply): Pick<Parameters<typeof settleReply>[2], 'state' | 'code' | 'reason'> => {
  if (standing === 'pending') return { state: 'pending' }
  if (standing !== 'rejected') return { state: 'sent' }
  return {
    state: 'rejected',
    code: 'rejected',
    reason: `Google rejected the reply${violation === null ? '' : ` (${violation})`}. Edit it, so that it keeps Google’s rules for reviews.`,
  }
}

/** Apart from white space, and from how letters with marks are written: Google may keep a reply in another form. */
const isSame = (one: string | null, other: string | null): boolean => plain(one) === plain(other)
const plain = (text: string | null): string => (text ?? '').normalize().replace(/\s+/g, ' ').trim()

export const storeReply = async (db: Db, orgId: string, reviewId: string, reply: VendorReply | null): Promise<void> => {
  await db
    .updateTable('reviews')
    .set({
      ...{ reply_text: reply?.text ?? null, reply_at: reply?.changedAt ?? null },
      ...{ reply_standing: reply?.standing ?? null, reply_violation: reply?.violation ?? null },
    })
    .where('org_id', '=', orgId)
    .where('id', '=', reviewId)
    .execute()
}

/** Replies as a page lists them: what Google decided of ours, and what was written or removed there. */
export const seeReplies = async (
  db: Db,
  orgId: string,
  { met, rows, now }: { met: readonly Met[]; rows: readonly ReviewRow[]; now: Date },
): Promise<void> => {
  const known = new Map(rows.map((row) => [row.id, row]))
  const ours = await findLastReplies(db, orgId, [...known.keys()])
  for (const { id, review } of met) {
    const row = known.get(id)
    const last = ours.get(id)
    if (last && !isSettledBefore(last, now)) {
      // What was just put is newer than a list that does not have it.
      if (!review.reply || !isSame(review.reply.text, last.text)) continue
    }
    if (differs(row, review.reply)) await storeReply(db, orgId, id, review.reply)
    if (last) await follow(db, last, review.reply, now)
  }
}

const isSettledBefore = ({ done_at: doneAt }: ReplyRow, now: Date): boolean =>
  doneAt !== null && now.getTime() - doneAt.getTime() > lagMs

const differs = (row: ReviewRow | undefined, reply: VendorReply | null): boolean =>
  (row?.reply_text ?? null) !== (reply?.text ?? null) ||
  (row?.reply_standing ?? null) !== (reply?.standing ?? null) ||
  (row?.reply_violation ?? null) !== (reply?.violation ?? null)

/** At Google are these: what is decided of them may change. */
const there: ReadonlySet<string> = new Set<ReplyState>(['sent', 'pending', 'rejected'])

const follow = async (db: Db, last: ReplyRow, reply: VendorReply | null, now: Date): Promise<void> => {
  if (last.state === 'failed') return seeFailed(db, last, reply, now)
  if (last.kind !== 'put' || !there.has(last.state)) return
  if (!reply) return settleReply(db, last, { state: 'removed', now })
  const next = isSame(reply.text, last.text) ? stateOf(reply) : ({ state: 'replaced' } as const)
  if (next.state !== last.state) await settleReply(db, last, { ...next, now })
}

/** Google did what was asked for, and its answers were lost until it was given up: it did not fail. */
const seeFailed = async (db: Db, last: ReplyRow, reply: VendorReply | null, now: Date): Promise<void> => {
  if (last.kind === 'put' ? !reply || !isSame(reply.text, last.text) : reply !== null) return
  await settleReply(db, last, { ...(reply ? stateOf(reply) : { state: 'removed' as const }), now })
  if (reply) await endNews(db, last.org_id, last.review_id, last.created_by)
}
