import type { SimulatorContext } from '../simulators.ts'
import { type Api, type Call, list, matching, owned } from './calls.ts'
import { emptyAddress } from './charges.ts'
import { emit } from './events.ts'
import { readSession } from './new-session.ts'
import { allow } from './parameters.ts'
import { Refused } from './refusals.ts'
import type { Cause, LineItem, Session } from './rows.ts'
import { byPerson, type Store } from './store.ts'

// https://docs.stripe.com/api/checkout/sessions. Fields of features that are not played are as they are on an account that does not use them.

export const serveCheckoutSessions = (api: Api, context: SimulatorContext, store: Store): void => {
  const sessionOf = (call: Call): Session => owned(store.sessions, call, 'checkout.session', 'session')
  const shown = (session: Session): object => shownSession(session, store.address())
  api.post('/checkout/sessions', ({ account, params }) => {
    const wanted = readSession(params, account, store, context)
    return shown(store.sessions.put(wanted))
  })
  api.get('/checkout/sessions', (call) => {
    allow(call.params, 'payment_intent status created customer customer_details subscription payment_link')
    return list(
      matching(store.sessions, call, 'payment_intent', 'status'),
      call,
      '/v1/checkout/sessions',
      shown,
      'checkout.session',
    )
  })
  api.get('/checkout/sessions/:id', (call) => shown(sessionOf(call)))
  api.get('/checkout/sessions/:id/line_items', (call) => lineItems(sessionOf(call)))
  api.post('/checkout/sessions/:id/expire', (call) => {
    const session = sessionOf(call)
    allow(call.params, '')
    if (session.status !== 'open')
      throw new Refused(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
      )
    return shown(expire(store, session, call.cause))
  })
}

export const expire = (store: Store, session: Session, cause: Cause = byPerson): Session => {
  const expired = store.sessions.put({ ...session, status: 'expired' })
  emit(store, store.accountOf(session), 'checkout.session.expired', shownSession(expired, store.address()), cause)
  return expired
}

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

export const lineItems = (session: Session): object => ({
  object: 'list',
  data: session.line_items.map((item) => shownLineItem(item, session.currency)),
  has_more: false,
  url: `/v1/checkout/sessions/${session.id}/line_items`,
})

const shownLineItem = (item: LineItem, currency: string): object => ({
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
