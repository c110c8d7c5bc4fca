import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { makeVault } from '#core/vault.ts'
import { openCredentials } from '#domains/connections/connections/credentials.ts'
import { languages } from '#shapes/languages.ts'
import { startApp, type TestApp } from '#test/support/app.ts'
import { faultsOf, openBrowser } from '#test/support/browser.ts'
import { type InvoiceRow, type InvoiceState, moveInvoice } from '../invoices/invoices.ts'
import { type Words, wordsOf } from '../invoices/strings.ts'

let app: TestApp
let worker: { stop(): Promise<void> }
let browser: Browser
before(async () => {
  app = await startApp({ env: { SANDBOX: 'on' } })
  worker = await app.startWorker()
  browser = await openBrowser()
})
after(async () => {
  await browser.close()
  await worker.stop()
  await app.stop()
})

let counter = 0
const sent = async (changes: object = {}): Promise<{ id: string; pay_url: string; email: string; label: string }> => {
  const email = `payer${++counter}@example.com`
  const made = await app.call('create-invoice', {
    clientName: 'Maya <b>Rao</b> & Söhne',
    clientEmail: email,
    currency: 'EUR',
    lines: [{ description: 'Consulting "hours"\n<script>alert(1)</script>', quantity: '2.5', unitMinor: 9000, taxRate: 19 }],
    ...changes,
  })
  const { id } = made.body.invoice as unknown as { id: string }
  const reply = await app.call('send-invoice', { invoiceId: id })
  return { ...(reply.body.invoice as unknown as { pay_url: string; label: string }), id, email }
}
const move = (id: string, to: InvoiceState, set: Partial<Record<keyof InvoiceRow, unknown>> = {}) =>
  app.database.inOrg(app.owner.orgId, async (db) => {
    const row = await db.selectFrom('invoices').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    return moveInvoice(db, row, to, set as object)
  })
const get = async (url: string, headers: Record<string, string> = {}) => {
  const response = await fetch(url, { headers, redirect: 'manual' })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
const checkouts = async (): Promise<number> =>
  Number(
    (
      await app.database.inOrg(app.owner.orgId, (db) =>
        db
          .selectFrom('checkouts')
          .select((select) => select.fn.countAll().as('n'))
          .executeTakeFirstOrThrow(),
      )
    ).n,
  )

test('all words are there in every language, with the same places for values', () => {
  const places = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort()
  for (const language of Object.keys(languages) as (keyof typeof languages)[])
    for (const [name, text] of Object.entries(wordsOf.en) as [keyof Words, string][]) {
      assert.ok(wordsOf[language][name].trim() !== '', `${language} ${name}`)
      assert.deepEqual(places(wordsOf[language][name]), places(text), `${language} ${name}`)
    }
})

test('the page comes in the language of the browser, or in the one that was chosen, else in that of the invoice', async () => {
  const { pay_url } = await sent({ locale: 'es' })
  const inLanguage = async (header: string | null, query = ''): Promise<string> =>
    /<html lang="([^"]+)"/.exec((await get(`${pay_url}${query}`, { 'accept-language': header ?? 'xx' })).text)?.[1] ?? ''
  assert.equal(await inLanguage('de-AT,en;q=0.5'), 'de-AT')
  assert.equal(await inLanguage('zh,fr;q=0.3,en;q=0.2'), 'fr')
  assert.equal(await inLanguage('zh'), 'es')
  assert.equal(await inLanguage(null), 'es')
  assert.equal(await inLanguage('de', '?lang=hi'), 'hi')
  assert.equal(await inLanguage('pt-BR', '?lang=pt'), 'pt-BR')
  assert.equal(await inLanguage('de', '?lang=xx&lang=yy'), 'de')
  const hindi = (await get(`${pay_url}?lang=hi`)).text
  assert.ok(hindi.includes('का भुगतान करें') && hindi.includes('चालान'))
})

