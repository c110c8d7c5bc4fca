import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { openJobContext } from '#test/support/job-context.ts'
import { compareClocksJob } from './compare-clocks.ts'
import { wallOf } from './place-booking.ts'
import { agreedMoment, isShifted } from './shifted-bookings.ts'

let app: TestApp
before(async () => {
  app = await startApp()
})
after(() => app?.stop())

const dayMs = 86_400_000
const tuesday = new Date(Date.now() + (9 - new Date().getUTCDay()) * dayMs).toISOString().slice(0, 10)

interface Shifted {
  booking: { id: string; starts_at: string; sequence: number }
  agreed: string
  shown: string
  agreed_by: string
  whose: string
  zone: string
}
const shifted = async (who: Someone): Promise<Shifted[]> =>
  (await app.call('list-shifted-bookings', {}, who)).body.bookings as unknown as Shifted[]

/** A meeting at 10:00 UTC that was agreed as `clock`, by the rules of another version. */
const booked = async (owner: Someone, name: string, time: string, clock: string | null): Promise<string> => {
  const wish = { name, email: `${name}@example.com`, start: `${tuesday}T${time}:00Z`, timezone: 'UTC' }
  assert.equal((await app.call('create-booking', wish, owner)).status, 200)
  return app.database.inOrg(owner.orgId, async (db) => {
    const { id } = await db.selectFrom('bookings').select('id').where('name', '=', name).executeTakeFirstOrThrow()
    const agreed = `${tuesday}T${clock}`
    const old = { tz_version: '2025b', ...(clock && { wall_clock: agreed, booker_wall_clock: agreed }) }
    await db.updateTable('bookings').set(old).where('id', '=', id).execute()
    return id
  })
}
const settle = (who: Someone, bookingId: string, keep: string) => app.call('settle-booking-clock', { bookingId, keep }, who)
const startOf = async (owner: Someone, bookingId: string): Promise<string> => {
  const { body } = await app.call('show-booking-detail', { bookingId }, owner)
  return (body as unknown as { detail: { booking: { starts_at: string } } }).detail.booking.starts_at.slice(11, 16)
}

test('only meetings whose wall clock is another by the rules of today are listed, and to other workspaces none', async () => {
  const owner = await app.given.organization()
  const id = await booked(owner, 'Rao', '10:00', '11:00')
  await booked(owner, 'Maya', '12:00', null)
  const [one, ...more] = await shifted(owner)
  assert.deepEqual([one?.booking.id, more, one?.agreed_by], [id, [], '2025b'])
  assert.match(one?.agreed ?? '', /11:00 AM$/)
  assert.match(one?.shown ?? '', /10:00 AM$/)
  const stranger = await app.given.organization()
  assert.deepEqual(await shifted(stranger), [])
  assert.equal((await settle(stranger, id, 'moment')).body.code, 'booking_not_found')
})

test('shifted meetings come in pages by start, each once', async () => {
  const owner = await app.given.organization()
  const ids: string[] = []
  for (const hour of ['09', '10', '11', '12', '13'])
    ids.push(await booked(owner, `Rao${hour}`, `${hour}:00`, hour === '11' ? null : `${hour}:30`))
  const seen: string[] = []
  const sizes: number[] = []
  let cursor: string | null = null
  do {
    const { body } = await app.call('list-shifted-bookings', { limit: 2, ...(cursor && { cursor }) }, owner)
    const page = body.bookings as unknown as Shifted[]
    seen.push(...page.map(({ booking }) => booking.id))
    sizes.push(page.length)
    cursor = body.next_cursor as unknown as string | null
  } while (cursor)
  assert.deepEqual(
    seen,
    ids.filter((_, n) => n !== 2),
  )
  assert.deepEqual(sizes, [2, 2])
})

test('the time on the wall is kept by moving the meeting, and the moment by telling the booker what their clocks show; each by one email, settled once', async () => {
  const owner = await app.given.organization()
  const mails = (email: string) =>
    app.database.inOrg(
      owner.orgId,
      async (db) => (await db.selectFrom('mails').select('id').where('to_email', '=', email).execute()).length,
    )
  const wall = await booked(owner, 'Rao', '10:00', '11:00')
  const moment = await booked(owner, 'Maya', '14:00', '15:00')
  const colleague = await app.given.person(owner.orgId, 'member')
  assert.equal((await settle(colleague, wall, 'moment')).body.code, 'forbidden')
  for (let n = 0; n < 2; n++) {
    assert.equal((await settle(owner, wall, 'wall_clock')).status, 200)
    assert.equal((await settle(owner, moment, 'moment')).status, 200)
  }
  assert.deepEqual([await startOf(owner, wall), await startOf(owner, moment)], ['11:00', '14:00'])
  assert.deepEqual([await mails('Rao@example.com'), await mails('Maya@example.com')], [2, 2])
  assert.deepEqual(await shifted(owner), [])
})

