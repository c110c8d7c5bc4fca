import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Answer } from '#core/outbound/http.ts'
import type { ProviderHttp } from '#core/outbound/provider-http.ts'
import {
  type CheckoutWanted,
  noDispute,
  type PaymentAccount,
  type PaymentNews,
  type Payments,
  type ProviderCheckout,
  type ProviderDispute,
  type ProviderPayment,
  type SentWebhook,
} from '#ports/payments.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { retryAfterMs } from '#shapes/retry-after.ts'
import { asProviderError, parsed } from '../answers.ts'
import { sumDisputes } from '../disputes.ts'

/** The vendor's own address. Whoever plays Razorpay serves the API and `/v1/checkout.js` from one address. */
export const razorpayBase = 'https://api.razorpay.com'
const checkoutScript = 'https://checkout.razorpay.com/v1/checkout.js'

const timeoutMs = 10_000
/** One order is a KB. Whoever answers more than this is mad, and is not listened to. */
const maxBytes = 128 * 1024
/** A hundred orders with their payments are some 200 KB, as are those that somebody with many cards tried on one order. */
const maxListBytes = 2 * 1024 * 1024
/** The most that the API gives at once. */
const pageSize = 100
/** A thousand disputes of one account. */
const mostDisputePages = 10

/**
 * Razorpay by its HTTP API (https://razorpay.com/docs/api/): Basic auth with the key, JSON, amounts in paise. Amounts and
 * currencies are ISO 4217's here and there, so nothing is converted.
 */
