import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import Stripe from 'stripe'
import { press } from '#test/payments/payer.ts'
import { contractFile, openContract, withoutContracts } from '#test/support/contracts.ts'
import { startSandbox, type TestSandbox } from '#test/support/sandbox.ts'

let sandbox: TestSandbox
/** Holds every webhook that came. */
const hooks: { headers: Record<string, string>; body: Buffer }[] = []
const receiver = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  hooks.push({ headers: request.headers as Record<string, string>, body: Buffer.concat(chunks) })
  response.end()
})
let hookUrl: string
before(async () => {
  sandbox = await startSandbox()
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', () => done()))
  hookUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
})
after(async () => {
  receiver.close()
  receiver.closeAllConnections()
  await sandbox.stop()
})

/** The vendor's own client, told of another host and nothing else. */
const client = (key: string): Stripe => {
  const { hostname, port } = new URL(sandbox.address)
  return new Stripe(key, { host: hostname, port: Number(port), protocol: 'http', maxNetworkRetries: 0, telemetry: false })
}
const wanted = (more: Partial<Stripe.Checkout.SessionCreateParams> = {}): Stripe.Checkout.SessionCreateParams => ({
  mode: 'payment',
  success_url: 'https://shop.example.com/done?id={CHECKOUT_SESSION_ID}',
  cancel_url: 'https://shop.example.com/',
  customer_email: 'payer@example.com',
  line_items: [{ quantity: 2, price_data: { currency: 'eur', unit_amount: 1_250, product_data: { name: 'Tea' } } }],
  ...more,
})
const newest = '2026-10-28.endive' as never
const until = async (is: () => boolean): Promise<void> => {
  for (let n = 0; n < 3_000 && !is(); n++) await pause(10)
  assert.ok(is())
}
const refusal = (error: unknown): Stripe.errors.StripeError => {
  assert.ok(error instanceof Stripe.errors.StripeError, String(error))
  return error
}

