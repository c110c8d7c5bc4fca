import { createHmac } from 'node:crypto'
import { shownOrder, shownPayment } from './objects.ts'
import type { Body } from './orders.ts'
import { missing, Refused } from './refusals.ts'
import type { Account, Order, Payment, PaymentError } from './rows.ts'
import { find, type Store } from './store.ts'
import { aboutPayment, entity, type Happened } from './webhooks.ts'

/** How a payer's bank behaves. `late`: it fails, and is authorized after all some seconds later. */
export const outcomes = ['success', 'failure', 'late'] as const
type Outcome = (typeof outcomes)[number]
export const lateSeconds = 5

// The rules by which payments change. Each either refuses and changes nothing, or changes the rows and returns what happened.

/** A payer in the widget. */
export const pay = (
  store: Store,
  account: Account,
  order: Order,
  payer: Pick<Payment, 'method' | 'email' | 'description'> & { readonly outcome: Outcome },
): { payment: Payment; happened: Happened[] } => {
  if (order.status === 'paid') throw new Refused('Payment already done for this order.', { reason: 'payment_already_done' })
  const { outcome, ...rest } = payer
  if (outcome === 'success') {
    const payment = begin(store, order, { ...rest, status: 'authorized' })
    return { payment, happened: authorized(store, account, payment) }
  }
  const payment = begin(store, order, {
    ...rest,
    status: 'failed',
    error: outcome === 'late' ? timedOut : declined,
    authorize_at: outcome === 'late' ? store.nowSeconds() + lateSeconds : null,
  })
  return { payment, happened: [aboutPayment('payment.failed', payment)] }
}

const begin = (store: Store, order: Order, more: Pick<Payment, 'method' | 'status'> & Partial<Payment>): Payment => {
  store.orders.put({ ...order, attempts: order.attempts + 1, status: order.status === 'created' ? 'attempted' : order.status })
  return store.payments.put({
    id: store.newId('pay_'),
    keyId: order.keyId,
    amount: order.amount,
    currency: order.currency,
    order_id: order.id,
    email: null,
    description: null,
    notes: {},
    created_at: store.nowSeconds(),
    amount_refunded: 0,
    error: null,
    authorize_at: null,
    ...more,
  })
}

/** A bank says yes after it had said no. */
export const authorizeLate = (store: Store, account: Account, payment: Payment): Happened[] => {
  if (payment.status !== 'failed') throw new Refused('Only a payment that failed can be authorized late.')
  return authorized(store, account, store.payments.put({ ...payment, status: 'authorized', error: null, authorize_at: null }))
}

const authorized = (store: Store, account: Account, payment: Payment): Happened[] => {
  const event = aboutPayment('payment.authorized', payment)
  const isWanted = account.isCapturing && find(store.orders, account, payment.order_id ?? '').status !== 'paid'
  return isWanted ? [event, ...take(store, account, payment)] : [event]
}

export const capture = (store: Store, account: Account, payment: Payment, body: Body): Happened[] => {
  if (payment.status === 'captured' || payment.status === 'refunded')
    throw new Refused('This payment has already been captured', { reason: 'payment_already_captured' })
  if (payment.status !== 'authorized')
    throw new Refused('Only payments which have been authorized and not yet captured can be captured')
  if (body.amount === undefined) throw missing('amount')
  if (Number(body.amount) !== payment.amount)
    throw new Refused('Capture amount must be equal to the amount authorized', { field: 'amount' })
  if (body.currency !== payment.currency)
    throw new Refused('Currency of the capture must be the currency of the payment', { field: 'currency' })
  return take(store, account, payment)
}

const take = (store: Store, account: Account, payment: Payment): Happened[] => {
  const order = find(store.orders, account, payment.order_id ?? '')
  const captured = store.payments.put({ ...payment, status: 'captured' })
  const event = aboutPayment('payment.captured', captured)
  if (order.status === 'paid') return [event]
  const paid = store.orders.put({ ...order, status: 'paid', amount_paid: order.amount })
  return [event, { event: 'order.paid', payload: { payment: entity(shownPayment(captured)), order: entity(shownOrder(paid)) } }]
}

/** Money for an order that has its money: two windows, or a bank that answered twice. */
export const captureAgain = (store: Store, account: Account, order: Order): Happened[] => {
  if (order.status !== 'paid') throw new Refused('Only an order that is paid can be paid twice.')
  const again = begin(store, order, { method: 'upi', status: 'authorized' })
  return [aboutPayment('payment.authorized', again), ...take(store, account, again)]
}

/** What the widget hands back: made with the key's secret, of the order it was opened for. */
export const signatureOf = (account: Account, payment: Payment): string =>
  createHmac('sha256', account.keySecret).update(`${payment.order_id}|${payment.id}`).digest('hex')

const declined: PaymentError = {
  code: 'BAD_REQUEST_ERROR',
  description: 'Your payment has been declined by the bank. Try another payment method.',
  source: 'bank',
  step: 'payment_authorization',
  reason: 'payment_failed',
}
const timedOut: PaymentError = {
  code: 'GATEWAY_ERROR',
  description: 'Payment processing failed because the bank did not answer in time.',
  source: 'gateway',
  step: 'payment_authorization',
  reason: 'payment_timed_out',
}
