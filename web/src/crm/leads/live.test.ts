import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { startPages } from '#test/support/page.ts'
import { followEvents } from '#test/support/reactions.ts'

let pages: Awaited<ReturnType<typeof startPages>>
before(async () => {
  pages = await startPages()
})
after(() => pages?.stop())

const isLive = (page: Page) => page.locator('[data-live="live"]').first().waitFor({ state: 'attached' })
const rowsOf = (page: Page) => page.locator('[data-row]')

test('the empty page makes a key, and the pasted line turns the waiting into a tick within a second', async () => {
  const owner = await pages.app.given.organization()
  const { page, errors, close } = await pages.open('/leads', { as: owner })
  await isLive(page)
  await page.getByRole('button', { name: 'Create a key and show the command' }).click()
  await page.getByText('Waiting for the first lead…').waitFor()
  const line = await page.locator('pre').innerText()
  const key = /fo_live_[0-9A-Za-z]{36}/.exec(line)?.[0]
  assert.ok(key && line.includes(`${pages.app.url}/v1/leads`))
  const body = /-d '(\{.*\})'/s.exec(line)?.[1]
  assert.equal((await pages.app.post(body, key)).status, 200)
  const begun = performance.now()
  await page.getByText('Lead received.').waitFor()
  assert.ok(performance.now() - begun < 1_000)
  await rowsOf(page).getByText('Maya Ortiz').waitFor()
  await page.getByRole('button', { name: 'Done' }).click()
  assert.ok(!(await page.content()).includes(key), 'the key is nowhere any more')
  assert.deepEqual(errors, [])
  await close()
})

test('while the search is behind, the page says so, and adds the lead once the search has caught up', async () => {
  const owner = await pages.app.given.organization()
  const { text: key } = await pages.app.given.key(owner.orgId)
  assert.equal((await pages.app.post({ name: 'Ada Late', email: 'ada@example.com' }, key)).status, 200)
  const { page, errors, close } = await pages.open('/leads?q=late', { as: owner })
  await page.getByText(/^Search is \d+ seconds behind$/).waitFor()
  assert.equal(await rowsOf(page).count(), 0)
  await followEvents(pages.app, owner.orgId, 'search')
  await rowsOf(page).getByText('Ada Late').waitFor()
  await page.getByText(/^Search is/).waitFor({ state: 'detached' })
  assert.deepEqual(errors, [])
  await close()
})

test('new leads appear on top within a second, and leave scroll, focus and loaded pages as they are', async () => {
  const owner = await pages.app.given.organization()
  const { text: key } = await pages.app.given.key(owner.orgId)
  for (let n = 1; n <= 120; n++) await pages.app.post({ name: `Person ${n}`, email: `person${n}@example.com` }, key)
  const { page, errors, close } = await pages.open('/leads', { as: owner })
  await isLive(page)
  await rowsOf(page).first().waitFor()
  assert.equal(await rowsOf(page).count(), 50)
  await page.getByRole('button', { name: 'Load more' }).scrollIntoViewIfNeeded()
  await page.waitForFunction(() => document.querySelectorAll('[data-row]').length >= 100)

  const held = rowsOf(page).nth(70)
  const name = (await held.innerText()).split('\n')[0]
  await held.focus()
  await held.scrollIntoViewIfNeeded()
  await page.evaluate('new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))')
  const before = (await held.boundingBox())?.y ?? 0
  await pages.app.post({ name: 'Newcomer', email: 'new@example.com' }, key)
  const begun = performance.now()
  await page.getByRole('button', { name: '1 new above' }).waitFor()
  assert.ok(performance.now() - begun < 1_000)
  const focused = page.locator('[data-row]:focus')
  assert.equal((await focused.innerText()).split('\n')[0], name, 'the focus stays on its lead')
  assert.ok(Math.abs(((await focused.boundingBox())?.y ?? 0) - before) < 4, 'nothing moves')
  assert.ok((await rowsOf(page).count()) >= 101, 'loaded pages stay')
  assert.match((await rowsOf(page).first().textContent()) ?? '', /Newcomer/)
  await page.getByRole('button', { name: '1 new above' }).click()
  await page.waitForFunction(() => scrollY < 100)
  assert.deepEqual(errors, [])
  await close()
})

test('with the oldest lead first a new one comes at the end; a search is newest first whatever the address says', async () => {
  const owner = await pages.app.given.organization()
  const { text: key } = await pages.app.given.key(owner.orgId)
  for (const name of ['First', 'Second']) await pages.app.post({ name, email: `${name}@example.com` }, key)
  const { page, errors, close } = await pages.open('/leads', { as: owner })
  await page.getByRole('button', { name: 'Received' }).click()
  await page.locator('[data-row]').first().getByText('First').waitFor()
  await isLive(page)
  await pages.app.post({ name: 'Third', email: 'third@example.com' }, key)
  await rowsOf(page).getByText('Third').waitFor()
  assert.deepEqual(await rowsOf(page).allInnerTexts(), ['First', 'Second', 'Third'])
  await page.goto(`${pages.site}/leads?q=unheard&order=received_at`)
  await page.getByRole('heading', { name: 'No results' }).waitFor()
  assert.deepEqual(errors, [])
  await close()
})
