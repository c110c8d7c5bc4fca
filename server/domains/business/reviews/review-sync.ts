import { action } from '#core/actions/action.ts'
import { SyncedReviews, SyncReviewsInput, syncReviews, syncReviewsErrors } from './waited-runs.ts'

export const reviewSync = action({
  name: 'review-sync',
  summary: 'Read the reviews at Google now, at an address of its own',
  description: 'The same as `sync-google-reviews`, also at `/functions/v1/review-sync`.',
  who: 'admin',
  transports: ['gateway', 'function'],
  effect: 'write',
  callsProvider: true,
  hints: { destructive: false, idempotent: true },
  scope: 'reviews:write',
  limit: { times: 30, seconds: 60 },
  input: SyncReviewsInput,
  output: SyncedReviews,
  errors: [...syncReviewsErrors],
  examples: [{ title: 'One location', input: { locationId: 'locations/555' } }],
  run: syncReviews,
})
