import assert from 'node:assert/strict'
import { appendFileSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { newId } from '#core/ids.ts'
import { foyer } from '#domains/catalogue.ts'
import { recordMessage } from '#domains/conversations/inbox/messages.ts'
import { openDealFor } from '#domains/crm/deals/deals.ts'
import { resolveContact } from '#domains/crm/identities/identities.ts'
import type { Someone, TestApp } from '#test/support/app.ts'
import { startPages } from '#test/support/page.ts'

/** Of scripts, styles, fonts and the page itself, as gzip sends them. */
const mostBytes = 270_000

let pages: Awaited<ReturnType<typeof startPages>>
let app: TestApp
before(async () => {
  pages = await startPages({ env: { SANDBOX: 'on' } })
  app = pages.app
})
after(() => pages?.stop())

interface FirstView {
  readonly bytes: number
  readonly errors: readonly string[]
}

/** What a browser that has nothing of Foyer yet loads to show a page. */
const firstView = async (address: string, as: Someone | null): Promise<FirstView> => {
  const context = await pages.browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' })
  // Who saves data is sent nothing ahead: all that comes is for this page.
  await context.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
  if (as) await context.addCookies([{ name: 'foyer_session', value: as.session, url: pages.site }])
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (said) => {
    if (said.type() === 'error') errors.push(said.text())
  })
  const loading: Promise<number>[] = []
  const parts: [string, number][] = []
  page.on('response', (response) => {
    const kind = response.request().resourceType()
    if (!['document', 'script', 'stylesheet', 'font'].includes(kind)) return
    loading.push(
      response.body().then((body) => {
        const n = kind === 'font' ? body.length : gzipSync(body, { level: 9 }).length
        parts.push([new URL(response.url()).pathname.replace('/assets/', ''), n])
        return n
      }),
    )
  })
  await page.goto(pages.site + address)
  await page.locator('h1').first().waitFor()
  await page.waitForFunction(() => !document.querySelector('[role=status][aria-label=Loading]'))
  await page.evaluate('document.fonts.ready')
  for (let before = -1; before !== loading.length; ) {
    before = loading.length
    await page.waitForTimeout(150)
  }
  const bytes = (await Promise.all(loading)).reduce((sum, n) => sum + n, 0)
  await context.close()
  if (process.env.FOYER_FIRST_VIEW)
    appendFileSync(
      process.env.FOYER_FIRST_VIEW,
      `${address} ${bytes}\n${parts
        .sort((a, b) => b[1] - a[1])
        .map(([n, b]) => `   ${b} ${n}`)
        .join('\n')}\n`,
    )
  return { bytes, errors }
}

test('the first view of any page is of bounded size', async () => {
  const owner = await app.given.organization('Nordlicht Studio', { defaultCountry: 'DE' })
  const full = await filled(owner)
  const views: [string, Someone | null][] = [
    ...['/sign-in', '/set-up#token=used', '/set-password', '/forgot-password', '/accept-invite', full.pay].map(
      (address): [string, null] => [address, null],
    ),
    ...[...new Set([...navigation(), ...full.addresses])].map((address): [string, Someone] => [address, owner]),
  ]
  const seen: [string, number][] = []
  for (const [address, as] of views) {
    const { bytes, errors } = await firstView(address, as)
    assert.deepEqual(errors, [], address)
    seen.push([address.replace(/[\w-]{30,}/g, '$'), bytes])
  }
  const told = seen.map(([address, bytes]) => `${(bytes / 1_000).toFixed(0).padStart(4)} ${address}`).join('\n')
  if (process.env.FOYER_FIRST_VIEW) appendFileSync(process.env.FOYER_FIRST_VIEW, `${told}\n`)
  assert.deepEqual(
    seen.filter(([, bytes]) => bytes > mostBytes),
    [],
    told,
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
