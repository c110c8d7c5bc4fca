import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { ProviderHttp } from '#core/outbound/provider-http.ts'
import {
  type CheckoutWanted,
  noDispute,
  type PaymentAccount,
  type Payments,
  type ProviderCheckout,
  type ProviderDispute,
  type ProviderPayment,
} from '#ports/payments.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { sumDisputes } from '../disputes.ts'
import { fromStripe, toStripe } from './amounts.ts'
import { apiVersion, deniedOn, lacking, makeCalls, orNull, refusedBy } from './calls.ts'
import { wantedEvents } from './webhooks.ts'

/** The most that a list gives at once. */
const pageSize = 100

/**
 * Stripe by its HTTP API (https://docs.stripe.com/api): a Checkout session for each checkout, with one payment intent in it.
 * Forms with brackets in, JSON out, amounts as Stripe counts them (amounts.ts).
 */
export const stripePayments = ({
  base,
  credentials,
  http,
  now,
}: {
  base: string
  credentials: Readonly<Record<string, string>>
  mode: PaymentAccount['mode']
  http: ProviderHttp
  now: () => Date
}): Payments => {
  const { secretKey = '' } = credentials
  const api = makeCalls({ base: base.replace(/\/+$/, ''), secretKey, http, now })

  /** Charges say for ever that they were disputed; whether the money is in danger or gone, the disputes say. */
  const disputeOf = async (intent: Intent): Promise<ProviderDispute> => {
    if (chargeOf(intent)?.disputed !== true) return noDispute
    const path = `/v1/disputes?payment_intent=${intent.id}&limit=${pageSize}`
    // That it was paid is not held up by this.
    const found = await api.get('disputes.list', path, Disputes).catch(() => null)
    return found === null ? { ...noDispute, state: 'disputed' } : sumDisputes(found.data.map(readDispute))
  }
  const paymentOf = async (intent: Intent, checkoutId: string | null): Promise<ProviderPayment> => {
    const charge = chargeOf(intent)
    const state = paymentState(intent)
    return {
      paymentId: intent.id,
      checkoutId,
      invoiceId: intent.metadata?.invoice_id ?? null,
      state,
      ...fromStripe(state === 'paid' ? intent.amount_received : intent.amount, intent.currency),
      refundedMinor: fromStripe(charge?.amount_refunded ?? 0, intent.currency).amountMinor,
      dispute: await disputeOf(intent),
      isLive: intent.livemode,
      method: charge?.payment_method_details?.type ?? null,
      failure: state === 'failed' ? oneLine(intent.last_payment_error?.message ?? 'The payment failed.') : null,
      createdAt: fromUnix(intent.created),
    }
  }
  const checkoutOf = async (session: Session): Promise<ProviderCheckout> => {
    const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null
    const payments = intent && isTried(intent) ? [await paymentOf(intent, session.id)] : []
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
  const findCheckout = async (checkoutId: string): Promise<ProviderCheckout | null> => {
    const path = `/v1/checkout/sessions/${encodeURIComponent(checkoutId)}?expand[]=payment_intent.latest_charge`
    const found = await orNull(api.get('checkout.sessions.retrieve', path, AnySession))
    const session = found && ownOf(Session, found)
    return session && checkoutOf(session)
  }

  return {
    provider: 'stripe',
    widget: null,
    canClose: true,

    async test() {
      if (secretKey.startsWith('rk_')) await requireRights(api, credentials.webhookSecret !== undefined)
      const asked = api.get('accounts.retrieveCurrent', '/v1/account', Account)
      // A restricted key may seldom read its own account; the refusal names it.
      const account = await asked.catch((error: unknown): z.infer<typeof Account> => {
        const id = deniedOn(error)
        if (id === null) throw error
        return { id }
      })
      const name = account.settings?.dashboard?.display_name || account.business_profile?.name
      const { id } = account
      return { account: name ? `${oneLine(name)} (${id})` : id, accountId: id, isLive: /^[sr]k_live_/.test(secretKey) }
    },

    async openCheckout(wanted) {
      const session = await api.post(
        'checkout.sessions.create',
        '/v1/checkout/sessions',
        Session,
        sessionForm(wanted),
        wanted.key,
      )
      return { checkoutId: session.id, url: pageOf(session, base), expiresAt: fromUnix(session.expires_at) }
    },

    findCheckout,

    async findPayment(paymentId) {
      const path = `/v1/payment_intents/${encodeURIComponent(paymentId)}?expand[]=latest_charge`
      const found = await orNull(api.get('paymentIntents.retrieve', path, AnyIntent))
      const intent = found && ownOf(Intent, found)
      if (!intent) return null
      // Only the session knows which payment is its own.
      const query = `payment_intent=${intent.id}&limit=1`
      const sessions = await api.get('checkout.sessions.list', `/v1/checkout/sessions?${query}`, Sessions)
      return paymentOf(intent, sessions.data[0]?.id ?? null)
    },

    async capture(payment) {
      const path = `/v1/payment_intents/${encodeURIComponent(payment.paymentId)}`
      const expanded = '?expand[]=latest_charge'
      try {
        const form = new URLSearchParams([['expand[]', 'latest_charge']])
        const captured = await api.post('paymentIntents.capture', `${path}/capture`, Intent, form, null)
        return await paymentOf(captured, payment.checkoutId)
      } catch (error) {
        if (!(error instanceof ProviderError) || error.kind !== 'refused') throw error
        const found = await api.get('paymentIntents.retrieve', path + expanded, Intent)
        if (paymentState(found) !== 'paid') throw error
        return paymentOf(found, payment.checkoutId)
      }
    },

    async closeCheckout(checkoutId) {
      const path = `/v1/checkout/sessions/${encodeURIComponent(checkoutId)}`
      try {
        await api.post('checkout.sessions.expire', `${path}/expire`, Session, new URLSearchParams(), null)
      } catch (error) {
        if (refusedBy(error) === null) throw error
        // Paid or ended in the meantime: that is as closed as it can be.
        const session = await orNull(api.get('checkout.sessions.retrieve', path, Session))
        if (session?.status === 'open') throw error
      }
    },

    checkReturn: null,

    async listCheckouts(since, cursor) {
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
        if (session) items.push(await checkoutOf(session))
      }
      const next = page.has_more ? (page.data.at(-1)?.id ?? null) : null
      return { items, others: page.data.length - items.length, next }
    },

    async balance() {
      const { available, pending } = await api.get('balance.retrieve', '/v1/balance', Balance)
      const currencies = new Set([...available, ...pending].map(({ currency }) => currency))
      const sum = (amounts: Amounts, currency: string): number =>
        amounts.filter((each) => each.currency === currency).reduce((total, { amount }) => total + amount, 0)
      return [...currencies].map((currency) => ({
        currency: currency.toUpperCase(),
        availableMinor: fromStripe(sum(available, currency), currency).amountMinor,
        pendingMinor: fromStripe(sum(pending, currency), currency).amountMinor,
      }))
    },

    async registerWebhook(url) {
      // An earlier one no longer reveals its secret, and would be rejected forever.
      const { data } = await api.get('webhookEndpoints.list', `/v1/webhook_endpoints?limit=${pageSize}`, Endpoints)
      for (const { id } of data.filter((each) => each.url === url))
        await orNull(api.remove('webhookEndpoints.del', `/v1/webhook_endpoints/${encodeURIComponent(id)}`, Removed))
      const form = new URLSearchParams([
        ['url', url],
        ['description', 'Foyer'],
        // Else events come in the version of the account, which may be ten years old.
        ['api_version', apiVersion],
      ])
      for (const type of wantedEvents) form.append('enabled_events[]', type)
      // For the repeats of this one call: with the next there is none any more that it could double.
      const key = `webhook-${randomUUID()}`
      const { secret } = await api.post('webhookEndpoints.create', '/v1/webhook_endpoints', Endpoint, form, key)
      return { secret }
    },
  }
}

