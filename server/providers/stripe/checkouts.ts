import {
  type CheckoutWanted,
  noDispute,
  type ProviderCheckout,
  type ProviderDispute,
  type ProviderPage,
  type ProviderPayment,
} from '#ports/payments.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { fromUnix, oneLine } from '../answers.ts'
import { sumDisputes } from '../disputes.ts'
import { fromStripe, toStripe } from './amounts.ts'
import { type Calls, orNull, refusedBy } from './calls.ts'
import {
  AnyIntent,
  AnySession,
  chargeOf,
  checkoutState,
  Disputes,
  Intent,
  isTried,
  ownOf,
  paymentState,
  readDispute,
  Session,
  Sessions,
} from './objects.ts'

/** The most that a list gives at once. */
const pageSize = 100

/** Charges say for ever that they were disputed; whether the money is in danger or gone, the disputes say. */
const disputeOf = async (api: Calls, intent: Intent): Promise<ProviderDispute> => {
  if (chargeOf(intent)?.disputed !== true) return noDispute
  const path = `/v1/disputes?payment_intent=${intent.id}&limit=${pageSize}`
  // That it was paid is not held up by this.
  const found = await api.get('disputes.list', path, Disputes).catch(() => null)
  return found === null ? { ...noDispute, state: 'disputed' } : sumDisputes(found.data.map(readDispute))
}

const paymentOf = async (api: Calls, intent: Intent, checkoutId: string | null): Promise<ProviderPayment> => {
  const charge = chargeOf(intent)
  const state = paymentState(intent)
  return {
    paymentId: intent.id,
    checkoutId,
    invoiceId: intent.metadata?.invoice_id ?? null,
    state,
    ...fromStripe(state === 'paid' ? intent.amount_received : intent.amount, intent.currency),
    refundedMinor: fromStripe(charge?.amount_refunded ?? 0, intent.currency).amountMinor,
    dispute: await disputeOf(api, intent),
    isLive: intent.livemode,
    method: charge?.payment_method_details?.type ?? null,
    failure: state === 'failed' ? oneLine(intent.last_payment_error?.message ?? 'The payment failed.') : null,
    createdAt: fromUnix(intent.created),
  }
}

const checkoutOf = async (api: Calls, session: Session): Promise<ProviderCheckout> => {
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null
  const payments = intent && isTried(intent) ? [await paymentOf(api, intent, session.id)] : []
  return {
    checkoutId: session.id,
    invoiceId: session.metadata?.invoice_id ?? session.client_reference_id ?? null,
    state: checkoutState(session, payments),
    ...fromStripe(session.amount_total, session.currency),
    isLive: session.livemode,
    createdAt: fromUnix(session.created),
    payments,
  }
}

/** Opens a session; `base` says how safe its page must be. */
export const openCheckout = async (api: Calls, wanted: CheckoutWanted, base: string) => {
  const path = '/v1/checkout/sessions'
  const session = await api.post('checkout.sessions.create', path, Session, sessionForm(wanted), wanted.key)
  return { checkoutId: session.id, url: pageOf(session, base), expiresAt: fromUnix(session.expires_at) }
}

/**
 * What the session is asked for with. Nothing in it may differ from one try to the next (such as a time of expiry): Stripe
 * refuses a key that comes with something else.
 */
const sessionForm = (wanted: CheckoutWanted): URLSearchParams => {
  const amount = toStripe(wanted.amountMinor, wanted.currency)
  if (amount === null) throw new ProviderError('refused', `Stripe does not accept this amount of ${wanted.currency}.`)
  return new URLSearchParams([
    ['mode', 'payment'],
    ['success_url', wanted.successUrl],
    ['cancel_url', wanted.cancelUrl],
    ['customer_email', wanted.clientEmail],
    ['client_reference_id', wanted.invoiceId],
    ['metadata[invoice_id]', wanted.invoiceId],
    ['payment_intent_data[metadata][invoice_id]', wanted.invoiceId],
    ['payment_intent_data[description]', wanted.title],
    // Otherwise the payer may pay in a currency of their own, at a rate of Stripe's.
    ['adaptive_pricing[enabled]', 'false'],
    ['line_items[0][quantity]', '1'],
    ['line_items[0][price_data][currency]', wanted.currency.toLowerCase()],
    ['line_items[0][price_data][unit_amount]', String(amount)],
    ['line_items[0][price_data][product_data][name]', wanted.title],
  ])
}

