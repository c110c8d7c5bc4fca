import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { newId } from '#core/ids.ts'
import { type Answer, makeHttp, NoAnswer, type Sending } from '#core/outbound/http.ts'
import { CircuitOpen, type ProviderHttp } from '#core/outbound/provider-http.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { readForm } from '#sandbox/form.ts'
import { exponentOf } from '#shapes/money.ts'
import { readAllowedTarget } from '#shapes/networks.ts'
import { stripe as payer } from '#test/payments/stripe.ts'
import { contractFile, openContract, withoutContracts } from '#test/support/contracts.ts'
import { startSandbox, type TestSandbox } from '#test/support/sandbox.ts'
import { fromStripe, toStripe } from './amounts.ts'
import { stripeLimits } from './limits.ts'
import { stripePayments } from './payments.ts'
import { isSignedByStripe, parseStripeWebhook } from './webhooks.ts'

const now = new Date('2026-05-04T10:00:00Z')
let sandbox: TestSandbox
const loopback = readAllowedTarget('127.0.0.1')
const way = makeHttp({ allowed: loopback ? [loopback] : [] })
before(async () => {
  sandbox = await startSandbox()
})
after(async () => {
  await sandbox.stop()
  await way.destroy()
})

/** Stripe as this test says it: every request gets the same answer. */
const answering = (answer: { status?: number; body: unknown; headers?: Record<string, string>; isCut?: boolean } | Error) => {
  const sent: Sending[] = []
  const http: ProviderHttp = {
    async send(request): Promise<Answer> {
      sent.push(request)
      if (answer instanceof Error) throw answer
      const { status = 200, body, headers = {}, isCut = false } = answer
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      return { status, headers, body: Buffer.from(text), isCut, url: request.url }
    },
  }
  const credentials = { secretKey: 'sk_test_secret' }
  return {
    sent,
    payments: stripePayments({ base: 'https://api.stripe.com/', credentials, http, now: () => now }),
  }
}
const wanted = {
  key: 'key-1',
  invoiceId: 'invoice-1',
  title: 'Invoice INV-0007',
  amountMinor: 12_345,
  currency: 'EUR',
  clientEmail: 'payer@example.com',
  successUrl: 'https://foyer.example.com/pay/x?session_id={CHECKOUT_SESSION_ID}',
  cancelUrl: 'https://foyer.example.com/pay/x',
}
const session = {
  id: 'cs_test_1',
  object: 'checkout.session',
  mode: 'payment',
  status: 'open',
  payment_status: 'unpaid',
  amount_total: 12_345,
  currency: 'eur',
  created: 1_777_888_000,
  expires_at: 1_777_974_400,
  livemode: false,
  url: 'https://checkout.stripe.com/c/pay/cs_test_1#x',
  client_reference_id: 'invoice-1',
  metadata: { invoice_id: 'invoice-1' },
  payment_intent: null as unknown,
}
const intent = {
  id: 'pi_1',
  amount: 12_345,
  amount_received: 12_345,
  currency: 'eur',
  created: 1_777_888_100,
  livemode: false,
  status: 'succeeded',
  latest_charge: { id: 'ch_1', amount_refunded: 0, disputed: false, payment_method_details: { type: 'card' } },
  last_payment_error: null,
  metadata: { invoice_id: 'invoice-1' },
}
const errorOf = async (asked: Promise<unknown>): Promise<ProviderError> => {
  try {
    await asked
  } catch (error) {
    assert.ok(error instanceof ProviderError, String(error))
    return error
  }
  throw new Error('no error')
}