test('the vendor’s own client works against it unchanged: create, retrieve, expand, list by pages, expire, repeat by key', async () => {
  const stripe = client('sk_test_sdk1')
  const made = await stripe.checkout.sessions.create(wanted({ client_reference_id: 'order 7', metadata: { order: '7' } }))
  assert.deepEqual([made.status, made.payment_status, made.amount_total, made.livemode], ['open', 'unpaid', 2_500, false])
  assert.match(made.id, /^cs_test_/)
  assert.match(made.lastResponse.requestId, /^req_/)
  const whole = await stripe.checkout.sessions.retrieve(made.id, { expand: ['line_items', 'payment_intent.latest_charge'] })
  assert.deepEqual([whole.line_items?.data[0]?.description, whole.line_items?.data[0]?.quantity], ['Tea', 2])
  assert.deepEqual([whole.client_reference_id, whole.metadata], ['order 7', { order: '7' }])
  assert.equal((await stripe.checkout.sessions.listLineItems(made.id)).data.length, 1)

  await press(made.url ?? '', { email: 'payer@example.com', method: 'card', card: '4000 0000 0000 9995' })
  const refused = await stripe.checkout.sessions.retrieve(made.id, { expand: ['payment_intent.latest_charge'] })
  const tried = refused.payment_intent as Stripe.PaymentIntent
  assert.deepEqual(
    [refused.status, tried.status, tried.last_payment_error?.decline_code, (tried.latest_charge as Stripe.Charge).status],
    ['open', 'requires_payment_method', 'insufficient_funds', 'failed'],
  )
  await press(made.url ?? '', { email: 'payer@example.com', method: 'card', card: '4242 4242 4242 4242' })
  const paid = await stripe.checkout.sessions.retrieve(made.id, { expand: ['payment_intent.latest_charge'] })
  const intent = paid.payment_intent as Stripe.PaymentIntent
  const charge = intent.latest_charge as Stripe.Charge
  assert.deepEqual(
    [paid.status, paid.payment_status, paid.url, intent.status, intent.amount_received, charge.paid],
    ['complete', 'paid', null, 'succeeded', 2_500, true],
  )
  assert.equal(intent.id, tried.id, 'one intent for one session')

  const refund = await stripe.refunds.create({ payment_intent: intent.id, amount: 500, reason: 'requested_by_customer' })
  assert.equal(refund.status, 'succeeded')
  assert.equal((await stripe.refunds.retrieve(refund.id)).amount, 500)
  assert.equal((await stripe.refunds.list({ charge: charge.id })).data.length, 1)
  await assert.rejects(
    stripe.refunds.create({ charge: charge.id, amount: 2_001 }),
    (error) => refusal(error).statusCode === 400,
  )
  await stripe.refunds.create({ charge: charge.id })
  await assert.rejects(
    stripe.refunds.create({ charge: charge.id }),
    (error) => refusal(error).code === 'charge_already_refunded',
  )
  assert.equal((await stripe.balance.retrieve()).available[0]?.amount, 0)
  assert.match((await stripe.accounts.retrieveCurrent()).id, /^acct_/)

  const ids = [made.id]
  for (let n = 0; n < 24; n++) ids.unshift((await stripe.checkout.sessions.create(wanted())).id)
  const listed: string[] = []
  for await (const session of stripe.checkout.sessions.list({ limit: 10 })) listed.push(session.id)
  assert.deepEqual(listed, ids)
  const before = await stripe.checkout.sessions.list({ limit: 10, ending_before: ids[12] ?? '' })
  assert.deepEqual([before.data.map(({ id }) => id), before.has_more], [ids.slice(2, 12), true])
  assert.equal((await stripe.checkout.sessions.list({ status: 'complete' })).data.length, 1)
  assert.equal((await stripe.checkout.sessions.list({ created: { lt: 1_000 } })).data.length, 0)

  const expired = await stripe.checkout.sessions.expire(ids[0] ?? '')
  assert.deepEqual([expired.status, expired.url], ['expired', null])
  await assert.rejects(
    stripe.checkout.sessions.expire(ids[0] ?? ''),
    (error) => refusal(error).type === 'StripeInvalidRequestError',
  )

  const once = { idempotencyKey: `k-${Date.now()}` }
  const first = await stripe.checkout.sessions.create(wanted(), once)
  const again = await stripe.checkout.sessions.create(wanted(), once)
  assert.equal(again.id, first.id)
  assert.equal(again.lastResponse.headers['idempotent-replayed'], 'true')
  await assert.rejects(
    stripe.checkout.sessions.create(wanted({ locale: 'de' }), once),
    (error) => refusal(error).type === 'StripeIdempotencyError' && refusal(error).statusCode === 400,
  )
  const others = await client('sk_test_sdk2').checkout.sessions.create(wanted({ locale: 'de' }), once)
  assert.notEqual(others.id, first.id, 'a key is one account’s')
  assert.equal((await client('sk_live_sdk1').checkout.sessions.create(wanted())).livemode, true)
})

test('the outcome of an idempotency key is stored for a day, errors too; of two at once with one key one is refused', async () => {
  const stripe = client('sk_test_keys')
  const once = { idempotencyKey: `k-${Date.now()}`, maxNetworkRetries: 0 }
  const failing = (error: unknown) => refusal(error).type === 'StripeAPIError' && refusal(error).statusCode === 500
  await sandbox.turn('stripe', { kind: 'error_500' })
  await assert.rejects(stripe.checkout.sessions.create(wanted(), once), failing)
  await sandbox.turn('stripe')
  await assert.rejects(stripe.checkout.sessions.create(wanted(), once), failing)
  await assert.rejects(
    stripe.checkout.sessions.create(wanted({ locale: 'de' }), once),
    (error) => refusal(error).type === 'StripeIdempotencyError',
  )
  const next = { ...once, idempotencyKey: `${once.idempotencyKey}:1` }
  const lacking = wanted({ line_items: undefined as never })
  await assert.rejects(stripe.checkout.sessions.create(lacking, next), (error) => refusal(error).statusCode === 400)
  const open = await stripe.checkout.sessions.create(wanted(), next)
  assert.equal(open.status, 'open', 'what was refused before any work began is not kept')

  await sandbox.turn('stripe', { kind: 'slow', latencyMs: 500 })
  const both = { ...once, idempotencyKey: `${once.idempotencyKey}:2` }
  const [first, second] = await Promise.allSettled([1, 2].map(() => stripe.checkout.sessions.create(wanted(), both)))
  await sandbox.turn('stripe')
  assert.deepEqual([first?.status, second?.status].sort(), ['fulfilled', 'rejected'])
  const refused = [first, second].find((each) => each?.status === 'rejected') as PromiseRejectedResult
  assert.deepEqual([refusal(refused.reason).statusCode, refusal(refused.reason).code], [409, 'idempotency_key_in_use'])
  const { data } = await stripe.checkout.sessions.list()
  assert.equal(data.length, 2)
})

