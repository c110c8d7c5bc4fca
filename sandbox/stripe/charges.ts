import { type Api, list, matching, owned } from './calls.ts'
import { allow } from './parameters.ts'
import type { Charge } from './rows.ts'
import type { Store } from './store.ts'

// https://docs.stripe.com/api/charges

export const serveCharges = (api: Api, store: Store): void => {
  api.get('/charges', (call) => {
    allow(call.params, 'created customer payment_intent')
    return list(matching(store.charges, call, 'payment_intent'), call, '/v1/charges', shownCharge, 'charge')
  })
  api.get('/charges/:id', (call) => shownCharge(owned(store.charges, call, 'charge')))
}

/** Of a payer who gave none. */
export const emptyAddress = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null }

export const shownCharge = (charge: Charge): object => ({
  id: charge.id,
  object: 'charge',
  amount: charge.amount,
  amount_captured: charge.status === 'succeeded' ? charge.amount : 0,
  amount_refunded: charge.amount_refunded,
  application: null,
  application_fee: null,
  application_fee_amount: null,
  balance_transaction: null,
  billing_details: { address: emptyAddress, email: charge.email, name: null, phone: null, tax_id: null },
  calculated_statement_descriptor: 'SANDBOX',
  captured: charge.status !== 'failed',
  created: charge.created,
  currency: charge.currency,
  customer: null,
  description: null,
  disputed: charge.disputed,
  failure_balance_transaction: null,
  failure_code: charge.failure?.code ?? null,
  failure_message: charge.failure?.message ?? null,
  fraud_details: {},
  livemode: charge.livemode,
  metadata: charge.metadata,
  on_behalf_of: null,
  outcome: {
    network_status:
      charge.status === 'failed'
        ? 'declined_by_network'
        : charge.method === 'card'
          ? 'approved_by_network'
          : 'not_sent_to_network',
    reason: charge.failure?.decline_code ?? null,
    risk_level: 'normal',
    seller_message: charge.failure?.message ?? 'Payment complete.',
    type: charge.status === 'failed' ? 'issuer_declined' : 'authorized',
  },
  paid: charge.status === 'succeeded',
  payment_intent: charge.payment_intent,
  payment_method: null,
  payment_method_details: {
    [charge.method]:
      charge.method === 'card'
        ? { brand: 'visa', country: 'US', funding: 'credit', last4: charge.last4 }
        : { last4: charge.last4 },
    type: charge.method,
  },
  receipt_email: null,
  receipt_number: null,
  receipt_url: null,
  refunded: charge.amount_refunded === charge.amount,
  review: null,
  shipping: null,
  source: null,
  source_transfer: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  status: charge.status,
  transfer_data: null,
  transfer_group: null,
})
