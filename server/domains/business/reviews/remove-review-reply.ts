import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { checkAnswerable } from './answerable.ts'
import { reviewErrors } from './errors.ts'
import { askForReply, findLastReplies, ReplyState } from './replies.ts'

export const removeReviewReply = action({
  name: 'remove-review-reply',
  summary: 'Remove the reply to a review',
  description: 'At Google, by a job. A reply that is not sent yet is not sent any more.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: true, idempotent: true },
  scope: 'reviews:write',
  input: z.object({ reviewId: z.uuid() }),
  output: z.object({ success: z.literal(true), state: ReplyState }),
  errors: [
    ...[reviewErrors.review_not_found, reviewErrors.review_gone, reviewErrors.review_reply_none],
    ...[reviewErrors.reviews_not_connected, reviewErrors.review_location_denied],
  ],
  examples: [{ title: 'The reply to a review', input: { reviewId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ reviewId }, { db, org, person, now, enqueue, fail }) {
    const review = await checkAnswerable(db, org.id, reviewId)
    const last = (await findLastReplies(db, org.id, [reviewId])).get(reviewId)
    if (last?.kind === 'remove' && last.state === 'sending') return { success: true as const, state: 'sending' as const }
    // One that was being sent may have arrived.
    const mayBeThere = review.reply_text !== null || last?.state === 'sending' || last?.state === 'failed'
    if (!mayBeThere) throw fail('review_reply_none')
    await askForReply(db, org.id, { reviewId, text: null, personId: person?.id ?? null, now: now(), enqueue })
    return { success: true as const, state: 'sending' as const }
  },
})