export const razorpayPayments = ({
  base,
  widgetBase = base,
  credentials,
  mode,
  http,
  now,
}: {
  base: string
  /** Where payers' browsers reach the one that plays Razorpay, if that is not where we do. */
  widgetBase?: string
  credentials: Readonly<Record<string, string>>
  mode: PaymentAccount['mode']
  http: ProviderHttp
  now: () => Date
}): Payments => {
  const { keyId = '', keySecret = '' } = credentials
  const address = base.replace(/\/+$/, '')
  const api = makeCalls({ base: address, keyId, keySecret, http, now })
  const isLive = keyId.startsWith('rzp_live_')

  const paymentOf = (found: RazorpayPayment, invoiceId: string | null, dispute: ProviderDispute | null): ProviderPayment => ({
    paymentId: found.id,
    checkoutId: found.order_id,
    invoiceId,
    state: paymentStates[found.status],
    amountMinor: found.amount,
    currency: found.currency,
    refundedMinor: found.amount_refunded ?? 0,
    dispute,
    isLive,
    method: found.method ?? null,
    failure: found.status === 'failed' ? oneLine(found.error_description ?? found.error_code ?? 'The payment failed.') : null,
    createdAt: fromUnix(found.created_at),
  })

  const checkoutOf = (order: Order, tried: readonly RazorpayPayment[], disputeOf: DisputeOf): ProviderCheckout => {
    const invoiceId = noteOf(order, 'invoice_id')
    const payments = tried.map((one) => paymentOf(one, invoiceId, disputeOf(one.id)))
    return {
      checkoutId: order.id,
      invoiceId,
      state: stateOf(order, payments),
      amountMinor: order.amount,
      currency: order.currency,
      isLive,
      createdAt: fromUnix(order.created_at),
      payments,
    }
  }

  /**
   * Razorpay knows no key against doubles, and `receipt` need not be unique. So an order that an earlier try may have left
   * behind is looked for before there is another. (Of two tries at the same moment each may make one: both are the same
   * invoice's, and only the one that is stored is ever shown to a payer.)
   */
  const orderOf = async (wanted: CheckoutWanted): Promise<Order> => {
    const receipt = receiptOf(wanted.key)
    const before = await api.get('orders.all', `/v1/orders?receipt=${encodeURIComponent(receipt)}&count=10`, AnyOrders)
    const same = before.items
      .flatMap((order) => ownOf(Order, order) ?? [])
      .find(
        (order) =>
          noteOf(order, 'key') === wanted.key && order.amount === wanted.amountMinor && order.currency === wanted.currency,
      )
    return (
      same ??
      (await api.post('orders.create', '/v1/orders', Order, {
        amount: wanted.amountMinor,
        currency: wanted.currency,
        receipt,
        notes: { invoice_id: wanted.invoiceId, key: wanted.key },
      }))
    )
  }

  /**
   * What became of disputes; null for a payment of which that could not be asked. A payment does not say it of itself, so the
   * account's disputes are read, the newest first; there are few, and they are only asked for once there is money.
   */
  const disputesOf = async (payments: readonly RazorpayPayment[]): Promise<DisputeOf> => {
    if (!payments.some((one) => paymentStates[one.status] === 'paid')) return () => noDispute
    const all: z.infer<typeof Dispute>[] = []
    let isWhole = false
    try {
      for (let page = 0; page < mostDisputePages && !isWhole; page++) {
        const path = `/v1/disputes?count=${pageSize}&skip=${page * pageSize}`
        const { items } = await api.list('disputes.all', path, Disputes)
        all.push(...items)
        isWhole = items.length < pageSize
      }
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
    }
    const ofPayment = Map.groupBy(all, ({ payment_id }) => payment_id)
    return (paymentId) => {
      const found = ofPayment.get(paymentId)
      // That there was none before the oldest one read is not known.
      return found ? sumDisputes(found.map(readDispute)) : isWhole ? noDispute : null
    }
  }

  return {
    provider: 'razorpay',
    widget: {
      keyId,
      scriptUrl: address === razorpayBase ? checkoutScript : `${widgetBase.replace(/\/+$/, '')}/v1/checkout.js`,
    },

    canClose: false,

    async test() {
      await api.get('orders.all', '/v1/orders?count=1', AnyOrders)
      // With a key's own rights nothing tells the account's name; the key's id is public and known to its owner.
      return { account: keyId, accountId: null, isLive }
    },

    async openCheckout(wanted) {
      const order = await orderOf(wanted)
      // An order never ends by itself, and has no page: the payer's page opens the widget.
      return { checkoutId: order.id, url: null, expiresAt: null }
    },

    async findCheckout(checkoutId) {
      const path = `/v1/orders/${encodeURIComponent(checkoutId)}`
      const [order, tried] = await Promise.all([
        known(api.get('orders.fetch', path, AnyOrder)),
        known(api.list('orders.fetchPayments', `${path}/payments`, AnyTried)),
      ])
      const own = order && tried && ownOf(Order, { ...order, payments: tried })
      if (!own) return null
      const payments = own.payments?.items ?? []
      return checkoutOf(own, payments, await disputesOf(payments))
    },

    async findPayment(paymentId) {
      const any = await known(api.get('payments.fetch', `/v1/payments/${encodeURIComponent(paymentId)}`, AnyPayment))
      // One without an order was taken by another program: we take none without.
      const orderId = any?.order_id
      if (!any || !orderId) return null
      // A payment's own notes come from the payer's browser; what the order was made for was said by us.
      const order = await known(api.get('orders.fetch', `/v1/orders/${encodeURIComponent(orderId)}`, AnyOrder))
      const own = order && ownOf(Order, { ...order, payments: { items: [any] } })
      const found = own?.payments?.items[0]
      if (!own || !found) return null
      return paymentOf(found, noteOf(own, 'invoice_id'), (await disputesOf([found]))(found.id))
    },

    async capture(payment) {
      const path = `/v1/payments/${encodeURIComponent(payment.paymentId)}`
      const body = { amount: payment.amountMinor, currency: payment.currency }
      try {
        const captured = await api.post('payments.capture', `${path}/capture`, RazorpayPayment, body)
        return paymentOf(captured, payment.invoiceId, payment.dispute)
      } catch (error) {
        if (!(error instanceof ProviderError) || error.kind !== 'refused') throw error
        const found = await api.get('payments.fetch', path, RazorpayPayment)
        if (paymentStates[found.status] !== 'paid') throw error
        return paymentOf(found, payment.invoiceId, payment.dispute)
      }
    },

    async closeCheckout() {
      // Razorpay has no call that ends an order. What is paid into one later is judged when it comes.
    },

    checkReturn: ({ checkoutId, paymentId, signature }) =>
      isSigned(Buffer.from(`${checkoutId}|${paymentId}`), signature, keySecret),

    async listCheckouts(since, cursor) {
      const skip = Number(cursor ?? 0)
      const from = Math.floor(since.getTime() / 1_000)
      const query = `from=${from}&count=${pageSize}&skip=${skip}&expand[]=payments`
      const page = await api.list('orders.all', `/v1/orders?${query}`, AnyOrders)
      const orders = page.items.flatMap((order) => ownOf(Order, order) ?? [])
      const disputeOf = await disputesOf(orders.flatMap((order) => order.payments?.items ?? []))
      return {
        items: orders.map((order) => checkoutOf(order, order.payments?.items ?? [], disputeOf)),
        others: page.items.length - orders.length,
        next: page.items.length < pageSize ? null : String(skip + page.items.length),
      }
    },

    async balance() {
      // There is no call for what an account holds: settlements go to the bank by themselves.
      return []
    },

    async registerWebhook(url) {
      // At Razorpay a person does that, on the dashboard.
      if (mode !== 'sandbox') return null
      return api.post('webhooks.create', '/endpoints', Endpoint, { url })
    },
  }
}

