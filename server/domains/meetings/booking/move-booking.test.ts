import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'

let app: TestApp
before(async () => {
  app = await startApp()
})
after(() => app?.stop())

const dayMs = 86_400_000
/** A Tuesday that is ahead, within the horizon. */
const tuesday = new Date(Date.now() + (9 - new Date().getUTCDay()) * dayMs).toISOString().slice(0, 10)
const at = (time: string): string => `${tuesday}T${time}:00Z`

const booked = async (owner: Someone, name: string, time: string): Promise<string> => {
  const wish = { name, email: `${name}@example.com`, start: at(time), timezone: 'UTC' }
  assert.equal((await app.call('create-booking', wish, owner)).status, 200)
  const { bookings } = (await app.call('list-bookings', {}, owner)).body as unknown as {
    bookings: { id: string; name: string }[]
  }
  return bookings.find((each) => each.name === name)?.id ?? ''
}
const startOf = async (owner: Someone, bookingId: string): Promise<string> => {
  const { body } = await app.call('show-booking-detail', { bookingId }, owner)
  return (body as unknown as { detail: { booking: { starts_at: string } } }).detail.booking.starts_at
}

test('a host moves a booking to a time that is not offered only by saying so, and never over another booking or into the past', async () => {
  const owner = await app.given.organization()
  const bookingId = await booked(owner, 'Rao', '10:00')
  await booked(owner, 'Maya', '11:00')
  const move = (input: object, who = owner) => app.call('move-booking', { bookingId, ...input }, who)
  const late = { start: `${tuesday}T20:15`, timezone: 'UTC' }
  assert.deepEqual([(await move(late)).status, (await move(late)).body.code], [409, 'slot_not_offered'])
  assert.equal((await move({ ...late, anyTime: true })).status, 200)
  assert.equal(await startOf(owner, bookingId), at('20:15').replace('Z', '.000Z'))

  for (const time of ['10:45', '11:00', '11:15']) {
    const { status, body } = await move({ start: at(time), anyTime: true })
    assert.deepEqual([status, body.code], [409, 'slot_taken'], time)
  }
  assert.equal(await startOf(owner, bookingId), at('20:15').replace('Z', '.000Z'))
  const past = await move({ start: new Date(Date.now() - dayMs).toISOString(), anyTime: true })
  assert.deepEqual([past.status, past.body.code], [409, 'slot_not_offered'])

  const colleague = await app.given.person(owner.orgId, 'member')
  assert.equal((await move({ start: at('09:00'), anyTime: true }, colleague)).body.code, 'forbidden')
  const stranger = await app.given.organization()
  assert.equal((await move({ start: at('09:00') }, stranger)).body.code, 'booking_not_found')
  assert.equal((await move({ start: at('09:00') })).status, 200)
  const mails = await app.database.inOrg(owner.orgId, (db) =>
    db.selectFrom('mails').select('subject').where('to_email', '=', 'Rao@example.com').orderBy('id').execute(),
  )
  assert.deepEqual(
    mails.map(({ subject }) => subject.split(':')[0]),
    ['Confirmed', 'New time', 'New time'],
  )
})