test('a host whose clocks stay is asked about a booker whose clocks changed, and either keeps their time or tells them the new one', async () => {
  const owner = await app.given.organization()
  const told = async (name: string, hour: number) => {
    const wish = { name, email: `${name}@example.com`, start: `${tuesday}T${hour}:00:00Z`, timezone: 'UTC' }
    assert.equal((await app.call('create-booking', { ...wish, clientTimezone: 'America/Vancouver' }, owner)).status, 200)
    return app.database.inOrg(owner.orgId, async (db) => {
      const row = await db.selectFrom('bookings').selectAll().where('name', '=', name).executeTakeFirstOrThrow()
      assert.equal(row.booker_wall_clock, wallOf(row.starts_at, 'America/Vancouver'))
      const older = wallOf(new Date(row.starts_at.getTime() + 3_600_000), 'America/Vancouver')
      const set = { tz_version: '2025b', booker_wall_clock: older }
      await db.updateTable('bookings').set(set).where('id', '=', row.id).execute()
      return row.id
    })
  }
  const [kept, moment] = [await told('Ines', 10), await told('Noor', 14)]
  assert.deepEqual(
    (await shifted(owner)).map(({ booking, whose, zone }) => [booking.id, whose, zone]),
    [
      [kept, 'booker', 'America/Vancouver'],
      [moment, 'booker', 'America/Vancouver'],
    ],
  )
  assert.equal((await settle(owner, kept, 'wall_clock')).status, 200)
  assert.equal((await settle(owner, moment, 'moment')).status, 200)
  assert.deepEqual([await startOf(owner, kept), await startOf(owner, moment)], ['11:00', '14:00'])
  assert.deepEqual(await shifted(owner), [])
  const letters = await app.database.inOrg(owner.orgId, (db) =>
    db
      .selectFrom('mails')
      .select(['to_email', 'template'])
      .where('to_email', 'in', ['Ines@example.com', 'Noor@example.com'])
      .execute(),
  )
  assert.equal(letters.length, 4, JSON.stringify(letters))
})

test('a meeting is not moved over another one to keep its time on the wall, nor after it was cancelled', async () => {
  const owner = await app.given.organization()
  const id = await booked(owner, 'Rao', '10:00', '11:00')
  await booked(owner, 'Maya', '11:00', null)
  assert.equal((await settle(owner, id, 'wall_clock')).body.code, 'slot_taken')
  assert.equal((await shifted(owner)).length, 1)
  await app.call('manage-booking', { action: 'cancel', bookingId: id }, owner)
  assert.deepEqual(await shifted(owner), [])
  assert.equal((await settle(owner, id, 'moment')).body.code, 'booking_cancelled')
})

test('Vancouver keeps its summer time: 10:00 that was agreed by older rules is found, with the moment that shows it now', () => {
  // By 2025b the wall shows 9:00 at this moment, by 2026c 10:00.
  const starts_at = new Date('2027-01-15T17:00:00Z')
  const zones = { host_zone: 'America/Vancouver', zone: 'America/Vancouver', booker_wall_clock: null }
  const booking = { starts_at, wall_clock: '2027-01-15T09:00', ...zones }
  assert.equal(isShifted(booking), true)
  assert.deepEqual(agreedMoment(booking), new Date('2027-01-15T16:00:00Z'))
  assert.equal(isShifted({ ...booking, wall_clock: '2027-01-15T10:00' }), false)
  assert.equal(agreedMoment({ ...booking, wall_clock: '2027-03-28T02:30', host_zone: 'Europe/Berlin' }), null)
})

test('one notice tells a host of all shifted meetings, and leaves with the last of them', async () => {
  const owner = await app.given.organization()
  const ids = [await booked(owner, 'Rao', '10:00', '11:00'), await booked(owner, 'Maya', '12:00', '13:00')]
  await booked(owner, 'Lena', '15:00', null)
  const colleague = await app.given.person(owner.orgId, 'member')
  const told = async (who: Someone) =>
    ((await app.call('list-notices', {}, who)).body.notices as unknown as { id: string; kind: string }[]).filter(
      ({ kind }) => kind === 'meetings_shifted',
    )
  const jobs = await openJobContext(app, {})
  try {
    await compareClocksJob.run({}, jobs.context)
    const [first, ...more] = await told(owner)
    assert.ok(first)
    assert.deepEqual(more, [])
    assert.deepEqual(await told(colleague), [], 'they host none of them')
    await compareClocksJob.run({}, jobs.context)
    assert.deepEqual(await told(owner), [first], 'nothing new was found')
    // One more, by rules that changed after it was compared.
    ids.push(await booked(owner, 'Ines', '14:00', '15:30'))
    await compareClocksJob.run({}, jobs.context)
    const [again, ...others] = await told(owner)
    assert.notEqual(again?.id, first.id, 'it is unread anew')
    assert.deepEqual(others, [])
  } finally {
    await jobs.close()
  }
  for (const [at, id] of ids.entries()) {
    assert.equal((await told(owner)).length, 1)
    assert.equal((await settle(owner, id, at === 0 ? 'wall_clock' : 'moment')).status, 200)
  }
  assert.deepEqual(await told(owner), [])
})
