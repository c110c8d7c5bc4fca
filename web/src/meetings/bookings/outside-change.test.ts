import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { announceWrite, recordOutsideChange, recordWrite } from '#domains/meetings/calendars/writes.ts'
import { sayTime } from '#shapes/time-texts.ts'
import type { Someone } from '#test/support/app.ts'
import { faultsOf } from '#test/support/browser.ts'
import { startPages } from '#test/support/page.ts'

let pages: Awaited<ReturnType<typeof startPages>>
before(async () => {
  pages = await startPages()
})
after(() => pages?.stop())

const dayMs = 86_400_000
const tuesday = new Date(Date.now() + (9 - new Date().getUTCDay()) * dayMs).toISOString().slice(0, 10)

const meeting = async () => {
  const owner = await pages.app.given.organization()
  await pages.app.call('update-profile', { timezone: 'Asia/Tokyo' }, owner)
  const wish = { name: 'Maya', email: 'maya@example.com', start: `${tuesday}T10:00:00Z`, anyTime: true, hostId: owner.personId }
  const { body } = await pages.app.call('create-booking', wish, owner)
  return { owner, bookingId: String(body.bookingId) }
}
/** The event of the meeting in its host’s calendar begins at another time, or is gone, as the next reading sees it. */
const changeThere = async (owner: Someone, bookingId: string, startsAt: Date | null): Promise<void> => {
  const calendar = { org_id: owner.orgId, id: crypto.randomUUID(), person_id: owner.personId }
  const into = { ...calendar, connection_id: crypto.randomUUID(), provider_id: 'primary' }
  await pages.app.database.inOrg(owner.orgId, async (db) => {
    await announceWrite(db, into, { bookingId, eventId: 'event', sequence: 0 })
    const written = { bookingId, eventId: 'event', sequence: 0, state: 'written', etag: null, roomUrl: null } as const
    await recordWrite(db, into, written)
    await recordOutsideChange(db, { emitIn: async () => {}, now: () => new Date() }, calendar, 'event', startsAt)
  })
}
const stateOf = (owner: Someone) =>
  pages.app.database.inOrg(owner.orgId, async (db) => db.selectFrom('bookings').select('state').executeTakeFirst())

test('a member who follows a deletion in the calendar reads that it cancels the meeting, on a red button', async () => {
  const { owner, bookingId } = await meeting()
  await changeThere(owner, bookingId, null)
  const { page, errors, close } = await pages.open(`/bookings/${bookingId}`, { as: owner })
  await page.getByText('Deleted there').waitFor()
  assert.deepEqual(await faultsOf(page), [])
  await page.getByRole('button', { name: 'Cancel and tell the booker' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel this meeting?' })
  await dialog.getByText('The booker gets an email, and the time is free again.').waitFor()
  assert.deepEqual(await faultsOf(page), [])
  await dialog.getByRole('button', { name: 'Not yet' }).click()
  await dialog.waitFor({ state: 'hidden' })
  assert.equal((await stateOf(owner))?.state, 'confirmed')
  await page.getByRole('button', { name: 'Cancel and tell the booker' }).click()
  await dialog.getByRole('button', { name: 'Cancel and tell the booker' }).click()
  // Its window says the same before.
  await dialog.waitFor({ state: 'hidden' })
  assert.equal((await stateOf(owner))?.state, 'cancelled')
  assert.deepEqual(errors, [])
  await close()
})

test('a member who follows a move in the calendar reads from when to when, in their zone and language', async () => {
  const { owner, bookingId } = await meeting()
  const to = new Date(`${tuesday}T20:30:00Z`)
  await changeThere(owner, bookingId, to)
  const { page, errors, close } = await pages.open(`/bookings/${bookingId}`, { as: owner })
  const said = (at: Date): string => sayTime(at, { locale: 'en', zone: 'Asia/Tokyo' }).whole
  await page.getByText(`Moved to ${said(to)}`).waitFor()
  await page.getByRole('button', { name: 'Tell the booker' }).click()
  const dialog = page.getByRole('dialog', { name: 'Tell the booker about this change?' })
  await dialog.getByText(`From ${said(new Date(`${tuesday}T10:00:00Z`))} to ${said(to)}. The booker gets an email`).waitFor()
  assert.deepEqual(await faultsOf(page), [])
  assert.deepEqual(errors, [])
  await close()
})

test('a member who confirms a move that became a deletion meanwhile reads so, cancels nothing, and decides anew', async () => {
  const { owner, bookingId } = await meeting()
  await changeThere(owner, bookingId, new Date(`${tuesday}T20:30:00Z`))
  const { page, errors, close } = await pages.open(`/bookings/${bookingId}`, { as: owner })
  await page.getByRole('button', { name: 'Tell the booker' }).click()
  const dialog = page.getByRole('dialog', { name: 'Tell the booker about this change?' })
  await dialog.waitFor()
  await changeThere(owner, bookingId, null)
  await dialog.getByRole('button', { name: 'Tell the booker' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText('The host changed this meeting in their calendar again: decide about what it says now.').waitFor()
  await page.getByText('Deleted there').waitFor()
  assert.deepEqual(await faultsOf(page), [])
  assert.equal((await stateOf(owner))?.state, 'confirmed')
  await page.getByRole('button', { name: 'Cancel and tell the booker' }).click()
  const anew = page.getByRole('dialog', { name: 'Cancel this meeting?' })
  await anew.getByRole('button', { name: 'Cancel and tell the booker' }).click()
  await anew.waitFor({ state: 'hidden' })
  assert.equal((await stateOf(owner))?.state, 'cancelled')
  assert.deepEqual(errors, [])
  await close()
})
