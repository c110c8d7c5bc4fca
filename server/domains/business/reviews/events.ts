import { z } from 'zod'
import { event } from '#core/events/event.ts'
import { ReviewFacts, readReviewFacts } from './review-facts.ts'

const Facts = z.object({ location_id: z.uuid(), stars: z.int().nullable(), version: z.int() })

/** Read, not stored with the event: the words of a removed review go after 30 days. */
const told = { body: ReviewFacts, read: readReviewFacts }

export const reviewEvents = {
  received: event({
    type: 'review.received',
    about:
      'A review of the business was read for the first time. Webhooks hear of those that were written since the account was connected.',
    facts: Facts.extend({ is_news: z.boolean().default(true) }),
    webhook: told,
  }),
  changed: event({
    type: 'review.edited',
    about: 'Its author edited a review, or a removed one is back.',
    facts: Facts.extend({ change: z.enum(['edited', 'back']) }),
    webhook: told,
  }),
  removed: event({ type: 'review.removed', about: 'A review is no longer at Google.', facts: Facts, webhook: told }),
  replied: event({
    type: 'review.reply_changed',
    about: 'A reply to a review was written, sent, rejected, removed, or could not be sent.',
    facts: z.object({ state: z.string(), code: z.string().nullable() }),
  }),
  synced: event({
    type: 'review.sync_changed',
    about: 'A sync of reviews began, waits or ended, or its locations changed.',
    facts: z.object({ change: z.string(), code: z.string().nullable() }),
  }),
}
