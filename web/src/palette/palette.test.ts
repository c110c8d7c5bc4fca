import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { faultsOf } from '#test/support/browser.ts'
import { startPages } from '#test/support/page.ts'
import { until } from '#test/support/until.ts'

let pages: Awaited<ReturnType<typeof startPages>>
let worker: { stop(): Promise<void> }
before(async () => {
  pages = await startPages()
  worker = await pages.app.startWorker() // it files the words by which people are found
})
after(async () => {
  await worker?.stop()
  await pages?.stop()
})

test('a page, a person and an action of the API are found by name and opened, by keyboard alone', async () => {
  const owner = await pages.app.given.organization()
  const key = await pages.app.given.key(owner.orgId)
  await pages.app.post({ name: 'Maya Ortiz', email: 'maya@example.com' }, key.text)
  const found = async () =>
    JSON.stringify((await pages.app.call('list-leads', { search: 'maya' }, owner)).body).includes('Maya Ortiz')
  await until('the lead', found) // the worker files its words a moment later
  const { page, errors, close } = await pages.open('/uploads', { as: owner })
  const field = page.getByRole('combobox', { name: 'Search and go to' })
  const chosen = page.locator('[role=option][aria-selected=true]')

  await page.keyboard.press('Control+k')
  await field.waitFor()
  assert.equal(await chosen.innerText().then((text) => text.split('\n')[0]), 'Home')
  await page.keyboard.press('ArrowDown')
  assert.match(await chosen.innerText(), /^Inbox/)
  assert.equal(await field.getAttribute('aria-activedescendant'), await chosen.getAttribute('id'))
  assert.deepEqual(await faultsOf(page), [], 'the palette')
  await page.keyboard.type('webh')
  await page.waitForFunction(() => document.querySelector('[aria-selected=true]')?.textContent?.startsWith('Webhooks'))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor()

  await page.keyboard.press('Control+k')
  await field.waitFor()
  await page.keyboard.type('maya')
  await page
    .getByRole('group', { name: 'Leads' })
    .getByRole('option', { name: /Maya Ortiz/ })
    .waitFor()
  await page
    .getByRole('group', { name: 'Contacts' })
    .getByRole('option', { name: /Maya Ortiz/ })
    .waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Maya Ortiz', level: 1 }).waitFor()

  await page.keyboard.press('Control+k')
  await field.waitFor()
  await page.keyboard.type('invite-staff')
  await page.getByRole('option', { name: /API reference: invite-staff/ }).waitFor()
  await page.waitForFunction(() => document.querySelector('[aria-selected=true]')?.textContent?.includes('invite-staff'))
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/docs\/invite-staff$/)
  assert.deepEqual(errors, [])
  await close()
})

test('settings are found by everyday words, an amount finds its deal, and the reference stands last', async () => {
  const owner = await pages.app.given.organization()
  const deal = { name: 'Logo for the bakery', client: { name: 'Ada Baker' }, valueMinor: 120_000, currency: 'EUR' }
  assert.equal((await pages.app.call('create-deal', deal, owner)).status, 200)
  await until('the deal', async () =>
    JSON.stringify((await pages.app.call('search-records', { search: 'logo' }, owner)).body).includes('bakery'),
  )
  const { page, errors, close } = await pages.open('/uploads', { as: owner })
  const field = page.getByRole('combobox', { name: 'Search and go to' })
  const related = page.getByRole('group', { name: 'Related pages' })
  await page.keyboard.press('Control+k')
  await field.waitFor()
  for (const [word, name] of [
    ['logo', 'Business'],
    ['bank', 'Business'],
    ['holiday', 'Working hours'],
    ['password', 'Profile and security'],
    ['language', 'Profile and security'],
    ['sound', 'Notifications'],
    ['push', 'Notifications'],
  ] as const) {
    await field.fill(word)
    await related
      .getByRole('option', { name: new RegExp(`^${name}`) })
      .first()
      .waitFor()
  }
  await field.fill('logo')
  await page.getByRole('option', { name: /^Logo for the bakery/ }).waitFor()
  const titles = await page
    .getByRole('listbox')
    .getByRole('group')
    .evaluateAll((groups) => groups.map((each) => each.getAttribute('aria-label')))
  assert.deepEqual(titles.slice(0, 2), ['Deals', 'Related pages'])
  if (titles.includes('API reference')) assert.equal(titles.at(-1), 'API reference')
  await field.fill('€1,200')
  await page.getByRole('option', { name: /^Logo for the bakery/ }).waitFor()
  assert.deepEqual(errors, [])
  await close()
})

