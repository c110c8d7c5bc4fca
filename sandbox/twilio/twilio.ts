import type { Simulator } from '../simulators.ts'
import { serveApi, shownRefusal } from './api.ts'
import { servePhone } from './phone.ts'
import { openStore, Refused, signatureOf } from './store.ts'

const words = {
  429: [20_429, 'Too Many Requests'],
  500: [20_500, 'Internal Server Error'],
  503: [20_503, 'Service Unavailable'],
} as const

/** Twilio: accounts, numbers, calls, and the telephones at both ends of them. */
export const twilio: Simulator = {
  slug: 'twilio',
  title: 'Twilio',
  instead: 'Twilio’s voice API and phones',
  about:
    'Any account SID is a separate account, with the token of its first use and one number. Call that number, or be called from the app: answer, be busy, do not answer or hang up.',
  pages: [{ path: '/phone', title: 'Telephones' }],
  counts: (context) => ({ calls: context.table('calls').count }),
  register(app, context) {
    const store = openStore(context)
    serveApi(app, store)
    servePhone(app, context, store)
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
