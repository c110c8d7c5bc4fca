import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { buildWeb } from '#doors/build-web.ts'
import { type Someone, startApp, type TestApp } from '#test/app.ts'
import { faultsOf, openBrowser } from '#test/browser.ts'
import { pseudo } from './pseudo.ts'

let app: TestApp
let browser: Browser
before(async () => {
  app = await startApp({ webFolder: await buildWeb({ say: () => {} }) })
  browser = await openBrowser()
})
after(async () => {
  await browser?.close()
  await app?.stop()
})

const open = async (as: Someone | null, width: number) => {
  const context = await browser.newContext({ viewport: { width, height: 800 }, reducedMotion: 'reduce' })
  if (as) await context.addCookies([{ name: 'foyer_session', value: as.session, url: app.url }])
  const page = await context.newPage()
  page.setDefaultTimeout(10_000)
  return { page, close: () => context.close() }
}

test('a language is chosen by the address or in the account menu, holds from then on, and turns the page around', async () => {
  const { page, close } = await open(app.owner, 1280)
  await page.goto(`${app.url}/settings/keys?locale=pseudo`)
  await page.getByRole('heading', { name: pseudo('API keys'), level: 1 }).waitFor()
  await page.goto(`${app.url}/settings/deliveries`)
  await page.getByRole('heading', { name: pseudo('Deliveries'), level: 1 }).waitFor()
  assert.deepEqual(await page.evaluate(() => [document.documentElement.dir, document.documentElement.lang]), ['rtl', 'en-XB'])
  const side = await page.locator('aside').first().boundingBox()
  assert.ok(side && side.x > 640, 'the navigation stands on the right')
  await page
    .getByRole('button', { name: new RegExp(pseudo('Your account').slice(0, 8)) })
    .first()
    .click()
  await page.getByRole('menuitemradio', { name: 'English' }).click()
  await page.getByRole('heading', { name: 'Deliveries', level: 1 }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Deliveries', level: 1 }).waitFor()
  assert.equal(await page.evaluate(() => document.documentElement.dir), 'ltr')
  await close()
})

for (const width of [360, 1280])
  test(`longer words from right to left: every page fits ${width} px${width === 360 ? ' and keeps WCAG 2.2 AA' : ''}`, async () => {
    const owner = await app.given.organization('A workspace with a rather long name')
    const key = await app.given.key(owner.orgId)
    const made = (
      await app.post({ name: 'Maya Ortiz', email: 'maya@example.com', unknown: 1, consent: { basis: 'consent' } }, key.text)
    ).body as { lead_id?: string; contact_id?: string }
    const refused = await app.post({ email: 'maya@' }, key.text)
    const { body } = await app.call('create-webhook', { url: 'https://example.com/hooks/foyer' }, owner)
    const { webhook } = body as unknown as { webhook: { id: string } }
    await app.call('invite-staff', { email: 'grace@example.com' }, owner)
    const inside = [
      '/leads',
      '/leads?q=nobody&range=custom',
      `/leads/${made.lead_id}`,
      '/contacts',
      `/contacts/${made.contact_id}`,
      '/uploads',
      '/settings',
      '/settings/keys',
      `/settings/keys/${key.id}`,
      '/settings/deliveries',
      `/settings/deliveries/${refused.headers.get('X-Request-Id')}`,
      '/settings/workspace',
      '/settings/members',
      '/settings/profile',
      '/settings/activity',
      '/settings/outbox',
      '/settings/webhooks',
      `/settings/webhooks/${webhook.id}`,
      '/notices',
      '/nowhere',
    ]
    const looks: [Someone | null, string[]][] = [
      [owner, inside],
      [await app.given.organization(), ['/leads', '/contacts']],
      [null, ['/sign-in', '/forgot-password', '/accept-invite', '/set-up#token=used', '/set-password']],
    ]
    for (const [as, paths] of looks) {
      const { page, close } = await open(as, width)
      await page.goto(`${app.url}/sign-in?locale=pseudo`)
      for (const path of paths) {
        await page.goto('about:blank')
        await page.goto(app.url + path)
        await page.locator('h1').waitFor()
        await page.waitForFunction(
          (loading) => [...document.querySelectorAll('[role=status]')].every((part) => part.ariaLabel !== loading),
          pseudo('Loading'),
        )
        assert.equal(await page.evaluate(() => document.documentElement.dir), 'rtl', path)
        assert.equal(
          await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
          0,
          `${path} scrolls sideways`,
        )
        // What axe looks at does not change with the width.
        if (width === 360) assert.deepEqual(await faultsOf(page), [], path)
      }
      await close()
    }
  })
