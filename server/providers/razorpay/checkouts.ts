import { createHash } from 'node:crypto'
import type { CheckoutWanted, ProviderCheckout, ProviderPayment } from '#ports/payments.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { fromUnix } from '../answers.ts'
import { type Calls, known, oneLine, pageSize } from './calls.ts'
import { type DisputeOf, disputesOf } from './disputes.ts'
import {
  AnyOrder,
  AnyOrders,
  AnyPayment,
  AnyTried,
  noteValue,
  Order,
  ownOf,
  paymentStates,
  RazorpayPayment,
  stateOf,
} from './objects.ts'

const paymentOf = (
  found: RazorpayPayment,
  { invoiceId, dispute, isLive }: Pick<ProviderPayment, 'invoiceId' | 'dispute' | 'isLive'>,
): ProviderPayment => ({
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

/** An order is what the port calls a checkout. */
const checkoutOf = (order: Order, isLive: boolean, disputeOf: DisputeOf): ProviderCheckout => {
  const invoiceId = noteValue(order, 'invoice_id')
  const payments = triedOn(order).map((one) => paymentOf(one, { invoiceId, dispute: disputeOf(one.id), isLive }))
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

const triedOn = (order: Order): readonly RazorpayPayment[] => order.payments?.items ?? []

/**
 * Razorpay knows no key against doubles, and `receipt` need not be unique. So an order that an earlier try may have left
 * behind is looked for before there is another. (Of two tries at the same moment each may make one: both are the same
 * invoice's, and only the one that is stored is ever shown to a payer.)
 */
export const orderFor = async (api: Calls, wanted: CheckoutWanted): Promise<Order> => {
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

/** Razorpay takes 40 characters. */
const receiptOf = (key: string): string =>
  key.length <= 40 ? key : createHash('sha256').update(key).digest('hex').slice(0, 40)

export const findCheckout = async (api: Calls, checkoutId: string): Promise<ProviderCheckout | null> => {
  const path = `/v1/orders/${encodeURIComponent(checkoutId)}`
  const [order, tried] = await Promise.all([
    known(api.get('orders.fetch', path, AnyOrder)),
    known(api.list('orders.fetchPayments', `${path}/payments`, AnyTried)),
  ])
  const own = order && tried && ownOf(Order, { ...order, payments: tried })
  return own && checkoutOf(own, api.isLive, await disputesOf(api, triedOn(own)))
}

export const findPayment = async (api: Calls, paymentId: string): Promise<ProviderPayment | null> => {
  const any = await known(api.get('payments.fetch', `/v1/payments/${encodeURIComponent(paymentId)}`, AnyPayment))
  // One without an order was taken by another program: we take none without.
  const orderId = any?.order_id
  if (!any || !orderId) return null
  // A payment's own notes come from the payer's browser; what the order was made for was said by us.
  const order = await known(api.get('orders.fetch', `/v1/orders/${encodeURIComponent(orderId)}`, AnyOrder))
  const own = order && ownOf(Order, { ...order, payments: { items: [any] } })
  const found = own?.payments?.items[0]
  if (!own || !found) return null
  const disputeOf = await disputesOf(api, [found])
  return paymentOf(found, { invoiceId: noteValue(own, 'invoice_id'), dispute: disputeOf(found.id), isLive: api.isLive })
}

/** One that was captured meanwhile is as good. */
export const capture = async (api: Calls, payment: ProviderPayment): Promise<ProviderPayment> => {
  const path = `/v1/payments/${encodeURIComponent(payment.paymentId)}`
  const { invoiceId, dispute } = payment
  const before = { invoiceId, dispute, isLive: api.isLive }
  const body = { amount: payment.amountMinor, currency: payment.currency }
  try {
    return paymentOf(await api.post('payments.capture', `${path}/capture`, RazorpayPayment, body), before)
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== 'refused') throw error
    const found = await api.get('payments.fetch', path, RazorpayPayment)
    if (paymentStates[found.status] !== 'paid') throw error
    return paymentOf(found, before)
  }
}

/** A page of orders since a time; `cursor` is how many were read before. */
export const listCheckouts = async (api: Calls, since: Date, cursor: string | null) => {
  const skip = Number(cursor ?? 0)
  const from = Math.floor(since.getTime() / 1_000)
  const query = `from=${from}&count=${pageSize}&skip=${skip}&expand[]=payments`
  const page = await api.list('orders.all', `/v1/orders?${query}`, AnyOrders)
  const orders = page.items.flatMap((order) => ownOf(Order, order) ?? [])
  const disputeOf = await disputesOf(api, orders.flatMap(triedOn))
  return {
    items: orders.map((order) => checkoutOf(order, api.isLive, disputeOf)),
    others: page.items.length - orders.length,
    next: page.items.length < pageSize ? null : String(skip + page.items.length),
  }
}
