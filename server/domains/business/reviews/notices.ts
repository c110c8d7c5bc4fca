import { notices } from '#core/declared.ts'

export const reviewNotices = notices({
  review_new: {
    about: 'A customer wrote a review, or several came at once.',
    least: 'member',
    topic: 'workspace',
    line: ({ count }) => (Number(count) > 1 ? `${count} new reviews` : 'A new review'),
    page: () => '/reviews',
  },
  review_reply_failed: {
    about: 'A reply to a review was not sent, or Google rejected it.',
    least: 'member',
    topic: 'workspace',
    page: (reviewId) => `/reviews/${reviewId}`,
  },
  review_sync_stopped: {
    about: 'Reviews can no longer be read.',
    least: 'admin',
    topic: 'connections',
    page: () => '/reviews',
  },
})
