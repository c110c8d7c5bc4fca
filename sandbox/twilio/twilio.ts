import type { Double } from '../simulators.ts'
import { serveApi, shownRefusal } from './api.ts'
import { openBooks, Refused, signatureOf } from './books.ts'
import { servePhone } from './phone.ts'

const words = {
  429: [20_429, 'Too Many Requests'],
  500: [20_500, 'Internal Server Error'],
  503: [20_503, 'Service Unavailable'],
} as const

/** Twilio: accounts, numbers, calls, and the telephones at both ends of them. */
export const twilio: Double = {
  slug: 'twilio',
  title: 'Twilio',
  instead: 'Twilio’s voice API and phones',
  about:
    'Any account SID is a separate account, with the token of its first use and one number. Call that number, or be called from the app: answer, be busy, do not answer or hang up.',
  pages: [{ path: '/phone', title: 'Telephones' }],
  counts: (world) => ({ calls: world.table('calls').count }),
  register(app, world) {
    const books = openBooks(world)
    serveApi(app, books)
    servePhone(app, world, books)
  },
  isMeant: ({ path }) => path.startsWith('/2010-04-01/Accounts/'),
  textsOfErrors: (status) => shownRefusal(new Refused(words[status][0], words[status][1], status)),
  sign: ({ messageId, url, body, secret }) => ({
    'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
    'user-agent': 'TwilioProxy/1.1',
    'x-twilio-signature': signatureOf(secret, url, body),
    // The same on every try.
    'i-twilio-idempotency-token': messageId,
  }),
}
