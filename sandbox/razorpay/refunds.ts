import { shownPayment, shownRefund } from './objects.ts'
import { type Body, readNotes } from './orders.ts'
import { Refused } from './refusals.ts'
import type { Account, Payment, Refund } from './rows.ts'
import type { Store } from './store.ts'
import { entity, type Happened } from './webhooks.ts'

export const createRefund = (
  store: Store,
  account: Account,
  payment: Payment,
  body: Body,
): { refund: Refund; happened: Happened[] } => {
  const left = payment.amount - payment.amount_refunded
  if (payment.status === 'refunded') throw new Refused('The payment has been fully refunded already')
  if (payment.status !== 'captured') throw new Refused('The payment status should be captured for action to be taken')
  const amount = body.amount === undefined || body.amount === null ? left : Number(body.amount)
  if (!Number.isSafeInteger(amount) || amount < 100)
    throw new Refused('The amount must be atleast INR 1.00', { field: 'amount' })
  if (amount > left) throw new Refused('The total refund amount is greater than the refund payment amount', { field: 'amount' })
  const made = store.refunds.put({
    id: store.newId('rfnd_'),
    keyId: account.id,
    payment_id: payment.id,
    amount,
    currency: payment.currency,
    notes: readNotes(body.notes),
    receipt: typeof body.receipt === 'string' ? body.receipt : null,
    created_at: store.nowSeconds(),
  })
  const refunded = store.payments.put({
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
