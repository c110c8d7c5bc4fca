import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { faultsOf, openBrowser } from '#test/support/browser.ts'
import { share } from '#test/support/shared.ts'

let app: TestApp
let browser: Browser
let release: () => Promise<void>
let website: Server
/** The same server under two origins: the first is on the list, the second is not. */
let listed: string
let unlisted: string
let body = ''
before(async () => {
  app = await startApp()
  ;({ thing: browser, release } = await share('browser', openBrowser, (opened) => opened.close()))
  website = createServer((_, response) =>
    response
      .setHeader('content-type', 'text/html')
      .end(`<!doctype html><html lang="en"><title>A website</title><main><h1>Harbour</h1>${body}</main></html>`),
  )
  await new Promise<void>((done) => website.listen(0, '127.0.0.1', done))
  const { port } = website.address() as AddressInfo
  listed = `http://127.0.0.1:${port}`
  unlisted = `http://localhost:${port}`
})
after(async () => {
  website?.closeAllConnections()
  website?.close()
  await release?.()
  await app?.stop()
})

const workspace = async (): Promise<{ owner: Someone; path: string }> => {
  const owner = await app.given.organization()
  await app.call('set-hours', { timezone: 'Europe/Berlin' }, owner)
  const saved = await app.call('update-workspace', { bookingOrigins: [`${listed}/contact`] }, owner)
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
  const { event_types } = (await app.call('list-event-types', {}, owner)).body as unknown as { event_types: { url: string }[] }
  return { owner, path: new URL(event_types[0]?.url ?? '').pathname }
}
const open = async ({ script = true, width = 1280 } = {}) => {
  const viewport = { width, height: 900 }
  const context = await browser.newContext({
    javaScriptEnabled: script,
    viewport,
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
  })
  return { context, page: await context.newPage() }
}
const tagOf = (path: string): string =>
  `<p><a href="${app.url}${path}">Book a call</a><script src="${app.url}/book.js" data-page="${path}" async></script></p>`

for (const width of [360, 1280])
  test(`a website on the list shows the page by one tag, as high as it is, and a visitor books in it without cookies, ${width} px wide`, async () => {
    const { owner, path } = await workspace()
    body = `<script>window.heard = []; addEventListener('message', ({ data }) => heard.push(data)); addEventListener('foyer:booked', () => { window.booked = (window.booked ?? 0) + 1 })</script>${tagOf(path)}`
    const { context, page } = await open({ width })
    await page.goto(listed)
    const frame = page.frameLocator('iframe[title="Book a call"]')
    await frame.locator('.days a').last().waitFor()
    await page.getByRole('link', { name: 'Book a call' }).waitFor({ state: 'hidden' })
    assert.deepEqual(await faultsOf(page), [])
    const fits = 'document.documentElement.scrollWidth <= innerWidth'
    assert.ok(await page.evaluate(fits))
    const inside = page.frames().find((each) => each.url().startsWith(app.url))
    assert.ok(inside && (await inside.evaluate(fits)))
    assert.ok(await inside.evaluate('document.documentElement.scrollHeight <= innerHeight + 1'), 'a second scroll bar')
    // By the keyboard alone: from the website into the frame and to the first field.
    await page.keyboard.press('Tab')
    // The frame is in a process of its own: the focus arrives there a moment later.
    await page.waitForFunction("document.activeElement.tagName === 'IFRAME'")
    await inside.waitForFunction("document.activeElement.id === 'zone'")
    await frame.locator('.days a').last().click()
    await frame.locator('.starts a').first().click()
    await frame.getByRole('textbox', { name: 'Name' }).fill('Maya Rao')
    await frame.getByRole('textbox', { name: 'Email' }).fill('maya@example.com')
    await frame.getByRole('button', { name: 'Book meeting' }).click()
    await frame.getByRole('heading', { name: 'Your meeting is confirmed' }).waitFor()
    await page.waitForFunction('window.booked === 1')
    const { bookings } = (await app.call('list-bookings', { state: 'all' }, owner)).body as unknown as {
      bookings: { name: string; state: string }[]
    }
    assert.deepEqual(
      bookings.map(({ name, state }) => [name, state]),
      [['Maya Rao', 'confirmed']],
    )
    // What acts stands outside of the frame.
    assert.equal(await frame.locator('form').count(), 0)
    const manage = frame.getByRole('link', { name: 'Reschedule or cancel' })
    assert.equal(await manage.getAttribute('target'), '_blank')
    const heard = await page.evaluate<object[]>('heard')
    for (const message of heard) assert.deepEqual(Object.keys(message).toSorted(), ['booked', 'from', 'height'])
    assert.deepEqual(await context.cookies(), [])
    await context.close()
  })