test('a page forbids indexing, caching and framing, and loads nothing of others', async () => {
  const { pay_url } = await sent()
  const { headers, text } = await get(pay_url)
  assert.match(headers.get('x-robots-tag') ?? '', /noindex/)
  assert.equal(headers.get('cache-control'), 'no-store')
  assert.equal(headers.get('referrer-policy'), 'no-referrer')
  const policy = headers.get('content-security-policy') ?? ''
  assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self'; /)
  assert.ok(!/unsafe|\*|https:(?!\/)/.test(policy), policy)
  assert.deepEqual([...text.matchAll(/(?:src|href)="(https?:[^"]*)"/g)], [])
  assert.ok(text.includes('Maya &lt;b&gt;Rao&lt;/b&gt; &amp; Söhne') && !text.includes('<script>alert'))
  const rupees = (await get((await sent({ currency: 'INR' })).pay_url)).headers.get('content-security-policy') ?? ''
  assert.match(rupees, /script-src 'self' https:\/\/checkout\.razorpay\.com/)
  const script = await get(`${app.url}/pay/assets/pay.js`)
  assert.ok(script.status === 200 && script.text.length < 10_240)
  assert.match(script.headers.get('content-type') ?? '', /javascript/)
})

test('an invalid link leads to a page that says so, in the language of the browser', async () => {
  for (const token of ['x', 'a'.repeat(43), '%00', '..%2f..%2fetc', '%20', '%20/invoice.pdf', 'x/receipt.pdf']) {
    const { status, text } = await get(`${app.url}/pay/${token}`, { 'accept-language': 'fr' })
    assert.equal(status, 404, token)
    assert.ok(text.includes('Il n’y a pas de facture ici'), token)
  }
})

test('looking acts on nothing, whatever is in the address; the button of a browser without script leads to the provider', async () => {
  const { pay_url } = await sent()
  const before = await checkouts()
  for (const query of ['', '?session_id=cs_test_x', '?trouble=payment_not_made', '/look', '?session_id=cs_test_x&lang=de'])
    await get(`${pay_url}${query}`)
  assert.equal(await checkouts(), before)
  const form = { method: 'POST', redirect: 'manual', headers: { 'content-type': 'application/x-www-form-urlencoded' } } as const
  const opened = await fetch(pay_url, { ...form, body: '' })
  assert.equal(opened.status, 303)
  assert.match(opened.headers.get('location') ?? '', /\/sandbox\/stripe\/c\/pay\/cs_test_/)
  assert.equal(await checkouts(), before + 1)
  const sessionId = /cs_test_\w+/.exec(opened.headers.get('location') ?? '')?.[0] ?? ''
  const looked = await fetch(`${pay_url}/look?lang=de`, { ...form, body: new URLSearchParams({ session_id: sessionId }) })
  const told = await get(new URL(looked.headers.get('location') ?? '', app.url).href)
  assert.ok(looked.status === 303 && told.text.includes(wordsOf.de.notYet), told.text)
  const rupees = await sent({ currency: 'INR' })
  const widget = await fetch(rupees.pay_url, { ...form, body: '' })
  const said = await get(new URL(widget.headers.get('location') ?? '', app.url).href)
  assert.ok(said.text.includes('JavaScript'))
})

test('a merchant’s own domain for the provider’s pages works, with a script and without; the holder of the link names no address', async () => {
  const { pay_url } = await sent()
  const [token, { port }] = [new URL(pay_url).pathname.split('/').at(-1), new URL(app.url)]
  const made = await app.call('pay-invoice', { token }, null)
  const [account] = await app.database.inOrg(app.owner.orgId, (db) =>
    db.selectFrom('connections').selectAll().where('provider', '=', 'stripe').execute(),
  )
  assert.ok(account && made.status === 200)
  const { secretKey } = openCredentials(makeVault(Buffer.alloc(32, 7)), account)
  const asked = await fetch(`${app.url}/sandbox/stripe/v1/account`, { headers: { authorization: `Bearer ${secretKey}` } })
  const { id } = (await asked.json()) as { id: string }
  const useDomain = (origin: string) =>
    fetch(`${app.url}/sandbox/stripe/dashboard/${id}/domain`, { method: 'POST', body: new URLSearchParams({ origin }) })
  await useDomain(`http://pay.localhost:${port}`)
  try {
    for (const javaScriptEnabled of [false, true]) {
      const { pay_url: address } = await sent()
      const context = await browser.newContext({ javaScriptEnabled })
      const page = await context.newPage()
      await page.goto(address)
      await page.getByRole('button', { name: /^Pay/ }).click()
      await page.waitForURL(new RegExp(`^http://pay\\.localhost:${port}/sandbox/stripe/c/pay/cs_test_`))
      await page.getByRole('button', { name: 'Pay €' }).waitFor()
      await context.close()
    }
    const { pay_url: address } = await sent()
    // All of them at once: an address may open ten checkouts a minute.
    const query = ['url', 'next', 'redirect', 'success_url'].map((name) => `${name}=https://evil.example`).join('&')
    const answered = await fetch(`${address}?${query}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: query,
      redirect: 'manual',
    })
    assert.deepEqual([answered.status, /evil/.test(await answered.text())], [200, false])
  } finally {
    await useDomain('')
  }
})

test('each state is shown to every visitor, on a small light page and a wide dark one', async () => {
  const states: [string, (id: string) => Promise<unknown>, RegExp, object?][] = [
    ['open', async () => {}, /^Open\s+Due by December 31, 2099$/, { dueOn: '2099-12-31' }],
    ['overdue', async () => {}, /^Open\s+Overdue since January 31, 2020$/, { dueOn: '2020-01-31' }],
    ['processing', (id) => move(id, 'processing'), /^Payment processing.*is being processed/],
    ['paid', (id) => move(id, 'paid', { paid_at: new Date('2026-11-21T23:30:00Z') }), /^Paid\s+On November 21, 2026\./],
    [
      'partly refunded',
      (id) => move(id, 'paid', { paid_at: new Date('2026-11-21T10:00:00Z'), refunded_minor: 500 }),
      /^Paid.*€5\.00 of it was refunded/,
    ],
    [
      'void',
      (id) => move(id, 'void', { voided_at: new Date(), state_reason: 'A secret of the staff' }),
      /^Void.*nothing to pay/,
    ],
    [
      'refunded',
      async (id) => {
        await move(id, 'paid', { paid_at: new Date() })
        await move(id, 'refunded', { refunded_minor: 26_775 })
      },
      /^Refunded\s+€267\.75 was refunded/,
    ],
  ]
  const small = await browser.newContext({ viewport: { width: 360, height: 740 }, colorScheme: 'light', locale: 'en-US' })
  const wide = await browser.newContext({ viewport: { width: 1200, height: 900 }, colorScheme: 'dark', locale: 'en-US' })
  try {
    const pages = await Promise.all([small.newPage(), wide.newPage()])
    for (const [name, bring, says, changes] of states) {
      const { id, pay_url } = await sent(changes)
      await bring(id)
      for (const page of pages) {
        await page.goto(pay_url)
        assert.match((await page.locator('.state').innerText()).replaceAll(/\s+/g, ' '), says, name)
        assert.equal(await page.locator('#pay').count(), name === 'open' || name === 'overdue' ? 1 : 0, name)
        assert.ok(!(await page.content()).includes('A secret of the staff'))
        assert.ok((await page.locator('.simulated').innerText()).includes('no real money'))
        assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), `${name} is too wide`)
        assert.deepEqual(await faultsOf(page), [], name)
      }
    }
  } finally {
    await small.close()
    await wide.close()
  }
})

const receiptOf = async (email: string): Promise<{ subject: string; attachments: { name: string }[] }> => {
  for (const end = Date.now() + 15_000; Date.now() < end; await new Promise((done) => setTimeout(done, 100))) {
    const mails = (await (await fetch(`${app.url}/sandbox/mail?to=${email}`)).json()) as {
      subject: string
      attachments: { name: string }[]
    }[]
    const receipt = mails.find(({ subject }) => subject.startsWith('Receipt'))
    if (receipt) return receipt
  }
  throw new Error('no receipt came')
}
const paidWith = async (page: Page, url: string, pay: () => Promise<void>): Promise<void> => {
  await page.goto(url)
  await page.getByRole('button', { name: /^Pay / }).click()
  await pay().catch(async (error: Error) => {
    throw new Error(`${error.message}\nthe page says: ${await page.locator('#said').innerText()}`)
  })
  await page.locator('.state.good').waitFor()
  assert.equal(new URL(page.url()).search, '')
}

test('a payer pays in euro on the provider’s page and in rupees in its widget, comes back to a paid invoice, and gets the receipt', async () => {
  const context = await browser.newContext({ locale: 'en-US' })
  try {
    const page = await context.newPage()
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(error.message))
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
    const [euro, rupees] = [await sent(), await sent({ currency: 'INR' })]
    await paidWith(page, euro.pay_url, () => page.getByRole('button', { name: /^Pay €/ }).click())
    await paidWith(page, rupees.pay_url, () =>
      page
        .frameLocator('iframe')
        .getByRole('button', { name: /^Pay ₹/ })
        .click(),
    )
    for (const { email, label } of [euro, rupees])
      assert.deepEqual(
        (await receiptOf(email)).attachments.map(({ name }) => name),
        [`receipt-${label}.pdf`],
      )
    assert.deepEqual(faults, [])
  } finally {
    await context.close()
  }
})

test('a page that waits for a payment shows it when another request settles it', async () => {
  const { id, pay_url } = await sent()
  await move(id, 'processing')
  const page = await browser.newPage({ locale: 'en-US' })
  try {
    await page.goto(pay_url)
    await page.locator('.state.wait').waitFor()
    await move(id, 'paid', { paid_at: new Date() })
    await page.locator('.state.good').waitFor()
  } finally {
    await page.close()
  }
})
