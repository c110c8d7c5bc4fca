import { errors } from '#core/errors.ts'

export const reviewErrors = errors({
  reviews_not_connected: {
    status: 409,
    message: 'No Google account is connected that may read the reviews of your business.',
    fix: 'Connect one on the page Reviews, or with `integration-init-oauth` and `wants: ["reviews"]`.',
  },
  review_location_not_found: {
    status: 404,
    message: 'The location does not exist.',
    fix: 'List the locations with list-review-locations. A new one at Google is there after the next sync.',
  },
  review_location_denied: {
    status: 409,
    message: 'Google does not let the connected account read or answer the reviews of this location.',
    fix: 'Verify the location at Google, and let the connected account manage it. Then sync again.',
  },
  review_not_found: {
    status: 404,
    message: 'The review does not exist.',
    fix: 'It may belong to another workspace: list the reviews again.',
  },
  review_gone: {
    status: 409,
    message: 'This review is no longer at Google.',
    fix: 'No action needed: a review that was removed cannot be answered.',
  },
  review_reply_too_long: {
    status: 400,
    message: 'A reply has 4,096 bytes at most.',
    fix: 'Shorten it. Letters with accents count as 2 bytes, those of most other alphabets as 2 or 3, and emoji as 4.',
  },
  review_reply_none: {
    status: 409,
    message: 'This review has no reply.',
    fix: 'No action needed: there is nothing to remove.',
  },
  review_sync_failed: {
    status: 503,
    message: 'The reviews could not be read.',
    fix: 'The message says why. It is tried again every hour; what was read until then is kept.',
  },
})