/** One connection's calls. Their operations are named as the vendor's own client names them. */
const makeCalls = ({
  base,
  keyId,
  keySecret,
  http,
  now,
}: {
  base: string
  keyId: string
  keySecret: string
  http: ProviderHttp
  now: () => Date
}) => {
  const headers = {
    authorization: `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`,
    accept: 'application/json',
  }
  const send = async <T>(
    operation: string,
    path: string,
    shape: z.ZodType<T>,
    request: { method: 'GET'; isList?: boolean } | { method: 'POST'; body: unknown },
  ): Promise<T> => {
    const isRead = request.method === 'GET'
    const isList = isRead && request.isList
    try {
      const answer = await http.send({
        operation,
        method: request.method,
        url: base + path,
        headers: isRead ? headers : { ...headers, 'content-type': 'application/json' },
        ...(!isRead && { body: JSON.stringify(request.body) }),
        canRepeat: isRead,
        timeoutMs,
        maxBytes: isList ? maxListBytes : maxBytes,
      })
      return read(answer, shape, now())
    } catch (error) {
      throw asProviderError('Razorpay', error, now())
    }
  }
  const get = <T>(operation: string, path: string, shape: z.ZodType<T>): Promise<T> =>
    send(operation, path, shape, { method: 'GET' })
  /** Many at once, which is no small answer. */
  const list = <T>(operation: string, path: string, shape: z.ZodType<T>): Promise<T> =>
    send(operation, path, shape, { method: 'GET', isList: true })
  const post = <T>(operation: string, path: string, shape: z.ZodType<T>, body: unknown): Promise<T> =>
    send(operation, path, shape, { method: 'POST', body })

  return { get, list, post }
}

// What is asked of Razorpay's answers: only what is used of them. Everything else may come, go or change.

/** `{}` or, when there are none, `[]`. */
const Notes = z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]).nullish()

const RazorpayPayment = z.object({
  id: z.string().startsWith('pay_'),
  amount: z.int(),
  currency: z.string(),
  status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']),
  order_id: z.string().nullable(),
  method: z.string().nullish(),
  amount_refunded: z.int().nullish(),
  error_code: z.string().nullish(),
  error_description: z.string().nullish(),
  created_at: z.int(),
})
type RazorpayPayment = z.infer<typeof RazorpayPayment>

const Tried = z.object({ items: z.array(RazorpayPayment) })

