import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, test } from 'node:test'
import type { Someone, TestApp } from '#test/support/app.ts'
import { faultsOf } from '#test/support/browser.ts'
import { startPages } from '#test/support/page.ts'
import { pseudo } from './pseudo.ts'

let pages: Awaited<ReturnType<typeof startPages>>
let app: TestApp
before(async () => {
  pages = await startPages()
  app = pages.app
})
after(() => pages?.stop())

test('a language is chosen by the address or in the account menu, holds from then on, and turns the page around', async () => {
  const { page, go, close } = await pages.open('/settings/keys?locale=pseudo')
  await page.getByRole('heading', { name: pseudo('API keys'), level: 1 }).waitFor()
  await go('/settings/deliveries')
  await page.getByRole('heading', { name: pseudo('Request log'), level: 1 }).waitFor()
  assert.deepEqual(await page.evaluate(() => [document.documentElement.dir, document.documentElement.lang]), ['rtl', 'en-XB'])
  const side = await page.locator('aside').first().boundingBox()
  assert.ok(side && side.x > 640, 'the navigation stands on the right')
  await page
    .getByRole('button', { name: new RegExp(pseudo('Your account').slice(0, 8)) })
    .first()
    .click()
  await page.getByRole('menuitemradio', { name: 'English' }).click()
  await page.getByRole('heading', { name: 'Request log', level: 1 }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Request log', level: 1 }).waitFor()
  assert.equal(await page.evaluate(() => document.documentElement.dir), 'ltr')
  await close()
})

/** Every page that one can go to from everywhere, as the modules of the app say. */
const navigation = (): string[] => {
  const web = path.join(import.meta.dirname, '..')
  const modules = globSync('**/module.ts', { cwd: web }).map((file) => readFileSync(path.join(web, file), 'utf8'))
  const pages = [...modules.join('\n').matchAll(/\bto: '(.+?)'/g)].map(([, to]) => to ?? '')
  assert.ok(pages.length >= 25)
  return [...new Set(pages)]
}

const framed = new Set(['/leads', '/deals', '/settings/keys', '/settings/workspace', '/sign-in'])

test('longer words from right to left: every page fits a phone and a desk, and its frame keeps WCAG 2.2 AA', async () => {
  const owner = await app.given.organization('A workspace with a rather long name')
  const key = await app.given.key(owner.orgId)
  const made = (
    await app.post({ name: 'Maya Ortiz', email: 'maya@example.com', unknown: 1, consent: { basis: 'consent' } }, key.text)
  ).body as { lead_id?: string; contact_id?: string }
  const refused = await app.post({ email: 'maya@' }, key.text)
  const { body } = await app.call('create-webhook', { url: 'https://example.com/hooks/foyer' }, owner)
  const { webhook } = body as unknown as { webhook: { id: string } }
  const chat = await app.call('create-chat-widget', { name: 'Website', greeting: 'Hello' }, owner)
  const { widget } = chat.body as unknown as { widget: { id: string } }
  const written = await app.call(
    'create-invoice',
    {
      clientName: 'Maya Ortiz',
      clientEmail: 'maya@example.com',
      currency: 'EUR',
      lines: [{ description: 'Workshop', quantity: 2, unitMinor: 95_000, taxRate: 19 }],
    },
    owner,
  )
  const { invoice } = written.body as unknown as { invoice: { id: string } }
  const opened = await app.call(
    'create-deal',
    { client: { name: 'Lena Hofer', email: 'lena@example.com' }, name: 'Order app', valueMinor: 125_000, currency: 'EUR' },
    owner,
  )
  const { deal } = opened.body as unknown as { deal: { id: string } }
  await app.call('invite-staff', { email: 'grace@example.com' }, owner)
  const inside = [
    ...navigation(),
    '/leads?q=nobody&range=custom',
    `/leads/${made.lead_id}`,
    `/contacts/${made.contact_id}`,
    `/deals/${deal.id}`,
    '/invoices/new',
    `/invoices/${invoice.id}`,
    `/settings/keys/${key.id}`,
    `/settings/deliveries/${refused.headers.get('X-Request-Id')}`,
    `/settings/webhooks/${webhook.id}`,
    `/settings/website-chat/${widget.id}`,
    '/nowhere',
  ]
  const looks: [Someone | null, string[]][] = [
    [owner, inside],
    [await app.given.organization(), ['/leads', '/contacts']],
    [null, ['/sign-in', '/forgot-password', '/accept-invite', '/set-up#token=used', '/set-password']],
  ]
  for (const [as, paths] of looks) {
    const { page, go, follow, overhang, close } = await pages.open('/sign-in?locale=pseudo', { as: null })
    if (as) await page.context().addCookies([{ name: 'foyer_session', value: as.session, url: app.url }])
    let isInside = false // once it is signed in, and has its language
    for (const address of paths) {
      await page.setViewportSize({ width: 360, height: 800 })
      await (isInside ? follow(address) : go(address))
      isInside = as !== null
      await page.waitForFunction(
        (loading) => [...document.querySelectorAll('[role=status]')].every((part) => part.ariaLabel !== loading),
        pseudo('Loading'),
      )
      assert.equal(await page.evaluate(() => document.documentElement.dir), 'rtl', address)
      assert.equal(await overhang(), 0, `${address} scrolls sideways on a phone`)
      // Each page is looked at by axe from left to right; from right to left those that have all of the frame, a list and a form.
      if (framed.has(address)) assert.deepEqual(await faultsOf(page), [], address)
      await page.setViewportSize({ width: 1280, height: 800 })
      assert.equal(await overhang(), 0, `${address} scrolls sideways on a desk`)
    }
    await close()
  }
})
