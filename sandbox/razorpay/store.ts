import { createHmac } from 'node:crypto'
import type { Table } from '../folder.ts'
import type { SimulatorContext } from '../simulators.ts'
import { shownDispute, shownOrder, shownPayment, shownRefund } from './objects.ts'
import { missing, Refused } from './refusals.ts'
import type { Account, Dispute, Endpoint, Notes, Order, Payment, PaymentError, Refund } from './rows.ts'

/** What happened, for the webhooks: `payload` as it was at that moment. */
export interface Happened {
  readonly event: string
  readonly payload: Readonly<Record<string, { readonly entity: unknown }>>
}

/** How a payer's bank behaves. `late`: it fails, and is authorized after all some seconds later. */
export const outcomes = ['success', 'failure', 'late'] as const
export type Outcome = (typeof outcomes)[number]
export const lateSeconds = 5

const firstKeyOf = (keyId: string): string => keyId.replace(/_key\w*$/, '')

/**
 * The rules by which the books change. Each of them either refuses and changes nothing, or changes the books and tells what
 * happened.
 */
export const openStore = (context: SimulatorContext) => {
  const accounts = context.table<Account>('accounts')
  const orders = context.table<Order>('orders')
  const payments = context.table<Payment>('payments')
  const refunds = context.table<Refund>('refunds')
  const disputes = context.table<Dispute>('disputes')
  const endpoints = context.table<Endpoint>('endpoints')
  const keys = context.table<{ readonly id: string; readonly keySecret: string }>('keys')
  const nowSeconds = (): number => Math.floor(context.now().getTime() / 1_000)
  /** Fourteen letters and digits, as the vendor's. */
  const newId = (prefix: string): string => prefix + context.newId('').slice(0, 14)

  /** The account of a key; null when the key is known with another secret. `…_key2` is another key of the account of what stands before. */
  const enter = (keyId: string, keySecret: string): Account | null => {
    const key = keys.find(keyId) ?? accounts.find(keyId)
    if (key && key.keySecret !== keySecret) return null
    const id = firstKeyOf(keyId)
    if (!key && keyId !== id) keys.put({ id: keyId, keySecret })
    return accounts.find(id) ?? accounts.put({ id, keySecret, accountId: newId('acc_'), isCapturing: true })
  }
  /** The account of a key that a payer's page names, with the secret of that key. */
  const named = (keyId: string): Account | undefined => {
    const account = accounts.find(firstKeyOf(keyId))
    return account && { ...account, keySecret: (keys.find(keyId) ?? account).keySecret }
  }

  const createOrder = (account: Account, body: Body): Order => {
    const { amount, currency, receipt, notes } = body
    if (amount === undefined || amount === null || amount === '') throw missing('amount')
    if (!Number.isSafeInteger(Number(amount)) || typeof amount === 'boolean')
      throw new Refused('The amount must be an integer.', { field: 'amount' })
    if (Number(amount) < 100) throw new Refused('Order amount less than minimum amount allowed', { field: 'amount' })
    if (typeof currency !== 'string' || currency === '') throw missing('currency')
    if (!currencies.has(currency)) throw new Refused('Currency is not supported', { field: 'currency' })
    if (
      new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits === 3 &&
      Number(amount) % 10 !== 0
    )
      throw new Refused('The last digit of the amount must be 0 for three decimal currencies.', { field: 'amount' })
    if (receipt !== undefined && receipt !== null && typeof receipt !== 'string')
      throw new Refused('The receipt must be a string.', { field: 'receipt' })
    if (typeof receipt === 'string' && receipt.length > 40)
      throw new Refused('The receipt may not be greater than 40 characters.', { field: 'receipt' })
    return orders.put({
      id: newId('order_'),
      keyId: account.id,
      amount: Number(amount),
      currency,
      receipt: receipt ?? null,
      notes: readNotes(notes),
      created_at: nowSeconds(),
      amount_paid: 0,
      status: 'created',
      attempts: 0,
    })
  }

  const paymentsOf = (order: Order): Payment[] => payments.list().filter((one) => one.order_id === order.id)

  const begin = (order: Order, more: Pick<Payment, 'method' | 'status'> & Partial<Payment>): Payment => {
    orders.put({ ...order, attempts: order.attempts + 1, status: order.status === 'created' ? 'attempted' : order.status })
    return payments.put({
      id: newId('pay_'),
      keyId: order.keyId,
      amount: order.amount,
      currency: order.currency,
      order_id: order.id,
      email: null,
      description: null,
      notes: {},
      created_at: nowSeconds(),
      amount_refunded: 0,
      error: null,
      authorize_at: null,
      ...more,
    })
  }

  /** A payer in the widget. */
  const pay = (
    account: Account,
    order: Order,
    payer: Pick<Payment, 'method' | 'email' | 'description'> & { readonly outcome: Outcome },
  ): { payment: Payment; happened: Happened[] } => {
    if (order.status === 'paid') throw new Refused('Payment already done for this order.', { reason: 'payment_already_done' })
    const { outcome, ...rest } = payer
    if (outcome === 'success') {
      const payment = begin(order, { ...rest, status: 'authorized' })
      return { payment, happened: authorized(account, payment) }
    }
    const payment = begin(order, {
      ...rest,
      status: 'failed',
      error: outcome === 'late' ? timedOut : declined,
      authorize_at: outcome === 'late' ? nowSeconds() + lateSeconds : null,
    })
    return { payment, happened: [aboutPayment('payment.failed', payment)] }
  }

  /** A bank says yes after it had said no. */
  const authorizeLate = (account: Account, payment: Payment): Happened[] => {
    if (payment.status !== 'failed') throw new Refused('Only a payment that failed can be authorized late.')
    return authorized(account, payments.put({ ...payment, status: 'authorized', error: null, authorize_at: null }))
  }

  const authorized = (account: Account, payment: Payment): Happened[] => {
    const told = aboutPayment('payment.authorized', payment)
    const isWanted = account.isCapturing && find(orders, account, payment.order_id ?? '').status !== 'paid'
    return isWanted ? [told, ...take(account, payment)] : [told]
  }

  const capture = (account: Account, payment: Payment, body: Body): Happened[] => {
    if (payment.status === 'captured' || payment.status === 'refunded')
      throw new Refused('This payment has already been captured', { reason: 'payment_already_captured' })
    if (payment.status !== 'authorized')
      throw new Refused('Only payments which have been authorized and not yet captured can be captured')
    if (body.amount === undefined) throw missing('amount')
    if (Number(body.amount) !== payment.amount)
      throw new Refused('Capture amount must be equal to the amount authorized', { field: 'amount' })
    if (body.currency !== payment.currency)
      throw new Refused('Currency of the capture must be the currency of the payment', { field: 'currency' })
    return take(account, payment)
  }

  const take = (account: Account, payment: Payment): Happened[] => {
    const order = find(orders, account, payment.order_id ?? '')
    const captured = payments.put({ ...payment, status: 'captured' })
    const told = aboutPayment('payment.captured', captured)
    if (order.status === 'paid') return [told]
    const paid = orders.put({ ...order, status: 'paid', amount_paid: order.amount })
    return [
      told,
      { event: 'order.paid', payload: { payment: entity(shownPayment(captured)), order: entity(shownOrder(paid)) } },
    ]
  }

  /** Money for an order that has its money: two windows, or a bank that answered twice. */
  const captureAgain = (account: Account, order: Order): Happened[] => {
    if (order.status !== 'paid') throw new Refused('Only an order that is paid can be paid twice.')
    const again = begin(order, { method: 'upi', status: 'authorized' })
    return [aboutPayment('payment.authorized', again), ...take(account, again)]
  }

  const refund = (account: Account, payment: Payment, body: Body): { refund: Refund; happened: Happened[] } => {
    const left = payment.amount - payment.amount_refunded
    if (payment.status === 'refunded') throw new Refused('The payment has been fully refunded already')
    if (payment.status !== 'captured') throw new Refused('The payment status should be captured for action to be taken')
    const amount = body.amount === undefined || body.amount === null ? left : Number(body.amount)
    if (!Number.isSafeInteger(amount) || amount < 100)
      throw new Refused('The amount must be atleast INR 1.00', { field: 'amount' })
    if (amount > left)
      throw new Refused('The total refund amount is greater than the refund payment amount', { field: 'amount' })
    const made = refunds.put({
      id: newId('rfnd_'),
      keyId: account.id,
      payment_id: payment.id,
      amount,
      currency: payment.currency,
      notes: readNotes(body.notes),
      receipt: typeof body.receipt === 'string' ? body.receipt : null,
      created_at: nowSeconds(),
    })
    const refunded = payments.put({
      ...payment,
      amount_refunded: payment.amount_refunded + amount,
      status: amount === left ? 'refunded' : 'captured',
    })
    const payload = { refund: entity(shownRefund(made)), payment: entity(shownPayment(refunded)) }
    return {
      refund: made,
      happened: [
        { event: 'refund.created', payload },
        { event: 'refund.processed', payload },
      ],
    }
  }

  const dispute = (account: Account, payment: Payment): Happened[] => {
    if (payment.status !== 'captured') throw new Refused('Only a captured payment can be disputed.')
    if (disputes.list().some((one) => one.payment_id === payment.id))
      throw new Refused('The payment has been disputed already.')
    const made = disputes.put({
      id: newId('disp_'),
      keyId: account.id,
      payment_id: payment.id,
      amount: payment.amount,
      currency: payment.currency,
      created_at: nowSeconds(),
      status: 'open',
    })
    return [aboutDispute('payment.dispute.created', made, payment)]
  }

  const closeDispute = (account: Account, made: Dispute, status: 'won' | 'lost'): Happened[] => {
    if (made.status !== 'open') throw new Refused('The dispute is closed.')
    const closed = disputes.put({ ...made, status })
    return [aboutDispute(`payment.dispute.${status}`, closed, find(payments, account, made.payment_id))]
  }

  /** Told to every address of the account, each event with an id of its own. */
  const tell = (account: Account, happened: readonly Happened[]): void => {
    for (const { event, payload } of happened) {
      const id = newId('evt_')
      const body = JSON.stringify({
        entity: 'event',
        account_id: account.accountId,
        event,
        contains: Object.keys(payload),
        payload,
        created_at: nowSeconds(),
      })
      for (const endpoint of of(endpoints, account)) context.deliver(endpoint, { id, type: event, body })
    }
  }

  const register = (account: Account, url: string, secret: string): Endpoint => {
    const before = of(endpoints, account).find((one) => one.url === url)
    return endpoints.put({ id: before?.id ?? newId('hook_'), keyId: account.id, url, secret })
  }

  return {
    accounts,
    orders,
    payments,
    refunds,
    disputes,
    endpoints,
    enter,
    named,
    createOrder,
    paymentsOf,
    pay,
    authorizeLate,
    capture,
    captureAgain,
    refund,
    dispute,
    closeDispute,
    tell,
    register,
    newId,
    nowSeconds,
  }
}
export type Store = ReturnType<typeof openStore>

