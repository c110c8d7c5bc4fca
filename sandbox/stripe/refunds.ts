import { type Api, type Call, list, matching, owned } from './calls.ts'
import { shownCharge } from './charges.ts'
import { emit } from './events.ts'
import { allow, readMetadata, readWhole } from './parameters.ts'
import { Refused } from './refusals.ts'
import type { Cause, Charge, Metadata, Refund } from './rows.ts'
import { byPerson, type Store } from './store.ts'

// https://docs.stripe.com/api/refunds

export const serveRefunds = (api: Api, store: Store): void => {
  api.post('/refunds', (call) => {
    allow(call.params, 'amount charge payment_intent reason metadata')
    const { amount, charge, payment_intent, reason, metadata } = call.params
    const paid =
      typeof charge === 'string'
        ? owned(store.charges, { ...call, id: charge }, 'charge', 'charge')
        : chargeOf(store, call, typeof payment_intent === 'string' ? payment_intent : '')
    if (reason !== undefined && !['duplicate', 'fraudulent', 'requested_by_customer'].includes(String(reason)))
      throw new Refused('Invalid reason: must be one of duplicate, fraudulent, or requested_by_customer', {
        param: 'reason',
      })
    const wanted = {
      amount: amount === undefined ? null : readWhole(amount, 'amount', 1),
      reason: typeof reason === 'string' ? reason : null,
      metadata: readMetadata(metadata),
    }
    return shownRefund(createRefund(store, paid, wanted, call.cause))
  })
  api.get('/refunds', (call) => {
    allow(call.params, 'charge payment_intent created')
    return list(matching(store.refunds, call, 'charge', 'payment_intent'), call, '/v1/refunds', shownRefund, 'refund')
  })
  api.get('/refunds/:id', (call) => shownRefund(owned(store.refunds, call, 'refund')))
}

/** The charge that paid an intent. */
const chargeOf = (store: Store, call: Call, id: string): Charge => {
  if (id === '') throw new Refused('One of the following params should be provided for this request: payment_intent or charge.')
  const intent = owned(store.intents, { ...call, id }, 'payment_intent', 'payment_intent')
  const found = intent.latest_charge === null ? undefined : store.charges.find(intent.latest_charge)
  if (found?.status !== 'succeeded')
    throw new Refused(`This PaymentIntent (${id}) does not have a successful charge to refund.`)
  return found
}

export const createRefund = (
  store: Store,
  charge: Charge,
  wanted: { amount: number | null; reason: string | null; metadata: Metadata },
  cause: Cause = byPerson,
): Refund => {
  const left = charge.amount - charge.amount_refunded
  if (charge.status !== 'succeeded') throw new Refused(`Charge ${charge.id} has not been paid and cannot be refunded.`)
  if (left === 0) throw new Refused(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' })
  const amount = wanted.amount ?? left
  if (amount > left)
    throw new Refused(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`, { param: 'amount' })
  const account = store.accountOf(charge)
  const made = store.refunds.put({
    ...store.owned(account, 're_3'),
    charge: charge.id,
    payment_intent: charge.payment_intent,
    amount,
    currency: charge.currency,
    reason: wanted.reason,
    metadata: wanted.metadata,
  })
  const changed = store.charges.put({ ...charge, amount_refunded: charge.amount_refunded + amount })
  emit(store, account, 'refund.created', shownRefund(made), cause)
  emit(store, account, 'charge.refunded', shownCharge(changed), cause)
  return made
}

const shownRefund = (refund: Refund): object => ({
  id: refund.id,
  object: 'refund',
  amount: refund.amount,
  balance_transaction: null,
  charge: refund.charge,
  created: refund.created,
  currency: refund.currency,
  destination_details: {
    card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
    type: 'card',
  },
  metadata: refund.metadata,
  payment_intent: refund.payment_intent,
  reason: refund.reason,
  receipt_number: null,
  source_transfer_reversal: null,
  status: 'succeeded',
  transfer_reversal: null,
})
