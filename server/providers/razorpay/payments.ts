import { createHash } from 'node:crypto'
import type { ProviderHttp } from '#core/outbound/provider-http.ts'
import {
  type CheckoutWanted,
  noDispute,
  type PaymentAccount,
  type Payments,
  type ProviderCheckout,
  type ProviderDispute,
  type ProviderPayment,
} from '#ports/payments.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { sumDisputes } from '../disputes.ts'
import { known, makeCalls, oneLine } from './calls.ts'
import {
  AnyJobReference,
  AnyOrders,
  AnyPayment,
  AnyTried,
  type Dispute,
  Disputes,
  Endpoint,
  fromUnix,
  noteValue,
  Order,
  ownOf,
  paymentStates,
  RazorpayPayment,
  readDispute,
  stateOf,
} from './objects.ts'
import { isSigned } from './webhooks.ts'

/** The vendor's own address. A Razorpay simulator serves the API and `/v1/checkout.js` from one address. */
export const razorpayBase = 'https://api.razorpay.com'

const checkoutScript = 'https://checkout.razorpay.com/v1/checkout.js'

/** The most that the API gives at once. */
const pageSize = 100

/** A thousand disputes of one account. */
const mostDisputePages = 10

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
  const isLive = keyId.startsWith('rzp_live_')

  const paymentOf = (found: RazorpayPayment, invoiceId: string | null, dispute: ProviderDispute | null): ProviderPayment => ({
    paymentId: found.id,
    checkoutId: found.order_id,
    invoiceId,
    state: paymentStates[found.status],
    amountMinor: found.amount,
    currency: found.currency,
    refundedMinor: found.amount_refunded ?? 0,
    dispute,
    isLive,
    method: found.method ?? null,
    failure: found.status === 'failed' ? oneLine(found.error_description ?? found.error_code ?? 'The payment failed.') : null,
    createdAt: fromUnix(found.created_at),
  })

  const checkoutOf = (order: Order, tried: readonly RazorpayPayment[], disputeOf: DisputeOf): ProviderCheckout => {
    const invoiceId = noteValue(order, 'invoice_id')
    const payments = tried.map((one) => paymentOf(one, invoiceId, disputeOf(one.id)))
    return {
      checkoutId: order.id,
      invoiceId,
      state: stateOf(order, payments),
      amountMinor: order.amount,
      currency: order.currency,
      isLive,
      createdAt: fromUnix(order.created_at),
      payments,
    }
  }

  /**
   * Razorpay knows no key against doubles, and `receipt` need not be unique. So an order that an earlier try may have left
   * behind is looked for before there is another. (Of two tries at the same moment each may make one: both are the same
   * invoice's, and only the one that is stored is ever shown to a payer.)
   */
  const orderOf = async (wanted: CheckoutWanted): Promise<Order> => {
    const receipt = receiptOf(wanted.key)
    const before = await api.get('orders.all', `/v1/orders?receipt=${encodeURIComponent(receipt)}&count=10`, AnyOrders)
    const same = before.items
      .flatMap((order) => ownOf(Order, order) ?? [])
      .find(
        (order) =>
          noteValue(order, 'key') === wanted.key && order.amount === wanted.amountMinor && order.currency === wanted.currency,
      )
    return (
      same ??
      (await api.post('orders.create', '/v1/orders', Order, {
        amount: wanted.amountMinor,
        currency: wanted.currency,
        receipt,
        notes: { invoice_id: wanted.invoiceId, key: wanted.key },
      }))
    )
  }

  /**
   * What became of disputes; null for a payment of which that could not be asked. A payment does not say it of itself, so the
   * account's disputes are read, the newest first; there are few, and they are only asked for once there is money.
   */
  const disputesOf = async (payments: readonly RazorpayPayment[]): Promise<DisputeOf> => {
    if (!payments.some((one) => paymentStates[one.status] === 'paid')) return () => noDispute
    const all: Dispute[] = []
    let isWhole = false
    try {
      for (let page = 0; page < mostDisputePages && !isWhole; page++) {
        const path = `/v1/disputes?count=${pageSize}&skip=${page * pageSize}`
        const { items } = await api.list('disputes.all', path, Disputes)
        all.push(...items)
        isWhole = items.length < pageSize
      }
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
    }
    const ofPayment = Map.groupBy(all, ({ payment_id }) => payment_id)
    return (paymentId) => {
      const found = ofPayment.get(paymentId)
      // That there was none before the oldest one read is not known.
      return found ? sumDisputes(found.map(readDispute)) : isWhole ? noDispute : null
    }
  }

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
      return { account: keyId, accountId: null, isLive }
    },

    async openCheckout(wanted) {
      const order = await orderOf(wanted)
      // An order never ends by itself, and has no page: the payer's page opens the widget.
      return { checkoutId: order.id, url: null, expiresAt: null }
    },

    async findCheckout(checkoutId) {
      const path = `/v1/orders/${encodeURIComponent(checkoutId)}`
      const [order, tried] = await Promise.all([
        known(api.get('orders.fetch', path, AnyJobReference)),
        known(api.list('orders.fetchPayments', `${path}/payments`, AnyTried)),
      ])
      const own = order && tried && ownOf(Order, { ...order, payments: tried })
      if (!own) return null
      const payments = own.payments?.items ?? []
      return checkoutOf(own, payments, await disputesOf(payments))
    },

    async findPayment(paymentId) {
      const any = await known(api.get('payments.fetch', `/v1/payments/${encodeURIComponent(paymentId)}`, AnyPayment))
      // One without an order was taken by another program: we take none without.
      const orderId = any?.order_id
      if (!any || !orderId) return null
      // A payment's own notes come from the payer's browser; what the order was made for was said by us.
      const order = await known(api.get('orders.fetch', `/v1/orders/${encodeURIComponent(orderId)}`, AnyJobReference))
      const own = order && ownOf(Order, { ...order, payments: { items: [any] } })
      const found = own?.payments?.items[0]
      if (!own || !found) return null
      return paymentOf(found, noteValue(own, 'invoice_id'), (await disputesOf([found]))(found.id))
    },

    async capture(payment) {
      const path = `/v1/payments/${encodeURIComponent(payment.paymentId)}`
      const body = { amount: payment.amountMinor, currency: payment.currency }
      try {
        const captured = await api.post('payments.capture', `${path}/capture`, RazorpayPayment, body)
        return paymentOf(captured, payment.invoiceId, payment.dispute)
      } catch (error) {
        if (!(error instanceof ProviderError) || error.kind !== 'refused') throw error
        const found = await api.get('payments.fetch', path, RazorpayPayment)
        if (paymentStates[found.status] !== 'paid') throw error
        return paymentOf(found, payment.invoiceId, payment.dispute)
      }
    },

    async closeCheckout() {
      // Razorpay has no call that ends an order. What is paid into one later is judged when it comes.
    },

    checkReturn: ({ checkoutId, paymentId, signature }) =>
      isSigned(Buffer.from(`${checkoutId}|${paymentId}`), signature, keySecret),

    async listCheckouts(since, cursor) {
      const skip = Number(cursor ?? 0)
      const from = Math.floor(since.getTime() / 1_000)
      const query = `from=${from}&count=${pageSize}&skip=${skip}&expand[]=payments`
      const page = await api.list('orders.all', `/v1/orders?${query}`, AnyOrders)
      const orders = page.items.flatMap((order) => ownOf(Order, order) ?? [])
      const disputeOf = await disputesOf(orders.flatMap((order) => order.payments?.items ?? []))
      return {
        items: orders.map((order) => checkoutOf(order, order.payments?.items ?? [], disputeOf)),
        others: page.items.length - orders.length,
        next: page.items.length < pageSize ? null : String(skip + page.items.length),
      }
    },

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

type DisputeOf = (paymentId: string) => ProviderDispute | null

/** Razorpay takes 40 characters. */
const receiptOf = (key: string): string =>
  key.length <= 40 ? key : createHash('sha256').update(key).digest('hex').slice(0, 40)
