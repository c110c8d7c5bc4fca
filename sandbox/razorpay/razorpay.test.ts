import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import Razorpay from 'razorpay'
import { validatePaymentVerification, validateWebhookSignature } from 'razorpay/dist/utils/razorpay-utils.js'
import { faultsOf, openBrowser } from '#test/support/browser.ts'
import { openContract, withoutContracts } from '#test/support/contracts.ts'
import { startSandbox, type TestSandbox } from '#test/support/sandbox.ts'
import { openSandbox } from '../standalone.ts'
import { lateSeconds } from './payments.ts'

let box: TestSandbox
before(async () => {
  box = await startSandbox()
})
after(() => box.stop())

/** The vendor's own client; another host is all that it needs. */
const clientOf = (keyId: string, keySecret = 'secret', address = box.address) => {
  const client = new Razorpay({ key_id: keyId, key_secret: keySecret })
  // The client has no option for it, and takes it all the same.
  ;(client as unknown as { api: { rq: { defaults: { baseURL: string } } } }).api.rq.defaults.baseURL = address
  return client
}

const refusal = async (asked: Promise<unknown>): Promise<{ statusCode: number; error: Record<string, unknown> }> => {
  try {
    await asked
  } catch (error) {
    return error as { statusCode: number; error: Record<string, unknown> }
  }
  throw new Error('it was not refused')
}

