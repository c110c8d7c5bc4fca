import { createHmac } from 'node:crypto'
import type { Double, World } from '../simulators.ts'
import { serveApi } from './api.ts'
import { lateSeconds, openBooks } from './books.ts'
import { serveCheckout } from './checkout.ts'
import { serveDashboard } from './dashboard.ts'

const words = {
  429: 'Too many requests. Please try after some time.',
  500: 'We are facing some trouble completing your request at the moment. Please try again shortly.',
  503: 'The server is not ready to handle your request. Please try again shortly.',
} as const

/** Razorpay: orders, payments, refunds, the widget and its webhooks. */
export const razorpay: Double = {
  slug: 'razorpay',
  title: 'Razorpay',
  instead: 'Razorpay’s API, checkout.js and dashboard',
  about: `Any key that starts with rzp_test_ or rzp_live_ is a separate account, with the secret of its first use. In the widget, pay by card or UPI, be declined, be authorized ${lateSeconds} seconds late, or leave.`,
  pages: [{ path: '/dashboard', title: 'Dashboard' }],
  counts: (world) => ({ orders: world.table('orders').count, payments: world.table('payments').count }),
  register(app, world) {
    const books = openBooks(world)
    serveApi(app, books)
    serveCheckout(app, world, books)
    serveDashboard(app, world, books)
    awaitBanks(world, books)
  },
  isMeant: ({ path, authorization }) =>
    authorization.startsWith('Basic rzp_') ||
    /^\/v1\/checkout(\.js|\/public)/.test(path) ||
    (/^\/v1\/(orders|payments)(\/|$)/.test(path) && !/^(Bearer|Basic) [sr]k_/.test(authorization)),
  textsOfErrors: (status) => ({
    error: { code: status === 429 ? 'BAD_REQUEST_ERROR' : 'SERVER_ERROR', description: words[status] },
  }),
  // The secret of the webhook, not of the key. The same id on every try: it is all there is against repeats.
  sign: ({ messageId, body, secret }) => ({
    'x-razorpay-signature': createHmac('sha256', secret).update(body).digest('hex'),
    'x-razorpay-event-id': messageId,
  }),
}

const pollMs = 500

/** What a bank said no to and then yes. A payment that waits outlives a restart. */
const awaitBanks = (world: World, books: ReturnType<typeof openBooks>): void =>
  world.every(pollMs, () => {
    for (const payment of books.payments.list()) {
      if (payment.authorize_at === null || payment.authorize_at > books.nowSeconds()) continue
      const account = books.accounts.find(payment.keyId)
      if (account) books.tell(account, books.authorizeLate(account, payment))
    }
  })
