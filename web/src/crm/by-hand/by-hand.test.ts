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
const leadsOf = async (owner: Awaited<ReturnType<typeof pages.app.given.organization>>) =>
  (await pages.app.call('list-leads', {}, owner)).body.leads as unknown as {
    full_name: string
    phone: string
    via: string
    source: string
  }[]

test('a caller is added by keyboard alone, over the list, which shows them at once', async () => {
  const owner = await pages.app.given.organization(undefined, { defaultCountry: 'DE' })
  const { text: key } = await pages.app.given.key(owner.orgId)
  await pages.app.post({ name: 'Other Person', email: 'else@example.com' }, key)
  const { page, errors, keeps, close } = await pages.open('/leads', { as: owner })
  await page.locator('[data-row]').first().waitFor()
  await isLive(page)
  await page.keyboard.press('c')
  await page.keyboard.press('l')
  const dialog = page.getByRole('dialog', { name: 'New lead' })
  await dialog.waitFor()
  await page.waitForFunction(
    () => document.activeElement?.getAttribute('data-autofocus') !== null && document.activeElement?.tagName === 'INPUT',
  )
  await page.keyboard.type('Jo Caller')
  await page.keyboard.press('Control+Enter')
  await dialog.getByText('Enter an email address or a phone number.').waitFor()
  await dialog.getByLabel('Phone').fill('0151 12345678')
  await keeps('new lead')
  await dialog.getByLabel('What do they want?').fill('A kitchen')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Jo Caller was added.').waitFor()
  await page.locator('[data-row]').getByText('Jo Caller').waitFor()
  const [lead] = await leadsOf(owner)
  assert.deepEqual([lead?.full_name, lead?.via, lead?.source, lead?.phone], ['Jo Caller', 'person', 'by-hand', '0151 12345678'])
  await page.getByRole('button', { name: 'Open' }).click()
  await page.getByRole('heading', { name: 'Jo Caller', level: 1 }).waitFor()
  assert.deepEqual(errors, [])
  await close()
})

test('a contact who is known is shown while they are typed, and opened instead of created', async () => {
  const owner = await pages.app.given.organization()
  const { body } = await pages.app.call('create-contact', { fullName: 'Maya Rao', email: 'maya@example.com' }, owner)
  const { id } = body.contact as unknown as { id: string }
  await followEvents(pages.app, owner.orgId, 'search')
  const { page, errors, keeps, close } = await pages.open('/contacts', { as: owner })
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Contact' }).click()
  const dialog = page.getByRole('dialog', { name: 'New contact' })
  await dialog.getByLabel('Name').fill('maya')
  await dialog.getByText('Same name').waitFor()
  await dialog.getByRole('button', { name: 'Add contact' }).waitFor()
  await dialog.getByLabel('Email').fill('MAYA@example.com')
  await dialog.getByText('Same email').waitFor()
  await keeps('a contact who is known')
  assert.equal(await dialog.getByRole('button', { name: 'Add contact' }).count(), 0)
  await dialog.getByRole('link', { name: 'Open Maya Rao' }).click()
  await page.waitForURL(`**/contacts/${id}`)
  assert.deepEqual(errors, [])
  await close()
})

test('a half-filled sheet keeps its texts when it is closed, the page reloaded or the server not reached', async () => {
  const owner = await pages.app.given.organization()
  const { page, context, errors, close } = await pages.open('/contacts', { as: owner })
  const open = async () => {
    await page.keyboard.press('c')
    await page.keyboard.press('c')
    const dialog = page.getByRole('dialog', { name: 'New contact' })
    await dialog.waitFor()
    return dialog
  }
  await isLive(page)
  let dialog = await open()
  await dialog.getByLabel('Name').fill('Half Typed')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.reload()
  await isLive(page)
  dialog = await open()
  assert.equal(await dialog.getByLabel('Name').inputValue(), 'Half Typed')
  await dialog.getByText('What you typed is still here.').waitFor()
  await context.setOffline(true)
  await page.keyboard.press('Control+Enter')
  await dialog.getByRole('alert').waitFor()
  assert.equal(await dialog.getByLabel('Name').inputValue(), 'Half Typed')
  await context.setOffline(false)
  await dialog.getByRole('button', { name: 'Add contact' }).click()
  await page.getByText('Half Typed was added.').waitFor()
  const { body } = await pages.app.call('list-contacts', {}, owner)
  assert.equal((body.contacts as unknown as unknown[]).length, 1)
  dialog = await open()
  assert.equal(await dialog.getByLabel('Name').inputValue(), '')
  assert.deepEqual(errors, [])
  await close()
})