test('amounts are counted as Stripe counts them, both ways, and an amount it cannot count is refused before the call', () => {
  for (const [minor, currency, stripe] of [
    [12_345, 'EUR', 12_345],
    [500, 'JPY', 500],
    [500, 'ISK', 50_000],
    [500, 'UGX', 50_000],
    [1_200, 'MGA', 12],
    [1_230, 'KWD', 1_230],
    [1_230, 'TND', 1_230],
    [1_234, 'KWD', null],
    [1_250, 'MGA', null],
    [1_000, 'IQD', null],
    [10_000, 'CLF', null],
  ] as const)
    assert.equal(toStripe(minor, currency), stripe, `${minor} ${currency}`)
  const currencies = Intl.supportedValuesOf('currency')
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000_000_000 }), fc.constantFrom(...currencies), (minor, currency) => {
      const stripe = toStripe(minor, currency)
      if (stripe === null) return
      assert.ok(Number.isSafeInteger(stripe))
      assert.deepEqual(fromStripe(stripe, currency.toLowerCase()), { amountMinor: minor, currency })
    }),
  )
  // The usual ones are never refused.
  for (const currency of currencies.filter((code) => exponentOf(code) === 2 && code !== 'MGA'))
    assert.equal(toStripe(1, currency), 1)
})

test('an amount that Stripe cannot count is refused in words, and nothing is sent', async () => {
  const { payments, sent } = answering({ body: session })
  const refusal = await errorOf(payments.openCheckout({ ...wanted, currency: 'KWD', amountMinor: 1_234 }))
  assert.deepEqual([refusal.kind, sent.length], ['refused', 0])
})

test('Stripe’s limits of a currency are known before a call: minimum, maximum and steps; all of it can be counted', () => {
  for (const [currency, least, most, step] of [
    ['EUR', 50, 99_999_999, 1],
    ['GBP', 30, 99_999_999, 1],
    ['JPY', 50, 99_999_999, 1],
    ['KWD', 10, 99_999_990, 10],
    ['ISK', 1, 999_999, 1],
    ['MGA', 100, 9_999_999_900, 100],
    ['IDR', 1, 999_999_999_999, 1],
  ] as const) {
    assert.deepEqual(stripeLimits(currency), { leastMinor: least, mostMinor: most, stepMinor: step }, currency)
    for (const minor of [least, most]) assert.notEqual(toStripe(minor, currency), null, `${minor} ${currency}`)
  }
  for (const currency of ['CLF', 'IQD', 'IRR', 'XAU']) assert.equal(stripeLimits(currency), null, currency)
})

test('a checkout is created with the references both sides need, under one key, at one version of the API', async () => {
  const { payments, sent } = answering({ body: session })
  const opened = await payments.openCheckout(wanted)
  assert.deepEqual(opened, { checkoutId: 'cs_test_1', url: session.url, expiresAt: new Date(1_777_974_400_000) })
  await payments.openCheckout(wanted)
  const [first, again] = sent
  assert.deepEqual(again, first, 'a repeat says the very same')
  assert.equal(first?.url, 'https://api.stripe.com/v1/checkout/sessions')
  assert.equal(first?.headers?.authorization, 'Bearer sk_test_secret')
  assert.equal(first?.headers?.['idempotency-key'], 'key-1')
  assert.match(first?.headers?.['stripe-version'] ?? '', /^\d{4}-\d\d-\d\d\./)
  assert.deepEqual(readForm(String(first?.body)), {
    mode: 'payment',
    success_url: wanted.successUrl,
    cancel_url: wanted.cancelUrl,
    customer_email: wanted.clientEmail,
    client_reference_id: 'invoice-1',
    metadata: { invoice_id: 'invoice-1' },
    payment_intent_data: { metadata: { invoice_id: 'invoice-1' }, description: 'Invoice INV-0007' },
    adaptive_pricing: { enabled: 'false' },
    line_items: [
      { quantity: '1', price_data: { currency: 'eur', unit_amount: '12345', product_data: { name: 'Invoice INV-0007' } } },
    ],
  })
})