/**
 * Tries each right that is needed, with calls that change nothing: a write without its parameters is refused for them by a key that
 * may write. All that are missing are named at once. Where a person gave the webhook's secret, the key need not register one.
 */
const requireRights = async (api: ReturnType<typeof makeCalls>, hasWebhook: boolean): Promise<void> => {
  const read = (operation: string, path: string) => () => api.get(operation, path, z.unknown())
  const write = (operation: string, path: string) => () => api.post(operation, path, z.unknown(), new URLSearchParams(), null)
  const probes = [
    read('checkout.sessions.list', '/v1/checkout/sessions?limit=1'),
    write('checkout.sessions.create', '/v1/checkout/sessions'),
    read('paymentIntents.list', '/v1/payment_intents?limit=1'),
    read('charges.list', '/v1/charges?limit=1'),
    read('disputes.list', '/v1/disputes?limit=1'),
    read('balance.retrieve', '/v1/balance'),
    ...(hasWebhook ? [] : [write('webhookEndpoints.create', '/v1/webhook_endpoints')]),
  ]
  const lacks = await Promise.all(
    probes.map((probe) =>
      probe().then(
        () => null,
        (error: unknown) => {
          if (error instanceof ProviderError && error.lacks !== null) return error.lacks
          if (refusedBy(error) !== null) return null
          throw error
        },
      ),
    ),
  )
  const missing = [...new Set(lacks.filter((right) => right !== null))]
  if (missing.length > 0) throw new ProviderError('refused', lacking(missing), { lacks: missing.join(', ') })
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

// What is asked of Stripe's answers: only what is used of them. Everything else may come, go or change.

const Metadata = z.record(z.string(), z.string()).nullish()

const Charge = z.object({
  amount_refunded: z.int().nullish(),
  disputed: z.boolean().nullish(),
  payment_method_details: z.object({ type: z.string() }).nullish(),
})

const Intent = z.object({
  id: z.string().startsWith('pi_'),
  amount: z.int(),
  amount_received: z.int(),
  currency: z.string(),
  created: z.int(),
  livemode: z.boolean(),
  /** `succeeded`, `processing`, `canceled`, `requires_…`: one that is new to us is not money. */
  status: z.string(),
  latest_charge: z.union([z.string(), Charge]).nullish(),
  last_payment_error: z.object({ message: z.string().nullish() }).nullish(),
  metadata: Metadata,
})
type Intent = z.infer<typeof Intent>

const Session = z.object({
  id: z.string().startsWith('cs_'),
  mode: z.literal('payment'),
  status: z.string().nullish(),
  payment_status: z.string(),
  amount_total: z.int(),
  currency: z.string(),
  created: z.int(),
  expires_at: z.int(),
  livemode: z.boolean(),
  url: z.string().nullish(),
  client_reference_id: z.string().nullish(),
  metadata: Metadata,
  payment_intent: z.union([z.string(), Intent]).nullish(),
})
type Session = z.infer<typeof Session>

// Other programs may use the same account. Their sessions are parsed no further than this: a subscription's session has no
// payment of its own, a setup session no amount, and a future kind may lack anything.
const AnySession = z.looseObject({ id: z.string().startsWith('cs_'), mode: z.string(), metadata: z.unknown().optional() })
const AnyIntent = z.looseObject({ id: z.string().startsWith('pi_'), metadata: z.unknown().optional() })
const Sessions = z.object({ data: z.array(AnySession), has_more: z.boolean() })

/**
 * What we may have opened, in our own shape; null for another program's. One that names an invoice as we do and cannot be read
 * is an error, so that no money of ours is passed over.
 */
const ownOf = <T>(shape: z.ZodType<T>, found: z.infer<typeof AnyIntent>): T | null => {
  const read = shape.safeParse(found)
  if (read.success) return read.data
  const { invoice_id } = z.object({ invoice_id: z.unknown() }).safeParse(found.metadata).data ?? {}
  const isOurs = z.uuid().safeParse(invoice_id).success && (found.mode ?? 'payment') === 'payment'
  if (!isOurs) return null
  throw new ProviderError('broken', 'Stripe returned an invalid response.')
}

const Dispute = z.object({
  status: z.string(),
  amount: z.int(),
  currency: z.string(),
  /** What was taken from the account, and given back; in its own currency. */
  balance_transactions: z.array(z.object({ fee: z.int(), currency: z.string() })).nullish(),
})
const Disputes = z.object({ data: z.array(Dispute) })
const Account = z.object({
  id: z.string().startsWith('acct_'),
  business_profile: z.object({ name: z.string().nullish() }).nullish(),
  settings: z.object({ dashboard: z.object({ display_name: z.string().nullish() }).nullish() }).nullish(),
})
const Amounts = z.array(z.object({ amount: z.int(), currency: z.string() }))
type Amounts = z.infer<typeof Amounts>
const Balance = z.object({ available: Amounts, pending: Amounts })
const Endpoints = z.object({ data: z.array(z.object({ id: z.string(), url: z.string() })) })
const Removed = z.object({ deleted: z.literal(true) })
const Endpoint = z.object({ secret: z.string().startsWith('whsec_') })

/** Over, and the payer has nothing back. Whatever is neither that nor lost is still in danger. */
const wonDisputes = new Set(['won', 'warning_closed', 'prevented'])

const readDispute = (dispute: z.infer<typeof Dispute>) => {
  const { status, amount, currency, balance_transactions: moved } = dispute
  const state = status === 'lost' ? ('lost' as const) : wonDisputes.has(status) ? ('won' as const) : ('open' as const)
  const [first] = moved ?? []
  const fee =
    first &&
    fromStripe(
      (moved ?? []).reduce((sum, each) => sum + each.fee, 0),
      first.currency,
    )
  return {
    state,
    lostMinor: state === 'lost' ? fromStripe(amount, currency).amountMinor : 0,
    fee: fee && fee.amountMinor > 0 ? { minor: fee.amountMinor, currency: fee.currency } : null,
  }
}

const chargeOf = ({ latest_charge }: Intent): z.infer<typeof Charge> | null =>
  typeof latest_charge === 'object' ? (latest_charge ?? null) : null

/** Opening the page already makes an intent at times; with no charge nothing was tried. */
const isTried = (intent: Intent): boolean =>
  intent.status !== 'requires_payment_method' || intent.last_payment_error != null || intent.latest_charge != null

const paymentState = ({ status }: Intent): ProviderPayment['state'] => {
  if (status === 'succeeded') return 'paid'
  if (status === 'requires_capture') return 'authorized'
  // An action may be a voucher that is paid at a till tomorrow.
  if (status === 'processing' || status === 'requires_action' || status === 'requires_confirmation') return 'processing'
  return 'failed'
}

const checkoutState = (session: Session, payments: readonly ProviderPayment[]): ProviderCheckout['state'] => {
  if (session.payment_status === 'paid') return 'paid'
  if (session.status === 'open') return 'open'
  // Done by the payer and refused by the bank: nothing more can come of it, like one that has expired.
  const isOver = session.status === 'expired' || payments.some(({ state }) => state === 'failed')
  return isOver ? 'expired' : 'processing'
}

/** Stripe's own page, or the merchant's at a domain of theirs: any host, but nothing that is less safe than Stripe itself. */
const pageOf = ({ url }: Session, base: string): string | null => {
  if (url == null) return null
  const protocol = URL.parse(url)?.protocol
  if (protocol === 'https:' || protocol === new URL(base).protocol) return url
  throw new ProviderError('broken', 'Stripe returned an invalid checkout URL.')
}

const fromUnix = (seconds: number): Date => new Date(seconds * 1_000)

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 200)