test('events have the version of the endpoint that they go to; one that names none gets the account’s, of long ago', async () => {
  const stripe = client('sk_test_versions')
  hooks.length = 0
  const url = hookUrl
  await stripe.webhookEndpoints.create({ url, enabled_events: ['*'], api_version: newest })
  await stripe.webhookEndpoints.create({ url, enabled_events: ['*'] })
  await assert.rejects(
    stripe.webhookEndpoints.create({ url, enabled_events: ['*'], api_version: 'newest' as never }),
    (error) => refusal(error).statusCode === 400,
  )
  const session = await stripe.checkout.sessions.create(wanted())
  await stripe.checkout.sessions.expire(session.id)
  await until(() => hooks.length === 2)
  const came = hooks.map(({ body }) => JSON.parse(body.toString('utf8')) as Stripe.Event)
  const named = came.find(({ api_version }) => api_version === '2026-10-28.endive')
  const nameless = came.find(({ api_version }) => api_version === '2016-07-06')
  assert.deepEqual([typeof named?.request, 'payment_intent' in (named?.data.object ?? {})], ['object', true])
  assert.deepEqual([typeof nameless?.request, 'payment_intent' in (nameless?.data.object ?? {})], ['string', false])
  hooks.length = 0
})

test('the simulator refuses what Stripe refuses, in Stripe’s words', async () => {
  const stripe = client('sk_test_refused')
  const item = (price_data: object) =>
    ({ line_items: [{ quantity: 1, price_data }] }) as unknown as Stripe.Checkout.SessionCreateParams
  const data = { currency: 'eur', unit_amount: 1_000, product_data: { name: 'Tea' } }
  for (const [params, code, param] of [
    [{ line_items: undefined as never }, 'parameter_missing', 'line_items'],
    [{ success_url: 'nowhere' }, 'url_invalid', 'success_url'],
    [{ customer_email: 'nobody' }, 'email_invalid', 'customer_email'],
    [{ foo: 'bar' } as never, 'parameter_unknown', 'foo'],
    [item({ ...data, unit_amount: 10 }), 'amount_too_small', undefined],
    [item({ ...data, unit_amount: 100_000_000 }), 'parameter_invalid_integer', 'line_items[0][price_data][unit_amount]'],
    [
      item({ ...data, currency: 'kwd', unit_amount: 1_001 }),
      'parameter_invalid_integer',
      'line_items[0][price_data][unit_amount]',
    ],
    [
      item({ ...data, currency: 'isk', unit_amount: 1_050 }),
      'parameter_invalid_integer',
      'line_items[0][price_data][unit_amount]',
    ],
    [item({ ...data, currency: 'clf' }), undefined, 'line_items[0][price_data][currency]'],
    [{ expires_at: Math.floor(Date.now() / 1_000) + 60 }, undefined, 'expires_at'],
  ] as const)
    await assert.rejects(stripe.checkout.sessions.create(wanted(params)), (error) => {
      const { statusCode, code: told, param: named } = refusal(error)
      assert.deepEqual([statusCode, told, named], [400, code, param], JSON.stringify(params))
      return true
    })
  await assert.rejects(stripe.checkout.sessions.retrieve('cs_test_none'), (error) => {
    assert.deepEqual([refusal(error).statusCode, refusal(error).code], [404, 'resource_missing'])
    return true
  })
  const session = await stripe.checkout.sessions.create(wanted())
  await assert.rejects(
    client('sk_test_stranger').checkout.sessions.retrieve(session.id),
    (error) => refusal(error).statusCode === 404,
  )
  await assert.rejects(
    stripe.checkout.sessions.retrieve(session.id, { expand: ['shape'] }),
    (error) => refusal(error).statusCode === 400,
  )
  await assert.rejects(client('nonsense').balance.retrieve(), (error) => refusal(error).type === 'StripeAuthenticationError')
  assert.equal((await fetch(`${sandbox.address}/v1/balance`)).status, 401)
  assert.equal(
    (await stripe.checkout.sessions.create(wanted(item({ ...data, currency: 'jpy', unit_amount: 500 })))).amount_total,
    500,
  )
})