test('text typed right after Ctrl-K is kept and followed, also while the palette is fetched or the former one closes', async () => {
  const { page, go, errors, close } = await pages.open('/leads')
  let arrive = (): void => {}
  const hasCome = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route(/\/palette-[^/]*\.js$/, async (route) => {
    await hasCome
    await route.continue()
  })
  await go('/leads')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('pipelines')
  await page.keyboard.press('Enter')
  assert.equal(new URL(page.url()).pathname, '/leads')
  arrive()
  await page.getByRole('heading', { name: 'Pipelines', level: 1 }).waitFor()

  const field = page.getByRole('combobox', { name: 'Search and go to' })
  await page.keyboard.press('Control+k')
  await page.keyboard.type('webh')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('outb')
  await page.getByRole('option', { name: /^Outgoing mail/ }).waitFor()
  assert.equal(await field.inputValue(), 'outb')
  await page.keyboard.press('Escape')
  await field.waitFor({ state: 'detached' })
  await page.waitForFunction(() => document.activeElement?.tagName === 'H1')
  assert.deepEqual(errors, [])
  await close()
})

test('the palette says so when nothing is found, and Escape gives the focus back', async () => {
  const { page, close } = await pages.open('/leads')
  const search = page.getByRole('button', { name: /^Search/ }).first()
  await search.focus()
  await page.keyboard.press('Enter')
  const field = page.getByRole('combobox', { name: 'Search and go to' })
  await field.waitFor()
  await page.keyboard.type('nothinghasthisname')
  await page.getByRole('status').getByText('No results for “nothinghasthisname”').waitFor()
  await page.keyboard.press('Escape')
  await field.waitFor({ state: 'detached' })
  const button = await search.elementHandle()
  await page.waitForFunction((element) => element === document.activeElement, button)
  await close()
})

test('a member is offered no page that is for admins, in the palette, the help or by keys', async () => {
  const owner = await pages.app.given.organization()
  const { page, close } = await pages.open('/leads', { as: await pages.app.given.person(owner.orgId, 'member') })
  await page.keyboard.press('Control+k')
  await page.getByRole('option', { name: /^Members/ }).waitFor()
  assert.equal(await page.getByRole('option', { name: /^(API keys|Audit log|Outgoing mail|Webhooks|Request log)/ }).count(), 0)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('?')
  await page.getByRole('dialog').getByText('Search and go to').waitFor()
  assert.equal(await page.getByRole('dialog').getByText('Outgoing mail').count(), 0)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const seen: string[] = []
  page.on('framenavigated', (frame) => seen.push(new URL(frame.url()).pathname))
  await page.keyboard.press('g')
  await page.keyboard.press('o')
  await page.keyboard.press('g')
  await page.keyboard.press('c')
  await page.getByRole('heading', { name: 'Contacts', level: 1 }).waitFor()
  assert.deepEqual(seen, ['/contacts'])
  await close()
})

test('one types what to do with whom, and finds the records opened last before anything is typed', async () => {
  const owner = await pages.app.given.organization()
  const key = await pages.app.given.key(owner.orgId)
  await pages.app.post({ name: 'Nadia El Amrani', email: 'nadia@example.com', phone: '+919711699983' }, key.text)
  const found = async () =>
    JSON.stringify((await pages.app.call('search-records', { search: '9711699983' }, owner)).body).includes('Nadia El Amrani')
  await until('the contact', found)
  const { page, errors, close } = await pages.open('/uploads', { as: owner })
  const field = page.getByRole('combobox', { name: 'Search and go to' })

  await page.keyboard.press('Control+k')
  await field.waitFor()
  await page.keyboard.type('9711699983')
  await page
    .getByRole('group', { name: 'Contacts' })
    .getByRole('option', { name: /Nadia El Amrani/ })
    .click()
  await page.getByRole('heading', { name: 'Nadia El Amrani', level: 1 }).waitFor()

  await page.keyboard.press('Control+k')
  await field.waitFor()
  await page.keyboard.type('invoice for nad')
  await page.waitForFunction(() =>
    document.querySelector('[aria-selected=true]')?.textContent?.startsWith('Invoice for Nadia El Amrani'),
  )
  assert.deepEqual(await faultsOf(page), [], 'what was found')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/invoices\/new\?contact=/)

  const { body } = await pages.app.call('list-contacts', {}, owner)
  const nadia = (body.contacts as unknown as { id: string }[])[0]?.id ?? ''
  const talk = { org_id: owner.orgId, id: nadia, deal_id: null, last_message_at: new Date() }
  await pages.app.database.inOrg(owner.orgId, (db) => db.insertInto('conversations').values(talk).execute())
  await page.keyboard.press('Control+k')
  await field.waitFor()
  await page.keyboard.type('reply to nadi')
  await page.waitForFunction(() =>
    document.querySelector('[aria-selected=true]')?.textContent?.startsWith('Reply to Nadia El Amrani'),
  )
  await page.keyboard.press('Enter')
  await page.waitForURL(new RegExp(`/inbox/${nadia}`))

  await page.keyboard.press('Control+k')
  await field.waitFor()
  const recent = page.getByRole('group', { name: 'Recently opened' }).getByRole('option')
  assert.deepEqual(await recent.allInnerTexts(), ['Nadia El Amrani'])
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Nadia El Amrani', level: 1 }).waitFor()
  assert.deepEqual(errors, [])
  await close()
})
