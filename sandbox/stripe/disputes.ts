import { type Api, list, matching, owned } from './calls.ts'
import { emit } from './events.ts'
import { allow } from './parameters.ts'
import { Refused } from './refusals.ts'
import type { Charge, Dispute } from './rows.ts'
import type { Store } from './store.ts'

// https://docs.stripe.com/api/disputes

export const serveDisputes = (api: Api, store: Store): void => {
  api.get('/disputes', (call) => {
    allow(call.params, 'charge payment_intent created')
    return list(matching(store.disputes, call, 'charge', 'payment_intent'), call, '/v1/disputes', shownDispute, 'dispute')
  })
  api.get('/disputes/:id', (call) => shownDispute(owned(store.disputes, call, 'dispute')))
}

export const openDispute = (store: Store, charge: Charge): Dispute => {
  if (charge.status !== 'succeeded') throw new Refused('Only a payment that succeeded can be disputed.')
  if (charge.disputed) throw new Refused('This payment is already disputed.')
  const account = store.accountOf(charge)
  const made = store.disputes.put({
    ...store.owned(account, 'dp_1'),
    charge: charge.id,
    payment_intent: charge.payment_intent,
    amount: charge.amount,
    currency: charge.currency,
    status: 'needs_response',
  })
  store.charges.put({ ...charge, disputed: true })
  emit(store, account, 'charge.dispute.created', shownDispute(made))
  emit(store, account, 'charge.dispute.funds_withdrawn', shownDispute(made))
  return made
}

export const closeDispute = (store: Store, open: Dispute, status: 'won' | 'lost'): Dispute => {
  if (open.status !== 'needs_response') throw new Refused('This dispute is already closed.')
  const account = store.accountOf(open)
  const closed = store.disputes.put({ ...open, status })
  emit(store, account, 'charge.dispute.closed', shownDispute(closed))
  if (status === 'won') emit(store, account, 'charge.dispute.funds_reinstated', shownDispute(closed))
  return closed
}

const weekSeconds = 7 * 86_400

/** What every dispute costs, won or lost. */
export const disputeFee = 1_500

/** The money goes when the dispute comes, with a fee, and comes back without it when it is won. */
const movedBy = (dispute: Dispute): object[] => {
  const move = (way: string, amount: number, fee: number): object => ({
    id: `txn_1${way}${dispute.id.slice(-13)}`,
    object: 'balance_transaction',
    amount,
    available_on: dispute.created,
    balance_type: 'payments',
    created: dispute.created,
    currency: dispute.currency,
    description: null,
    exchange_rate: null,
    fee,
    fee_details:
      fee === 0
        ? []
        : [{ amount: fee, application: null, currency: dispute.currency, description: 'Dispute fee', type: 'stripe_fee' }],
    net: amount - fee,
    reporting_category: way === 'out' ? 'dispute' : 'dispute_reversal',
    source: dispute.id,
    status: 'available',
    type: 'adjustment',
  })
  return [move('out', -dispute.amount, disputeFee), ...(dispute.status === 'won' ? [move('in', dispute.amount, 0)] : [])]
}

const shownDispute = (dispute: Dispute): object => ({
  id: dispute.id,
  object: 'dispute',
  amount: dispute.amount,
  balance_transactions: movedBy(dispute),
  charge: dispute.charge,
  created: dispute.created,
  currency: dispute.currency,
  enhanced_eligibility_types: [],
  evidence: {},
  evidence_details: {
    due_by: dispute.created + weekSeconds,
    enhanced_eligibility: {},
    has_evidence: false,
    past_due: false,
    submission_count: 0,
  },
  is_charge_refundable: false,
  livemode: dispute.livemode,
  metadata: {},
  payment_intent: dispute.payment_intent,
  reason: 'fraudulent',
  status: dispute.status,
})
