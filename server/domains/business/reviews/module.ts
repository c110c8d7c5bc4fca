import { held } from '#core/held.ts'
import { module } from '#core/module.ts'
import { endReviewsAtDisconnection, readAtConnection } from './at-connections.ts'
import { reviewErrors } from './errors.ts'
import { reviewEvents } from './events.ts'
import { heldReadings, heldReplies } from './held-reviews.ts'
import { listReviewLocations } from './list-review-locations.ts'
import { listReviews } from './list-reviews.ts'
import { reviewNotices } from './notices.ts'
import { readReviews } from './read-reviews.ts'
import { removeReviewReply } from './remove-review-reply.ts'
import { replyReview } from './reply-review.ts'
import { goneReviewRetention, reviewNoticeRetention, reviewRunRetention } from './retention.ts'
import { reviewSync } from './review-sync.ts'
import { sendReviewReply } from './send-review-reply.ts'
import { setReviewLocation } from './set-review-location.ts'
import { showReview } from './show-review.ts'
import { startDueReviews } from './start-due-reviews.ts'
import { syncGoogleReviews } from './sync-google-reviews.ts'

/** What customers write of the business at Google, and what it answers. */
export const reviewsModule = module({
  title: 'Reviews',
  actions: [
    ...[listReviews, showReview, listReviewLocations, setReviewLocation],
    ...[syncGoogleReviews, reviewSync, replyReview, removeReviewReply],
  ],
  jobs: [readReviews, sendReviewReply, startDueReviews],
  errors: reviewErrors,
  events: [reviewEvents],
  notices: reviewNotices,
  scopes: {
    'reviews:read': 'Read reviews and ratings',
    'reviews:write': 'Sync reviews, and reply to them in public',
  },
  retention: [goneReviewRetention, reviewNoticeRetention, reviewRunRetention],
  within: [readAtConnection, endReviewsAtDisconnection],
  held: [
    held({ name: 'reading reviews', kind: 'syncs', rows: { ...heldReadings, job: readReviews } }),
    held({ name: 'replies to reviews', kind: 'messages', rows: { ...heldReplies, job: sendReviewReply } }),
  ],
  owns: ['review_accounts', 'review_locations', 'review_replies', 'review_runs', 'review_versions', 'reviews'],
})
