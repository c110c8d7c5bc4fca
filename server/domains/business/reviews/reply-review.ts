import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { mostReplyBytes } from '#ports/reviews.ts'
import { checkAnswerable } from './answerable.ts'
import { reviewErrors } from './errors.ts'
import { askForReply, findLastReplies, ReplyState } from './replies.ts'

export const replyReview = action({
  name: 'reply-review',
  summary: 'Reply to a review, or edit the reply',
  description:
    'The reply is public at Google, in the name of the business. It is stored and then sent by a job: `state` is `sending`, and later `sent`, `pending` (Google has it and does not show it yet), `rejected` or `failed`, each with its reason in `show-review`. A review has one reply: another text replaces it. The same text again changes nothing.',
  who: 'member',
  transports: ['gateway', 'workflow'],
  effect: 'write',
  hints: { destructive: false, idempotent: true },
  scope: 'reviews:write',
  limit: { times: 60, seconds: 60 },
  input: z.object({
    reviewId: z.uuid(),
    text: z.string().trim().min(1).max(mostReplyBytes).describe('4,096 bytes at most, as UTF-8; Google shows plain text'),
  }),
  output: z.object({ success: z.literal(true), state: ReplyState }),
  errors: [
    ...[reviewErrors.review_not_found, reviewErrors.review_gone, reviewErrors.review_reply_too_long],
    ...[reviewErrors.reviews_not_connected, reviewErrors.review_location_denied],
  ],
  examples: [
    {
      title: 'An apology',
      input: {
        reviewId: '01980000-0000-7000-8000-000000000000',
        text: 'We are sorry that we were late. Please call us: we want to put it right.',
      },
    },
  ],

  async run({ reviewId, text }, { db, org, person, now, enqueue, fail }) {
    if (Buffer.byteLength(text) > mostReplyBytes) throw fail('review_reply_too_long', { field: 'text' })
    await checkAnswerable(db, org.id, reviewId)
    const last = (await findLastReplies(db, org.id, [reviewId])).get(reviewId)
    if (last?.text === text && isStanding(last.state)) return { success: true as const, state: last.state }
    await askForReply(db, org.id, { reviewId, text, personId: person?.id ?? null, now: now(), enqueue })
    return { success: true as const, state: 'sending' as const }
  },
})

/** On its way, or at Google as it was asked for. */
const isStanding = (state: string): state is 'sending' | 'sent' | 'pending' =>
  state === 'sending' || state === 'sent' || state === 'pending'
