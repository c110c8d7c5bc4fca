import { closeDispute, openDispute } from './disputes.ts'
import { shownOrder, shownPayment } from './objects.ts'
import { createOrder } from './orders.ts'
import { pay } from './payments.ts'
import { createRefund } from './refunds.ts'
import type { Account } from './rows.ts'
import { find, type Store } from './store.ts'
import type { Happened } from './webhooks.ts'

/**
 * Another program on the same account does its business: a shop's order, a link to pay at and a subscription are paid, and a QR
 * code without an order, of which a part goes back and the rest is disputed and lost.
 */
export const sellElsewhere = (store: Store, account: Account): Happened[] => {
  const payer = { method: 'upi', email: 'reader@example.com', description: null, outcome: 'success' } as const
  const sold = (amount: number, notes: object, more: readonly string[]): Happened[] => {
    const order = createOrder(store, account, { amount, currency: 'INR', receipt: 'order-1', notes })
    const { payment, happened } = pay(store, account, order, payer)
    const payload = {
      payment: { entity: shownPayment(find(store.payments, account, payment.id)) },
      order: { entity: shownOrder(find(store.orders, account, order.id)) },
    }
    return [...happened, ...more.map((event) => ({ event, payload }))]
  }
  const happened = [
    ...sold(19_000, { invoice_id: 'order-1' }, []),
    ...sold(29_000, {}, ['payment_link.paid']),
    ...sold(39_000, [], ['invoice.paid', 'subscription.charged']),
  ]
  const scanned = store.payments.put({
    id: store.newId('pay_'),
    keyId: account.id,
    amount: 49_000,
    currency: 'INR',
    order_id: null,
    method: 'upi',
    email: null,
    description: 'QRv2 Payment',
    notes: {},
    created_at: store.nowSeconds(),
    status: 'captured',
    amount_refunded: 0,
    error: null,
    authorize_at: null,
  })
  happened.push({ event: 'payment.captured', payload: { payment: { entity: shownPayment(scanned) } } })
  happened.push(...createRefund(store, account, scanned, { amount: 9_000 }).happened)
  happened.push(...openDispute(store, account, find(store.payments, account, scanned.id)))
  const dispute = store.disputes.list().find((one) => one.payment_id === scanned.id)
  if (dispute) happened.push(...closeDispute(store, account, dispute, 'lost'))
  return happened
}
