import type { Form } from '../form.ts'
import { type Api, list, owned } from './calls.ts'
import { shownCharge } from './charges.ts'
import { isTaken, leastOf, mostOf } from './currencies.ts'
import { emit } from './events.ts'
import { allow, readMetadata, readWhole } from './parameters.ts'
import { Refused } from './refusals.ts'
import type { Account, Intent } from './rows.ts'
import type { Store } from './store.ts'

// https://docs.stripe.com/api/payment_intents

export const servePaymentIntents = (api: Api, store: Store): void => {
  api.post('/payment_intents', ({ account, params }) => shownIntent(chargeDirectly(store, account, params)))
  api.get('/payment_intents', (call) => {
    allow(call.params, 'created customer')
    return list(store.of(store.intents, call.account), call, '/v1/payment_intents', shownIntent, 'payment_intent')
  })
  api.get('/payment_intents/:id', (call) => shownIntent(owned(store.intents, call, 'payment_intent', 'intent')))
  api.post('/payment_intents/:id/capture', (call) => {
    const { status } = owned(store.intents, call, 'payment_intent', 'intent')
    throw new Refused(
      `This PaymentIntent could not be captured because it has a status of ${status}. Only a PaymentIntent with one of the following statuses may be captured: requires_capture.`,
      { code: 'payment_intent_unexpected_state' },
    )
  })
}

/** A card that is charged without a checkout: `POST /v1/payment_intents` with `confirm`, as a shop of one's own does. */
export const chargeDirectly = (store: Store, account: Account, params: Form): Intent => {
  allow(params, 'amount automatic_payment_methods confirm currency description metadata off_session payment_method return_url')
  const { amount, currency, metadata } = params
  for (const param of ['amount', 'currency'] as const)
    if (params[param] === undefined)
      throw new Refused(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  if (typeof currency !== 'string' || !isTaken(currency)) throw new Refused('Invalid currency', { param: 'currency' })
  if (params.confirm !== 'true') throw new Refused('The sandbox supports confirm=true only.', { param: 'confirm' })
  const cents = readWhole(amount as string, 'amount', leastOf(currency), mostOf(currency))
  const owned = store.owned(account, 'pi_3')
  const charge = store.charges.put({
    ...store.owned(account, 'ch_3'),
    payment_intent: owned.id,
    amount: cents,
    amount_refunded: 0,
    currency: currency.toLowerCase(),
    status: 'succeeded',
    disputed: false,
    method: 'card',
    last4: '4242',
    email: null,
    failure: null,
    metadata: readMetadata(metadata),
  })
  const intent = store.intents.put({
    ...owned,
    session: null,
    amount: cents,
    amount_received: cents,
    currency: charge.currency,
    status: 'succeeded',
    latest_charge: charge.id,
    last_payment_error: null,
    payment_method_types: ['card'],
    metadata: charge.metadata,
    decided_at: null,
    decision: null,
  })
  emit(store, account, 'charge.succeeded', shownCharge(charge))
  emit(store, account, 'payment_intent.succeeded', shownIntent(intent))
  return intent
}

export const shownIntent = (intent: Intent): object => ({
  id: intent.id,
  object: 'payment_intent',
  amount: intent.amount,
  amount_capturable: 0,
  amount_details: { tip: {} },
  amount_received: intent.amount_received,
  application: null,
  application_fee_amount: null,
  automatic_payment_methods: null,
  canceled_at: null,
  cancellation_reason: null,
  capture_method: 'automatic_async',
  client_secret: null,
  confirmation_method: 'automatic',
  created: intent.created,
  currency: intent.currency,
  customer: null,
  customer_account: null,
  description: null,
  excluded_payment_method_types: null,
  last_payment_error: intent.last_payment_error && {
    charge: intent.latest_charge,
    code: intent.last_payment_error.code,
    ...(intent.last_payment_error.decline_code && { decline_code: intent.last_payment_error.decline_code }),
    doc_url: `https://stripe.com/docs/error-codes/${intent.last_payment_error.code.replaceAll('_', '-')}`,
    message: intent.last_payment_error.message,
    type: 'card_error',
  },
  latest_charge: intent.latest_charge,
  livemode: intent.livemode,
  metadata: intent.metadata,
  next_action: null,
  on_behalf_of: null,
  payment_method: null,
  payment_method_configuration_details: null,
  payment_method_options: { card: { request_three_d_secure: 'automatic' } },
  payment_method_types: intent.payment_method_types,
  processing: null,
  receipt_email: null,
  review: null,
  setup_future_usage: null,
  shipping: null,
  source: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  status: intent.status,
  transfer_data: null,
  transfer_group: null,
})