/** Stripe's own page, or the merchant's at a domain of theirs: any host, but nothing that is less safe than Stripe itself. */
const pageOf = ({ url }: Session, base: string): string | null => {
  if (url == null) return null
  const protocol = URL.parse(url)?.protocol
  if (protocol === 'https:' || protocol === new URL(base).protocol) return url
  throw new ProviderError('broken', 'Stripe returned an invalid checkout URL.')
}

export const findCheckout = async (api: Calls, checkoutId: string): Promise<ProviderCheckout | null> => {
  const path = `/v1/checkout/sessions/${encodeURIComponent(checkoutId)}?expand[]=payment_intent.latest_charge`
  const found = await orNull(api.get('checkout.sessions.retrieve', path, AnySession))
  const session = found && ownOf(Session, found)
  return session && checkoutOf(api, session)
}

export const closeCheckout = async (api: Calls, checkoutId: string): Promise<void> => {
  const path = `/v1/checkout/sessions/${encodeURIComponent(checkoutId)}`
  try {
    await api.post('checkout.sessions.expire', `${path}/expire`, Session, new URLSearchParams(), null)
  } catch (error) {
    if (refusedBy(error) === null) throw error
    // Paid or ended in the meantime: that is as closed as it can be.
    const session = await orNull(api.get('checkout.sessions.retrieve', path, Session))
    if (session?.status === 'open') throw error
  }
}

/** A page of sessions since a time; `cursor` is the last one of the page before. */
export const listCheckouts = async (
  api: Calls,
  since: Date,
  cursor: string | null,
): Promise<ProviderPage<ProviderCheckout>> => {
  const query = new URLSearchParams([
    ['limit', String(pageSize)],
    ['created[gte]', String(Math.floor(since.getTime() / 1_000))],
    ['expand[]', 'data.payment_intent.latest_charge'],
  ])
  if (cursor !== null) query.set('starting_after', cursor)
  const page = await api.get('checkout.sessions.list', `/v1/checkout/sessions?${query}`, Sessions)
  const items: ProviderCheckout[] = []
  for (const found of page.data) {
    const session = ownOf(Session, found)
    if (session) items.push(await checkoutOf(api, session))
  }
  const next = page.has_more ? (page.data.at(-1)?.id ?? null) : null
  return { items, others: page.data.length - items.length, next }
}

export const findPayment = async (api: Calls, paymentId: string): Promise<ProviderPayment | null> => {
  const path = `/v1/payment_intents/${encodeURIComponent(paymentId)}?expand[]=latest_charge`
  const found = await orNull(api.get('paymentIntents.retrieve', path, AnyIntent))
  const intent = found && ownOf(Intent, found)
  if (!intent) return null
  // Only the session knows which payment is its own.
  const query = `payment_intent=${intent.id}&limit=1`
  const sessions = await api.get('checkout.sessions.list', `/v1/checkout/sessions?${query}`, Sessions)
  return paymentOf(api, intent, sessions.data[0]?.id ?? null)
}

/** One that was captured meanwhile is as good. */
export const capture = async (api: Calls, payment: ProviderPayment): Promise<ProviderPayment> => {
  const path = `/v1/payment_intents/${encodeURIComponent(payment.paymentId)}`
  try {
    const form = new URLSearchParams([['expand[]', 'latest_charge']])
    const captured = await api.post('paymentIntents.capture', `${path}/capture`, Intent, form, null)
    return await paymentOf(api, captured, payment.checkoutId)
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== 'refused') throw error
    const found = await api.get('paymentIntents.retrieve', `${path}?expand[]=latest_charge`, Intent)
    if (paymentState(found) !== 'paid') throw error
    return paymentOf(api, found, payment.checkoutId)
  }
}
