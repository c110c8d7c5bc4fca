import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
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
const done = async (type: string, body: object, who: Someone): Promise<Record<string, unknown>> => {
  const answer = await pages.app.call(type, body, who)
  assert.equal(answer.status, 200, `${type} ${JSON.stringify(answer.body)}`)
  return answer.body as Record<string, unknown>
}
const book = async (owner: Someone, clock: string): Promise<string> => {
  const wish = {
    name: 'Maya',
    email: 'maya@example.com',
    start: `${tuesday}T${clock}:00Z`,
    anyTime: true,
    hostId: owner.personId,
  }
  return String((await done('create-booking', wish, owner)).bookingId)
}
const linkOf = async (bookingId: string, who: Someone): Promise<string | null> =>
  ((await done('show-booking-detail', { bookingId }, who)).detail as { meeting_link: string | null }).meeting_link

test('a host joins from the booking and from the calendar once there is a room; who does not host the meeting gets no link', async () => {
  const owner = await pages.app.given.organization()
  const colleague = await pages.app.given.person(owner.orgId, 'member')
  const bookingId = await book(owner, '10:00')
  assert.equal(await linkOf(bookingId, owner), null, 'without a room')
  const { page, errors, go, close } = await pages.open(`/bookings/${bookingId}`, { as: owner })
  await page.getByRole('button', { name: 'Reschedule' }).waitFor()
  assert.equal(await page.getByRole('link', { name: 'Join' }).count(), 0)

  await done('update-workspace', { roomPattern: 'https://meet.example.com/{id}' }, owner)
  const link = (await linkOf(bookingId, owner)) ?? ''
  assert.equal(await linkOf(bookingId, colleague), null)
  await go(`/bookings/${bookingId}`)
  const join = page.getByRole('link', { name: 'Join' })
  assert.equal(await join.getAttribute('href'), link)
  assert.deepEqual(await faultsOf(page), [])
  const led = await fetch(link, { redirect: 'manual' })
  assert.deepEqual([led.status, new URL(led.headers.get('location') ?? '').host], [303, 'meet.example.com'])
  await go(`/calendar?view=day&date=${tuesday}`)
  await page.getByRole('button', { name: /Maya/ }).first().click()
  await page.getByRole('dialog').getByRole('link', { name: 'Join' }).waitFor()
  assert.deepEqual(await faultsOf(page), [])

  await done('manage-booking', { action: 'cancel', bookingId, reason: 'ill' }, owner)
  assert.equal(await linkOf(bookingId, owner), null)
  assert.deepEqual(errors, [])
  await close()
})

test('how old the copy of a calendar was when a meeting was booked does not grow afterwards', async () => {
  const owner = await pages.app.given.organization()
  const bookingId = await book(owner, '10:00')
  const created = new Date(Date.now() - 3 * dayMs)
  await pages.app.database.inOrg(owner.orgId, (db) =>
    db
      .updateTable('bookings')
      .set({ created_at: created, calendar_as_of: new Date(created.getTime() - 25 * 60_000) })
      .where('id', '=', bookingId)
      .execute(),
  )
  const { page, close } = await pages.open(`/bookings/${bookingId}`, { as: owner })
  await page.getByText('25 min before the booking').waitFor()
  await close()
})

test('a member reads in the language of the app why a step after a booking was skipped, or is in doubt', async () => {
  const owner = await pages.app.given.organization()
  const wish = { name: 'Maya', phone: '+4915112345678', start: `${tuesday}T10:00:00Z`, anyTime: true, hostId: owner.personId }
  const host = await pages.app.given.person(owner.orgId, 'admin')
  const bookingId = String((await done('create-booking', wish, host)).bookingId)
  const last_error = 'the mail server did not say whether it took the email (ETIMEDOUT); abandoned after 12 attempts'
  await pages.app.database.inOrg(owner.orgId, (db) =>
    db
      .updateTable('mails')
      .set({ state: 'failed', failed_at: new Date(), next_try_at: null, may_have_left: true, last_error })
      .where('template', 'like', 'booking%')
      .execute(),
  )
  const { page, errors, close } = await pages.open(`/bookings/${bookingId}?locale=de`, { as: owner })
  const steps = page.getByRole('list', { name: 'Schritte nach dieser Buchung' })
  await steps.getByText('Keine E-Mail-Adresse').waitFor()
  const said = 'Der Mailserver hat nicht gesagt, ob er die E-Mail angenommen hat (ETIMEDOUT); nach 12 Versuchen aufgegeben'
  await steps.getByText(said).waitFor()
  await steps.getByText('Ungewiss').waitFor()
  assert.deepEqual(errors, [])
  await close()
})

test('a step that failed is done again at the press of a button, which is there for its hosts and admins', async () => {
  const owner = await pages.app.given.organization()
  const colleague = await pages.app.given.person(owner.orgId, 'member')
  const bookingId = await book(owner, '11:00')
  const mailOf = () =>
    pages.app.database.inOrg(owner.orgId, (db) =>
      db.selectFrom('mails').select(['id', 'state']).where('to_email', '=', 'maya@example.com').executeTakeFirstOrThrow(),
    )
  await pages.app.database.inOrg(owner.orgId, (db) =>
    db
      .updateTable('mails')
      .set({ state: 'failed', last_error: 'the mail server rejected it: 550', next_try_at: null })
      .where('to_email', '=', 'maya@example.com')
      .execute(),
  )
  const { page, errors, close } = await pages.open(`/bookings/${bookingId}`, { as: owner })
  await page.getByText('the mail server rejected it: 550').waitFor()
  assert.deepEqual(await faultsOf(page), [])
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByRole('button', { name: 'Retry' }).waitFor({ state: 'detached' })
  assert.equal((await mailOf()).state, 'queued')
  assert.deepEqual(errors, [])
  await close()

  await pages.app.database.inOrg(owner.orgId, (db) =>
    db
      .updateTable('mails')
      .set({ state: 'failed', last_error: 'refused', next_try_at: null })
      .where('to_email', '=', 'maya@example.com')
      .execute(),
  )
  const theirs = await pages.open(`/bookings/${bookingId}`, { as: colleague })
  await theirs.page.getByText('refused').waitFor()
  assert.equal(await theirs.page.getByRole('button', { name: 'Retry' }).count(), 0)
  await theirs.close()
})
