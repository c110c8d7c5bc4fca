import assert from 'node:assert/strict'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { Response } from 'playwright-core'
import { newId } from '#core/ids.ts'
import { foyer } from '#domains/catalogue.ts'
import { recordMessage } from '#domains/conversations/inbox/messages.ts'
import { openDealFor } from '#domains/crm/deals/deals.ts'
import { resolveContact } from '#domains/crm/identities/identities.ts'
import type { Someone, TestApp } from '#test/support/app.ts'
import { startPages } from '#test/support/page.ts'
import { givePassword, password } from '#test/support/sign-in.ts'

/** Bytes of scripts, styles, fonts and the page itself. What is reached, so that no page grows unseen; 170,000 is the aim. */
const limits = { payer: 20_000, outside: 197_000, inside: 276_000 } as const

let pages: Awaited<ReturnType<typeof startPages>>
let app: TestApp
before(async () => {
  pages = await startPages({ env: { SANDBOX: 'on' } })
  app = pages.app
})
after(() => pages?.stop())

/** As gzip sends it; fonts are packed already. */
const sizes = new Map<string, Promise<number>>()
const sizeOf = (response: Response): Promise<number> => {
  const isFont = response.request().resourceType() === 'font'
  const known = sizes.get(response.url())
  if (known && response.url().includes('/assets/')) return known
  const size = response.body().then((body) => (isFont ? body.length : gzipSync(body, { level: 9 }).length))
  sizes.set(response.url(), size)
  return size
}

/** What a browser that has nothing of Foyer yet loads to show each of these pages. */
const firstViews = async (addresses: readonly string[], as: Someone | null): Promise<[address: string, bytes: number][]> => {
  const context = await pages.browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' })
  // Who saves data is sent nothing ahead: all that comes is for this page.
  await context.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
  if (as) await context.addCookies([{ name: 'foyer_session', value: as.session, url: pages.site }])
  const page = await context.newPage()
  const browser = await context.newCDPSession(page)
  let errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (said) => {
    if (said.type() === 'error') errors.push(said.text())
  })
  let loading: Promise<number>[] = []
  page.on('response', (response) => {
    if (['document', 'script', 'stylesheet', 'font'].includes(response.request().resourceType())) loading.push(sizeOf(response))
  })
  const views: [string, number][] = []
  for (const address of addresses) {
    await page.goto('about:blank')
    await browser.send('Network.clearBrowserCache')
    loading = []
    errors = []
    await page.goto(pages.site + address)
    await page.locator('h1').first().waitFor()
    await page.waitForFunction(() => !document.querySelector('[role=status][aria-label=Loading]'))
    await page.evaluate('document.fonts.ready')
    for (let before = -1; before !== loading.length; ) {
      before = loading.length
      await page.waitForTimeout(100)
    }
    const bytes = (await Promise.all(loading)).reduce((sum, n) => sum + n, 0)
    views.push([address.replace(/[\w-]{30,}/g, '$'), bytes])
    assert.deepEqual(errors, [], address)
  }
  await context.close()
  return views
}

const told = (views: readonly [string, number][]): string =>
  views.map(([address, bytes]) => `${Math.round(bytes / 1_000)} KB ${address}`).join('\n')

test('a page outside fetches nothing of the pages inside, and goes on to them without being loaded anew', async () => {
  await givePassword(app, app.owner)
  const { page, errors, close } = await pages.open('/sign-in?next=%2Fsettings%2Fkeys', { as: null })
  const fetched = async (): Promise<string[]> =>
    page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname))
  await page.waitForLoadState('networkidle')
  assert.deepEqual(
    (await fetched()).filter((file) => /\/(inside|parts)-/.test(file)),
    [],
  )
  await page.getByLabel('Email').fill(app.owner.email)
  await page.locator('input[type="password"]').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor()
  const files = await fetched()
  assert.ok(files.some((file) => file.includes('/inside-')) && files.some((file) => file.includes('/sign-in-page-')))
  assert.deepEqual(errors, [])
  await close()
})

