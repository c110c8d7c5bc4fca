import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { newId } from '#core/ids.ts'
import { makeVault } from '#core/vault.ts'
import { connectionOf } from '#domains/connections/connections/connections.ts'
import { openCredentials } from '#domains/connections/connections/credentials.ts'
import type { PaymentProvider } from '#ports/payments.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { sentInvoice } from '#test/support/paying.ts'
import type { Answer } from '#test/support/requests.ts'
import { until } from '#test/support/until.ts'
import { lockInvoice } from '../invoices/invoices.ts'
import { findCheckoutsOf } from './checkouts.ts'
import { findFindingsOf } from './discrepancies.ts'
import { findPaymentsOf } from './payments.ts'
import { pollCheckouts } from './poll-checkouts.ts'
import { reconcileAccountJob } from './reconciliations.ts'

/** Money by every way in, with the sandbox as the world outside and a worker beside the server. */
let app: TestApp
let worker: { stop(): Promise<void> }
let owner: Someone
before(async () => {
  app = await startApp({
    env: { SANDBOX: 'on', TRUSTED_PROXIES: '127.0.0.1', ALLOWED_ORIGIN_DOMAIN: 'example.com' },
  })
  worker = await app.startWorker()
  owner = app.owner
})
after(async () => {
  await worker.stop()
  await app.stop()
})

// ── Who is here ─────────────────────────────────────────────────────────────────────────────────────────────────────

let asked = 0
/** Calls as another address each time: ten a minute is what one payer may ask. */
const call = async (type: string, body: object, as: Someone | null = null): Promise<Answer> => {
  const response = await fetch(`${app.url}/gateway`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `198.18.${(++asked >> 8) & 255}.${asked & 255}`,
      ...(as && { authorization: `Bearer ${as.token}` }),
    },
    body: JSON.stringify({ type, ...body }),
  })
  return { status: response.status, headers: response.headers, body: (await response.json()) as Answer['body'] }
}

const back = {
  successUrl: 'https://app.example.com/paid?session_id={CHECKOUT_SESSION_ID}',
  cancelUrl: 'https://app.example.com/',
}
const someone = async (): Promise<Someone> => app.given.person(owner.orgId, 'member')
const create = async (invoiceId: string, more: object = {}, as?: Someone): Promise<Answer> =>
  call(
    'create-payment',
    { invoiceId, clientEmail: 'maya@example.com', ...back, targetCurrency: 'EUR', ...more },
    as ?? (await someone()),
  )

/** A payer on Stripe's page. Answers the id of the session. */
const payByCard = async (url: string, form: Record<string, string> = {}): Promise<string> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ method: 'card', card: '4242424242424242', ...form }),
    redirect: 'manual',
  })
  assert.equal(response.status, 303, await response.text())
  return new URL(response.headers.get('location') ?? '').searchParams.get('session_id') ?? ''
}