test('a note and a task are added from everywhere to a record that is chosen there, a task also to none', async () => {
  const owner = await pages.app.given.organization()
  await pages.app.call('create-company', { name: 'Harbourlight Trust' }, owner)
  await followEvents(pages.app, owner.orgId, 'search')
  const { page, errors, keeps, close } = await pages.open('/invoices', { as: owner })
  await isLive(page)
  await page.keyboard.press('c')
  await page.keyboard.press('n')
  const note = page.getByRole('dialog', { name: 'New note' })
  await note.getByRole('button', { name: 'Add note' }).click()
  await note.getByText('Choose one of the list.').waitFor()
  await note.getByText('Write the note').waitFor()
  await keeps('new note, refused')
  await note.locator('[data-field="record"]').fill('harbour')
  await page.getByRole('option', { name: /Harbourlight Trust/ }).click()
  await note.getByRole('textbox', { name: 'Note' }).fill('Board meets Saturday.')
  await keeps('new note')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Note added').waitFor()
  await note.waitFor({ state: 'detached' })
  const { body: companies } = await pages.app.call('list-companies', {}, owner)
  const [company] = companies.companies as unknown as { id: string }[]
  const { body: notes } = await pages.app.call('list-notes', { kind: 'company', recordId: company?.id }, owner)
  assert.deepEqual(
    (notes.notes as unknown as { body: string }[]).map(({ body }) => body),
    ['Board meets Saturday.'],
  )

  await page.keyboard.press('c')
  await page.keyboard.press('t')
  const task = page.getByRole('dialog', { name: 'New task' })
  await task.getByRole('textbox').first().fill('Clean the office')
  // What is typed there and not chosen is not dropped without a word.
  await task.locator('[data-field="record"]').fill('no such name')
  await task.getByRole('button', { name: 'Add task' }).click()
  await task.getByText('Choose one of the list, or leave the field empty.').waitFor()
  await task.locator('[data-field="record"]').fill('')
  await task.getByRole('button', { name: 'Add task' }).click()
  await page.getByText('The task was added.').first().waitFor()
  await task.waitFor({ state: 'detached' })
  await page.keyboard.press('c')
  await page.keyboard.press('t')
  await task.getByRole('textbox').first().fill('Renew the contract')
  await task.locator('[data-field="record"]').fill('harbour')
  await page.getByRole('option', { name: /Harbourlight Trust/ }).click()
  await task.getByRole('button', { name: 'Add task' }).click()
  await task.waitFor({ state: 'detached' })
  const { body } = await pages.app.call('list-tasks', { assignedTo: 'me' }, owner)
  const added = body.tasks as unknown as { title: string; company: { name: string } | null; contact: unknown }[]
  assert.deepEqual(added.map(({ title, company, contact }) => [title, company?.name ?? null, contact]).sort(), [
    ['Clean the office', null, null],
    ['Renew the contract', 'Harbourlight Trust', null],
  ])
  assert.deepEqual(errors, [])
  await close()
})

test('companies, deals and tasks are begun by the palette, over any page', async () => {
  const owner = await pages.app.given.organization()
  await pages.app.call('create-contact', { fullName: 'Maya Rao', email: 'maya@example.com' }, owner)
  await followEvents(pages.app, owner.orgId, 'search')
  const { page, errors, keeps, close } = await pages.open('/invoices', { as: owner })
  await isLive(page)
  const begin = async (typed: string, title: string) => {
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox', { name: 'Search and go to' })
    await field.fill(typed)
    await page.getByRole('option', { name: typed }).first().waitFor()
    await page.keyboard.press('Enter')
    await field.waitFor({ state: 'detached' })
    const dialog = page.getByRole('dialog', { name: title })
    await dialog.waitFor()
    return dialog
  }
  const company = await begin('New company', 'New company')
  await company.getByLabel('Name').fill('Blue Bakery')
  await keeps('new company')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Blue Bakery was added.').waitFor()
  // On a phone it lies over the buttons of the next sheet for as long as it is shown.
  await page.getByText('Blue Bakery was added.').waitFor({ state: 'detached' })
  const task = await begin('New task', 'New task')
  await task.getByRole('textbox').first().fill('Send the offer')
  await task.locator('[data-field="record"]').fill('maya')
  await page.getByRole('option', { name: /Maya Rao/ }).click()
  await keeps('new task')
  await task.getByRole('button', { name: 'Add task' }).click()
  await page.getByText('The task was added.').waitFor()
  const { body } = await pages.app.call('list-tasks', { assignedTo: 'me' }, owner)
  const [added] = body.tasks as unknown as { title: string; contact: { name: string } }[]
  assert.deepEqual([added?.title, added?.contact.name], ['Send the offer', 'Maya Rao'])
  const deal = await begin('New deal', 'New deal')
  await deal.locator('[data-field="clientName"]').fill('New Person')
  await keeps('new deal')
  await page.keyboard.press('Escape')
  await deal.waitFor({ state: 'detached' })
  assert.deepEqual(errors, [])
  await close()
})