test('the first view of a page weighs what its kind may', async () => {
  const owner = await app.given.organization('Nordlicht Studio', { defaultCountry: 'DE' })
  const full = await filled(owner)
  const outside = ['/sign-in', '/set-up#token=used', '/set-password', '/forgot-password', '/accept-invite']
  const kinds = [
    [limits.payer, await firstViews([full.pay], null)],
    [limits.outside, await firstViews(outside, null)],
    [limits.inside, await firstViews([...new Set([...navigation(), ...full.addresses])], owner)],
  ] as const
  const all = kinds.flatMap(([, views]) => views)
  if (process.env.FOYER_FIRST_VIEW) writeFileSync(process.env.FOYER_FIRST_VIEW, told(all))
  for (const [limit, views] of kinds)
    assert.deepEqual(
      views.filter(([, bytes]) => bytes > limit),
      [],
      told(views),
    )
})

/** Every page that one can go to from everywhere, as the modules of the app say. */
const navigation = (): string[] => {
  const web = path.join(import.meta.dirname, '..')
  const modules = globSync('**/module.ts', { cwd: web }).map((file) => readFileSync(path.join(web, file), 'utf8'))
  const found = [...modules.join('\n').matchAll(/\bto: '(.+?)'/g)].map(([, to]) => to ?? '')
  assert.ok(found.length >= 25)
  return found
}

/** One of each kind, so that no page is an empty one. */
const filled = async (owner: Someone): Promise<{ addresses: string[]; pay: string }> => {
  const key = await app.given.key(owner.orgId)
  const { lead_id, contact_id } = (
    await app.post({ name: 'Maya Ortiz', email: 'maya@example.com', phone: '+49 151 12345678', unknown: 1 }, key.text)
  ).body as { lead_id?: string; contact_id?: string }
  const refused = await app.post({ email: 'maya@' }, key.text)
  const { webhook } = (await app.call('create-webhook', { url: 'https://example.com/hooks/foyer' }, owner)).body as unknown as {
    webhook: { id: string }
  }
  const { widget } = (await app.call('create-chat-widget', { name: 'Website', greeting: 'Hello' }, owner)).body as unknown as {
    widget: { id: string }
  }
  const { deal } = (
    await app.call(
      'create-deal',
      { client: { name: 'Lena Hofer', email: 'lena@example.com' }, name: 'Order app', valueMinor: 125_000, currency: 'EUR' },
      owner,
    )
  ).body as unknown as { deal: { id: string } }
  const { company } = (await app.call('create-company', { name: 'Hofer GmbH' }, owner)).body as unknown as {
    company: { id: string }
  }
  const { invoice } = (
    await app.call(
      'create-invoice',
      {
        clientName: 'Maya Ortiz',
        clientEmail: 'maya@example.com',
        currency: 'EUR',
        lines: [{ description: 'Workshop', quantity: 2, unitMinor: 95_000, taxRate: 19 }],
      },
      owner,
    )
  ).body as unknown as { invoice: { id: string } }
  const sent = (await app.call('send-invoice', { invoiceId: invoice.id }, owner)).body.invoice as unknown as { pay_url: string }
  return {
    addresses: [
      `/leads/${lead_id}`,
      `/contacts/${contact_id}`,
      `/deals/${deal.id}`,
      '/deals?view=list',
      `/companies/${company.id}`,
      `/inbox/${await wrote(owner)}`,
      '/invoices/new',
      `/invoices/${invoice.id}`,
      `/settings/keys/${key.id}`,
      `/settings/deliveries/${refused.headers.get('X-Request-Id')}`,
      `/settings/webhooks/${webhook.id}`,
      `/settings/website-chat/${widget.id}`,
      '/nowhere',
    ],
    pay: new URL(sent.pay_url).pathname,
  }
}

/** A message of a visitor, with the conversation open. */
const wrote = (owner: Someone): Promise<string> =>
  app.database.inOrg(owner.orgId, async (db) => {
    const asked = { name: 'Ida Berg', email: 'ida@example.com' }
    const { contactId } = await resolveContact(db, owner.orgId, foyer.within, asked, 'person')
    const { dealId } = await openDealFor(db, owner.orgId, { contactId, kind: 'web_chat', name: 'Ida Berg', cause: 'web_chat' })
    const session = { org_id: owner.orgId, id: newId(), key: newId(), contact_id: contactId, deal_id: dealId }
    await db.insertInto('chat_sessions').values(session).execute()
    await recordMessage(db, owner.orgId, {
      contactId,
      dealId,
      channel: 'web_chat',
      direction: 'in',
      kind: 'text',
      body: 'When are you open?',
      at: new Date(),
      address: session.id,
    })
    return dealId
  })
