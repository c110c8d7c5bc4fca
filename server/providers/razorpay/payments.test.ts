import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { type Answer, NoAnswer, type Sending } from '#core/outbound/http.ts'
import { CircuitOpen, type ProviderHttp } from '#core/outbound/provider-http.ts'
import { noDispute, type ProviderPayment } from '#ports/payments.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { contractFile, openContract, withoutContracts } from '#test/support/contracts.ts'
import { razorpayPayments } from './payments.ts'
import { isSignedByRazorpay, parseRazorpayWebhook } from './webhooks.ts'

const now = new Date('2026-05-04T10:00:00Z')
const credentials = { keyId: 'rzp_test_abc', keySecret: 'secret' }

/** Razorpay as this test says it: each request is written down, and answered by its method and path. */
const scripted = (answers: Record<string, { status?: number; body: unknown; headers?: Record<string, string> } | Error>) => {
  const sent: (Sending & { path: string })[] = []
  const http: ProviderHttp = {
    async send(request): Promise<Answer> {
      const path = request.url.replace('https://api.razorpay.com', '')
      sent.push({ ...request, path })
      const answer = answers[`${request.method} ${path.split('?')[0]}`]
      if (!answer) throw new Error(`nobody answers ${request.method} ${path}`)
      if (answer instanceof Error) throw answer
      const { status = 200, body, headers = {} } = answer
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      return { status, headers, body: Buffer.from(text), isCut: false, url: request.url }
    },
  }
  const payments = razorpayPayments({ base: 'https://api.razorpay.com', credentials, mode: 'test', http, now: () => now })
  return { payments, sent }
}

const order = {
  id: 'order_EKwxwAgItmmXdp',
  entity: 'order',
  amount: 50_000,
  amount_paid: 0,
  amount_due: 50_000,
  currency: 'INR',
  receipt: 'key-1',
  status: 'created',
  attempts: 0,
  notes: { invoice_id: 'invoice-1', key: 'key-1' },
  created_at: 1_735_689_600,
}
const payment = {
  id: 'pay_29QQoUBi66xm2f',
  entity: 'payment',
  amount: 50_000,
  currency: 'INR',
  status: 'captured',
  order_id: order.id,
  method: 'upi',
  captured: true,
  amount_refunded: 0,
  notes: { invoice_id: 'somebody-else' },
  created_at: 1_735_689_700,
}
const list = (...items: unknown[]) => ({ body: { entity: 'collection', count: items.length, items } })
const wanted = {
  key: 'key-1',
  invoiceId: 'invoice-1',
  title: 'Invoice INV-0007',
  amountMinor: 50_000,
  currency: 'INR',
  clientEmail: 'payer@example.com',
  successUrl: 'https://foyer.example.com/pay/x',
  cancelUrl: 'https://foyer.example.com/pay/x',
}
const noDisputes = { 'GET /v1/disputes': list() }
const refusal = (description: string, status = 400) => ({ status, body: { error: { code: 'BAD_REQUEST_ERROR', description } } })

const errorOf = async (asked: Promise<unknown>): Promise<ProviderError> => {
  try {
    await asked
  } catch (error) {
    assert.ok(error instanceof ProviderError, String(error))
    return error
  }
  throw new Error('no error')
}

