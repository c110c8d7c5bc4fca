import { shownDispute, shownPayment } from './objects.ts'
import { Refused } from './refusals.ts'
import type { Account, Dispute, Payment } from './rows.ts'
import { find, type Store } from './store.ts'
import { entity, type Happened } from './webhooks.ts'

export const openDispute = (store: Store, account: Account, payment: Payment): Happened[] => {
  if (payment.status !== 'captured') throw new Refused('Only a captured payment can be disputed.')
  if (store.disputes.list().some((one) => one.payment_id === payment.id))
    throw new Refused('The payment has been disputed already.')
  const made = store.disputes.put({
    id: store.newId('disp_'),
    keyId: account.id,
    payment_id: payment.id,
    amount: payment.amount,
    currency: payment.currency,
    created_at: store.nowSeconds(),
    status: 'open',
  })
  return [aboutDispute('payment.dispute.created', made, payment)]
}

export const closeDispute = (store: Store, account: Account, made: Dispute, status: 'won' | 'lost'): Happened[] => {
  if (made.status !== 'open') throw new Refused('The dispute is closed.')
  const closed = store.disputes.put({ ...made, status })
  return [aboutDispute(`payment.dispute.${status}`, closed, find(store.payments, account, made.payment_id))]
}

const aboutDispute = (event: string, dispute: Dispute, payment: Payment): Happened => ({
  event,
  payload: { payment: entity(shownPayment(payment)), dispute: entity(shownDispute(dispute)) },
})