test('only a payment that Stripe calls paid is paid', async () => {
  const stateOf = async (changed: object, its: object | null = null) => {
    const { payments } = answering({ body: { ...session, ...changed, payment_intent: its && { ...intent, ...its } } })
    const found = await payments.findCheckout('cs_test_1')
    return [found?.state, found?.payments[0]?.state]
  }
  const [complete, none] = [{ status: 'complete' }, { latest_charge: null }]
  assert.deepEqual(await stateOf({}), ['open', undefined])
  assert.deepEqual(await stateOf({ ...complete, payment_status: 'paid' }, {}), ['paid', 'paid'])
  assert.deepEqual(await stateOf(complete, { status: 'processing', amount_received: 0 }), ['processing', 'processing'])
  assert.deepEqual(await stateOf(complete, { status: 'requires_capture', amount_received: 0 }), ['processing', 'authorized'])
  assert.deepEqual(await stateOf(complete, { status: 'requires_payment_method' }), ['expired', 'failed'])
  assert.deepEqual(await stateOf({}, { status: 'requires_payment_method' }), ['open', 'failed'])
  assert.deepEqual(await stateOf({}, { status: 'requires_payment_method', ...none }), ['open', undefined], 'nothing was tried')
  assert.deepEqual(await stateOf({}, { status: 'something_new' }), ['open', 'failed'])
  assert.deepEqual(await stateOf({ status: 'expired' }), ['expired', undefined])
  assert.deepEqual(await stateOf({ payment_status: 'no_payment_required' }), ['open', undefined])
  // What is paid counts, not what was asked.
  const { payments } = answering({ body: { ...session, payment_intent: { ...intent, amount_received: 12_000 } } })
  assert.equal((await payments.findCheckout('cs_test_1'))?.payments[0]?.amountMinor, 12_000)
})

test('a page may be at any domain of the merchant’s, and at nothing that is less safe than Stripe', async () => {
  const open = (url: string) => answering({ body: { ...session, url } }).payments.openCheckout(wanted)
  assert.equal((await open('https://pay.merchant.example/c/pay/cs_test_1')).url, 'https://pay.merchant.example/c/pay/cs_test_1')
  for (const url of ['http://pay.merchant.example/c', 'javascript:alert(1)', 'data:text/html,x', '//evil.example', 'nonsense'])
    assert.equal((await errorOf(open(url))).kind, 'broken', url)
})

test('a dispute is open, won or lost as Stripe says it, with what it took and cost; of one that cannot be asked only that it is', async () => {
  const tell = async (disputes: object[] | null) => {
    const http: ProviderHttp = {
      async send({ url }): Promise<Answer> {
        const isList = url.includes('/v1/disputes')
        const charge = { id: 'ch_1', amount_refunded: 0, disputed: true, payment_method_details: { type: 'card' } }
        const body = isList
          ? disputes && { object: 'list', data: disputes, has_more: false }
          : { ...session, status: 'complete', payment_status: 'paid', payment_intent: { ...intent, latest_charge: charge } }
        return { status: body ? 200 : 500, headers: {}, body: Buffer.from(JSON.stringify(body ?? {})), isCut: false, url }
      },
    }
    const credentials = { secretKey: 'sk_test_secret' }
    const payments = stripePayments({ base: 'https://api.stripe.com/', credentials, http, now: () => now })
    const found = (await payments.findCheckout('cs_test_1'))?.payments[0]?.dispute
    return found && [found.state, found.lostMinor, found.fee]
  }
  const dispute = { amount: 12_345, currency: 'eur', balance_transactions: [{ fee: 1_500, currency: 'usd' }] }
  const fee = { minor: 1_500, currency: 'USD' }
  for (const status of ['needs_response', 'under_review', 'warning_needs_response', 'warning_under_review', 'something_new'])
    assert.deepEqual(await tell([{ ...dispute, status }]), ['open', 0, fee], status)
  for (const status of ['won', 'warning_closed', 'prevented'])
    assert.deepEqual(await tell([{ ...dispute, status, balance_transactions: [] }]), ['won', 0, null], status)
  assert.deepEqual(await tell([{ ...dispute, status: 'lost' }]), ['lost', 12_345, fee])
  const [some, rest] = [
    { ...dispute, amount: 5_000, status: 'lost' },
    { ...dispute, amount: 7_345 },
  ]
  assert.deepEqual(await tell([some, { ...rest, status: 'won' }]), ['lost', 5_000, { ...fee, minor: 3_000 }])
  assert.deepEqual(await tell([some, { ...rest, status: 'needs_response' }]), ['open', 5_000, { ...fee, minor: 3_000 }])
  assert.deepEqual(await tell(null), ['disputed', 0, null])
})

