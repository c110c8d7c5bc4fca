import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { newId } from '#core/ids.ts'
import { startPages } from '#test/support/page.ts'
import { followEvents } from '#test/support/reactions.ts'
import { daysLeft } from './days-left.ts'

let pages: Awaited<ReturnType<typeof startPages>>
before(async () => {
  pages = await startPages()
})
after(() => pages?.stop())

type Owner = Awaited<ReturnType<typeof pages.app.given.organization>>

const isLive = (page: Page) => page.locator('[data-live="live"]').first().waitFor({ state: 'attached' })
const contact = async (owner: Owner, fullName: string, email: string): Promise<string> => {
  const { body } = await pages.app.call('create-contact', { fullName, email }, owner)
  return (body.contact as unknown as { id: string }).id
}
const inBin = async (owner: Owner): Promise<string[]> => {
  const { body } = await pages.app.call('list-bin', {}, owner)
  return (body.records as unknown as { name: string }[]).map(({ name }) => name)
}

test('a contact is deleted by key, the list beside it loses the row, and one key takes that back', async () => {
  const owner = await pages.app.given.organization()
  const id = await contact(owner, 'Maya Rao', 'maya@example.com')
  await contact(owner, 'Jo Other', 'jo@example.com')
  const beside = await pages.open('/contacts', { as: owner })
  await beside.page.locator('[data-row]').getByText('Maya Rao').waitFor()
  await isLive(beside.page)
  const { page, errors, keeps, close } = await pages.open(`/contacts/${id}`, { as: owner })
  await page.getByRole('heading', { name: 'Maya Rao', level: 1 }).waitFor()
  await page.keyboard.press('Delete')
  const dialog = page.getByRole('dialog', { name: 'Delete Maya Rao?' })
  await dialog.getByText('with its leads').waitFor()
  await keeps('delete contact')
  await page.keyboard.press('Enter')
  await page.getByText('Maya Rao was deleted.').waitFor()
  await page.getByRole('heading', { name: 'Contacts', level: 1 }).waitFor()
  await beside.page.locator('[data-row]').getByText('Maya Rao').waitFor({ state: 'detached' })
  assert.deepEqual(await inBin(owner), ['Maya Rao'])
  await page.keyboard.press('Control+z')
  await page.getByText('Maya Rao was restored.').waitFor()
  await beside.page.locator('[data-row]').getByText('Maya Rao').waitFor()
  assert.deepEqual(await inBin(owner), [])
  assert.deepEqual([...errors, ...beside.errors], [])
  await beside.close()
  await close()
})

test('the offer to undo a deletion stands for ten seconds, and the key that takes it back ends with it', async () => {
  const owner = await pages.app.given.organization()
  const id = await contact(owner, 'Maya Rao', 'maya@example.com')
  const { page, errors, close } = await pages.open(`/contacts/${id}`, { as: owner })
  await page.getByRole('heading', { name: 'Maya Rao', level: 1 }).waitFor()
  await page.keyboard.press('Delete')
  await page.getByRole('dialog', { name: 'Delete Maya Rao?' }).waitFor()
  await page.keyboard.press('Enter')
  const undo = page.getByRole('button', { name: 'Undo' })
  await undo.waitFor()
  const from = Date.now()
  await undo.waitFor({ state: 'detached', timeout: 20_000 })
  const lasted = Date.now() - from
  assert.ok(lasted > 8_000 && lasted < 13_000, `it stood for ${lasted} ms`)
  await page.keyboard.press('Control+z')
  await new Promise((passed) => setTimeout(passed, 1_000))
  assert.deepEqual(await inBin(owner), ['Maya Rao'])
  assert.deepEqual(errors, [])
  await close()
})

test('the page of a deleted deal says until when it can be restored, and restores it', async () => {
  const owner = await pages.app.given.organization()
  const contactId = await contact(owner, 'Ana Deal', 'ana@example.com')
  const { body } = await pages.app.call('create-deal', { contactId, name: 'Kitchen' }, owner)
  const id = (body.deal as unknown as { id: string }).id
  const { page, errors, keeps, close } = await pages.open(`/deals/${id}`, { as: owner })
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Kitchen was deleted.').waitFor()
  await page.goto(new URL(`/deals/${id}`, page.url()).href)
  await page.getByText('Removed for good in 30 days, unless you restore it.').waitFor()
  await keeps('deal in the bin')
  const composer = page.getByRole('region', { name: 'New entry' })
  assert.equal(await composer.count(), 0, 'a record in the bin takes no note')
  await page.getByRole('button', { name: 'Restore' }).click()
  await page.getByText('Removed for good in 30 days').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Delete', exact: true }).waitFor()
  await composer.waitFor()
  assert.deepEqual(errors, [])
  await close()
})

