import { type Books, find, type Happened } from './books.ts'
import { shownOrder, shownPayment } from './objects.ts'
import type { Account } from './rows.ts'

/**
 * Another program on the same account does its business: a shop's order, a link to pay at and a subscription are paid, and a QR
 * code without an order, of which a part goes back and the rest is disputed and lost.
 */
export const sellElsewhere = (books: Books, account: Account): Happened[] => {
  const payer = { method: 'upi', email: 'reader@example.com', description: null, outcome: 'success' } as const
  const sold = (amount: number, notes: object, more: readonly string[]): Happened[] => {
    const order = books.createOrder(account, { amount, currency: 'INR', receipt: 'order-1', notes })
    const { payment, happened } = books.pay(account, order, payer)
    const payload = {
      payment: { entity: shownPayment(find(books.payments, account, payment.id)) },
      order: { entity: shownOrder(find(books.orders, account, order.id)) },
    }
    return [...happened, ...more.map((event) => ({ event, payload }))]
  }
  const happened = [
    ...sold(19_000, { invoice_id: 'order-1' }, []),
    ...sold(29_000, {}, ['payment_link.paid']),
    ...sold(39_000, [], ['invoice.paid', 'subscription.charged']),
  ]
  const scanned = books.payments.put({
    id: books.newId('pay_'),
    keyId: account.id,
    amount: 49_000,
    currency: 'INR',
    order_id: null,
    method: 'upi',
    email: null,
    description: 'QRv2 Payment',
    notes: {},
    created_at: books.nowSeconds(),
    status: 'captured',
    amount_refunded: 0,
    error: null,
    authorize_at: null,
  })
  happened.push({ event: 'payment.captured', payload: { payment: { entity: shownPayment(scanned) } } })
  happened.push(...books.refund(account, scanned, { amount: 9_000 }).happened)
  happened.push(...books.dispute(account, find(books.payments, account, scanned.id)))
  const dispute = books.disputes.list().find((one) => one.payment_id === scanned.id)
  if (dispute) happened.push(...books.closeDispute(account, dispute, 'lost'))
  return happened
}