test('a website that is not on the list keeps its link and shows no page; without a script the link is there too', async () => {
  const { path } = await workspace()
  body = tagOf(path)
  const { context, page } = await open()
  const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'))
  await page.goto(unlisted)
  await refused
  assert.ok(await page.getByRole('link', { name: 'Book a call' }).isVisible())
  assert.equal(await page.locator('iframe').isVisible(), false)
  await context.close()
  const plain = await open({ script: false })
  await plain.page.goto(listed)
  await plain.page.getByRole('link', { name: 'Book a call' }).click()
  await plain.page.getByRole('heading', { name: 'Choose a day' }).waitFor()
  await plain.context.close()
})

test('only booking pages that are asked for by a listed website may be framed, and nothing else of Foyer', async () => {
  const { owner, path } = await workspace()
  const other = await app.given.organization()
  const range = {
    from: new Date(Date.now() + 86_400_000).toISOString(),
    to: new Date(Date.now() + 20 * 86_400_000).toISOString(),
  }
  const { slots } = (await app.call('list-slots', { orgId: other.orgId, timezone: 'UTC', ...range }, null)).body as unknown as {
    slots: { start: string }[]
  }
  const wish = { orgId: other.orgId, name: 'Maya', email: 'm@example.com', date: 'x', time: 'x', timezone: 'UTC' }
  const made = await app.call('booking', { ...wish, isoTime: slots[0]?.start }, null)
  const token = String(made.body.manageLink).split('/').at(-1)
  const [org] = path.split('/').slice(2)
  const from = `frame=${encodeURIComponent(listed)}`
  const framing = async (address: string): Promise<string> => {
    const { headers } = await fetch(app.url + address, { redirect: 'manual' })
    return /frame-ancestors ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1] ?? 'any'
  }
  assert.equal(await framing(`${path}?${from}`), listed)
  assert.equal(await framing(`/book/${org}?${from}`), listed)
  for (const address of [
    ...[path, `${path}?frame=${encodeURIComponent(unlisted)}`, `${path}?frame=*`, `${path}?frame=https://x.example;a`],
    ...[
      `/book/${other.orgId}?${from}`,
      `/booking/${token}?${from}`,
      `/booking/${token}/move?${from}`,
      `/meet/${token}?${from}`,
    ],
    ...[
      `${path}/booked/${token}?${from}`,
      `/book/no-such-workspace?${from}`,
      `/?${from}`,
      `/settings/workspace?${from}`,
      '/docs',
    ],
  ])
    assert.equal(await framing(address), "'none'", address)
  const taken = await app.call('update-workspace', { bookingOrigins: [] }, owner)
  assert.equal(taken.status, 200)
  assert.equal(await framing(`${path}?${from}`), "'none'")
})

test('the list of websites takes origins: https, or http on this machine, and says which one it cannot take', async () => {
  const owner = await app.given.organization()
  const good = ['https://www.example.com/contact?x=1', 'http://localhost:5173', 'https://www.example.com']
  const { body: saved } = await app.call('update-workspace', { bookingOrigins: good }, owner)
  assert.deepEqual((saved.workspace as unknown as { booking_origins: string[] }).booking_origins, [
    'https://www.example.com',
    'http://localhost:5173',
  ])
  for (const wrong of [
    'http://example.com',
    'example.com',
    'https://*.example.com',
    'https://a;script-src',
    'https://u@example.com',
  ])
    assert.deepEqual(
      await app
        .call('update-workspace', { bookingOrigins: ['https://a.example', wrong] }, owner)
        .then(({ status, body: { code, field } }) => [status, code, field]),
      [400, 'booking_origin_invalid', 'bookingOrigins.1'],
      wrong,
    )
})

test('the script of the tag is below 2 KB, and with that of the pages below 60 KB', async () => {
  const sizes = await Promise.all(
    ['/book.js', '/book/assets/book.js'].map(async (address) => (await fetch(app.url + address)).text()),
  )
  assert.ok(gzipSync(sizes[0] ?? '').length < 2_048)
  assert.ok(sizes.join('').length < 60 * 1_024)
})
