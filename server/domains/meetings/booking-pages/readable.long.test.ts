import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { faultsOf, openBrowser } from '#test/support/browser.ts'
import { share } from '#test/support/shared.ts'

let app: TestApp
let browser: Browser
let release: () => Promise<void>
before(async () => {
  app = await startApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
  ;({ thing: browser, release } = await share('browser', openBrowser, (opened) => opened.close()))
})
after(async () => {
  await release?.()
  await app?.stop()
})

const dayMs = 86_400_000
const languages = ['en', 'de', 'fr', 'es', 'pt', 'hi'] as const

const workspace = async () => {
  const owner = await app.given.organization()
  await app.call('set-hours', { timezone: 'Europe/Berlin' }, owner)
  const { event_types } = (await app.call('list-event-types', {}, owner)).body as unknown as { event_types: { url: string }[] }
  const [from, to] = [1, 20].map((days) => new Date(Date.now() + days * dayMs).toISOString())
  const { body } = await app.call('list-slots', { orgId: owner.orgId, timezone: 'UTC', from, to }, null)
  const starts = (body.slots as unknown as { start: string }[]).map(({ start }) => start)
  return { owner, path: new URL(event_types[0]?.url ?? '').pathname, starts }
}
const bookedFor = async (owner: Someone, start: string | undefined): Promise<string> => {
  const { status, body } = await app.call('create-booking', { start, name: 'Maya', email: 'maya@example.com' }, owner)
  assert.equal(status, 200, JSON.stringify(body))
  return new URL(String(body.manageLink)).pathname
}

let visitors = 0
/** A phone in the dark, 360 px wide. Without a script that of the pages never arrives: axe itself could not run where all are forbidden. */
const open = async (script: boolean) => {
  const context = await browser.newContext({
    ...{ viewport: { width: 360, height: 760 }, colorScheme: 'dark', locale: 'en-GB', timezoneId: 'America/New_York' },
    extraHTTPHeaders: { 'x-forwarded-for': `198.21.${++visitors}.1` },
  })
  if (!script) await context.route('**/book/assets/book.js', (route) => route.abort())
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  return { page, errors, close: () => context.close() }
}
const isReadable = async (page: Page, what: string): Promise<void> => {
  assert.deepEqual(await faultsOf(page), [], what)
  assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), `${what} is wider than the phone`)
}

for (const script of [true, false])
  test(`the pages that move a meeting and tell of a lost start are readable for all, ${script ? 'with' : 'without'} a script`, async () => {
    const { owner, path, starts } = await workspace()
    const [first, taken = '', free = ''] = starts
    const manage = await bookedFor(owner, first)
    await bookedFor(owner, taken)
    for (const lang of languages) {
      // Of a network of its own: ten bookings a minute are what one may make.
      const { page, errors, close } = await open(script)
      const at = (address: string) => `${app.url}${address}${address.includes('?') ? '&' : '?'}lang=${lang}&zone=Europe/Berlin`
      const goTo = async (address: string): Promise<void> => {
        await page.goto(at(address))
        assert.equal(await page.locator('html').getAttribute('lang'), lang === 'en' ? 'en-GB' : lang)
      }
      await goTo(`${manage}/move?day=${free.slice(0, 10)}`)
      if (lang === 'en') await isReadable(page, 'moving')
      // As if it was taken after the page was shown.
      const start = page.locator('.starts button').first()
      await start.evaluate((button, value) => button.setAttribute('value', value), taken)
      await start.click()
      await page.getByRole('alert').waitFor()
      assert.equal(await page.locator('.nearest button').count(), 3)
      await isReadable(page, `a lost start while moving in ${lang}`)

      await goTo(`${path}?start=${encodeURIComponent(taken)}`)
      await page.getByRole('alert').waitFor()
      await isReadable(page, `a start that cannot be booked in ${lang}`)
      await goTo(`${path}?start=${encodeURIComponent(free)}`)
      await page.locator('#email').fill('maya@example.com')
      await page.locator('button.main').click()
      await page.locator('.error').waitFor()
      if (lang === 'en') await isReadable(page, 'a mistake')
      await page.locator('#name').fill('Maya')
      const book = page.locator('button.main')
      await book.evaluate((button, value) => button.setAttribute('value', value), taken)
      await book.click()
      await page.locator('.nearest').waitFor()
      await isReadable(page, `a lost start in ${lang}`)

      await goTo(manage)
      await page.locator('details summary').first().click()
      if (lang === 'en') await isReadable(page, 'a meeting')
      assert.deepEqual(errors, [])
      await close()
    }
  })
