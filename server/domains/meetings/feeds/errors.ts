import { errors } from '#core/errors.ts'

export const feedErrors = errors({
  calendar_feed_exists: {
    status: 409,
    message: 'You have a calendar feed already.',
    fix: 'Use `change: renew` for a new address; the one of before ends then.',
  },
  calendar_feed_not_found: {
    status: 404,
    message: 'This calendar feed does not exist, or has ended.',
    fix: 'Make one in Settings → Mailboxes, and subscribe to its address.',
  },
})