type Body = Readonly<Record<string, unknown>>
const currencies = new Set(Intl.supportedValuesOf('currency'))

interface Owned {
  readonly id: string
  readonly keyId: string
}

/** What an account has of a kind, newest first. */
export const of = <Row extends Owned>(table: Table<Row>, account: Account): Row[] =>
  table.list().filter((row) => row.keyId === account.id)

/** One of an account's own; another account's is the same as none. */
export const find = <Row extends Owned>(table: Table<Row>, account: Account, id: string): Row => {
  const row = table.find(id)
  if (row?.keyId !== account.id) throw new Refused('The id provided does not exist')
  return row as Row
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

const readNotes = (given: unknown): Notes => {
  if (given === undefined || given === null || (Array.isArray(given) && given.length === 0)) return {}
  if (typeof given !== 'object' || Array.isArray(given)) throw new Refused('The notes must be an array.', { field: 'notes' })
  const notes = Object.entries(given)
  if (notes.length > 15) throw new Refused('Number of fields in notes should be less than or equal to 15', { field: 'notes' })
  for (const [name, value] of notes) {
    if (value !== null && typeof value !== 'string' && typeof value !== 'number')
      throw new Refused('Notes values themselves should not be an array.', { field: 'notes' })
    if (name.length > 256 || String(value).length > 512)
      throw new Refused('The value of a note may not be greater than 512 characters.', { field: 'notes' })
  }
  return Object.fromEntries(notes)
}

const entity = (shown: unknown) => ({ entity: shown })

const aboutPayment = (event: string, payment: Payment): Happened => ({
  event,
  payload: { payment: entity(shownPayment(payment)) },
})

const aboutDispute = (event: string, dispute: Dispute, payment: Payment): Happened => ({
  event,
  payload: { payment: entity(shownPayment(payment)), dispute: entity(shownDispute(dispute)) },
})