test('a delayed payment is complete and unpaid until the bank answers; an expired session is reported; disputes deduct money', async () => {
  const stripe = client('sk_test_late')
  const made = await stripe.webhookEndpoints.create({ url: hookUrl, enabled_events: ['*'], api_version: newest })
  assert.equal((await stripe.webhookEndpoints.list()).data[0]?.secret, undefined, 'a secret is shown once')
  hooks.length = 0
  const late = async (method: string): Promise<{ session: string; intent: string }> => {
    const { id, url } = await stripe.checkout.sessions.create(wanted())
    await press(url ?? '', { email: 'payer@example.com', method })
    const session = await stripe.checkout.sessions.retrieve(id)
    assert.deepEqual([session.status, session.payment_status], ['complete', 'unpaid'])
    return { session: id, intent: String(session.payment_intent) }
  }
  const [yes, no] = [await late('delayed'), await late('delayed_fails')]
  assert.equal((await stripe.paymentIntents.retrieve(yes.intent)).status, 'processing')
  assert.equal((await stripe.balance.retrieve()).pending[0]?.amount, 5_000)
  const dashboard = `${sandbox.address}/sandbox/stripe/dashboard`
  await press(`${dashboard}/${yes.intent}/succeed`)
  await press(`${dashboard}/${no.intent}/fail`)
  assert.equal((await stripe.checkout.sessions.retrieve(yes.session)).payment_status, 'paid')
  assert.equal((await stripe.checkout.sessions.retrieve(no.session)).payment_status, 'unpaid')
  await press(`${dashboard}/${yes.intent}/dispute`)
  const dispute = (await stripe.disputes.list({ payment_intent: yes.intent })).data[0]
  assert.equal(dispute?.status, 'needs_response')
  assert.deepEqual(
    dispute?.balance_transactions.map(({ amount, fee, net }) => [amount, fee, net]),
    [[-2_500, 1_500, -4_000]],
  )
  assert.equal((await stripe.balance.retrieve()).available[0]?.amount, -1_500)
  await press(`${dashboard}/${dispute?.id}/win`)
  assert.equal((await stripe.balance.retrieve()).available[0]?.amount, 1_000)
  const open = await stripe.checkout.sessions.create(wanted())
  await press(`${dashboard}/${open.id}/expire`)

  const events = await stripe.events.list({ limit: 100 })
  const types = events.data.map(({ type }) => type)
  for (const type of [
    'checkout.session.completed',
    'checkout.session.async_payment_succeeded',
    'checkout.session.async_payment_failed',
    'checkout.session.expired',
    'payment_intent.processing',
    'payment_intent.succeeded',
    'payment_intent.payment_failed',
    'charge.dispute.created',
    'charge.dispute.closed',
  ] as const)
    assert.ok(types.includes(type), type)
  await until(() => hooks.length === types.length)
  for (const { headers, body } of hooks) {
    const event = stripe.webhooks.constructEvent(body, headers['stripe-signature'] ?? '', made.secret ?? '')
    assert.deepEqual(event, await stripe.events.retrieve(event.id))
  }
  const forged = hooks[0]
  assert.throws(() =>
    stripe.webhooks.constructEvent(`${forged?.body} `, forged?.headers['stripe-signature'] ?? '', made.secret ?? ''),
  )
  await stripe.webhookEndpoints.del(made.id)
  assert.equal((await stripe.webhookEndpoints.list()).data.length, 0)
})

test('by the clock alone: a session ends after a day, a bank decides after two minutes, and a restart forgets nothing', async () => {
  let ahead = 0
  const now = () => new Date(Date.now() + ahead)
  const own = await startSandbox({ now })
  try {
    const { hostname, port } = new URL(own.address)
    const stripe = new Stripe('sk_test_clock', { host: hostname, port: Number(port), protocol: 'http', telemetry: false })
    const [open, late] = [await stripe.checkout.sessions.create(wanted()), await stripe.checkout.sessions.create(wanted())]
    await press(late.url ?? '', { email: 'payer@example.com', method: 'delayed' })
    ahead = 121_000
    assert.equal((await stripe.checkout.sessions.retrieve(late.id)).payment_status, 'paid')
    ahead = 86_401_000
    assert.equal((await stripe.checkout.sessions.retrieve(open.id)).status, 'expired')
    const { openSandbox } = await import('../standalone.ts')
    const later = await openSandbox({ folder: own.folder, isOpen: false, now })
    const again = new Stripe('sk_test_clock', {
      host: '127.0.0.1',
      port: Number(new URL(later.address).port),
      protocol: 'http',
    })
    assert.deepEqual(
      (await again.checkout.sessions.list()).data.map(({ id, status, payment_status }) => [id, status, payment_status]),
      [
        [late.id, 'complete', 'paid'],
        [open.id, 'expired', 'unpaid'],
      ],
    )
    await later.close()
  } finally {
    await own.stop()
  }
})

