import type { Account, Charge, Dispute, Event, Intent, LineItem, Refund, Session, WebhookEndpoint } from './rows.ts'

// Stripe's objects as its API shows them: https://docs.stripe.com/api. Fields of features that are not played are as they are
// on an account that does not use them.

export const apiVersion = '2026-10-28.endive'

/** The default of an old account when no version is named: events then have another shape. */
export const accountVersion = '2016-07-06'

export const isVersion = (text: unknown): text is string =>
  typeof text === 'string' && /^\d{4}-\d{2}-\d{2}(\.[a-z]+)?$/.test(text)

const emptyAddress = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null }

/** `address`: where the checkout page is. */
export const shownSession = (session: Session, address: string): object => ({
  id: session.id,
  object: 'checkout.session',
  adaptive_pricing: { enabled: false },
  after_expiration: null,
  allow_promotion_codes: null,
  amount_subtotal: session.mode === 'setup' ? null : session.amount_total,
  amount_total: session.mode === 'setup' ? null : session.amount_total,
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  billing_address_collection: null,
  cancel_url: session.cancel_url,
  client_reference_id: session.client_reference_id,
  client_secret: null,
  collected_information: null,
  consent: null,
  consent_collection: null,
  created: session.created,
  currency: session.mode === 'setup' ? null : session.currency,
  currency_conversion: null,
  custom_fields: [],
  custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
  customer: null,
  customer_account: null,
  customer_creation: session.mode === 'payment' || !session.mode ? 'if_required' : 'always',
  customer_details:
    session.payer_email === null && session.customer_email === null
      ? null
      : {
          address: session.status === 'complete' ? emptyAddress : null,
          business_name: null,
          email: session.payer_email ?? session.customer_email,
          individual_name: null,
          name: null,
          phone: null,
          tax_exempt: 'none',
          tax_ids: null,
        },
  customer_email: session.customer_email,
  discounts: [],
  expires_at: session.expires_at,
  integration_identifier: null,
  invoice: madeBy(session, 'subscription', 'in_1'),
  invoice_creation: {
    enabled: false,
    invoice_data: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: null,
      metadata: {},
      rendering_options: null,
    },
  },
  livemode: session.livemode,
  locale: session.locale,
  metadata: session.metadata,
  mode: session.mode ?? 'payment',
  origin_context: null,
  payment_intent: session.payment_intent,
  payment_link: null,
  payment_method_collection: 'if_required',
  payment_method_configuration_details: null,
  payment_method_options: { card: { request_three_d_secure: 'automatic' } },
  payment_method_types: session.payment_method_types,
  payment_status: session.mode === 'setup' ? 'no_payment_required' : session.payment_status,
  permissions: null,
  phone_number_collection: { enabled: false },
  recovered_from: null,
  saved_payment_method_options: null,
  setup_intent: madeBy(session, 'setup', 'seti_1'),
  shipping_address_collection: null,
  shipping_cost: null,
  shipping_options: [],
  status: session.status,
  submit_type: null,
  subscription: madeBy(session, 'subscription', 'sub_1'),
  success_url: session.success_url,
  total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
  ui_mode: 'hosted_page',
  url: session.status === 'open' ? `${session.pageAt ?? address}/c/pay/${session.id}` : null,
  wallet_options: null,
})

/** The id of what a session of another mode leaves behind; it is a name only, for nothing of it is played. */
const madeBy = ({ mode, status, id }: Session, wanted: Session['mode'], prefix: string): string | null =>
  mode === wanted && status === 'complete' ? `${prefix}${id.slice(-14)}` : null

export const shownLineItem = (item: LineItem, currency: string): object => ({
  id: item.id,
  object: 'item',
  adjustable_quantity: null,
  amount_discount: 0,
  amount_subtotal: item.unit_amount * item.quantity,
  amount_tax: 0,
  amount_total: item.unit_amount * item.quantity,
  currency,
  description: item.name,
  metadata: {},
  price: null,
  quantity: item.quantity,
})

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

export const shownRefund = (refund: Refund): object => ({
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

export const shownDispute = (dispute: Dispute): object => ({
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

/** The secret is shown once, to its creator. */
export const shownEndpoint = (endpoint: WebhookEndpoint, withSecret: boolean): object => ({
  id: endpoint.id,
  object: 'webhook_endpoint',
  api_version: endpoint.api_version ?? null,
  application: null,
  created: endpoint.created,
  description: endpoint.description,
  enabled_events: endpoint.enabled_events,
  livemode: endpoint.livemode,
  metadata: endpoint.metadata,
  ...(withSecret && { secret: endpoint.secret }),
  status: 'enabled',
  url: endpoint.url,
})

export const shownAccount = (account: Account): object => ({
  id: account.id,
  object: 'account',
  business_profile: { mcc: null, name: nameOf(account), product_description: null, support_email: null, url: null },
  business_type: 'company',
  charges_enabled: true,
  country: 'US',
  created: account.created,
  default_currency: 'usd',
  details_submitted: true,
  email: 'owner@example.com',
  payouts_enabled: true,
  settings: { dashboard: { display_name: nameOf(account), timezone: 'Etc/UTC' } },
  type: 'standard',
})

export const nameOf = (account: Account): string => `Sandbox …${account.hint}`

/** https://docs.stripe.com/changelog: before, an event named its request by the id alone, and nothing had a payment intent. */
const [requestsSince, paymentIntentsSince] = ['2017-05-25', '2018-07-27']

const withoutIntent = (object: object): object => {
  const { payment_intent: _, ...older } = object as Record<string, unknown>
  return older
}

export const shownEvent = (event: Event, version = apiVersion): object => ({
  id: event.id,
  object: 'event',
  api_version: version,
  created: event.created,
  data: { object: version < paymentIntentsSince ? withoutIntent(event.object) : event.object },
  livemode: event.livemode,
  pending_webhooks: event.pending_webhooks,
  request: version < requestsSince ? event.request.id : event.request,
  type: event.type,
})
