import { createHmac } from 'node:crypto'
import type { Double } from '../simulators.ts'
import { serveApi } from './api.ts'
import { openBooks } from './books.ts'
import { serveCheckout } from './checkout.ts'
import { serveDashboard } from './dashboard.ts'

/** Stripe: checkout sessions with their page, payments, refunds, disputes, events and webhooks. */
export const stripe: Double = {
  slug: 'stripe',
  title: 'Stripe',
  instead: 'Stripe’s API, checkout page and dashboard',
  about:
    'Any key that starts with sk_test_ or sk_live_ is a separate account. On the checkout page, pay by card, be declined, pay by a delayed bank method, or go back. No fees except for disputes, no payouts.',
  pages: [{ path: '/dashboard', title: 'Dashboard' }],
  counts: (world) => ({ checkouts: world.table('sessions').count, payments: world.table('intents').count }),
  register(app, world) {
    const books = openBooks(world)
    serveApi(app, world, books)
    serveCheckout(app, world, books)
    serveDashboard(app, world, books)
    world.every(500, books.checkTheClock)
  },
  isMeant: ({ path, authorization }) =>
    /^(Bearer|Basic) [sr]k_/.test(authorization) ||
    path.startsWith('/c/pay/') ||
    (!authorization.startsWith('Basic rzp_') &&
      /^\/v1\/(checkout\/sessions|payment_intents|charges|balance|account|events|webhook_endpoints)/.test(path)),
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