test('signatures of the vendor’s test vectors are accepted, and with one character changed they are not', {
  skip: withoutContracts,
}, () => {
  const { razorpay } = contractFile<{
    razorpay: {
      checkout: { secret: string; orderId: string; paymentId: string; signature: string; rejects: { value: string }[] }
      webhook: { secret: string; body: string; signature: string }
    }
  }>('signature-vectors.json')
  const { secret, orderId: checkoutId, paymentId, signature, rejects } = razorpay.checkout
  const { checkReturn } = razorpayPayments({
    base: 'https://api.razorpay.com',
    credentials: { keyId: 'rzp_test_abc', keySecret: secret },
    mode: 'test',
    http: { send: () => Promise.reject(new Error('nobody is asked')) },
    now: () => now,
  })
  assert.ok(checkReturn)
  assert.equal(checkReturn({ checkoutId, paymentId, signature }), true)
  for (const { value } of rejects) assert.equal(checkReturn({ checkoutId, paymentId, signature: value }), false)
  for (let at = 0; at < signature.length; at++) {
    const changed = signature.slice(0, at) + (signature[at] === '0' ? '1' : '0') + signature.slice(at + 1)
    assert.equal(checkReturn({ checkoutId, paymentId, signature: changed }), false, String(at))
  }

  const { webhook } = razorpay
  const sent = (body: string, given: string) => ({ headers: { 'x-razorpay-signature': given }, body: Buffer.from(body) })
  assert.equal(isSignedByRazorpay(sent(webhook.body, webhook.signature), webhook.secret), true)
  assert.equal(parseRazorpayWebhook(sent(webhook.body, webhook.signature)).paymentId, 'pay_29QQoUBi66xm2f')
  assert.equal(isSignedByRazorpay(sent(`${webhook.body} `, webhook.signature), webhook.secret), false)
  assert.equal(isSignedByRazorpay(sent(webhook.body, webhook.signature), secret), false)
})

test('a payment of another order is not signed for this one, whatever order the browser names', () => {
  const { payments } = scripted({})
  const signature = createHmac('sha256', 'secret').update('order_stolen|pay_1').digest('hex')
  assert.equal(payments.checkReturn?.({ checkoutId: 'order_stolen', paymentId: 'pay_1', signature }), true)
  assert.equal(payments.checkReturn?.({ checkoutId: 'order_stored', paymentId: 'pay_1', signature }), false)
  for (const nonsense of ['', 'x', signature.slice(1), `${signature}0`, signature.toUpperCase()])
    assert.equal(payments.checkReturn?.({ checkoutId: 'order_stolen', paymentId: 'pay_1', signature: nonsense }), false)
})

test('an order that an earlier try left behind is used again; one with our receipt that is not ours is not', async () => {
  const foreign = { ...order, id: 'order_foreign', notes: [] }
  const other = { ...order, id: 'order_other', amount: 60_000 }
  const found = scripted({ 'GET /v1/orders': list(foreign, other, order) })
  assert.equal((await found.payments.openCheckout(wanted)).checkoutId, order.id)
  assert.match(found.sent[0]?.path ?? '', /receipt=key-1&/)

  const { payments, sent } = scripted({ 'GET /v1/orders': list(foreign, other), 'POST /v1/orders': { body: order } })
  const key = 'k'.repeat(60)
  await payments.openCheckout({ ...wanted, key })
  const made = sent.find(({ method }) => method === 'POST')
  const body = JSON.parse(String(made?.body)) as { receipt: string; notes: object }
  assert.equal(body.receipt.length, 40)
  assert.deepEqual(body.notes, { invoice_id: 'invoice-1', key })
  assert.deepEqual(
    sent.map(({ method, ...request }) => [method, (request as { canRepeat?: boolean }).canRepeat]),
    [
      ['GET', true],
      ['POST', false],
    ],
  )
})

