import type { ProviderHttp } from '#core/outbound/provider-http.ts'
import type { PaymentAccount, Payments } from '#ports/payments.ts'
import { makeCalls } from './calls.ts'
import { capture, findCheckout, findPayment, listCheckouts, orderFor } from './checkouts.ts'
import { AnyOrders, Endpoint } from './objects.ts'
import { isSigned } from './webhooks.ts'

/** The vendor's own address. A Razorpay simulator serves the API and `/v1/checkout.js` from one address. */
const razorpayBase = 'https://api.razorpay.com'

const checkoutScript = 'https://checkout.razorpay.com/v1/checkout.js'

/**
 * Razorpay by its HTTP API (https://razorpay.com/docs/api/): Basic auth with the key, JSON, amounts in paise. Amounts and
 * currencies are ISO 4217's here and there, so nothing is converted.
 */
export const razorpayPayments = ({
  base,
  widgetBase = base,
  credentials,
  mode,
  http,
  now,
}: {
  base: string
  /** Where payers' browsers reach the one that plays Razorpay, if that is not where we do. */
  widgetBase?: string
  credentials: Readonly<Record<string, string>>
  mode: PaymentAccount['mode']
  http: ProviderHttp
  now: () => Date
}): Payments => {
  const { keyId = '', keySecret = '' } = credentials
  const address = base.replace(/\/+$/, '')
  const api = makeCalls({ base: address, keyId, keySecret, http, now })

  return {
    provider: 'razorpay',
    widget: {
      keyId,
      scriptUrl: address === razorpayBase ? checkoutScript : `${widgetBase.replace(/\/+$/, '')}/v1/checkout.js`,
    },

    canClose: false,

    async test() {
      await api.get('orders.all', '/v1/orders?count=1', AnyOrders)
      // With a key's own rights nothing tells the account's name; the key's id is public and known to its owner.
      return { account: keyId, accountId: null, isLive: api.isLive }
    },

    async openCheckout(wanted) {
      const order = await orderFor(api, wanted)
      // An order never ends by itself, and has no page: the payer's page opens the widget.
      return { checkoutId: order.id, url: null, expiresAt: null }
    },

    findCheckout: (checkoutId) => findCheckout(api, checkoutId),

    findPayment: (paymentId) => findPayment(api, paymentId),

    capture: (payment) => capture(api, payment),

    async closeCheckout() {
      // Razorpay has no call that ends an order. What is paid into one later is judged when it comes.
    },

    checkReturn: ({ checkoutId, paymentId, signature }) =>
      isSigned(Buffer.from(`${checkoutId}|${paymentId}`), signature, keySecret),

    listCheckouts: (since, cursor) => listCheckouts(api, since, cursor),

    async balance() {
      // There is no call for what an account holds: settlements go to the bank by themselves.
      return []
    },

    async registerWebhook(url) {
      // At Razorpay a person does that, on the dashboard.
      if (mode !== 'sandbox') return null
      return api.post('webhooks.create', '/endpoints', Endpoint, { url })
    },
  }
}