test('other programs’ objects are ignored, whatever their shape; one that names an invoice as ours do and cannot be read is not', async () => {
  const setup = { id: 'cs_test_2', object: 'checkout.session', mode: 'setup', amount_total: null, currency: null }
  const strange = {
    ...session,
    id: 'cs_test_3',
    amount_total: null,
    client_reference_id: 'order-1',
    metadata: { invoice_id: '7' },
  }
  const list = (...data: object[]) => answering({ body: { object: 'list', data, has_more: true } }).payments
  const { items, others, next } = await list(session, setup, strange).listCheckouts(now, null)
  assert.deepEqual([items.map(({ checkoutId }) => checkoutId), others, next], [['cs_test_1'], 2, 'cs_test_3'])
  for (const body of [setup, strange, { ...session, mode: 'subscription', payment_intent: null }])
    assert.equal(await answering({ body }).payments.findCheckout(body.id), null)
  assert.equal(await answering({ body: { ...intent, currency: null, metadata: {} } }).payments.findPayment('pi_1'), null)

  const ours = { ...session, amount_total: null, metadata: { invoice_id: newId() } }
  assert.equal((await errorOf(answering({ body: ours }).payments.findCheckout('cs_test_1'))).kind, 'broken')
  assert.equal((await errorOf(list(session, ours).listCheckouts(now, null))).kind, 'broken')
})

test('every failed call is an error with a kind, and its reason repeats no key and no address', async () => {
  const said = (status: number, error: object, headers?: Record<string, string>) => ({
    status,
    body: { error },
    ...(headers && { headers }),
  })
  for (const [answer, kind, retryAfterMs] of [
    [said(401, { type: 'invalid_request_error', message: 'Invalid API Key provided: sk_test_****cret' }), 'credentials', null],
    [
      said(403, { type: 'invalid_request_error', message: 'The provided key rk_live_abc1234567 lacks a permission' }),
      'credentials',
      null,
    ],
    [
      said(400, { type: 'invalid_request_error', code: 'email_invalid', message: 'Invalid email address: payer@example.com' }),
      'refused',
      null,
    ],
    [said(400, { type: 'idempotency_error', message: 'Keys for idempotent requests …' }), 'refused', null],
    [said(402, { type: 'card_error', message: 'Your card was declined.' }), 'refused', null],
    [said(409, { type: 'invalid_request_error', code: 'lock_timeout', message: 'wait' }), 'busy', null],
    [
      said(429, { type: 'invalid_request_error', code: 'rate_limit', message: 'slow down' }, { 'retry-after': '7' }),
      'busy',
      7_000,
    ],
    [said(503, { type: 'api_error' }, { 'retry-after': 'Mon, 04 May 2026 10:00:30 GMT' }), 'broken', 30_000],
    [said(200, { type: 'api_error', message: 'no' }), 'broken', null],
    [{ status: 404, body: '<h1>nginx</h1>' }, 'broken', null],
    [{ status: 302, body: '' }, 'broken', null],
    [{ body: JSON.stringify(session).slice(0, 50), isCut: true }, 'broken', null],
    [{ body: { ...session, amount_total: '12345' } }, 'broken', null],
    [{ body: { ...session, id: 'pi_1' } }, 'broken', null],
    [new NoAnswer('timed_out', 'No response within 15 s.'), 'unreachable', null],
    [new NoAnswer('failed', 'The connection failed (ECONNREFUSED).'), 'unreachable', null],
    [new CircuitOpen(new Date(now.getTime() + 5_000)), 'unreachable', 5_000],
  ] as const) {
    const refusal = await errorOf(answering(answer).payments.openCheckout(wanted))
    assert.deepEqual([refusal.kind, refusal.retryAfterMs], [kind, retryAfterMs], JSON.stringify(answer))
    assert.match(refusal.reason, /^[^\n]{10,250}$/)
    assert.doesNotMatch(refusal.reason, /sk_test|rk_live|cret|payer@|https?:/)
  }
})