test('every answer and every webhook keeps to the published contract', { skip: withoutContracts }, async () => {
  const contract = openContract('stripe/openapi.json')
  const stripe = client('sk_test_contract')
  const key = { authorization: 'Bearer sk_test_contract' }
  const ask = async (where: readonly [string, string], path: string, body?: string, headers: Record<string, string> = key) => {
    const response = await fetch(`${sandbox.address}${path}`, {
      method: where[1].toUpperCase(),
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }) },
      ...(body !== undefined && { body }),
    })
    const answer = (await response.json()) as { id: string; url: string; payment_intent: string }
    assert.deepEqual(contract.answer(where, response.status, answer), [], `${where} ${response.status}`)
    return { status: response.status, answer }
  }
  const sessions = '/v1/checkout/sessions'
  const one = `${sessions}/{session}`
  await stripe.webhookEndpoints.create({ url: hookUrl, enabled_events: ['*'], api_version: newest })
  hooks.length = 0

  const [example] = contractFile<{ operation: string; request: { body: string } }[]>('stripe/examples.json')
  const { answer: made } = await ask([sessions, 'post'], sessions, example?.request.body)
  await press(made.url, { email: 'payer@example.com', outcome: 'decline' })
  await ask([one, 'get'], `${sessions}/${made.id}?expand[]=payment_intent&expand[]=line_items`)
  await press(made.url, { email: 'payer@example.com', method: 'card', card: '4242424242424242' })
  const { answer: paid } = await ask([one, 'get'], `${sessions}/${made.id}`)
  await ask(['/v1/payment_intents/{intent}', 'get'], `/v1/payment_intents/${paid.payment_intent}`)
  for (const method of ['delayed', 'delayed_fails']) {
    const { answer } = await ask([sessions, 'post'], sessions, example?.request.body)
    await press(answer.url, { email: 'payer@example.com', method })
    const { answer: waiting } = await ask([one, 'get'], `${sessions}/${answer.id}?expand[]=payment_intent`)
    const intent = (waiting.payment_intent as unknown as { id: string }).id
    await press(`${sandbox.address}/sandbox/stripe/dashboard/${intent}/${method === 'delayed' ? 'succeed' : 'fail'}`)
  }
  const { answer: open } = await ask([sessions, 'post'], sessions, example?.request.body)
  await ask([`${one}/expire`, 'post'], `${sessions}/${open.id}/expire`, '')
  await ask([sessions, 'get'], `${sessions}?limit=100`)
  await ask(['/v1/balance', 'get'], '/v1/balance')

  assert.equal((await ask([one, 'get'], `${sessions}/cs_test_none`)).status, 404)
  assert.equal((await ask([sessions, 'post'], sessions, 'mode=payment')).status, 400)
  assert.equal((await ask([`${one}/expire`, 'post'], `${sessions}/${open.id}/expire`, '')).status, 400)
  assert.equal((await ask(['/v1/balance', 'get'], '/v1/balance', undefined, {})).status, 401)
  for (const [kind, status] of [
    ['rate_limited', 429],
    ['error_500', 500],
    ['error_503', 503],
  ] as const) {
    await sandbox.turn('stripe', { kind })
    assert.equal((await ask(['/v1/balance', 'get'], '/v1/balance')).status, status)
  }
  await sandbox.turn('stripe')

  const known = Object.keys(contract.document.webhooks ?? {})
  const came = () => hooks.map(({ body }) => JSON.parse(body.toString('utf8')) as { type: string })
  await until(() =>
    known.filter((type) => type !== 'payment_intent.canceled').every((type) => came().some((event) => event.type === type)),
  )
  for (const event of came())
    if (known.includes(event.type)) assert.deepEqual(contract.webhook(event.type, event), [], event.type)
})