interface Handed {
  razorpay_payment_id: string
  razorpay_order_id: string
  razorpay_signature: string
}
/** A payer in Razorpay's widget. Answers what it hands back. */
const payByWidget = async (order: { keyId?: unknown; orderId?: unknown }, outcome = 'success'): Promise<Handed> => {
  const response = await fetch(`${app.url}/sandbox/razorpay/v1/checkout/public/payments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key_id: order.keyId, order_id: order.orderId, method: 'upi', outcome }),
  })
  assert.equal(response.status, 200)
  return (await response.json()) as Handed
}

const dial = async (slug: PaymentProvider, faults: object | null): Promise<void> => {
  const response = await fetch(`${app.url}/sandbox/faults/${slug}`, {
    method: faults ? 'PUT' : 'DELETE',
    ...(faults && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(faults) }),
  })
  assert.ok(response.ok, await response.text())
}

const booksOf = (invoiceId: string, orgId = owner.orgId) =>
  app.database.inOrg(orgId, async (db) => ({
    state: (await lockInvoice(db, orgId, invoiceId))?.state,
    refunded: (await lockInvoice(db, orgId, invoiceId))?.refunded_minor,
    payments: (await findPaymentsOf(db, orgId, invoiceId)).map(({ kind }) => kind),
    interactions: (await db.selectFrom('interactions').select('id').where('invoice_id', '=', invoiceId).execute()).length,
    receipts: (
      await db
        .selectFrom('events')
        .select('id')
        .where('type', '=', 'payment.received')
        .where(sql`payload ->> 'invoice_id'`, '=', invoiceId)
        .execute()
    ).length,
    checkouts: (await findCheckoutsOf(db, orgId, invoiceId)).map(({ state }) => state),
    findings: (await findFindingsOf(db, orgId, invoiceId)).map(({ kind }) => kind),
  }))

const untilState = (invoiceId: string, state: string): Promise<boolean> =>
  until(state, async () => (await booksOf(invoiceId)).state === state)
const paidOnce = { state: 'paid', refunded: 0, payments: ['payment'], interactions: 1, receipts: 1 }
const withoutCheckouts = ({ checkouts, findings, ...books }: Awaited<ReturnType<typeof booksOf>>) => books

/** Puts a job into the queue of the worker, as the clock would. */
const order = (name: string, data: object): Promise<unknown> =>
  app.database.pool.query(`insert into jobs.job (id, name, data, retry_limit) values (gen_random_uuid(), $1, $2, 0)`, [
    name,
    JSON.stringify(data),
  ])
/** The minute after: everything that is due is asked for. */
const pollNow = async (): Promise<void> => {
  await app.database.inOrg(owner.orgId, (db) =>
    db
      .updateTable('checkouts')
      .set({ next_look_at: new Date(Date.now() - 1_000) })
      .where('org_id', '=', owner.orgId)
      .where('next_look_at', 'is not', null)
      .execute(),
  )
  await order(pollCheckouts.name, {})
}

const vault = makeVault(Buffer.alloc(32, 7))
const accountOf = async (provider: PaymentProvider) => {
  const row = await app.database.inOrg(owner.orgId, (db) => connectionOf(db, owner.orgId, provider))
  assert.ok(row)
  return { id: row.id, ...openCredentials(vault, row) } as { id: string; webhookSecret?: string; secretKey?: string }
}

// ── Opening ─────────────────────────────────────────────────────────────────────────────────────────────────────────

test('an error of Stripe’s own costs one click and not a day, however many click; events come in the version that is read', async () => {
  const { invoiceId } = await sentInvoice(app.database, owner.orgId)
  assert.equal((await create((await sentInvoice(app.database, owner.orgId)).invoiceId)).status, 200, 'all is well before')
  await dial('stripe', { kind: 'error_500', only: 'POST /v1/checkout', times: 1 })
  assert.equal((await create(invoiceId)).body.code, 'provider_failed')
  const opened = await create(invoiceId)
  assert.equal(opened.status, 200, JSON.stringify(opened.body))
  assert.deepEqual((await booksOf(invoiceId)).checkouts, ['open'])
  await dial('stripe', { kind: 'error_500', only: 'POST /v1/checkout', times: 3 })
  const other = (await sentInvoice(app.database, owner.orgId)).invoiceId
  const staff = await Promise.all(Array.from({ length: 6 }, someone))
  await Promise.all(staff.map((as) => create(other, {}, as)))
  await dial('stripe', null)
  const answers = await Promise.all(staff.map((as) => create(other, {}, as)))
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
  assert.equal(new Set(answers.map(({ body }) => body.url)).size, 1, 'all of them are led to one page')

  await payByCard(String(opened.body.url))
  await untilState(invoiceId, 'paid')
  const deliveries = (await (await fetch(`${app.url}/sandbox/webhooks?of=stripe`)).json()) as { body: string }[]
  const versions = new Set(deliveries.map(({ body }) => (JSON.parse(body) as { api_version: string }).api_version))
  assert.deepEqual(versions, new Set(['2026-10-28.endive']))
})

test('euros go to Stripe and rupees to Razorpay, with the amount of the invoice, and nothing else is answered', async () => {
  const euros = await sentInvoice(app.database, owner.orgId)
  const one = await create(euros.invoiceId)
  assert.equal(one.status, 200, JSON.stringify(one.body))
  assert.deepEqual({ ...one.body, url: '' }, { provider: 'stripe', amount: 12_500, currency: 'EUR', url: '' })
  assert.match(String(one.body.url), /\/c\/pay\/cs_test_/)
  const rupees = await sentInvoice(app.database, owner.orgId, { currency: 'INR', totalMinor: 49_900 })
  const { body } = await create(rupees.invoiceId, { targetCurrency: 'inr' })
  assert.deepEqual(Object.keys(body).sort(), ['amount', 'currency', 'keyId', 'orderId', 'provider'])
  assert.deepEqual([body.provider, body.amount, body.currency], ['razorpay', 49_900, 'INR'])
  assert.match(String(body.keyId), /^rzp_test_/)
})

test('yen and dinars are counted in their own smallest unit', async () => {
  for (const [currency, totalMinor] of [
    ['JPY', 5_000],
    ['KWD', 12_340],
    ['USD', 99],
  ] as const) {
    const { invoiceId } = await sentInvoice(app.database, owner.orgId, { currency, totalMinor })
    const { body } = await create(invoiceId, { targetCurrency: currency })
    assert.deepEqual([body.amount, body.currency], [totalMinor, currency], JSON.stringify(body))
    const session = await payByCard(String(body.url))
    assert.equal((await call('verify-payment', { invoiceId, session_id: session })).status, 200)
  }
})

test('an amount that no provider accepts is reported while it is priced, refused when it is sent, and explained to a payer of one sent before', async () => {
  const line = (unitMinor: number) => [{ description: 'Work', quantity: 1, unitMinor }]
  for (const [currency, unitMinor, reason, limit, field] of [
    ['KWD', 12_345, 'step', 10, 'lines'],
    ['EUR', 49, 'too_small', 50, 'lines'],
    ['EUR', 100_000_000, 'too_large', 99_999_999, 'lines'],
    ['JPY', 49, 'too_small', 50, 'lines'],
    ['INR', 99, 'too_small', 100, 'lines'],
    ['IQD', 10_000, 'currency', null, 'currency'],
    ['EUR', 0, 'zero', null, 'lines'],
  ] as const) {
    const said = `${unitMinor} ${currency}`
    const priced = await call('price-invoice', { currency, lines: line(unitMinor) }, owner)
    const problem = { reason, provider: currency === 'INR' ? 'razorpay' : 'stripe', limit_minor: limit }
    assert.deepEqual(priced.body.payment_problem, problem, said)
    const client = { clientName: 'Maya', clientEmail: 'maya@example.com' }
    const made = await call('create-invoice', { ...client, currency, lines: line(unitMinor) }, owner)
    const { id: invoiceId } = made.body.invoice as unknown as { id: string }
    assert.deepEqual((await call('show-invoice', { invoiceId }, owner)).body.payment_problem, problem, said)
    const sent = await call('send-invoice', { invoiceId }, owner)
    const code = reason === 'zero' ? 'invoice_without_amount' : 'invoice_not_payable'
    assert.deepEqual([sent.status, sent.body.code, sent.body.field], [409, code, field], said)
    if (reason !== 'zero') assert.match(String(sent.body.error), /Stripe|Razorpay/, said)
  }
  for (const [currency, unitMinor] of Object.entries({ KWD: 12_340, EUR: 50, JPY: 99_999_999, INR: 100 })) {
    const priced = await call('price-invoice', { currency, lines: line(unitMinor) }, owner)
    assert.equal(priced.body.payment_problem, null, currency)
    const { invoiceId } = await sentInvoice(app.database, owner.orgId, { currency, totalMinor: unitMinor })
    const opened = await create(invoiceId, { targetCurrency: currency })
    assert.equal(opened.status, 200, `the provider takes it: ${JSON.stringify(opened.body)}`)
  }
  const { invoiceId } = await sentInvoice(app.database, owner.orgId, { currency: 'KWD', totalMinor: 12_345 })
  assert.deepEqual((await create(invoiceId, { targetCurrency: 'KWD' })).body.code, 'invoice_not_payable')
})

test('another currency, a draft’s stranger, a paid or void invoice, and pages of elsewhere are refused by name', async () => {
  const { invoiceId } = await sentInvoice(app.database, owner.orgId)
  const refused = async (more: object, id = invoiceId) => {
    const { status, body } = await create(id, more)
    return [status, body.code, body.field]
  }
  assert.deepEqual(await refused({ targetCurrency: 'USD' }), [409, 'currency_mismatch', 'targetCurrency'])
  assert.deepEqual(await refused({}, newId()), [404, 'invoice_not_found', undefined])
  const voided = await sentInvoice(app.database, owner.orgId, { state: 'void' })
  assert.deepEqual(await refused({}, voided.invoiceId), [409, 'invoice_void', undefined])
  for (const url of [
    'javascript:alert(1)',
    'ftp://app.example.com/',
    'https://evil.test/',
    'https://app.example.com.evil.test/',
    'https://user@app.example.com/',
    'http://app.example.com/',
    '//app.example.com/',
    'data:text/html,x',
    '',
  ])
    assert.deepEqual(await refused({ cancelUrl: url }), [400, 'return_url_not_allowed', 'cancelUrl'], url)
  assert.deepEqual(await refused({ clientEmail: 'maya' }), [400, 'bad_request', 'clientEmail'])
  assert.deepEqual((await booksOf(invoiceId)).checkouts, [])
})

test('asked thirty times at once an invoice gets one checkout, and a crash before it was written down opens no second', async () => {
  const { invoiceId } = await sentInvoice(app.database, owner.orgId)
  const as = await Promise.all(Array.from({ length: 30 }, someone))
  const answers = await Promise.all(as.map((person) => create(invoiceId, {}, person)))
  const good = answers.filter(({ status }) => status === 200)
  assert.ok(good.length >= 1)
  assert.equal(new Set(good.map(({ body }) => body.url)).size, 1)
  for (const { status, body } of answers) assert.ok(status === 200 || body.code === 'provider_busy', JSON.stringify(body))
  assert.deepEqual((await booksOf(invoiceId)).checkouts, ['open'])
  await app.database.inOrg(owner.orgId, (db) =>
    db
      .updateTable('checkouts')
      .set({ state: 'opening', provider_checkout_id: null, url: null })
      .where('invoice_id', '=', invoiceId)
      .execute(),
  )
  assert.equal((await create(invoiceId)).body.url, good[0]?.body.url)
})

test('a newer checkout ends the one before it', async () => {
  const { invoiceId } = await sentInvoice(app.database, owner.orgId)
  const first = await create(invoiceId)
  const second = await create(invoiceId, { cancelUrl: 'https://app.example.com/other' })
  assert.notEqual(first.body.url, second.body.url)
  await until('the first is closed', async () => (await booksOf(invoiceId)).checkouts[1] === 'expired')
  assert.match(await (await fetch(String(first.body.url))).text(), /has ended/i)
})

test('an order that is given out again is young again: it is asked for as often as a new one', async () => {
  const { invoiceId } = await sentInvoice(app.database, owner.orgId, { currency: 'INR' })
  const first = await create(invoiceId, { targetCurrency: 'INR' })
  const dayMs = 86_400_000
  const found = async () => {
    const [row] = await app.database.inOrg(owner.orgId, (db) => findCheckoutsOf(db, owner.orgId, invoiceId))
    assert.ok(row)
    return row
  }
  // It was not paid for a week, and is no longer polled.
  await app.database.inOrg(owner.orgId, (db) =>
    db
      .updateTable('checkouts')
      .set({ created_at: new Date(Date.now() - 9 * dayMs), given_at: new Date(Date.now() - 9 * dayMs), next_look_at: null })
      .where('invoice_id', '=', invoiceId)
      .execute(),
  )
  const again = await create(invoiceId, { targetCurrency: 'INR' })
  assert.equal(again.body.orderId, first.body.orderId)
  const inMs = (await found()).next_look_at?.getTime() ?? 0
  assert.ok(inMs - Date.now() < 61_000 && inMs > Date.now(), 'within the minute')
  await dial('razorpay', { kind: 'none', webhooks: { drop: 1 } })
  const verified = await call('verify-payment', { invoiceId, razorpay_payment_id: 'pay_unknown' })
  assert.equal(verified.body.code, 'checkout_not_of_invoice')
  await pollNow()
  await until('looked at', async () => (await found()).looks > 0)
  assert.ok((await found()).next_look_at, 'and again, while nobody has paid')
  await payByWidget(again.body)
  await pollNow()
  await untilState(invoiceId, 'paid')
  await dial('razorpay', null)
})

type Act = 'nothing' | 'void' | 'pay' | 'disconnect'
/** What is being opened takes 300 ms at the provider; within those something happens to the invoice or the account. */
const meanwhile = async ({ act, currency, afterMs }: { act: Act; currency: 'EUR' | 'INR'; afterMs: number }): Promise<void> => {
  const said = `${act} ${currency} ${afterMs}`
  const provider = currency === 'INR' ? 'razorpay' : 'stripe'
  const admin = await app.given.organization()
  const { orgId } = admin
  await call('connect-sandbox', { provider }, admin)
  const row = await app.database.inOrg(orgId, (db) => connectionOf(db, orgId, provider))
  assert.ok(row)
  const { secretKey } = openCredentials(vault, row)
  const { invoiceId } = await sentInvoice(app.database, orgId, { currency })
  const earlier =
    act === 'pay' ? await create(invoiceId, { targetCurrency: currency, cancelUrl: 'https://app.example.com/1' }, admin) : null

  const opening = create(invoiceId, { targetCurrency: currency }, admin)
  await new Promise((done) => setTimeout(done, afterMs))
  if (act === 'void') assert.equal((await call('void-invoice', { invoiceId, reason: 'A mistake' }, admin)).status, 200, said)
  if (act === 'disconnect') await call('integration-disconnect', { connectionId: row.id, orgId }, admin)
  if (earlier) {
    const paid = await fetch(String(earlier.body.url), {
      method: 'POST',
      body: new URLSearchParams({ method: 'card', card: '4242424242424242' }),
      redirect: 'manual',
    })
    // The newer one may have ended it.
    const session_id = URL.parse(paid.headers.get('location') ?? '')?.searchParams.get('session_id')
    if (session_id) await call('verify-payment', { invoiceId, session_id })
  }
  const opened = await opening
  const mayFailWith = { nothing: [], void: ['invoice_void'], pay: ['invoice_already_paid'], disconnect: ['not_connected'] }[
    act
  ] as string[]
  assert.ok(opened.status === 200 || mayFailWith.includes(String(opened.body.code)), `${said}: ${JSON.stringify(opened.body)}`)

  const { state } = await booksOf(invoiceId, orgId)
  const isWanted = state === 'sent' && act !== 'disconnect'
  if (provider === 'stripe')
    await until(`${said}: what must not be paid is ended`, async () => {
      const headers = { authorization: `Bearer ${secretKey}` }
      const listed = await fetch(`${app.url}/sandbox/stripe/v1/checkout/sessions?limit=100`, { headers })
      const { data } = (await listed.json()) as { data: { status: string }[] }
      return data.filter(({ status }) => status === 'open').length === (isWanted ? 1 : 0)
    })
  const poll = async () => {
    await app.database.inOrg(orgId, (db) =>
      db
        .updateTable('checkouts')
        .set({ next_look_at: new Date(0) })
        .where('next_look_at', 'is not', null)
        .execute(),
    )
    await order(pollCheckouts.name, {})
  }
  if (provider === 'razorpay' && opened.status === 200 && !isWanted) {
    // It cannot be closed: it is reported and polled, and payments are recorded for what they are.
    const kinds = async () =>
      (
        await app.database.inOrg(orgId, (db) =>
          db.selectFrom('invoice_events').select('kind').where('invoice_id', '=', invoiceId).execute(),
        )
      ).map(({ kind }) => kind)
    if (act === 'void') await until(`${said}: said`, async () => (await kinds()).includes('checkout_stays_open'))
    await payByWidget(opened.body)
    await poll()
    await until(`${said}: seen`, async () => (await booksOf(invoiceId, orgId)).payments.length === 1)
    const books = await booksOf(invoiceId, orgId)
    assert.deepEqual(
      [books.state, books.payments, books.findings],
      act === 'void' ? ['void', ['credit'], ['paid_after_void']] : ['paid', ['payment'], []],
      said,
    )
  }
  if (act !== 'disconnect') return
  await until(`${said}: the key is forgotten`, async () => {
    await poll()
    await new Promise((done) => setTimeout(done, 300))
    const gone = await app.database.inOrg(orgId, (db) =>
      db.selectFrom('connections').selectAll().where('id', '=', row.id).executeTakeFirstOrThrow(),
    )
    return gone.credentials === null && gone.watched_until === null
  })
}

test('for any event while a checkout is being opened, no checkout stays payable that must not be paid, or it is reported and watched', async () => {
  await dial('stripe', { kind: 'none', latencyMs: 300, only: 'POST /v1/checkout/sessions' })
  await dial('razorpay', { kind: 'none', latencyMs: 300, only: 'POST /v1/orders' })
  const cases = fc.sample(
    fc.oneof(
      fc.record({
        act: fc.constantFrom('nothing', 'void', 'pay', 'disconnect'),
        currency: fc.constant('EUR' as const),
        afterMs: fc.nat({ max: 600 }),
      }),
      fc.record({
        act: fc.constantFrom('void', 'disconnect'),
        currency: fc.constant('INR' as const),
        afterMs: fc.nat({ max: 600 }),
      }),
    ),
    Number(process.env.ROUNDS ?? 4),
  )
  // Certainly in the middle, and certainly after.
  const always = (['void', 'pay', 'disconnect'] as const).flatMap((act) =>
    [100, 900].map((afterMs) => ({ act, currency: 'EUR' as const, afterMs })),
  )
  const late = (['void', 'disconnect'] as const).map((act) => ({ act, currency: 'INR' as const, afterMs: 900 }))
  const waiting = [...always, ...late, ...cases]
  // Three at a time: more are a test of the machine.
  await Promise.all(
    Array.from({ length: 3 }, async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) await meanwhile(next)
    }),
  )
  await dial('stripe', null)
  await dial('razorpay', null)
})

// ── Every way in ────────────────────────────────────────────────────────────────────────────────────────────────────

test('twenty payments tried on twenty invoices are exactly twenty successes', async () => {
  const others = await app.given.organization()
  await dial('stripe', { kind: 'none', webhooks: { drop: 1 } })
  const paid = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const { invoiceId } = await sentInvoice(app.database, owner.orgId)
      const { body } = await create(invoiceId)
      return { invoiceId, session: await payByCard(String(body.url)) }
    }),
  )
  const foreign = await sentInvoice(app.database, others.orgId)
  let successes = 0
  for (const { session } of paid) {
    for (const { invoiceId } of paid) {
      const { status, body } = await call('verify-payment', { invoiceId, session_id: session })
      if (status === 200) successes++
      else assert.deepEqual([status, body.code], [409, 'checkout_not_of_invoice'])
    }
    const elsewhere = await call('verify-payment', { invoiceId: foreign.invoiceId, session_id: session })
    assert.deepEqual([elsewhere.status, elsewhere.body.code], [409, 'checkout_not_of_invoice'])
  }
  assert.equal(successes, 20)
  for (const { invoiceId } of paid) assert.deepEqual(withoutCheckouts(await booksOf(invoiceId)), paidOnce)
  assert.equal((await booksOf(foreign.invoiceId, others.orgId)).state, 'sent')
  await dial('stripe', null)
})

test('fifty payers who come back at once, and the webhook beside them, settle one payment', async () => {
  const { invoiceId } = await sentInvoice(app.database, owner.orgId)
  const session = await payByCard(String((await create(invoiceId)).body.url))
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => call('verify-payment', { invoiceId, session_id: session })),
  )
  for (const { status, body } of answers) assert.ok(status === 200 || body.code === 'provider_busy', JSON.stringify(body))
  await untilState(invoiceId, 'paid')
  await new Promise((done) => setTimeout(done, 1_000))
  assert.deepEqual(withoutCheckouts(await booksOf(invoiceId)), paidOnce)
})

test('by the webhook alone an invoice is paid, with either provider; twice, late and out of order it is paid once', async () => {
  await dial('stripe', { kind: 'none', seed: 7, webhooks: { copies: 3, delayMs: 300, shuffle: true } })
  await dial('razorpay', { kind: 'none', seed: 7, webhooks: { copies: 3, delayMs: 300, shuffle: true } })
  const euros = await sentInvoice(app.database, owner.orgId)
  const rupees = await sentInvoice(app.database, owner.orgId, { currency: 'INR' })
  await payByCard(String((await create(euros.invoiceId)).body.url))
  await payByWidget((await create(rupees.invoiceId, { targetCurrency: 'INR' })).body)
  for (const { invoiceId } of [euros, rupees]) {
    await untilState(invoiceId, 'paid')
    assert.deepEqual(withoutCheckouts(await booksOf(invoiceId)), paidOnce)
  }
  await dial('stripe', null)
  await dial('razorpay', null)
})

test('with every webhook dropped and every tab closed the poll finds all that was paid, once', async () => {
  await dial('stripe', { kind: 'none', webhooks: { drop: 1 } })
  await dial('razorpay', { kind: 'none', webhooks: { drop: 1 } })
  const made: string[] = []
  for (let n = 0; n < 4; n++) {
    const euros = await sentInvoice(app.database, owner.orgId)
    await payByCard(String((await create(euros.invoiceId)).body.url))
    const rupees = await sentInvoice(app.database, owner.orgId, { currency: 'INR' })
    await payByWidget((await create(rupees.invoiceId, { targetCurrency: 'INR' })).body)
    made.push(euros.invoiceId, rupees.invoiceId)
  }
  for (const invoiceId of made) assert.equal((await booksOf(invoiceId)).state, 'sent')
  await pollNow()
  for (const invoiceId of made) {
    await untilState(invoiceId, 'paid')
    assert.deepEqual(withoutCheckouts(await booksOf(invoiceId)), paidOnce)
  }
  await dial('stripe', null)
  await dial('razorpay', null)
})

// ── Stripe ──────────────────────────────────────────────────────────────────────────────────────────────────────────

const signStripe = (body: string, secret: string, at = Date.now()): string => {
  const t = Math.floor(at / 1_000)
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`
}
const sendStripeWebhook = async (body: string, { at, secret }: { at?: number; secret?: string } = {}): Promise<number> => {
  const account = await accountOf('stripe')
  const response = await fetch(`${app.url}/functions/v1/stripe-webhook?connection=${account.id}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'stripe-signature': signStripe(body, secret ?? account.webhookSecret ?? '', at),
    },
    body,
  })
  await response.body?.cancel()
  return response.status
}
const eventOf = (session: string, id: string, type = 'checkout.session.completed'): string =>
  JSON.stringify({
    id,
    object: 'event',
    api_version: '2026-10-28.endive',
    created: Math.floor(Date.now() / 1_000),
    livemode: false,
    pending_webhooks: 1,
    request: null,
    type,
    data: { object: { id: session, object: 'checkout.session', payment_status: 'paid', status: 'complete' } },
  })

test('a false webhook is checked with the provider: “completed” for an unpaid session pays nothing', async () => {
  const { invoiceId } = await sentInvoice(app.database, owner.orgId)
  await create(invoiceId)
  const [checkout] = await app.database.inOrg(owner.orgId, (db) => findCheckoutsOf(db, owner.orgId, invoiceId))
  await until('a secret', async () => (await accountOf('stripe')).webhookSecret !== undefined)
  const before = checkout?.looks ?? 0
  assert.equal(await sendStripeWebhook(eventOf(checkout?.provider_checkout_id ?? '', 'evt_lie')), 200)
  await until('looked at', async () => {
    const [now] = await app.database.inOrg(owner.orgId, (db) => findCheckoutsOf(db, owner.orgId, invoiceId))
    return (now?.looks ?? 0) > before
  })
  assert.equal((await booksOf(invoiceId)).state, 'sent')
})

test('two event ids for one payment are one payment; a forged, stale or strange one is refused and kept nowhere', async () => {
  const { invoiceId } = await sentInvoice(app.database, owner.orgId)
  const session = await payByCard(String((await create(invoiceId)).body.url))
  assert.equal(await sendStripeWebhook(eventOf(session, 'evt_one')), 200)
  assert.equal(await sendStripeWebhook(eventOf(session, 'evt_two')), 200)
  assert.equal(await sendStripeWebhook(eventOf(session, 'evt_two')), 200)
  await untilState(invoiceId, 'paid')
  assert.deepEqual(withoutCheckouts(await booksOf(invoiceId)), paidOnce)
  const kept = async () =>
    (
      await app.database.inOrg(owner.orgId, (db) =>
        db.selectFrom('inbox').select('id').where('hook', '=', 'stripe-webhook').execute(),
      )
    ).length
  const before = await kept()
  assert.equal(await sendStripeWebhook(eventOf(session, 'evt_forged'), { secret: 'whsec_other' }), 403)
  assert.equal(await sendStripeWebhook(eventOf(session, 'evt_old'), { at: Date.now() - 6 * 60_000 }), 403)
  assert.equal(await sendStripeWebhook(eventOf(session, 'evt_early'), { at: Date.now() + 6 * 60_000 }), 403)
  const strange = await fetch(`${app.url}/functions/v1/stripe-webhook?connection=${newId()}`, { method: 'POST', body: '{}' })
  assert.equal(strange.status, 403)
  assert.equal(await kept(), before)
})

test('a bank’s method is processing and not paid, until the bank answers: then paid, or open again with the reason', async () => {
  for (const [form, end] of [
    ['delayed', 'paid'],
    ['delayed_fails', 'sent'],
  ] as const) {
    const { invoiceId } = await sentInvoice(app.database, owner.orgId)
    const session = await payByCard(String((await create(invoiceId)).body.url), { method: form })
    const { status, body } = await call('verify-payment', { invoiceId, session_id: session })
    assert.deepEqual([status, body.code], [409, 'payment_processing'])
    await untilState(invoiceId, 'processing')
    const again = await create(invoiceId)
    assert.deepEqual([again.status, again.body.code], [409, 'payment_under_way'])
    const [intent] = await app.database.inOrg(owner.orgId, async (db) => {
      const rows = await db
        .selectFrom('invoice_events')
        .select('facts')
        .where('invoice_id', '=', invoiceId)
        .where('kind', '=', 'payment_processing')
        .execute()
      return rows.map(({ facts }) => (facts as { provider_payment_id?: string }).provider_payment_id)
    })
    const decided = await fetch(`${app.url}/sandbox/stripe/dashboard/${intent}/${end === 'paid' ? 'succeed' : 'fail'}`, {
      method: 'POST',
      redirect: 'manual',
    })
    assert.equal(decided.status, 303)
    await untilState(invoiceId, end)
  }
})

test('a refund in parts, of all, and a dispute are recorded from the webhooks', async () => {
  const { invoiceId } = await sentInvoice(app.database, owner.orgId)
  const session = await payByCard(String((await create(invoiceId)).body.url))
  await call('verify-payment', { invoiceId, session_id: session })
  const [payment] = await app.database.inOrg(owner.orgId, (db) => findPaymentsOf(db, owner.orgId, invoiceId))
  const press = (verb: string, body: Record<string, string> = {}) =>
    fetch(`${app.url}/sandbox/stripe/dashboard/${payment?.provider_payment_id}/${verb}`, {
      method: 'POST',
      body: new URLSearchParams(body),
      redirect: 'manual',
    })
  assert.equal((await press('dispute')).status, 303)
  await until('disputed', async () => (await booksOf(invoiceId)).findings.includes('disputed'))
  assert.equal((await press('lose')).status, 303)
  await until('lost', async () => (await booksOf(invoiceId)).findings.includes('dispute_lost'))
  const [gone] = await app.database.inOrg(owner.orgId, (db) => findPaymentsOf(db, owner.orgId, invoiceId))
  assert.deepEqual(
    [gone?.dispute_state, gone?.lost_minor, gone?.dispute_fee_minor, gone?.dispute_fee_currency],
    ['lost', 12_500, 1_500, 'EUR'],
  )
  const other = await sentInvoice(app.database, owner.orgId)
  const otherSession = await payByCard(String((await create(other.invoiceId)).body.url))
  await call('verify-payment', { invoiceId: other.invoiceId, session_id: otherSession })
  const [second] = await app.database.inOrg(owner.orgId, (db) => findPaymentsOf(db, owner.orgId, other.invoiceId))
  const refund = (amount?: string) =>
    fetch(`${app.url}/sandbox/stripe/dashboard/${second?.provider_payment_id}/refund`, {
      method: 'POST',
      body: new URLSearchParams(amount ? { amount } : {}),
      redirect: 'manual',
    })
  assert.equal((await refund('500')).status, 303)
  await until('a part is back', async () => (await booksOf(other.invoiceId)).refunded === 500)
  assert.equal((await booksOf(other.invoiceId)).state, 'paid')
  assert.equal((await refund()).status, 303)
  await untilState(other.invoiceId, 'refunded')
})

// ── Razorpay's published cases ──────────────────────────────────────────────────────────────────────────────────────

test('the widget’s result counts with its signature, with one character changed it does not, and replayed it changes nothing', async () => {
  await dial('razorpay', { kind: 'none', webhooks: { drop: 1 } })
  const { invoiceId } = await sentInvoice(app.database, owner.orgId, { currency: 'INR' })
  const other = await sentInvoice(app.database, owner.orgId, { currency: 'INR' })
  const handed = await payByWidget((await create(invoiceId, { targetCurrency: 'INR' })).body)
  await create(other.invoiceId, { targetCurrency: 'INR' })
  const verify = async (body: object, id = invoiceId) => {
    const { status, body: answer } = await call('verify-payment', { invoiceId: id, ...body })
    return answer.code ?? status
  }
  const last = handed.razorpay_signature.at(-1) === '0' ? '1' : '0'
  const forged = { ...handed, razorpay_signature: handed.razorpay_signature.slice(0, -1) + last }
  assert.equal(await verify(forged), 'payment_signature_invalid')
  assert.equal(await verify({ ...forged, razorpay_order_id: undefined }), 'payment_signature_invalid')
  assert.equal(await verify({ ...handed, razorpay_payment_id: 'pay_other' }), 'payment_signature_invalid')
  assert.equal(await verify(handed, other.invoiceId), 'checkout_not_of_invoice')
  assert.equal(await verify({ razorpay_payment_id: handed.razorpay_payment_id }, other.invoiceId), 'checkout_not_of_invoice')
  assert.equal((await booksOf(invoiceId)).state, 'sent')
  for (let n = 0; n < 3; n++) assert.equal(await verify(handed), 200)
  assert.equal(await verify({ razorpay_payment_id: handed.razorpay_payment_id }), 200)
  assert.deepEqual(withoutCheckouts(await booksOf(invoiceId)), paidOnce)
  assert.equal((await booksOf(other.invoiceId)).state, 'sent')
  await dial('razorpay', null)
})

test('a payment that failed, then was authorized late, is captured and paid; of two captured on one order, the second is owed to the client', async () => {
  const { invoiceId } = await sentInvoice(app.database, owner.orgId, { currency: 'INR' })
  const { body } = await create(invoiceId, { targetCurrency: 'INR' })
  const press = (wish: string, id: unknown) =>
    fetch(`${app.url}/sandbox/razorpay/dashboard/${body.keyId}`, {
      method: 'POST',
      body: new URLSearchParams({ do: wish, id: String(id) }),
      redirect: 'manual',
    })
  // The account captures nothing by itself: what is authorized is ours to take.
  await press('switch', '')
  const failed = (await payByWidget(body, 'failure')) as unknown as { error: { metadata: { payment_id: string } } }
  const paymentId = failed.error.metadata.payment_id
  const verified = await call('verify-payment', { invoiceId, razorpay_payment_id: paymentId })
  assert.deepEqual([verified.status, verified.body.code], [409, 'payment_not_made'])
  assert.equal((await press('authorize', paymentId)).status, 303)
  await pollNow()
  await untilState(invoiceId, 'paid')
  assert.deepEqual(withoutCheckouts(await booksOf(invoiceId)), paidOnce)
  await press('switch', '')
  assert.equal((await press('again', body.orderId)).status, 303)
  await until('the second is seen', async () => {
    const account = await accountOf('razorpay')
    await order(reconcileAccountJob.name, { orgId: owner.orgId, connectionId: account.id })
    await new Promise((done) => setTimeout(done, 1_000))
    return (await booksOf(invoiceId)).payments.length === 2
  })
  const books = await booksOf(invoiceId)
  assert.deepEqual([books.state, books.payments, books.interactions], ['paid', ['payment', 'credit'], 1])
  assert.deepEqual(books.findings, ['double_payment'])
})

test('without a signature the payment is fetched and matched by its order', async () => {
  await dial('razorpay', { kind: 'none', webhooks: { drop: 1 } })
  const { invoiceId } = await sentInvoice(app.database, owner.orgId, { currency: 'INR' })
  const { razorpay_payment_id } = await payByWidget((await create(invoiceId, { targetCurrency: 'INR' })).body)
  assert.equal((await call('verify-payment', { invoiceId, razorpay_payment_id })).status, 200)
  assert.deepEqual(withoutCheckouts(await booksOf(invoiceId)), paidOnce)
  await dial('razorpay', null)
})

test('neither id is a missing field, an unknown invoice a 404, an unpaid session is said to be that', async () => {
  const { invoiceId } = await sentInvoice(app.database, owner.orgId)
  await create(invoiceId)
  const [checkout] = await app.database.inOrg(owner.orgId, (db) => findCheckoutsOf(db, owner.orgId, invoiceId))
  const codes = []
  for (const body of [
    { invoiceId },
    { invoiceId: newId(), session_id: 'cs_x' },
    { invoiceId, session_id: 'cs_x' },
    { invoiceId, session_id: checkout?.provider_checkout_id },
  ])
    codes.push((await call('verify-payment', body)).body.code)
  assert.deepEqual(codes, ['missing_field', 'invoice_not_found', 'checkout_not_of_invoice', 'payment_not_made'])
})

// ── The books beside each other ─────────────────────────────────────────────────────────────────────────────────────

test('a reconciliation settles payments that every other path has lost, and names those it cannot settle', async () => {
  await dial('stripe', { kind: 'none', webhooks: { drop: 1 } })
  const lost = await sentInvoice(app.database, owner.orgId)
  await payByCard(String((await create(lost.invoiceId)).body.url))
  const forgotten = await sentInvoice(app.database, owner.orgId)
  await payByCard(String((await create(forgotten.invoiceId)).body.url))
  // As after a restore from a backup that is older than the checkout.
  await app.database.inOrg(owner.orgId, (db) =>
    db.deleteFrom('checkouts').where('invoice_id', '=', forgotten.invoiceId).execute(),
  )
  const account = await accountOf('stripe')
  // Other programs on the same account name their orders freely.
  const stranger = await fetch(`${app.url}/sandbox/stripe/v1/checkout/sessions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${account.secretKey}` },
    body: new URLSearchParams([
      ['mode', 'payment'],
      ['success_url', 'https://shop.example.com/?session_id={CHECKOUT_SESSION_ID}'],
      ['client_reference_id', 'order-1'],
      ['metadata[invoice_id]', 'order-1'],
      ['line_items[0][quantity]', '1'],
      ['line_items[0][price_data][currency]', 'eur'],
      ['line_items[0][price_data][unit_amount]', '777'],
      ['line_items[0][price_data][product_data][name]', 'A mug'],
    ]),
  })
  await payByCard(((await stranger.json()) as { url: string }).url)
  await order(reconcileAccountJob.name, { orgId: owner.orgId, connectionId: account.id })
  await untilState(lost.invoiceId, 'paid')
  await until('it is named', async () => (await booksOf(forgotten.invoiceId)).findings.includes('missing_here'))
  await until('it has ended', async () => {
    const { body } = await call('show-reconciliation', {}, owner)
    return !(body as { running?: boolean }).running
  })
  const { body } = await call('show-reconciliation', {}, owner)
  const shown = body as unknown as {
    providers: { provider: string; sums: { currency: string; difference_minor: number }[] }[]
    differences: { id: string; kind: string; invoice: { id: string } | null }[]
    unresolved: number
  }
  const sum = shown.providers.find(({ provider }) => provider === 'stripe')?.sums.find(({ currency }) => currency === 'EUR')
  assert.equal(sum?.difference_minor, 12_500)
  const difference = shown.differences.find(({ invoice }) => invoice?.id === forgotten.invoiceId)
  assert.equal(difference?.kind, 'missing_here')
  const resolved = await call('resolve-difference', { differenceId: difference?.id, note: 'Given back' }, owner)
  assert.equal(resolved.status, 200)
  assert.equal((await call('resolve-difference', { differenceId: difference?.id, note: 'Again' }, owner)).status, 404)
  const { body: after } = await call('show-reconciliation', {}, owner)
  assert.equal(after.unresolved, shown.unresolved - 1)
  await dial('stripe', null)
})

test('other programs’ webhooks on the same account are counted and ignored: no failed work, no notice, no discrepancy', async () => {
  const owner = await app.given.organization()
  for (const provider of ['stripe', 'razorpay']) await call('connect-sandbox', { provider }, owner)
  const accountOf = async (provider: PaymentProvider) => {
    const row = await app.database.inOrg(owner.orgId, (db) => connectionOf(db, owner.orgId, provider))
    assert.ok(row)
    return { id: row.id, otherEvents: row.other_events, ...openCredentials(vault, row) } as {
      id: string
      otherEvents: number
    } & Record<'secretKey' | 'keyId' | 'keySecret' | 'webhookSecret', string | undefined>
  }
  for (const provider of ['stripe', 'razorpay'] as const)
    await until('a webhook', async () => (await accountOf(provider)).webhookSecret !== undefined)
  const { secretKey } = await accountOf('stripe')
  const { keyId } = await accountOf('razorpay')
  const asked = await fetch(`${app.url}/sandbox/stripe/v1/account`, { headers: { authorization: `Bearer ${secretKey}` } })
  const { id: stripeId } = (await asked.json()) as { id: string }
  const press = (path: string, fields: Record<string, string> = {}) =>
    fetch(`${app.url}/sandbox/${path}`, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  assert.equal((await press(`stripe/dashboard/${stripeId}/others`)).status, 303)
  assert.equal((await press(`razorpay/dashboard/${keyId}`, { do: 'others', id: keyId ?? '' })).status, 303)

  await until('Stripe’s events are counted', async () => (await accountOf('stripe')).otherEvents === 10)
  await until('Razorpay’s events are counted', async () => (await accountOf('razorpay')).otherEvents === 14)
  for (const provider of ['stripe', 'razorpay'] as const)
    await order(reconcileAccountJob.name, { orgId: owner.orgId, connectionId: (await accountOf(provider)).id })
  type Seen = { checked_at: string | null; error: string | null; other_checkouts: number; sums: { difference_minor: number }[] }
  const shown = async () => {
    const { body } = await call('show-reconciliation', {}, owner)
    return body as unknown as { providers: Seen[]; unresolved: number }
  }
  await until('both are compared', async () => (await shown()).providers.every(({ checked_at }) => checked_at !== null))
  const { providers, unresolved } = await shown()
  assert.equal(unresolved, 0)
  assert.deepEqual(
    providers.map(({ error, other_checkouts, sums }) => [
      error,
      other_checkouts,
      sums.filter((sum) => sum.difference_minor !== 0),
    ]),
    [
      [null, 3, []],
      [null, 3, []],
    ],
  )
  const { rows } = await app.database.pool.query(
    `select name, state, output from jobs.job where state in ('retry', 'failed') and data ->> 'orgId' = $1`,
    [owner.orgId],
  )
  assert.deepEqual(rows, [])
  assert.deepEqual((await call('list-notices', {}, owner)).body.notices, [])
})

test('no key, secret, address or signature of a payment stands in the log', async () => {
  const [stripe, razorpay] = [await accountOf('stripe'), await accountOf('razorpay')]
  const log = app.logged()
  for (const secret of [...Object.entries(stripe), ...Object.entries(razorpay)].filter(
    ([name]) => name !== 'id' && name !== 'keyId',
  ))
    assert.ok(!log.includes(secret[1]), secret[0])
  assert.ok(!log.includes('maya@example.com'))
})
