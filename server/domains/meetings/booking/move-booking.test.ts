import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
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

test('a meeting that is moved or given to another host keeps its length when its event type has another one by then', async () => {
  const owner = await app.given.organization()
  const other = await app.given.person(owner.orgId, 'member')
  const type = { slug: 'talk', name: 'Talk', mode: 'round_robin', hosts: [owner.personId, other.personId], grid: 30 }
  const saved = await app.call('save-event-type', { ...type, minutes: 30 }, owner)
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
  const wish = {
    name: 'Rao',
    email: 'rao@example.com',
    start: at('10:00'),
    timezone: 'UTC',
    eventType: 'talk',
    hostId: owner.personId,
  }
  const created = await app.call('create-booking', wish, owner)
  assert.equal(created.status, 200, JSON.stringify(created.body))
  const bookingId = String(created.body.bookingId)
  const { id } = (
    (await app.call('list-event-types', {}, owner)).body.event_types as unknown as { id: string; slug: string }[]
  ).find(({ slug }) => slug === 'talk') ?? { id: '' }
  assert.equal((await app.call('save-event-type', { eventTypeId: id, ...type, minutes: 120 }, owner)).status, 200)
  const lengthIs = async (minutes: number): Promise<void> => {
    const { booking, span } = await app.database.inOrg(owner.orgId, async (db) => ({
      booking: await db.selectFrom('bookings').selectAll().where('id', '=', bookingId).executeTakeFirstOrThrow(),
      span: await db
        .selectFrom('booking_spans')
        .select(sql<number>`extract(epoch from upper(during) - lower(during))::int / 60`.as('minutes'))
        .where('booking_id', '=', bookingId)
        .executeTakeFirstOrThrow(),
    }))
    assert.deepEqual([(booking.ends_at.getTime() - booking.starts_at.getTime()) / 60_000, span.minutes], [minutes, minutes])
  }
  const startsWith = async (more: object): Promise<string[]> => {
    const range = { from: at('15:00'), to: at('18:00'), orgId: owner.orgId, eventType: 'talk', timezone: 'UTC' }
    const { body } = await app.call('list-slots', { ...range, ...more }, owner)
    return (body.slots as unknown as { start: string }[]).map(({ start }) => start.slice(11, 16))
  }
  // The last half hour of the day has room for this one, and not for a new one.
  assert.ok((await startsWith({ bookingId })).includes('16:30'))
  assert.ok(!(await startsWith({})).includes('16:30'))
  for (const move of [
    { start: at('16:30') },
    { hostId: other.personId },
    { start: at('20:00'), anyTime: true },
    { start: at('21:00'), hostId: owner.personId, anyTime: true },
  ]) {
    const { status, body } = await app.call('move-booking', { bookingId, ...move }, owner)
    assert.equal(status, 200, JSON.stringify(body))
    await lengthIs(30)
  }
})
