import type { Form, FormValue } from '../form.ts'
import type { SimulatorContext } from '../simulators.ts'
import { delayedWayOf, isTaken, leastOf, mostOf, stepOf } from './currencies.ts'
import { allow, readMetadata, readText, readWhole } from './parameters.ts'
import { missing, Refused } from './refusals.ts'
import type { Account, LineItem, Session } from './rows.ts'
import type { Store } from './store.ts'

/** Every parameter that Stripe knows here; those of features that are not played change nothing. */
const known =
  'adaptive_pricing after_expiration allow_promotion_codes allowed_payment_method_types automatic_tax billing_address_collection branding_settings cancel_url client_reference_id consent_collection currency custom_fields custom_text customer customer_account customer_creation customer_email customer_update discounts excluded_payment_method_types expires_at integration_identifier invoice_creation line_items locale managed_payments metadata mode name_collection optional_items origin_context payment_intent_data payment_method_collection payment_method_configuration payment_method_data payment_method_options payment_method_types permissions phone_number_collection redirect_on_completion return_url saved_payment_method_options setup_intent_data shipping_address_collection shipping_options submit_type subscription_data success_url tax_id_collection ui_mode wallet_options'

const [shortestSeconds, longestSeconds] = [1_800, 86_400]

/** A session as it is asked for, or why it cannot be. */
export const readSession = (params: Form, account: Account, store: Store, context: SimulatorContext): Session => {
  allow(params, known)
  const lacking = (param: string): Refused =>
    new Refused(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  if (params.mode === undefined) throw lacking('mode')
  const { mode } = params
  if (mode !== 'payment' && mode !== 'setup' && mode !== 'subscription')
    throw new Refused('Invalid mode: must be one of payment, setup, or subscription', { param: 'mode' })
  if (params.ui_mode !== undefined && params.ui_mode !== 'hosted_page' && params.ui_mode !== 'hosted')
    throw new Refused('Invalid ui_mode: the sandbox supports hosted_page only.', { param: 'ui_mode' })
  if (mode !== 'setup' && !Array.isArray(params.line_items)) throw lacking('line_items')
  if (params.success_url === undefined) throw lacking('success_url')

  const written = mode === 'setup' ? [] : (params.line_items as FormValue[])
  const items = written.map((item, at) => readLineItem(item, `line_items[${at}]`, context))
  const [currency = typeof params.currency === 'string' ? params.currency.toLowerCase() : 'usd'] = items.map(
    (item) => item.currency,
  )
  if (items.some((item) => item.currency !== currency))
    throw new Refused('All line items must have the same currency.', { param: 'line_items' })
  const total = items.reduce((sum, { unit_amount, quantity }) => sum + unit_amount * quantity, 0)
  if (total > mostOf(currency))
    throw new Refused(`The Checkout Session’s total amount must be no more than ${mostOf(currency)}.`, {
      code: 'amount_too_large',
    })
  if (mode === 'payment' && total < leastOf(currency))
    throw new Refused('The Checkout Session’s total amount due must add up to at least $0.50 usd', { code: 'amount_too_small' })

  const owned = store.owned(account, `cs_${account.livemode ? 'live' : 'test'}_a1`)
  const intentData = params.payment_intent_data
  return {
    ...owned,
    mode,
    ...(account.pagesAt && { pageAt: account.pagesAt + new URL(context.address()).pathname.replace(/\/$/, '') }),
    status: 'open',
    payment_status: 'unpaid',
    amount_total: total,
    currency,
    line_items: items.map(({ currency: _currency, ...item }) => item),
    payment_method_types: readTypes(params.payment_method_types, currency),
    success_url: readUrl(params.success_url, 'success_url'),
    cancel_url: params.cancel_url === undefined ? null : readUrl(params.cancel_url, 'cancel_url'),
    customer_email: readEmail(params.customer_email),
    payer_email: null,
    client_reference_id: readText(params.client_reference_id, 'client_reference_id', 200),
    locale: readText(params.locale, 'locale', 10),
    metadata: readMetadata(params.metadata),
    intent_metadata:
      intentData && typeof intentData === 'object' && !Array.isArray(intentData)
        ? readMetadata(intentData.metadata, 'payment_intent_data[metadata]')
        : {},
    payment_intent: null,
    expires_at: readExpiry(params.expires_at, owned.created),
  }
}

const readLineItem = (value: FormValue, param: string, context: SimulatorContext): LineItem & { currency: string } => {
  if (typeof value !== 'object' || Array.isArray(value)) throw new Refused('Invalid object', { param })
  if (typeof value.price === 'string') throw missing('price', value.price, `${param}[price]`)
  const price = value.price_data
  if (!price || typeof price !== 'object' || Array.isArray(price))
    throw new Refused(`Missing required param: ${param}[price_data].`, {
      code: 'parameter_missing',
      param: `${param}[price_data]`,
    })
  const { currency, unit_amount, product_data } = price
  const lacking = (name: string): Refused =>
    new Refused(`Missing required param: ${param}[price_data][${name}].`, {
      code: 'parameter_missing',
      param: `${param}[price_data][${name}]`,
    })
  if (typeof currency !== 'string') throw lacking('currency')
  if (unit_amount === undefined) throw lacking('unit_amount')
  const name = product_data && typeof product_data === 'object' && !Array.isArray(product_data) ? product_data.name : undefined
  if (typeof name !== 'string') throw lacking('product_data][name')
  if (!isTaken(currency))
    throw new Refused(`Invalid currency: ${currency.slice(0, 20)}. Stripe does not support it.`, {
      param: `${param}[price_data][currency]`,
    })
  const amount = readWhole(unit_amount, `${param}[price_data][unit_amount]`, 0, mostOf(currency))
  if (amount % stepOf(currency) !== 0)
    throw new Refused(`Invalid amount: in ${currency} it must be divisible by ${stepOf(currency)}.`, {
      code: 'parameter_invalid_integer',
      param: `${param}[price_data][unit_amount]`,
    })
  return {
    id: context.newId('li_1'),
    name: name.slice(0, 1_000),
    unit_amount: amount,
    quantity: value.quantity === undefined ? 1 : readWhole(value.quantity, `${param}[quantity]`, 1, 999_999),
    currency: currency.toLowerCase(),
  }
}

const readTypes = (value: FormValue | undefined, currency: string): readonly string[] => {
  if (value === undefined) return ['card', delayedWayOf(currency)]
  if (!Array.isArray(value) || value.length === 0) throw new Refused('Invalid array', { param: 'payment_method_types' })
  return value.map(String)
}

const readUrl = (value: FormValue, param: string): string => {
  if (typeof value !== 'string' || value.length > 5_000 || !/^https?:$/.test(URL.parse(value)?.protocol ?? ''))
    throw new Refused('Not a valid URL', { code: 'url_invalid', param })
  return value
}

const readEmail = (value: FormValue | undefined): string | null => {
  const text = readText(value, 'customer_email', 512)
  if (text !== null && !/^[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;]+$/.test(text))
    throw new Refused(`Invalid email address: ${text}`, { code: 'email_invalid', param: 'customer_email' })
  return text
}

const readExpiry = (value: FormValue | undefined, created: number): number => {
  if (value === undefined) return created + longestSeconds
  const at = readWhole(value, 'expires_at', 0)
  if (at < created + shortestSeconds || at > created + longestSeconds)
    throw new Refused(
      'The `expires_at` timestamp must be at least 30 minutes and at most 24 hours from Checkout Session creation.',
      { param: 'expires_at' },
    )
  return at
}
