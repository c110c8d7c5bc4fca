import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newId } from '#core/ids.ts'
import { faultsOf } from '#test/support/browser.ts'
import { startPages } from '#test/support/page.ts'
import { until } from '#test/support/until.ts'
import { openWorkflowCalls, workflowOf } from '#test/support/workflow-calls.ts'

let pages: Awaited<ReturnType<typeof startPages>>
before(async () => {
  pages = await startPages()
})
after(() => pages?.stop())

test('audit entries are in words, are found by filters in the address, and are exported as shown', async () => {
  const { app } = pages
  const owner = await app.given.organization()
  const admin = await app.given.person(owner.orgId, 'admin')
  await app.call('create-key', { name: 'Zapier', scopes: ['leads:write'] }, owner)
  await app.call('update-workspace', { name: 'Ours' }, admin)
  await app.call('change-role', { userId: owner.personId, role: 'member' }, owner)
  const { page, errors, close } = await pages.open('/settings/activity', { as: owner })
  const rows = page.locator('[data-row]')
  await page.getByText('Rejected: This is the last owner of the workspace').waitFor()
  assert.equal(await rows.count(), 3)
  await page
    .getByRole('row')
    .filter({ hasText: /created an API key\s*Zapier\s*127/ })
    .waitFor()

  await page.getByRole('button', { name: 'Add filter' }).click()
  const form = page.getByRole('dialog', { name: 'Add filter' })
  await form.getByLabel('Field').selectOption('Outcome')
  await form.getByLabel('Condition').selectOption('is')
  await form.getByLabel('Value').selectOption('Rejected')
  await form.getByRole('button', { name: 'Apply' }).click()
  await page.waitForURL(/f=outcome\*is\*rejected/)
  await page.waitForFunction(() => document.querySelectorAll('[data-row]').length === 1)
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Export' }).click()])
  const csv = await new Response((await download.createReadStream()) as unknown as ReadableStream).text()
  assert.equal(csv.trim().split('\n').length, 2)
  assert.match(csv, /change-role,rejected,.*last_owner/)

  await rows.first().click()
  const entry = page.getByRole('dialog')
  await entry.getByText('last_owner').waitFor()
  await entry.getByText('change-role').waitFor()
  assert.deepEqual(await faultsOf(page), [], 'the entry')
  await entry.getByRole('button', { name: 'Only this person' }).click()
  await page.waitForURL(new RegExp(`f=.*person\\*is\\*${owner.personId}`))
  await page.goto(`${app.url}/settings/activity?f=person*is*${admin.personId}`)
  await page.getByRole('button', { name: /changed workspace settings/ }).waitFor()
  assert.equal(await rows.count(), 1)
  await page.goto(`${app.url}/settings/activity?f=at*before*2020-01-01`)
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await page.waitForFunction(() => document.querySelectorAll('[data-row]').length === 3)
  assert.deepEqual(errors, [])
  await close()
})

test('a client’s act by a public form is recorded as the client’s, not as that of a former member', async () => {
  const { app } = pages
  const owner = await app.given.organization()
  const asked = { type: 'prd', orgId: owner.orgId, clientName: 'Maya', clientEmail: 'm@example.com', businessName: 'Rao' }
  assert.equal((await fetch(`${app.url}/gateway`, { method: 'POST', body: JSON.stringify(asked) })).status, 200)
  const { page, close } = await pages.open('/settings/activity', { as: owner })
  await page.getByText('A client or visitor').first().waitFor()
  await close()
})

test('the activity keeps WCAG 2.2 AA and fits a phone and a desk, light and dark', async () => {
  const { app } = pages
  const owner = await app.given.organization()
  await app.call('create-key', { name: 'Zapier', scopes: ['leads:write'] }, owner)
  await app.call('change-role', { userId: owner.personId, role: 'member' }, owner)
  await app.call('sign-in', { email: owner.email, password: 'not the password' }, null)
  await until('the entry of the sign-in', async () => {
    const { body } = await app.call('list-audit', { action: 'sign-in' }, owner)
    return (body.entries as unknown as unknown[]).length > 0
  })
  const { page, keeps, close } = await pages.open('/settings/activity', { as: owner })
  await page.getByText('Rejected: This is the last owner of the workspace').waitFor()
  await page.getByText('Rejected: Email or password is incorrect').waitFor()
  // Nobody proved to be them.
  await page.getByText(/^Unverified: .+ tried to sign in with a password$/).waitFor()
  await keeps('the activity')
  await close()
})

test('an entry of a workflow names it as it was called, with version and run in place of an address', async () => {
  const { app } = pages
  const owner = await app.given.organization()
  const calls = await openWorkflowCalls(app)
  const caller = workflowOf(app, { orgId: owner.orgId, publisherId: owner.personId })
  const { failure } = await calls.call(caller, 'manage-booking', { bookingId: newId(), action: 'cancel' })
  assert.equal(failure?.code, 'booking_not_found')
  await calls.close()
  const { page, errors, close } = await pages.open('/settings/activity', { as: owner })
  await page.getByRole('row').filter({ hasText: 'Workflow: Chase an invoice' }).click()
  const entry = page.getByRole('dialog')
  await entry.getByText(caller.runId).waitFor()
  assert.equal(await entry.getByText('IP address').count(), 0)
  assert.deepEqual(await faultsOf(page), [], 'the entry')
  assert.deepEqual(errors, [])
  await close()
})

test('an admin saves a view of the audit log and finds it in the sidebar; a member does not', async () => {
  const { app } = pages
  const owner = await app.given.organization()
  const member = await app.given.person(owner.orgId, 'member')
  await app.call('change-role', { userId: owner.personId, role: 'member' }, owner)
  await app.call('create-key', { name: 'Zapier', scopes: ['leads:write'] }, owner)
  const { page, errors, go, keeps, close } = await pages.open('/settings/activity?f=outcome*is*rejected', {
    as: owner,
    width: 1_440,
  })
  await page.getByRole('button', { name: 'Save view' }).click()
  const sheet = page.getByRole('dialog', { name: 'New view' })
  await sheet.getByLabel('Name').fill('Rejected calls')
  await sheet.getByLabel('Share with the workspace').check()
  await sheet.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Options of the view Rejected calls' }).click()
  await page.getByRole('menuitem', { name: 'Pin to the sidebar' }).click()
  assert.deepEqual(await faultsOf(page), [], 'the view')
  await go('/companies')
  const pinned = page.getByRole('link', { name: /^Rejected calls/ })
  await pinned.getByText('1', { exact: true }).waitFor()
  await pinned.click()
  await page.getByText('Rejected: This is the last owner of the workspace').waitFor()
  assert.equal(await page.locator('[data-row]').count(), 1)
  await keeps('a view of the activity')
  assert.deepEqual(errors, [])
  await close()
  const { body } = await app.call('list-saved-views', {}, member)
  assert.deepEqual(body.views, [])
})