const event = (changed: object, object: object = { id: 'cs_test_1', payment_intent: 'pi_1' }): Buffer =>
  Buffer.from(
    JSON.stringify({
      id: 'evt_1',
      object: 'event',
      type: 'checkout.session.completed',
      created: 1_777_888_100,
      livemode: false,
      data: { object },
      ...changed,
    }),
  )

test('a webhook names its object, whatever shape the object has', () => {
  const told = (type: string, object: object) => {
    const { about, checkoutId, paymentId } = parseStripeWebhook({ body: event({ type }, object) })
    return [about, checkoutId, paymentId]
  }
  assert.deepEqual(told('checkout.session.completed', { id: 'cs_1', payment_intent: 'pi_1' }), ['checkout', 'cs_1', 'pi_1'])
  assert.deepEqual(told('checkout.session.expired', { id: 'cs_1', payment_intent: null }), ['checkout', 'cs_1', null])
  assert.deepEqual(told('payment_intent.succeeded', { id: 'pi_1' }), ['payment', null, 'pi_1'])
  assert.deepEqual(told('charge.succeeded', { id: 'ch_1', payment_intent: { id: 'pi_1' } }), ['payment', null, 'pi_1'])
  assert.deepEqual(told('charge.refunded', { id: 'ch_1', payment_intent: 'pi_1' }), ['refund', null, 'pi_1'])
  assert.deepEqual(told('refund.updated', { id: 're_1', payment_intent: 'pi_1' }), ['refund', null, 'pi_1'])
  assert.deepEqual(told('charge.dispute.created', { id: 'dp_1', payment_intent: 'pi_1' }), ['dispute', null, 'pi_1'])
  assert.deepEqual(told('balance.available', { object: 'balance' }), ['other', null, null])
  assert.deepEqual(told('invoice.paid', { id: 'in_1', payment_intent: 'pi_1' }), ['other', null, null])
  for (const body of ['', 'null', '{}', '{"id":"x"}']) assert.throws(() => parseStripeWebhook({ body: Buffer.from(body) }))
})

test('five minutes at most, before and after; the time is signed too', () => {
  const body = event({})
  const seconds = Math.floor(now.getTime() / 1_000)
  const header = (t: number | string, key = 'whsec_1') =>
    `t=${t},v1=${createHmac('sha256', key).update(`${t}.`).update(body).digest('hex')}`
  const isSigned = (signature: string) => isSignedByStripe({ headers: { 'stripe-signature': signature }, body }, 'whsec_1', now)
  for (const t of [seconds, seconds - 300, seconds + 300]) assert.equal(isSigned(header(t)), true, String(t - seconds))
  for (const t of [seconds - 301, seconds + 301, 0, '', 'x', `${seconds}.5`, '9'.repeat(20)])
    assert.equal(isSigned(header(t)), false, String(t))
  assert.equal(isSigned(header(seconds).replace(`t=${seconds}`, `t=${seconds + 1}`)), false)
  assert.equal(isSigned(header(seconds).replace('v1=', 'v0=')), false)
  assert.equal(isSigned(header(seconds, 'whsec_2')), false)
  const right = header(seconds).split(',v1=')[1]
  assert.ok(isSigned(`t=${seconds},v1=${'0'.repeat(64)},v1=${right},v0=x`))
  assert.ok(isSigned(`t=${seconds},v1=${right},v1=${'0'.repeat(64)}`))
  fc.assert(fc.property(fc.string(), (text) => !isSigned(text)))
})

interface Vectors {
  readonly secret: string
  readonly timestamp: number
  readonly body: string
  readonly signature: string
  readonly rejects: readonly Case[]
  readonly accepts: readonly Case[]
}
interface Case {
  readonly why: string
  readonly body: string
  readonly signature: string
  readonly now?: number
}