const Order = z.object({
  id: z.string().startsWith('order_'),
  amount: z.int(),
  currency: z.string(),
  status: z.enum(['created', 'attempted', 'paid']),
  notes: Notes,
  created_at: z.int(),
  payments: Tried.nullish(),
})
type Order = z.infer<typeof Order>

// Other programs may use the same account (links to pay at, subscriptions, a shop). What they make is read no further than this.
const AnyOrder = z.looseObject({ id: z.string().startsWith('order_'), notes: z.unknown().optional() })
const AnyOrders = z.object({ items: z.array(AnyOrder) })
const AnyPayment = z.looseObject({ id: z.string().startsWith('pay_'), order_id: z.string().nullish() })
const AnyTried = z.object({ items: z.array(AnyPayment) })

/**
 * What we may have made, in our own shape; null for another program's. One that names an invoice as we do and cannot be read is
 * trouble, so that no money of ours is passed over.
 */
const ownOf = <T>(shape: z.ZodType<T>, found: z.infer<typeof AnyOrder>): T | null => {
  const read = shape.safeParse(found)
  if (read.success) return read.data
  const { invoice_id } = z.object({ invoice_id: z.unknown() }).safeParse(found.notes).data ?? {}
  if (!z.uuid().safeParse(invoice_id).success) return null
  throw new ProviderError('broken', notRazorpays)
}
const notRazorpays = 'Razorpay answered something that is no answer of Razorpay’s.'

const Dispute = z.object({
  payment_id: z.string(),
  status: z.string(),
  amount: z.int(),
  /** What was taken from the account. */
  amount_deducted: z.int().nullish(),
})
const Disputes = z.object({ items: z.array(Dispute) })
const Endpoint = z.object({ secret: z.string().min(1) })
const ErrorBody = z.object({ error: z.object({ code: z.string(), description: z.string() }) })

/** Only captured money is money; `refunded` is captured money that was given back. */
const paymentStates = {
  created: 'processing',
  authorized: 'authorized',
  captured: 'paid',
  refunded: 'paid',
  failed: 'failed',
} as const satisfies Record<RazorpayPayment['status'], ProviderPayment['state']>

const stateOf = (order: Order, payments: readonly ProviderPayment[]): ProviderCheckout['state'] => {
  if (order.status === 'paid' || payments.some((one) => one.state === 'paid')) return 'paid'
  return payments.some((one) => one.state === 'authorized' || one.state === 'processing') ? 'processing' : 'open'
}

const noteOf = ({ notes }: Order, name: string): string | null => {
  const value = notes && !Array.isArray(notes) ? notes[name] : null
  return typeof value === 'string' ? value : null
}

type DisputeOf = (paymentId: string) => ProviderDispute | null

/** `won` and `closed` are over, and the payer has nothing back; whatever is neither that nor lost is still in danger. */
const readDispute = ({ status, amount, amount_deducted }: z.infer<typeof Dispute>) => {
  const state =
    status === 'lost' ? ('lost' as const) : status === 'won' || status === 'closed' ? ('won' as const) : ('open' as const)
  return { state, lostMinor: state === 'lost' ? amount_deducted || amount : 0, fee: null }
}

/** Razorpay takes 40 characters. */
const receiptOf = (key: string): string =>
  key.length <= 40 ? key : createHash('sha256').update(key).digest('hex').slice(0, 40)

const fromUnix = (seconds: number): Date => new Date(seconds * 1_000)

/** What the vendor says to people, in one line, and without a key that it may have repeated. */
const oneLine = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/rzp_(test|live)_\w+/g, 'rzp_$1_…')
    .trim()
    .slice(0, 200)