interface Paid {
  readonly razorpay_payment_id: string
  readonly razorpay_order_id: string
  readonly razorpay_signature: string
  readonly error?: { readonly reason: string; readonly metadata: { readonly payment_id: string } }
}
/** What the widget's page does. */
const pay = async (keyId: string, orderId: string, more: object = {}, address = box.address): Promise<Paid> => {
  const response = await fetch(`${address}/v1/checkout/public/payments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key_id: keyId, order_id: orderId, ...more }),
  })
  return (await response.json()) as Paid
}

/** A button of the dashboard. */
const press = async (keyId: string, wish: string, id: string, address = box.address): Promise<number> => {
  const response = await fetch(`${address}/sandbox/razorpay/dashboard/${keyId}`, {
    method: 'POST',
    body: new URLSearchParams({ do: wish, id }),
    redirect: 'manual',
  })
  return response.status
}

const call = async (method: string, at: string, body?: unknown, authorization = `Basic ${btoa('rzp_test_raw:secret')}`) => {
  const response = await fetch(box.address + at, {
    method,
    headers: { authorization, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

/** A receiver of webhooks: the requests it got, and how each is answered. */
const openReceiver = async (answer: () => number = () => 200) => {
  const came: { id: string; signature: string; text: string; event: string; body: Record<string, unknown> }[] = []
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const text = Buffer.concat(pieces).toString('utf8')
      const body = JSON.parse(text) as Record<string, unknown>
      const { 'x-razorpay-event-id': id = '', 'x-razorpay-signature': signature = '' } = request.headers
      came.push({ id: String(id), signature: String(signature), text, event: String(body.event), body })
      response.statusCode = answer()
      response.end()
      server.emit('came')
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    came,
    async until(count: number): Promise<void> {
      while (came.length < count) await once(server, 'came')
    },
    close: () => server.close(),
  }
}

const inRupees = { amount: 50_000, currency: 'INR' }

test('Razorpay’s own client takes, reads, captures and refunds payments here, with nothing but another host', async () => {
  const client = clientOf('rzp_test_sdk')
  const order = await client.orders.create({ ...inRupees, receipt: 'key-1', notes: { invoice_id: 'i1' } })
  assert.deepEqual(
    [order.status, order.amount_due, order.receipt, order.notes],
    ['created', 50_000, 'key-1', { invoice_id: 'i1' }],
  )
  const bare = await client.orders.create(inRupees)
  assert.deepEqual(bare.notes, []) // the vendor's own oddity

  await press('rzp_test_sdk', 'switch', 'rzp_test_sdk')
  const paid = await pay('rzp_test_sdk', order.id, { method: 'upi', email: 'jo@example.com' })
  assert.ok(
    validatePaymentVerification(
      { order_id: order.id, payment_id: paid.razorpay_payment_id },
      paid.razorpay_signature,
      'secret',
    ),
  )
  const authorized = await client.payments.fetch(paid.razorpay_payment_id)
  assert.deepEqual([authorized.status, authorized.captured, authorized.order_id], ['authorized', false, order.id])
  assert.equal((await client.orders.fetch(order.id)).status, 'attempted')

  assert.match(
    String((await refusal(client.payments.capture(authorized.id, 100, 'INR'))).error.description),
    /must be equal to the amount authorized/,
  )
  const captured = await client.payments.capture(authorized.id, 50_000, 'INR')
  assert.deepEqual([captured.status, captured.captured], ['captured', true])
  assert.match(
    String((await refusal(client.payments.capture(authorized.id, 50_000, 'INR'))).error.description),
    /already been captured/,
  )
  assert.deepEqual(
    await client.orders.fetch(order.id).then(({ status, amount_paid, attempts }) => [status, amount_paid, attempts]),
    ['paid', 50_000, 1],
  )

  const half = await client.payments.refund(authorized.id, { amount: 20_000 })
  assert.equal((await client.payments.fetch(authorized.id)).amount_refunded, 20_000)
  assert.equal((await client.refunds.fetch(half.id)).payment_id, authorized.id)
  assert.equal((await refusal(client.payments.refund(authorized.id, { amount: 40_000 }))).statusCode, 400)
  await client.payments.refund(authorized.id, {})
  const { status, refund_status } = await client.payments.fetch(authorized.id)
  assert.deepEqual([status, refund_status], ['refunded', 'full'])

  assert.deepEqual(
    (await client.orders.all({ receipt: 'key-1' })).items.map(({ id }) => id),
    [order.id],
  )
  assert.deepEqual(
    [await client.orders.all({ count: 1 }), await client.orders.all({ count: 1, skip: 1 })].map(({ items }) => items[0]?.id),
    [bare.id, order.id],
  )
  assert.equal((await client.orders.fetchPayments(order.id)).count, 1)
})

test('the Razorpay simulator refuses what Razorpay refuses, with Razorpay’s messages', async () => {
  const said = async (method: string, at: string, body?: object) => {
    const answer = await call(method, at, body)
    const { code, field } = answer.body.error as Record<string, unknown>
    return [answer.status, code, field]
  }
  const wrong: [object, string][] = [
    [{ amount: 99, currency: 'INR' }, 'amount'],
    [{ amount: 100.5, currency: 'INR' }, 'amount'],
    [{ currency: 'INR' }, 'amount'],
    [{ amount: 100 }, 'currency'],
    [{ amount: 100, currency: 'rupees' }, 'currency'],
    [{ ...inRupees, receipt: 'x'.repeat(41) }, 'receipt'],
    [{ ...inRupees, notes: Object.fromEntries(Array.from({ length: 16 }, (_, n) => [n, 'x'])) }, 'notes'],
  ]
  for (const [body, field] of wrong)
    assert.deepEqual(await said('POST', '/v1/orders', body), [400, 'BAD_REQUEST_ERROR', field], JSON.stringify(body))
  assert.deepEqual(await said('GET', '/v1/orders?count=101'), [400, 'BAD_REQUEST_ERROR', 'count'])
  assert.match(
    String((await refusal(clientOf('rzp_test_refused').payments.fetch('pay_nobody'))).error.description),
    /does not exist/,
  )
  assert.equal((await call('GET', '/v1/orders/x/y')).status, 404)
  assert.equal((await call('GET', '/v1/orders', undefined, '')).status, 401)
  assert.equal((await call('GET', '/v1/orders', undefined, `Basic ${btoa('nonsense:secret')}`)).status, 401)
})

test('each key is an account of its own, with the secret of its first use', async () => {
  const order = await clientOf('rzp_test_one').orders.create(inRupees)
  assert.equal((await refusal(clientOf('rzp_test_one', 'other').orders.fetch(order.id))).statusCode, 401)
  assert.equal((await refusal(clientOf('rzp_live_one').orders.fetch(order.id))).statusCode, 400)
  assert.equal((await clientOf('rzp_live_one').orders.all()).count, 0)
  assert.ok((await pay('rzp_live_one', order.id)).error)
})

test('webhooks are signed with their own secret, have one id on every attempt, and report events in order', async () => {
  const answers = [500]
  const receiver = await openReceiver(() => answers.shift() ?? 200)
  const keys = `Basic ${btoa('rzp_test_hooks:secret')}`
  const { body: endpoint } = await call('POST', '/endpoints', { url: receiver.url }, keys)
  const order = await clientOf('rzp_test_hooks').orders.create({ ...inRupees, notes: { invoice_id: 'i1' } })
  await pay('rzp_test_hooks', order.id, { outcome: 'failure' })
  await receiver.until(2)
  const [first, again] = receiver.came
  assert.deepEqual([first?.event, again?.event, first?.id === again?.id], ['payment.failed', 'payment.failed', true])

  const paid = await pay('rzp_test_hooks', order.id)
  await press('rzp_test_hooks', 'dispute', paid.razorpay_payment_id)
  await receiver.until(6)
  await press('rzp_test_hooks', 'again', order.id)
  await receiver.until(8)
  await clientOf('rzp_test_hooks').payments.refund(paid.razorpay_payment_id, {})
  await receiver.until(10)
  assert.deepEqual(
    receiver.came
      .slice(2)
      .map(({ event }) => event)
      .sort(),
    [
      'order.paid',
      'payment.authorized',
      'payment.authorized',
      'payment.captured',
      'payment.captured',
      'payment.dispute.created',
      'refund.created',
      'refund.processed',
    ],
  )
  for (const { text, signature } of receiver.came) assert.ok(validateWebhookSignature(text, signature, String(endpoint.secret)))
  assert.equal(new Set(receiver.came.map(({ id }) => id)).size, 9)
  receiver.close()
})

test('a failed payment is authorized late and captured after that, by hand or automatically, also after a restart', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'foyer-razorpay-'))
  let ahead = 0
  const open = () => openSandbox({ folder, isOpen: false, now: () => new Date(Date.now() + ahead) })
  let { address, close } = await open()
  const client = () => clientOf('rzp_test_late', 'secret', address)
  const statusOf = async (id: string) => (await client().payments.fetch(id)).status

  const order = await client().orders.create(inRupees)
  const failed = await pay('rzp_test_late', order.id, { outcome: 'failure' }, address)
  const late = await pay('rzp_test_late', order.id, { outcome: 'late' }, address)
  const [byHand, byItself] = [failed.error?.metadata.payment_id ?? '', late.error?.metadata.payment_id ?? '']
  assert.deepEqual([await statusOf(byHand), await statusOf(byItself)], ['failed', 'failed'])
  await close()
  ahead = (lateSeconds + 1) * 1_000
  ;({ address, close } = await open())
  while ((await statusOf(byItself)) === 'failed') await new Promise((done) => setTimeout(done, 50))
  assert.deepEqual([await statusOf(byItself), (await client().orders.fetch(order.id)).status], ['captured', 'paid'])

  // Its order is paid by now: this payment waits to be captured.
  assert.equal(await press('rzp_test_late', 'authorize', byHand, address), 303)
  assert.equal(await statusOf(byHand), 'authorized')
  assert.equal(await press('rzp_test_late', 'capture', byHand, address), 303)
  assert.equal(await statusOf(byHand), 'captured')
  await close()
  rmSync(folder, { recursive: true, force: true })
})

test('the simulator’s answers and webhooks match Razorpay’s contract', { skip: withoutContracts }, async () => {
  const contract = openContract('razorpay/openapi.json')
  const keeps = async (at: string, method: 'get' | 'post', where: string, body?: unknown, status = 200): Promise<unknown> => {
    const answer = await call(method.toUpperCase(), where, body)
    assert.equal(answer.status, status, where)
    assert.deepEqual(contract.answer([at, method], answer.status, answer.body), [], where)
    return answer.body
  }
  const receiver = await openReceiver()
  await call('POST', '/endpoints', { url: receiver.url })
  const wished = { ...inRupees, notes: { invoice_id: 'i1' } }
  const { id } = (await keeps('/v1/orders', 'post', '/v1/orders', wished)) as { id: string }
  await keeps('/v1/orders', 'post', '/v1/orders', { amount: 1, currency: 'INR' }, 400)
  await keeps('/v1/orders/{order_id}', 'get', '/v1/orders/order_nobody', undefined, 400)
  await pay('rzp_test_raw', id, { outcome: 'failure' })
  const paid = await pay('rzp_test_raw', id)
  assert.deepEqual(contract.schema('CheckoutResult', paid), [])
  await keeps('/v1/orders', 'get', '/v1/orders?expand[]=payments')
  await keeps('/v1/orders/{order_id}', 'get', `/v1/orders/${id}`)
  await keeps('/v1/orders/{order_id}/payments', 'get', `/v1/orders/${id}/payments`)
  await keeps('/v1/payments/{payment_id}', 'get', `/v1/payments/${paid.razorpay_payment_id}`)
  const capture = `/v1/payments/${paid.razorpay_payment_id}/capture`
  await keeps('/v1/payments/{payment_id}/capture', 'post', capture, inRupees, 400)
  await receiver.until(4)
  for (const { event, body } of receiver.came) assert.deepEqual(contract.webhook(event, body), [], event)
  assert.deepEqual(new Set(receiver.came.map(({ event }) => event)).size, 4)

  for (const kind of ['rate_limited', 'error_500', 'error_503']) {
    await box.turn('razorpay', { kind })
    const { status, body } = await call('GET', '/v1/orders')
    assert.deepEqual(contract.answer(['/v1/orders', 'get'], status, body), [], kind)
  }
  await box.turn('razorpay')
  receiver.close()
})

test('in a browser the widget opens over a page of the shop: declined, left, paid, and the shop gets what is signed', async () => {
  const order = await clientOf('rzp_test_shop').orders.create(inRupees)
  const shop = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(`<!doctype html><html lang="en"><title>Shop</title><meta name="viewport" content="width=device-width">
<main><h1>Shop</h1><button>Pay</button><p id="came"></p></main><script src="${box.address}/v1/checkout.js"></script><script>
const say = (text) => { document.querySelector('#came').textContent = text }
document.querySelector('button').onclick = () => new Razorpay({ key: 'rzp_test_shop', order_id: '${order.id}', name: 'Acme',
  description: 'Invoice INV-0007', handler: (answer) => say(JSON.stringify(answer)), modal: { ondismiss: () => say('left') } })
  .on('payment.failed', ({ error }) => { document.title = error.reason }).open()
</script>`)
  })
  await new Promise<void>((done) => shop.listen(0, '127.0.0.1', () => done()))
  const browser = await openBrowser()
  try {
    const context = await browser.newContext({ viewport: { width: 360, height: 740 } })
    const page = await context.newPage()
    page.setDefaultTimeout(15_000)
    const complaints: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(error.message))
    await page.goto(`http://127.0.0.1:${(shop.address() as AddressInfo).port}`)
    const widget = page.frameLocator('dialog iframe')

    await page.getByRole('button', { name: 'Pay' }).click()
    await widget.getByRole('heading', { name: 'Acme' }).waitFor()
    assert.deepEqual(await faultsOf(page), [])
    await widget.getByLabel('Payment is declined').check()
    await widget.getByRole('button', { name: 'Pay ₹500.00' }).click()
    await widget.getByRole('alert').getByText('declined by the bank').waitFor()
    assert.equal(await page.title(), 'payment_failed')
    await widget.getByRole('button', { name: 'Leave without paying' }).click()
    await page.getByText('left').waitFor()

    await page.getByRole('button', { name: 'Pay' }).click()
    await widget.getByRole('button', { name: 'Pay ₹500.00' }).click()
    const came = page.getByText('razorpay_signature')
    await came.waitFor()
    const paid = JSON.parse((await came.textContent()) ?? '') as Paid
    assert.ok(
      validatePaymentVerification(
        { order_id: order.id, payment_id: paid.razorpay_payment_id },
        paid.razorpay_signature,
        'secret',
      ),
    )
    await page.goto(`${box.address}/sandbox/razorpay/dashboard`)
    await page.getByRole('link', { name: 'rzp_test_shop' }).click()
    await page.getByRole('button', { name: 'Refund', exact: true }).click()
    await page.getByText('refunded', { exact: true }).waitFor()
    assert.deepEqual(await faultsOf(page), [])
    assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'))
    assert.deepEqual(complaints, [])
  } finally {
    await browser.close()
    shop.close()
  }
})
