import { createHmac } from 'node:crypto'
import type { Simulator } from '../simulators.ts'
import { serveApi } from './api.ts'
import { serveCheckout } from './checkout.ts'
import { serveDashboard } from './dashboard.ts'
import { checkTheClock } from './payments.ts'
import { openStore } from './store.ts'

/** Stripe: checkout sessions with their page, payments, refunds, disputes, events and webhooks. */
export const stripe: Simulator = {
  slug: 'stripe',
  title: 'Stripe',
  instead: 'Stripe’s API, checkout page and dashboard',
  about:
    'Any key that starts with sk_test_ or sk_live_ is a separate account. On the checkout page, pay by card, be declined, pay by a delayed bank method, or go back. No fees except for disputes, no payouts.',
  pages: [{ path: '/dashboard', title: 'Dashboard' }],
  counts: (context) => ({ checkouts: context.table('sessions').count, payments: context.table('intents').count }),
  register(app, context) {
    const store = openStore(context)
    serveApi(app, context, store)
    serveCheckout(app, context, store)
    serveDashboard(app, context, store)
    context.every(500, () => checkTheClock(store))
  },
  isMeant: ({ path, authorization }) =>
    /^(Bearer|Basic) [sr]k_/.test(authorization) ||
    path.startsWith('/c/pay/') ||
    (!authorization.startsWith('Basic rzp_') &&
      /^\/v1\/(checkout\/sessions|payment_intents|charges|balance|account(?!s)|events|webhook_endpoints)/.test(path)),
  textsOfErrors: (status) => ({
    error:
      status === 429
        ? { code: 'rate_limit', message: 'Request rate limit exceeded.', type: 'invalid_request_error' }
        : { message: 'An unknown error occurred.', type: 'api_error' },
  }),
  // https://docs.stripe.com/webhooks#verify-manually; v0 is what Stripe adds in test mode, and proves nothing.
  sign: ({ body, secret, at }) => {
    const t = Math.floor(at.getTime() / 1_000)
    const hmac = (key: string): string => createHmac('sha256', key).update(`${t}.${body}`).digest('hex')
    return { 'stripe-signature': `t=${t},v1=${hmac(secret)},v0=${hmac('v0')}` }
  },
}
