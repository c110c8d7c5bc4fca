import { action } from '#core/actions/action.ts'
import { SyncedReviews, SyncReviewsInput, syncReviews, syncReviewsErrors } from './waited-runs.ts'

export const syncGoogleReviews = action({
  name: 'sync-google-reviews',
  summary: 'Read the reviews at Google now',
  description:
    'Every account, location and page. It happens every hour anyway; a sync that runs already is joined. An edited review is a new version, and one that two whole passes did not list is gone. Nothing that was here before the account was connected makes a notice or a task.',
  who: 'admin',
  transports: ['gateway', 'mcp'],
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