test('requests and answers of a whole payment keep to Razorpay’s contract', { skip: withoutContracts }, async () => {
  const contract = openContract('razorpay/openapi.json')
  const { payments, sent } = scripted({
    'GET /v1/orders': list(),
    'POST /v1/orders': { body: order },
    [`GET /v1/orders/${order.id}`]: { body: order },
    [`GET /v1/orders/${order.id}/payments`]: list(payment),
    [`GET /v1/payments/${payment.id}`]: { body: payment },
    [`POST /v1/payments/${payment.id}/capture`]: { body: payment },
    ...noDisputes,
  })
  await payments.test()
  await payments.openCheckout(wanted)
  await payments.findCheckout(order.id)
  const found = await payments.findPayment(payment.id)
  await payments.capture(found as ProviderPayment)
  await payments.listCheckouts(new Date(0), null)
  const known = sent.filter(({ path }) => !path.startsWith('/v1/disputes'))
  assert.equal(known.length, 9)
  for (const { method, path, body, headers } of known) {
    const url = new URL(path, 'https://api.razorpay.com')
    const at = url.pathname.replace(order.id, '{order_id}').replace(payment.id, '{payment_id}')
    const where = [at, method.toLowerCase()] as const
    // The vendor's own client knows it of the list of orders; the contract does not.
    url.searchParams.delete('expand[]')
    assert.deepEqual(contract.query(where, Object.fromEntries(url.searchParams)), [], path)
    if (body !== undefined) assert.deepEqual(contract.request(where, 'application/json', JSON.parse(String(body))), [], path)
    assert.equal(headers?.authorization, `Basic ${Buffer.from('rzp_test_abc:secret').toString('base64')}`)
  }
  for (const { schema, value, response, operation = '' } of contractFile<Example[]>('razorpay/examples.json'))
    if (schema === 'CheckoutResult') assert.deepEqual(contract.schema(schema, value), [])
    else if (response?.status === 200 && operation === 'GET /v1/payments/{payment_id}') {
      const body = response.body as typeof payment
      const { payments } = scripted({
        [`GET /v1/payments/${body.id}`]: { body },
        [`GET /v1/orders/${body.order_id}`]: { body: order },
        ...noDisputes,
      })
      assert.equal((await payments.findPayment(body.id))?.state, 'paid')
    }
})
interface Example {
  readonly operation?: string
  readonly schema?: string
  readonly value?: unknown
  readonly response?: { readonly status: number; readonly body: unknown }
}

test('a payment’s invoice is that of the order that we made, never of the payer’s browser', async () => {
  const { payments } = scripted({
    [`GET /v1/payments/${payment.id}`]: { body: payment },
    [`GET /v1/orders/${order.id}`]: { body: order },
    ...noDisputes,
  })
  assert.equal((await payments.findPayment(payment.id))?.invoiceId, 'invoice-1')
})

test('disputes are fetched separately; a failed fetch is reported, and hides no payment', async () => {
  const answers = {
    [`GET /v1/orders/${order.id}`]: { body: { ...order, status: 'paid' } },
    [`GET /v1/orders/${order.id}/payments`]: list(payment),
  }
  const tell = async (disputes: Parameters<typeof scripted>[0][string]) => {
    const found = await scripted({ ...answers, 'GET /v1/disputes': disputes }).payments.findCheckout(order.id)
    const dispute = found?.payments[0]?.dispute
    return [found?.state, dispute && [dispute.state, dispute.lostMinor]]
  }
  const dispute = { payment_id: payment.id, amount: 50_000, amount_deducted: 0 }
  assert.deepEqual(await tell(list()), ['paid', ['none', 0]])
  for (const [status, state] of Object.entries({ open: 'open', under_review: 'open', won: 'won', closed: 'won', new: 'open' }))
    assert.deepEqual(await tell(list({ ...dispute, status })), ['paid', [state, 0]], status)
  const lost = { ...dispute, status: 'lost' }
  assert.deepEqual(await tell(list(lost)), ['paid', ['lost', 50_000]])
  assert.deepEqual(await tell(list({ ...lost, amount_deducted: 20_000 })), ['paid', ['lost', 20_000]])
  const others = Array.from({ length: 100 }, () => ({ ...lost, payment_id: 'pay_of_another' }))
  assert.deepEqual(await tell(list(...others)), ['paid', null], 'other programs have more of them than are read')
  assert.deepEqual(await tell({ status: 500, body: 'oh' }), ['paid', null])
  assert.deepEqual(await tell(refusal('Not enabled for you')), ['paid', null])
})

