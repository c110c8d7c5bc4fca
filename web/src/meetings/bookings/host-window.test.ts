import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { faultsOf } from '#test/support/browser.ts'
import { startPages } from '#test/support/page.ts'

let pages: Awaited<ReturnType<typeof startPages>>
before(async () => {
  pages = await startPages()
})
after(() => pages?.stop())

const dayMs = 86_400_000
const tuesday = new Date(Date.now() + (9 - new Date().getUTCDay()) * dayMs).toISOString().slice(0, 10)

test('an admin gives the meeting of a member who left to another host, from the booking page', async () => {
  const { app } = pages
  const owner = await app.given.organization()
  const host = await app.given.person(owner.orgId, 'member')
  const type = { slug: 'one', name: 'Talk', minutes: 30, grid: 30, mode: 'one', hosts: [host.personId] }
  assert.equal((await app.call('save-event-type', type, owner)).status, 200)
  const wish = { eventType: 'one', name: 'Maya', email: 'maya@example.com', start: `${tuesday}T10:00:00Z` }
  const { body } = await app.call('create-booking', wish, owner)
  assert.equal((await app.call('remove-member', { userId: host.personId }, owner)).status, 200)
  const { page, errors, close } = await pages.open(`/bookings/${body.bookingId}`, { as: owner })
  await page.getByText('A host of this meeting is no longer a member').waitFor()
  assert.deepEqual(await faultsOf(page), [])
  await page.getByRole('button', { name: 'Choose another host' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Change host' }).click()
  await dialog.getByText('Choose a host.').waitFor()
  assert.deepEqual(await faultsOf(page), [])
  await dialog.getByLabel('New host').selectOption({ value: owner.personId })
  await dialog.getByLabel('Start').fill('05:10')
  await dialog.getByRole('button', { name: 'Change host' }).click()
  await dialog.getByRole('button', { name: 'Change host anyway' }).click()
  await page.getByText('The meeting has another host', { exact: false }).waitFor()
  await page.getByText('A host of this meeting is no longer a member').waitFor({ state: 'detached' })
  const { detail } = (await app.call('show-booking-detail', { bookingId: body.bookingId }, owner)).body as unknown as {
    detail: { booking: { starts_at: string; hosts: { id: string }[] } }
  }
  assert.deepEqual(
    [detail.booking.starts_at, detail.booking.hosts.map(({ id }) => id)],
    [`${tuesday}T05:10:00.000Z`, [owner.personId]],
  )
  assert.deepEqual(errors, [])
  await close()
})
