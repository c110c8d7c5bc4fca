import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { shape } from '#shapes'
import { reviewErrors } from './errors.ts'
import { findReview, Review } from './shown-reviews.ts'
import { findVersions } from './versions.ts'

const ReviewVersion = shape('ReviewVersion', {
  version: z.int(),
  stars: z.int().nullable(),
  text: z.string().nullable(),
  pictures: z.int(),
  changed_at: z.iso.datetime(),
  seen_at: z.iso.datetime().describe('When it was read here'),
})

export const showReview = action({
  name: 'show-review',
  summary: 'Show a review with its versions',
  description: 'Newest version first, at most 50.',
  who: 'member',
  transports: ['gateway', 'mcp', 'workflow'],
  effect: 'read',
  scope: 'reviews:read',
  limit: { times: 600, seconds: 60 },
  input: z.object({ reviewId: z.uuid() }),
  output: z.object({ review: Review, versions: z.array(ReviewVersion) }),
  errors: [reviewErrors.review_not_found],
  examples: [{ title: 'A review', input: { reviewId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ reviewId }, { db, org, fail }) {
    const review = await findReview(db, org.id, reviewId)
    if (!review) throw fail('review_not_found')
    const versions = await findVersions(db, org.id, reviewId)
    return {
      review,
      versions: versions.map(({ version, stars, text, pictures, changed_at: changedAt, seen_at: seenAt }) => ({
        ...{ version, stars, text, pictures, changed_at: changedAt.toISOString(), seen_at: seenAt.toISOString() },
      })),
    }
  },
})
