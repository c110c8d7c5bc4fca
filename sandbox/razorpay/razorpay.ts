import { createHmac } from 'node:crypto'
import type { Simulator, SimulatorContext } from '../simulators.ts'
import { serveApi } from './api.ts'
import { serveCheckout } from './checkout.ts'
import { serveDashboard } from './dashboard.ts'
import { authorizeLate, lateSeconds } from './payments.ts'
import { openStore } from './store.ts'
import { notify } from './webhooks.ts'

const words = {
  429: 'Too many requests. Please try after some time.',
  500: 'We are facing some trouble completing your request at the moment. Please try again shortly.',
  503: 'The server is not ready to handle your request. Please try again shortly.',
} as const

/** Razorpay: orders, payments, refunds, the widget and its webhooks. */
export const razorpay: Simulator = {
  slug: 'razorpay',
  title: 'Razorpay',
  instead: 'Razorpay’s API, checkout.js and dashboard',
  about: `Any key that starts with rzp_test_ or rzp_live_ is a separate account, with the secret of its first use. In the widget, pay by card or UPI, be declined, be authorized ${lateSeconds} seconds late, or leave.`,
  pages: [{ path: '/dashboard', title: 'Dashboard' }],
  counts: (context) => ({ orders: context.table('orders').count, payments: context.table('payments').count }),
  register(app, context) {
    const store = openStore(context)
    serveApi(app, store)
    serveCheckout(app, context, store)
    serveDashboard(app, context, store)
    awaitBanks(context, store)
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
const awaitBanks = (context: SimulatorContext, store: ReturnType<typeof openStore>): void =>
  context.every(pollMs, () => {
    for (const payment of store.payments.list()) {
      if (payment.authorize_at === null || payment.authorize_at > store.nowSeconds()) continue
      const account = store.accounts.find(payment.keyId)
      if (account) notify(store, account, authorizeLate(store, account, payment))
    }
  })
