import { counted } from '#web/i18n/format.ts'
import { messages } from '#web/i18n/strings.ts'
import { type NoticeSentences, factText as text } from '#web/module.ts'

/** What the audit log says of each action, after who called it. */
export const audit = messages('business/reviews/sentences#audit', {
  'remove-review-reply': { done: 'removed the reply to a review', tried: 'tried to remove the reply to a review' },
  'reply-review': { done: 'replied to a review', tried: 'tried to reply to a review' },
  'review-sync': { done: 'synced the reviews', tried: 'tried to sync the reviews' },
  'set-review-location': {
    done: 'changed which reviews are read',
    tried: 'tried to change which reviews are read',
  },
  'sync-google-reviews': { done: 'synced the reviews', tried: 'tried to sync the reviews' },
})

const strings = messages('business/reviews/sentences', {
  one: (stars: string) => `New review with ${stars === '1' ? '1 star' : `${stars} stars`}`,
  unrated: 'New review',
  several: (count: number) => `${counted(count)} new reviews`,
  failed: 'A reply to a review was not sent',
  rejected: 'Google rejected a reply to a review',
  stopped: 'Reviews can no longer be read',
})

export const notices: NoticeSentences = {
  review_new: ({ facts, subject_id: reviewId }) => {
    const count = Number(facts.count)
    if (count > 1) return { title: strings.several(count), text: text(facts.location), tone: 'warn', link: { to: '/reviews' } }
    return {
      title: facts.stars === null ? strings.unrated : strings.one(text(facts.stars)),
      text: text(facts.location),
      tone: Number(facts.stars ?? 5) <= 2 ? 'bad' : 'good',
      link: { to: '/reviews/$reviewId', params: { reviewId } },
    }
  },
  review_reply_failed: ({ facts, subject_id: reviewId }) => ({
    title: facts.state === 'rejected' ? strings.rejected : strings.failed,
    text: text(facts.reason),
    tone: 'bad',
    link: { to: '/reviews/$reviewId', params: { reviewId } },
  }),
  review_sync_stopped: ({ facts }) => ({
    title: strings.stopped,
    text: text(facts.reason),
    tone: 'bad',
    link: { to: '/reviews' },
  }),
}
