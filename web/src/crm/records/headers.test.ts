import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Someone } from '#test/support/app.ts'
import { startPages } from '#test/support/page.ts'
import { writesIn } from '#test/support/todays-work.ts'

/* What stands in the head of a record and begins the work: each is pressed, and leads to where the work is done, with the record in it. */

let pages: Awaited<ReturnType<typeof startPages>>
before(async () => {
  pages = await startPages({ env: { SANDBOX: 'on' } })
})
after(() => pages?.stop())

const head = (page: Page) => page.locator('main header').first()

/** A lead with an address, its contact, and a deal of them. */
const givenRecords = async () => {
  const owner = await pages.app.given.organization()
  const key = await pages.app.given.key(owner.orgId)
  const lead = await pages.app.post(
    { name: 'Maya Ortiz', email: 'maya@example.com', phone: '+919711699983', source: 'website' },
    key.text,
  )
  const contactId = String(lead.body.contact_id)
  const { body } = await pages.app.call('create-deal', { contactId, name: 'Kitchen' }, owner)
  return { owner, leadId: String(lead.body.lead_id), contactId, dealId: (body.deal as unknown as { id: string }).id }
}

/** The window has the name, as a text or in a field. */
const isAbout = (page: Page, name: string) =>
  page.waitForFunction(
    (text) =>
      [...document.querySelectorAll<HTMLElement>('[role=dialog]')].some(
        (dialog) =>
          dialog.innerText.includes(text) || [...dialog.querySelectorAll('input')].some(({ value }) => value.includes(text)),
      ),
    name,
  )

/** The meeting button leads to a new booking with the contact; a call opens a page that places it. */
const bookAndCall = async (page: Page, go: (path: string) => Promise<unknown>, path: string, name: string): Promise<void> => {
  await head(page).getByRole('link', { name: 'Book a meeting' }).click()
  await page.waitForURL(/\/bookings\?.*contact=/)
  await isAbout(page, name)
  await go(path)
  const opened = page.context().waitForEvent('page')
  await head(page)
    .getByRole('button', { name: `Call ${name}` })
    .click()
  const call = await opened
  await call.waitForURL(/\/sandbox\/.*to=%2B919711699983/)
  await call.close()
}

test('the head of a lead replies, calls, plans a task and books a meeting with its contact', async () => {
  const { owner, leadId } = await givenRecords()
  const { page, errors, go, close } = await pages.open(`/leads/${leadId}`, { as: owner })
  await page.getByRole('heading', { name: 'Maya Ortiz', level: 1 }).waitFor()
  await bookAndCall(page, go, `/leads/${leadId}`, 'Maya Ortiz')
  await head(page).getByRole('button', { name: 'Add task' }).click()
  const sheet = page.getByRole('dialog', { name: 'New task' })
  await isAbout(page, 'Maya Ortiz')
  await sheet.getByRole('textbox', { name: 'Task' }).fill('Send samples')
  await page.keyboard.press('Enter')
  await sheet.waitFor({ state: 'detached' })
  const { body } = await pages.app.call('list-tasks', {}, owner)
  const titles = (body.tasks as unknown as { title: string; contact: { name: string } | null }[]).map((task) => [
    task.title,
    task.contact?.name,
  ])
  assert.ok(
    titles.some(([title, name]) => title === 'Send samples' && name === 'Maya Ortiz'),
    JSON.stringify(titles),
  )
  await head(page).getByRole('link', { name: 'Reply' }).click()
  await page.waitForURL(/\/mail\?to=maya/)
  assert.deepEqual(errors, [])
  await close()
})

test('the head of a contact writes an email, or opens the conversation where there is one; it calls, books and begins an invoice', async () => {
  const { owner, contactId } = await givenRecords()
  const path = `/contacts/${contactId}`
  const { page, errors, go, close } = await pages.open(path, { as: owner })
  await page.getByRole('heading', { name: 'Maya Ortiz', level: 1 }).waitFor()
  await bookAndCall(page, go, path, 'Maya Ortiz')
  await head(page).getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'New invoice' }).click()
  await page.waitForURL(new RegExp(`/invoices/new\\?contact=.*${contactId}`))
  await page.getByRole('heading', { name: 'New invoice', level: 1 }).waitFor()
  await go(path)
  await head(page).getByRole('link', { name: 'Write an email' }).click()
  await page.waitForURL(/\/mail\?to=maya/)

  const written = await writesIn(pages.app, owner.orgId, 'Ravi Iyer', { minutes: 2, text: 'Hello' })
  await go(`/contacts/${written}`)
  await head(page).getByRole('link', { name: 'Conversation' }).click()
  await page.waitForURL(`**/inbox/${written}`)
  assert.deepEqual(errors, [])
  await close()
})

test('the head of a deal opens its conversation, calls its contact and books a meeting; without a contact it asks for one', async () => {
  const { owner, dealId } = await givenRecords()
  const path = `/deals/${dealId}`
  const { page, errors, go, close } = await pages.open(path, { as: owner })
  await page.getByRole('heading', { name: 'Kitchen', level: 1 }).waitFor()
  await bookAndCall(page, go, path, 'Maya Ortiz')
  await head(page).getByRole('link', { name: 'Conversation' }).click()
  await page.waitForURL(`**/inbox/${dealId}`)

  const bare = await withoutContact(owner)
  await go(`/deals/${bare}`)
  await page.getByRole('heading', { name: 'Alone', level: 1 }).waitFor()
  assert.equal(await head(page).getByRole('link', { name: 'Book a meeting' }).count(), 0)
  await head(page).getByRole('button', { name: 'Add contact' }).click()
  await page.getByRole('dialog').waitFor()
  assert.deepEqual(errors, [])
  await close()
})

/** A deal whose contact is not known. */
const withoutContact = async (owner: Someone): Promise<string> => {
  const { body } = await pages.app.call('create-deal', { client: { name: 'x' }, name: 'Alone' }, owner)
  const { id } = body.deal as unknown as { id: string }
  await pages.app.database.inOrg(owner.orgId, (db) =>
    db.updateTable('deals').set({ contact_id: null }).where('org_id', '=', owner.orgId).where('id', '=', id).execute(),
  )
  return id
}