test('the vendor’s test vectors', { skip: withoutContracts }, () => {
  const { stripe } = contractFile<{ stripe: Vectors }>('signature-vectors.json')
  const isSigned = ({ body, signature, now: at = stripe.timestamp }: Omit<Case, 'why'>) =>
    isSignedByStripe(
      { headers: { 'stripe-signature': signature }, body: Buffer.from(body) },
      stripe.secret,
      new Date(at * 1_000),
    )
  assert.ok(isSigned(stripe))
  assert.equal(parseStripeWebhook({ body: Buffer.from(stripe.body) }).eventId, 'evt_1TestVector')
  for (const each of stripe.accepts) assert.ok(isSigned(each), each.why)
  for (const each of stripe.rejects) assert.equal(isSigned(each), false, each.why)
  const { signature } = stripe
  for (let at = signature.indexOf('v1=') + 3; at < signature.length; at++) {
    const changed = signature.slice(0, at) + (signature[at] === '0' ? '1' : '0') + signature.slice(at + 1)
    assert.equal(isSigned({ body: stripe.body, signature: changed }), false, String(at))
  }
})

/** What the contract was cut down to leaves these out; Stripe's reference has them. */
const beyondContract = new Set(['checkout.sessions.list created', 'checkout.sessions.list expand'])

/** A charge in place of its id, which we ask for, is a thing the contract does not know. */
const folded = (name: string, value: unknown): unknown =>
  name === 'latest_charge' ? ((value as { id?: string } | null)?.id ?? value) : value

test('every request that leaves keeps to the published contract, and so does every answer that comes back', {
  skip: withoutContracts,
}, async () => {
  const contract = openContract('stripe/openapi.json')
  const paths = Object.keys(contract.document.paths)
  const checked = new Set<string>()
  const http: ProviderHttp = {
    async send(request) {
      const answer = await way.send(request)
      const url = new URL(request.url)
      const path = paths.find((each) => new RegExp(`^${each.replace(/\{\w+\}/g, '[^/]+')}$`).test(url.pathname))
      // Refunds, disputes, the account and webhooks are no part of it.
      if (path === undefined) return answer
      const where = [path, request.method.toLowerCase()] as const
      if (request.body) {
        const form = readForm(String(request.body))
        assert.deepEqual(contract.request(where, 'application/x-www-form-urlencoded', form), [], request.operation)
      }
      const query = Object.entries(readForm(url.search.slice(1))).filter(
        ([name]) => !beyondContract.has(`${request.operation} ${name}`),
      )
      assert.deepEqual(contract.query(where, Object.fromEntries(query)), [], request.operation)
      const given = JSON.parse(answer.body.toString('utf8'), folded)
      assert.deepEqual(contract.answer(where, answer.status, given), [], request.operation)
      checked.add(`${request.operation} ${answer.status}`)
      return answer
    },
  }
  const payments = payer.open(sandbox, http, newId().replaceAll('-', ''))
  const opened = await payments.openCheckout({ ...wanted, key: newId() })
  await payments.findCheckout(opened.checkoutId)
  await payer.decline(sandbox, opened)
  await payments.findCheckout(opened.checkoutId)
  await payer.pay(sandbox, opened)
  const paid = await payments.findCheckout(opened.checkoutId)
  const payment = paid?.payments[0]
  assert.ok(payment)
  await payments.findPayment(payment.paymentId)
  await payments.capture(payment)
  await payments.closeCheckout((await payments.openCheckout({ ...wanted, key: newId() })).checkoutId)
  await payments.closeCheckout(opened.checkoutId)
  await payments.listCheckouts(new Date(0), null)
  await payments.balance()
  await payments.findCheckout('cs_test_none')
  await payments.findPayment('pi_none')
  await assert.rejects(payments.openCheckout({ ...wanted, key: newId(), amountMinor: 1 }))
  assert.deepEqual([...checked].sort(), [
    'balance.retrieve 200',
    'checkout.sessions.create 200',
    'checkout.sessions.create 400',
    'checkout.sessions.expire 200',
    'checkout.sessions.expire 400',
    'checkout.sessions.list 200',
    'checkout.sessions.retrieve 200',
    'checkout.sessions.retrieve 404',
    'paymentIntents.retrieve 200',
    'paymentIntents.retrieve 404',
  ])
})