const read = <T>(answer: Answer, shape: z.ZodType<T>, now: Date): T => {
  const body = answer.isCut ? undefined : parsed(answer.body)
  if (answer.status === 200) {
    const given = shape.safeParse(body)
    if (given.success) return given.data
    const refusal = ErrorBody.safeParse(body)
    throw new ProviderError('broken', refusal.success ? said(refusal.data) : notRazorpays)
  }
  const refusal = ErrorBody.safeParse(body)
  const words = refusal.success ? said(refusal.data) : `Razorpay answered ${answer.status}.`
  const { status } = answer
  if (status === 401 || status === 403) throw new ProviderError('credentials', words)
  if (status === 429) throw new ProviderError('busy', words, { retryAfterMs: retryAfterMs(answer.headers['retry-after'], now) })
  if (status >= 400 && status < 500 && refusal.success)
    throw new ProviderError('refused', words, { cause: new Refusal(refusal.data.error.description, status) })
  throw new ProviderError('broken', words, { retryAfterMs: retryAfterMs(answer.headers['retry-after'], now) })
}

const said = ({ error }: z.infer<typeof ErrorBody>): string => oneLine(`Razorpay says: ${error.description} (${error.code})`)

/** What a refusal was, for whoever has to tell one from another. */
class Refusal extends Error {
  readonly status: number
  constructor(description: string, status: number) {
    super(description)
    this.status = status
  }
}

/** The answer, or null when there is nothing with that id. Razorpay answers 400 then, and only its words tell why. */
const known = async <T>(asked: Promise<T>): Promise<T | null> => {
  try {
    return await asked
  } catch (error) {
    const refusal = error instanceof ProviderError ? error.cause : null
    if (refusal instanceof Refusal && (refusal.status === 404 || /does not exist|not a valid id/i.test(refusal.message)))
      return null
    throw error
  }
}

const isSigned = (text: Buffer, signature: string, secret: string): boolean => {
  if (secret === '' || !/^[0-9a-f]{64}$/.test(signature)) return false
  return timingSafeEqual(createHmac('sha256', secret).update(text).digest(), Buffer.from(signature, 'hex'))
}

const Event = z.object({
  event: z.string().min(1),
  created_at: z.int(),
  payload: z
    .object({
      payment: z.object({ entity: z.object({ id: z.string(), order_id: z.string().nullish() }) }).optional(),
      order: z.object({ entity: z.object({ id: z.string() }) }).optional(),
      refund: z.object({ entity: z.object({ payment_id: z.string() }) }).optional(),
      dispute: z.object({ entity: z.object({ payment_id: z.string() }) }).optional(),
    })
    .optional(),
})

/**
 * Whether a webhook is signed with `secret` over the body as it came (https://razorpay.com/docs/webhooks/validate-test/). There
 * is no time in the signature: a repeat is known by its event id, which is in a header that the signature does not cover.
 */
export const isSignedByRazorpay = ({ headers, body }: SentWebhook, secret: string): boolean =>
  isSigned(body, headers['x-razorpay-signature'] ?? '', secret)

/** The news in a body that was proven before. One without an event id is known by its body. */
export const parseRazorpayWebhook = (sent: SentWebhook): PaymentNews => {
  const { event, created_at, payload } = Event.parse(JSON.parse(sent.body.toString('utf8')))
  const payment = payload?.payment?.entity
  return {
    eventId: sent.headers['x-razorpay-event-id'] || `body_${createHash('sha256').update(sent.body).digest('hex').slice(0, 32)}`,
    type: event,
    about: aboutOf(event),
    checkoutId: payload?.order?.entity.id ?? payment?.order_id ?? null,
    paymentId: payment?.id ?? payload?.refund?.entity.payment_id ?? payload?.dispute?.entity.payment_id ?? null,
    // Razorpay does not say; what the settling asks for does, by the key it asks with.
    isLive: null,
    at: fromUnix(created_at),
  }
}

const aboutOf = (event: string): PaymentNews['about'] => {
  if (event.startsWith('order.')) return 'checkout'
  if (event.startsWith('payment.dispute.')) return 'dispute'
  if (event.startsWith('refund.')) return 'refund'
  return /^payment\.(authorized|captured|failed)$/.test(event) ? 'payment' : 'other'
}
