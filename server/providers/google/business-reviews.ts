import { z } from 'zod'
import type { ReplyStanding, VendorReply, VendorReview } from '#ports/reviews.ts'

const starWords = ['ONE', 'TWO', 'THREE', 'FOUR', 'FIVE']

/** `reviewReplyState` (since April 2026) and `policyViolation` (since July 2026): how they are spelled is not confirmed, so anything is let in. */
export const StoredReply = z.object({
  comment: z.string(),
  updateTime: z.string().nullish(),
  reviewReplyState: z.unknown().optional(),
  policyViolation: z.unknown().optional(),
})

const Named = z.object({ reviewId: z.string().min(1).max(500) })
const Review = Named.extend({
  reviewer: z.object({ displayName: z.string().nullish(), isAnonymous: z.boolean().nullish() }).nullish().catch(null),
  starRating: z.unknown().optional(),
  comment: z.string().nullish(),
  createTime: z.string(),
  updateTime: z.string().nullish(),
  reviewReply: StoredReply.nullish().catch(null),
  reviewMediaItems: z.array(z.unknown()).nullish().catch(null),
})

export const ListedReviews = z.object({
  reviews: z.array(z.unknown()).max(1_000).default([]),
  averageRating: z.number().nullish(),
  totalReviewCount: z.int().nullish(),
  nextPageToken: z.string().nullish(),
})

/** Of one that cannot be read its id, or null without even that: the others of its page are read all the same. */
export const reviewOf = (listed: unknown): VendorReview | string | null => {
  const read = Review.safeParse(listed)
  if (!read.success) return Named.safeParse(listed).data?.reviewId ?? null
  const { reviewId, reviewer, starRating, comment, createTime, updateTime, reviewReply, reviewMediaItems } = read.data
  const postedAt = timeOf(createTime)
  if (!postedAt) return reviewId
  const stars = starWords.indexOf(String(starRating)) + 1
  return {
    ...{ reviewId, postedAt, changedAt: timeOf(updateTime) ?? postedAt, stars: stars === 0 ? null : stars },
    reviewer: reviewer?.isAnonymous ? null : textOf(reviewer?.displayName, 200),
    text: textOf(comment, 20_000),
    pictures: Math.min(reviewMediaItems?.length ?? 0, 1_000),
    reply: reviewReply ? replyOf(reviewReply) : null,
  }
}

export const replyOf = (stored: z.output<typeof StoredReply>): VendorReply => {
  const violation = wordIn(stored.policyViolation)
  return {
    text: textOf(stored.comment, 20_000) ?? '',
    changedAt: timeOf(stored.updateTime),
    standing: standingOf(stored.reviewReplyState, violation),
    violation,
  }
}

/** Without a state it is as before April 2026: what is stored is shown. */
const standingOf = (state: unknown, violation: string | null): ReplyStanding => {
  const word = typeof state === 'string' ? state.toUpperCase() : ''
  if (word.includes('REJECT') || word.includes('DECLIN')) return 'rejected'
  if (word.includes('PENDING') || word.includes('REVIEWING')) return 'pending'
  if (word.includes('APPROV') || word.includes('PUBLISH')) return 'published'
  if (word === '' || word.includes('UNSPECIFIED')) return violation === null ? 'published' : 'rejected'
  return 'unknown'
}

/** A word, or an object with one in it. */
const wordIn = (value: unknown, depth = 0): string | null => {
  if (typeof value === 'string') return textOf(value, 200)
  if (typeof value !== 'object' || value === null || depth > 2) return null
  for (const inner of Object.values(value).slice(0, 20)) {
    const word = wordIn(inner, depth + 1)
    if (word !== null) return word
  }
  return null
}

const timeOf = (text: string | null | undefined): Date | null => {
  const time = new Date(text ?? '')
  const year = time.getUTCFullYear()
  return year >= 2000 && year < 2200 ? time : null
}

/** Without what PostgreSQL does not store, in whole characters. */
const textOf = (text: string | null | undefined, most: number): string | null => {
  const kept = (text ?? '').toWellFormed().replaceAll('\u0000', '').trim()
  return kept === '' ? null : cutWhole(kept, most)
}

const cutWhole = (text: string, most: number): string => (text.length <= most ? text : text.slice(0, most).toWellFormed())