test('a repeated capture stays captured; a payment that cannot be captured is refused', async () => {
  const captured: ProviderPayment = {
    paymentId: payment.id,
    checkoutId: order.id,
    invoiceId: 'invoice-1',
    state: 'authorized',
    amountMinor: 50_000,
    currency: 'INR',
    refundedMinor: 0,
    dispute: noDispute,
    isLive: false,
    method: 'upi',
    failure: null,
    createdAt: now,
  }
  const second = { [`POST /v1/payments/${payment.id}/capture`]: refusal('This payment has already been captured') }
  const done = scripted({ ...second, [`GET /v1/payments/${payment.id}`]: { body: payment } })
  assert.equal((await done.payments.capture(captured)).state, 'paid')
  const failed = scripted({ ...second, [`GET /v1/payments/${payment.id}`]: { body: { ...payment, status: 'failed' } } })
  assert.equal((await errorOf(failed.payments.capture(captured))).kind, 'refused')
})

test('each error has its kind: keys, limits, breakdowns, silence, and refusals in the vendor’s words', async () => {
  const kindOf = async (answer: Parameters<typeof scripted>[0][string]) => {
    const { kind, retryAfterMs } = await errorOf(scripted({ 'GET /v1/orders': answer }).payments.test())
    return [kind, retryAfterMs]
  }
  assert.deepEqual(await kindOf(refusal('Authentication failed', 401)), ['credentials', null])
  assert.deepEqual(await kindOf({ ...refusal('Too many requests', 429), headers: { 'retry-after': '7' } }), ['busy', 7_000])
  assert.deepEqual(await kindOf({ status: 502, body: '<html>' }), ['broken', null])
  assert.deepEqual(await kindOf({ status: 404, body: '<html>' }), ['broken', null])
  assert.deepEqual(await kindOf({ status: 200, body: '<html>' }), ['broken', null])
  assert.deepEqual(await kindOf(refusal('', 200)), ['broken', null])
  assert.deepEqual(await kindOf(refusal('The count must be at least 1.')), ['refused', null])
  assert.deepEqual(await kindOf(new NoAnswer('timed_out', 'No response within 10 s.')), ['unreachable', null])
  assert.deepEqual(await kindOf(new CircuitOpen(new Date(now.getTime() + 5_000))), ['unreachable', 5_000])
  const said = await errorOf(scripted({ 'GET /v1/orders': refusal('The key rzp_live_abc123 is\nnot valid') }).payments.test())
  assert.equal(said.reason, 'Razorpay says: The key rzp_live_… is not valid (BAD_REQUEST_ERROR)')
})

test('the real widget serves the real address only, and webhooks there are registered only by hand', async () => {
  const { payments } = scripted({})
  assert.deepEqual(payments.widget, { keyId: 'rzp_test_abc', scriptUrl: 'https://checkout.razorpay.com/v1/checkout.js' })
  assert.equal(await payments.registerWebhook('https://foyer.example.com/hook'), null)
})

test('news names its object, and is known by its event id or else by its body', () => {
  const told = (event: string, payload: object, eventId: string | null = 'evt_1') =>
    parseRazorpayWebhook({
      headers: { ...(eventId !== null && { 'x-razorpay-event-id': eventId }) },
      body: Buffer.from(JSON.stringify({ entity: 'event', event, payload, created_at: 1_735_689_701 })),
    })
  const entity = { id: 'pay_1', order_id: 'order_1' }
  const paid = told('order.paid', { payment: { entity }, order: { entity: { id: 'order_1' } } })
  assert.deepEqual([paid.about, paid.checkoutId, paid.paymentId, paid.eventId], ['checkout', 'order_1', 'pay_1', 'evt_1'])
  assert.equal(told('payment.captured', { payment: { entity } }).about, 'payment')
  assert.equal(told('refund.processed', { refund: { entity: { payment_id: 'pay_1' } } }).paymentId, 'pay_1')
  assert.equal(told('payment.dispute.created', { dispute: { entity: { payment_id: 'pay_1' } } }).about, 'dispute')
  assert.equal(told('payment.downtime.started', {}).about, 'other')
  const nameless = told('payment.captured', { payment: { entity } }, null)
  assert.equal(nameless.eventId, told('payment.captured', { payment: { entity } }, null).eventId)
  assert.notEqual(nameless.eventId, told('payment.failed', { payment: { entity } }, null).eventId)
  assert.throws(() => parseRazorpayWebhook({ headers: {}, body: Buffer.from('{}') }))
})
