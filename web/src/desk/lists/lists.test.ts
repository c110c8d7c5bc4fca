import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Someone } from '#test/support/app.ts'
import { faultsOf } from '#test/support/browser.ts'
import { startPages } from '#test/support/page.ts'
import { until } from '#test/support/until.ts'

let pages: Awaited<ReturnType<typeof startPages>>
before(async () => {
  pages = await startPages()
})
after(() => pages?.stop())

const bySource = (source: string) => ({ match: 'all', conditions: [{ field: 'source', op: 'is', value: source }] })

const pinnedView = async (as: Someone, name: string, source: string): Promise<string> => {
  const saved = await pages.app.call('save-view', { kind: 'lead', name, filter: bySource(source) }, as)
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
  const { id } = saved.body.view as unknown as { id: string }
  assert.equal((await pages.app.call('pin-view', { viewId: id, pinned: true }, as)).status, 200)
  return id
}

/** What the page asks of an action, from now on. */
const askedOf = (page: Page, action: string): Record<string, unknown>[] => {
  const asked: Record<string, unknown>[] = []
  page.on('request', (request) => {
    if (!request.url().endsWith('/gateway')) return
    const body = JSON.parse(request.postData() ?? '{}') as Record<string, unknown>
    if (body.type === action) asked.push(body)
  })
  return asked
}

const pinned = (page: Page) => page.getByRole('list', { name: 'Pinned views' }).getByRole('listitem')
const order = async (page: Page): Promise<string> =>
  (await pinned(page).allInnerTexts()).map((text) => text.split('\n')[0]?.trim()).join()

test('a list that is opened with a view asks for what the view shows, and for nothing else before', async () => {
  const owner = await pages.app.given.organization()
  const viewId = await pinnedView(owner, 'Fairs', 'fair')
  const { page, errors, go, close } = await pages.open('/companies', { as: owner })
  const [lists, counts] = [askedOf(page, 'list-records'), askedOf(page, 'count-records')]
  await go(`/leads?view=${viewId}`)
  await page.getByRole('button', { name: 'Fairs', exact: true }).waitFor()
  await until('the list is read', async () => lists.length > 0 && counts.length > 0)
  const filters = [...lists, ...counts].map(({ filter }) => JSON.stringify(filter))
  assert.ok(
    filters.every((filter) => filter?.includes('"fair"')),
    filters.join(),
  )
  assert.deepEqual(errors, [])
  await close()
})

test('pinned views are ordered by keyboard and by dragging, and stay so', async () => {
  const owner = await pages.app.given.organization()
  await pinnedView(owner, 'First', 'one')
  await pinnedView(owner, 'Second', 'two')
  await pinnedView(owner, 'Third', 'three')
  const { page, errors, keeps, close } = await pages.open('/leads', { as: owner, width: 1_280 })
  await until('they are shown', async () => (await order(page)) === 'First,Second,Third')
  await page.getByRole('link', { name: /^Third/ }).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await page.keyboard.press('Alt+ArrowUp')
  assert.equal(await order(page), 'Third,First,Second')
  await page.getByText('Third: position 1 of 3.').waitFor({ state: 'attached' })
  assert.equal(await page.evaluate('document.activeElement.textContent.startsWith("Third")'), true)
  await pinned(page).nth(2).dragTo(pinned(page).nth(0))
  await until('it is moved', async () => (await order(page)) === 'Second,Third,First')
  await until('it is kept', async () => {
    const { body } = await pages.app.call('list-saved-views', {}, owner)
    const views = body.views as unknown as { name: string; pinned_at: number }[]
    return (
      views
        .toSorted((one, other) => one.pinned_at - other.pinned_at)
        .map(({ name }) => name)
        .join() === 'Second,Third,First'
    )
  })
  await page.reload()
  await until('it stays', async () => (await order(page)) === 'Second,Third,First')
  await keeps('pinned views')
  assert.deepEqual(errors, [])
  await close()
})

test('where filters and columns are chosen, the list says which it does not offer and why', async () => {
  const owner = await pages.app.given.organization()
  const key = await pages.app.given.key(owner.orgId)
  await pages.app.post({ name: 'Maya Ortiz', email: 'maya@example.com' }, key.text)
  const { page, errors, close } = await pages.open('/leads', { as: owner, width: 1_280 })
  await page.getByRole('button', { name: 'Add filter' }).click()
  const filters = page.getByRole('dialog', { name: 'Add filter' })
  await filters.getByText('Not offered as filters').click()
  await filters.getByText('Company, Email, Phone, and External ID: the search finds them').waitFor()
  await filters.getByText(/^Job title and Way in: too slow in a list of a million$/).waitFor()
  assert.deepEqual(await faultsOf(page), [])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Display' }).click()
  const display = page.getByRole('dialog', { name: 'Display' })
  await display.getByText('Not offered for sorting').click()
  await display.getByText('Tags: a record can have several').waitFor()
  assert.deepEqual(errors, [])
  await close()
})

test('the height of rows is kept for a person on a device, on every list', async () => {
  const owner = await pages.app.given.organization()
  await pages.app.call('create-company', { name: 'Blue Bakery' }, owner)
  await pages.app.call('create-contact', { fullName: 'Maya Rao' }, owner)
  const { page, errors, go, close } = await pages.open('/companies', { as: owner, width: 1_280 })
  const row = () => page.getByRole('row').nth(1).boundingBox()
  await page.getByRole('link', { name: /Blue Bakery/ }).waitFor()
  const before = (await row())?.height ?? 0
  await page.getByRole('button', { name: 'Display' }).click()
  await page.getByLabel('Row height').selectOption('compact')
  await until('rows are lower', async () => ((await row())?.height ?? before) < before)
  await go('/contacts')
  await page.getByRole('link', { name: /Maya Rao/ }).waitFor()
  assert.ok(((await row())?.height ?? before) < before)
  assert.deepEqual(errors, [])
  await close()
})

test('while leads come in, a pinned view is counted again at once and then no more often than every ten seconds', async () => {
  const owner = await pages.app.given.organization()
  await pinnedView(owner, 'Fairs', 'fair')
  const key = await pages.app.given.key(owner.orgId)
  const { page, errors, close } = await pages.open('/companies', { as: owner })
  await until('it is counted', async () => (await pinned(page).allInnerTexts()).join().includes('0'))
  const counts = askedOf(page, 'count-records')
  const began = Date.now()
  for (let n = 0; Date.now() - began < 4_000; n++) {
    assert.equal(
      (await pages.app.post({ name: `Lead ${n}`, email: `lead${n}@example.com`, source: 'fair' }, key.text)).status,
      200,
    )
    await new Promise((done) => setTimeout(done, 300))
  }
  const ofLeads = counts.filter(({ kind }) => kind === 'lead').length
  assert.equal(ofLeads, 1, `${ofLeads} counts in four seconds`)
  assert.deepEqual(errors, [])
  await close()
})
