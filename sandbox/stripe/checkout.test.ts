import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { faultsOf, openBrowser } from '#test/support/browser.ts'
import { startSandbox, type TestSandbox } from '#test/support/sandbox.ts'

let sandbox: TestSandbox
let browser: Browser
/** The shop that the payer comes from, at another address than the sandbox. */
const shop = createServer((request, response) => {
  response.setHeader('content-type', 'text/html')
  response.end(`<!doctype html><title>Shop</title><h1>Shop</h1><p>${request.url?.replaceAll('<', '')}</p>`)
})
let shopUrl: string
before(async () => {
  sandbox = await startSandbox()
  await new Promise<void>((done) => shop.listen(0, '127.0.0.1', () => done()))
  shopUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`
  browser = await openBrowser()
})
after(async () => {
  await browser.close()
  shop.close()
  shop.closeAllConnections()
  await sandbox.stop()
})

const key = { authorization: 'Bearer sk_test_person' }
const ask = async (path: string, form?: Record<string, string>) => {
  const response = await fetch(`${sandbox.address}${path}`, {
    headers: key,
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  })
  return (await response.json()) as { id: string; url: string; status: string; payment_status: string }
}
const open = () =>
  ask('/v1/checkout/sessions', {
    mode: 'payment',
    success_url: `${shopUrl}/done?id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${shopUrl}/basket`,
    customer_email: 'maya@example.com',
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': 'eur',
    'line_items[0][price_data][unit_amount]': '123450',
    'line_items[0][price_data][product_data][name]': 'Invoice <b>INV-0007</b>',
  })
const stateOf = async (id: string) => {
  const { status, payment_status } = await ask(`/v1/checkout/sessions/${id}`)
  return `${status} ${payment_status}`
}
/** Checks a page: readable for all users, and not wider than the window. */
const look = async (page: Page): Promise<void> => {
  assert.deepEqual(await faultsOf(page), [], page.url())
  assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), page.url())
}

test('a payer is declined with a message, pays, and comes back; pays late; goes back; plays the bank; changes the fault rate', async () => {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, colorScheme: 'dark' })
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  const complaints: string[] = []
  page.on('console', (message) => {
    // A declined card is a 402, which a browser counts as an error of the page's.
    if (message.type() === 'error' && !message.text().includes('402')) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))

  const first = await open()
  await page.goto(first.url)
  await page.getByText('Invoice <b>INV-0007</b>').waitFor()
  await look(page)
  await page.getByRole('button', { name: 'Card is declined' }).click()
  await page.getByRole('alert').filter({ hasText: 'Your card was declined.' }).waitFor()
  await look(page)
  assert.equal(await stateOf(first.id), 'open unpaid')
  await page.getByRole('button', { name: 'Pay €1,234.50' }).click()
  await page.waitForURL(`${shopUrl}/done?id=${first.id}`)
  assert.equal(await stateOf(first.id), 'complete paid')
  await page.goto(first.url)
  await page.getByRole('heading', { name: 'Paid' }).waitFor()
  await look(page)

  const late = await open()
  await page.goto(late.url)
  await page.getByRole('radio', { name: /SEPA Direct Debit: paid after/ }).check()
  await page.getByRole('button', { name: /^Pay/ }).click()
  await page.waitForURL(`${shopUrl}/done?id=${late.id}`)
  assert.equal(await stateOf(late.id), 'complete unpaid')

  const left = await open()
  await page.goto(left.url)
  await page.getByRole('link', { name: 'Go back without paying' }).click()
  await page.waitForURL(`${shopUrl}/basket`)
  assert.equal(await stateOf(left.id), 'open unpaid')
  await page.goto(`${sandbox.address}/c/pay/cs_test_nobody`)
  await page.getByRole('heading', { name: 'No such checkout' }).waitFor()
  complaints.length = 0 // the browser's own word for a 404

  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1_200, height: 900 })
  await page.goto(`${sandbox.address}/sandbox/`)
  await page.getByText('3 checkouts · 2 payments').waitFor()
  await look(page)
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await page.getByRole('button', { name: 'Confirm payment' }).click()
  await page.getByRole('button', { name: 'Confirm payment' }).waitFor({ state: 'detached' })
  assert.equal(await stateOf(late.id), 'complete paid')
  await look(page)
  await page.getByRole('button', { name: 'Dispute', exact: true }).first().click()
  await page.getByRole('heading', { name: 'Disputes' }).waitFor()
  await page.getByRole('button', { name: 'Lost' }).click()
  await page.getByText('lost', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Refund' }).first().click()
  await page.getByText('refunded', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Expire' }).click()
  await page.getByText('expired', { exact: true }).waitFor()
  assert.equal(await stateOf(left.id), 'expired unpaid')

  await page.getByRole('link', { name: 'Faults' }).first().click()
  const stripe = page.getByRole('region', { name: /^Stripe(?! Connect)/ })
  await stripe.getByRole('button', { name: 'Down: 503' }).click()
  await stripe.getByText('faults on', { exact: true }).waitFor()
  await look(page)
  assert.equal((await fetch(`${sandbox.address}/v1/balance`, { headers: key })).status, 503)
  await stripe.getByRole('button', { name: 'Turn faults off' }).click()
  await stripe.getByText('no faults').waitFor()
  assert.equal((await fetch(`${sandbox.address}/v1/balance`, { headers: key })).status, 200)
  assert.deepEqual(complaints, [])
  await context.close()
})

test('a webhook that was sent can be looked at, and sent again', async () => {
  const hooks: string[] = []
  const receiver = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    hooks.push((JSON.parse(body) as { id: string }).id)
    response.end('heard')
  })
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', () => done()))
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
  await ask('/v1/webhook_endpoints', { url, 'enabled_events[]': 'checkout.session.expired' })
  const { id } = await open()
  await ask(`/v1/checkout/sessions/${id}/expire`, {})
  const page = await browser.newPage({ viewport: { width: 360, height: 740 } })
  page.setDefaultTimeout(15_000)
  for (let n = 0; n < 3_000 && hooks.length === 0; n++) await new Promise((done) => setTimeout(done, 10))
  await page.goto(`${sandbox.address}/sandbox/webhooks?of=stripe`)
  await page.getByText('Body', { exact: true }).click()
  await page.getByText(`"id": "${id}"`).waitFor()
  await look(page)
  await page.getByRole('button', { name: 'Resend' }).click()
  for (let n = 0; n < 3_000 && hooks.length < 2; n++) await new Promise((done) => setTimeout(done, 10))
  assert.equal(hooks.length, 2)
  assert.equal(hooks[0], hooks[1], 'the same event, twice')
  await page.close()
  receiver.close()
  receiver.closeAllConnections()
})