test('never more days are left than a deleted record is kept, wherever the clock of the page stands', () => {
  const deletedAt = '2026-11-29T17:24:36.000Z'
  const left = (now: string) => daysLeft(deletedAt, Date.parse(now))
  assert.equal(left('2026-11-29T17:24:00.000Z'), 30)
  assert.equal(left('2026-11-29T17:24:37.000Z'), 30)
  assert.equal(left('2026-12-28T17:24:36.000Z'), 1)
  assert.equal(left('2026-12-30T00:00:00.000Z'), 0)
})

test('a contact with an invoice is not deleted, and the window says why', async () => {
  const owner = await pages.app.given.organization()
  const { orgId } = owner
  const id = await contact(owner, 'Has Invoice', 'invoice@example.com')
  await pages.app.database.inOrg(orgId, (db) =>
    sql`insert into invoices (org_id, id, state, number, client_name, client_email, contact_id, currency, subtotal_minor, tax_minor,
      total_minor, locale, number_period, sent_at, pay_token_sealed, label, sender) values (${orgId}, ${newId()}, 'sent', 1, 'x',
      'invoice@example.com', ${id}, 'EUR', 100, 0, 100, 'en', '', now(), 'x', 'INV-1', '{}')`.execute(db),
  )
  const { page, errors, keeps, close } = await pages.open(`/contacts/${id}`, { as: owner })
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete Has Invoice?' })
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await dialog.getByText('It has an invoice that was sent or paid, which must be kept.').waitFor()
  await keeps('contact that is kept')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  assert.deepEqual([await inBin(owner), errors], [[], []])
  await close()
})

test('the bin lists what was deleted, finds it by name and kind, restores it, and removes it for good', async () => {
  const owner = await pages.app.given.organization()
  const { page, errors, keeps, close } = await pages.open('/settings/bin', { as: owner })
  await page.getByText('The bin is empty').waitFor()
  await isLive(page)
  const people = [
    await contact(owner, 'First Gone', 'first@example.com'),
    await contact(owner, 'Second Gone', 'second@example.com'),
  ]
  const { body } = await pages.app.call('create-company', { name: 'Gone Ltd' }, owner)
  await pages.app.call('delete-records', { kind: 'contact', ids: people }, owner)
  await pages.app.call('delete-records', { kind: 'company', ids: [(body.company as unknown as { id: string }).id] }, owner)
  await page.locator('[data-row]').getByText('Gone Ltd').waitFor()
  await page.locator('[data-row]').getByText('First Gone').waitFor()
  await keeps('bin')
  await page.getByRole('searchbox', { name: 'Search the bin' }).fill('first')
  await page.locator('[data-row]').getByText('Gone Ltd').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Restore: First Gone' }).click()
  await page.getByText('First Gone was restored.').waitFor()
  await page.getByText('Nothing in the bin matches.').waitFor()
  await page.getByRole('searchbox', { name: 'Search the bin' }).fill('')
  await page.getByRole('button', { name: 'Remove for good: Second Gone' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove Second Gone for good?' })
  await dialog.getByRole('button', { name: 'Remove for good' }).click()
  await page.locator('[data-row]').getByText('Second Gone').waitFor({ state: 'detached' })
  assert.deepEqual(await inBin(owner), ['Gone Ltd'])
  await followEvents(pages.app, owner.orgId, 'restore-on-news')
  assert.deepEqual(errors, [])
  await close()
})

test('a task is deleted in its row, and comes back by the button beside the message', async () => {
  const owner = await pages.app.given.organization()
  const contactId = await contact(owner, 'Has Task', 'task@example.com')
  const assigned = { contactId, kind: 'next_action', title: 'Ring them', assignedTo: owner.personId }
  await pages.app.call('add-task', assigned, owner)
  const { page, errors, keeps, close } = await pages.open('/tasks', { as: owner })
  await page.locator('[data-row]').getByText('Ring them').waitFor()
  await keeps('tasks')
  await page.getByRole('button', { name: 'Delete: Ring them' }).click()
  await page.locator('[data-row]').getByText('Ring them').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.locator('[data-row]').getByText('Ring them').waitFor()
  assert.deepEqual(errors, [])
  await close()
})
