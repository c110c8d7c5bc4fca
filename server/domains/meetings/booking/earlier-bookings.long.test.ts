import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { newId } from '#core/ids.ts'
import type { Someone, TestApp } from '#test/support/app.ts'
import { connecting } from '#test/support/connecting.ts'
import { connectCalendar, hostCalendars, mailboxesOf, startHosts } from '#test/support/host-calendars.ts'
import { until } from '#test/support/until.ts'
import { makeTokens } from './bookings.ts'

let app: TestApp
let stop: () => Promise<void>
before(async () => {
  ;({ app, stop } = await startHosts())
})
after(() => stop?.())

const dayMs = 86_400_000
const book = async (owner: Someone, most: number): Promise<{ id: string; starts_at: string }[]> => {
  const range = { from: new Date(Date.now() + dayMs).toISOString(), to: new Date(Date.now() + 20 * dayMs).toISOString() }
  const { body } = await app.call('list-slots', { orgId: owner.orgId, timezone: 'UTC', ...range }, null)
  for (const { start } of (body.slots as unknown as { start: string }[]).slice(0, most)) {
    const email = `${start.replaceAll(/\D/g, '')}@example.com`
    const wish = { orgId: owner.orgId, name: 'Maya', email, date: 'x', time: 'x', timezone: 'UTC', isoTime: start }
    const answer = await app.call('booking', wish, null)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
  }
  return (await app.call('list-bookings', {}, owner)).body.bookings as unknown as { id: string; starts_at: string }[]
}
const eventIdOf = ({ id }: { id: string }): string => id.replaceAll('-', '')
/** The same meeting again and again, each half an hour after the one before. */
const repeatBooking = async (db: Db, orgId: string, bookingId: string, times: number): Promise<void> => {
  for (let n = 1; n <= times; n++) {
    const id = newId()
    const { sealed, enter } = makeTokens(db, orgId, id, connecting.vault)
    await enter()
    await sql`
      insert into bookings (org_id, id, event_type_id, state, starts_at, ends_at, wall_clock, host_zone, zone, tz_version, because, name,
        source, tokens_sealed)
      select org_id, ${id}, event_type_id, state, starts_at + ${n} * interval '30 minutes', ends_at + ${n} * interval '30 minutes',
        wall_clock, host_zone, zone, tz_version, because, name, source, ${sealed}
      from bookings where org_id = ${orgId} and id = ${bookingId}`.execute(db)
    await sql`
      insert into booking_spans (org_id, booking_id, person_id, during, state)
      select b.org_id, b.id, s.person_id, tstzrange(b.starts_at, b.ends_at), b.state
      from bookings b join booking_spans s on s.org_id = b.org_id and s.booking_id = ${bookingId}
      where b.org_id = ${orgId} and b.id = ${id}`.execute(db)
  }
}
const writesOf = (owner: Someone) =>
  app.database.inOrg(owner.orgId, (db) =>
    db.selectFrom('calendar_writes').selectAll().where('state', '=', 'written').orderBy('booking_id').execute(),
  )

test('meetings that were booked before their host connected a calendar come into it, each as one event; a cancelled one does not', async () => {
  const owner = await app.given.organization()
  const [first, second, third] = await book(owner, 3)
  assert.ok(first && second && third)
  assert.equal((await app.call('manage-booking', { bookingId: third.id, action: 'cancel' }, owner)).status, 200)
  await connectCalendar(app, owner, 'mira@')
  const google = await hostCalendars(app, owner)
  await until('both events', async () => (await writesOf(owner)).length === 2)
  for (const booking of [first, second]) {
    const event = await google.findEvent('primary', eventIdOf(booking))
    assert.deepEqual(event?.start, { at: new Date(booking.starts_at) })
  }
  assert.equal(await google.findEvent('primary', eventIdOf(third)), null)
})

test('after the same account was connected again, the events of its meetings are found there and not doubled', async () => {
  const owner = await app.given.organization()
  const [booking] = await book(owner, 1)
  assert.ok(booking)
  await connectCalendar(app, owner, 'jonas@')
  const [before] = await until('the event', async () => ((await writesOf(owner)).length === 1 ? writesOf(owner) : undefined))
  const [mailbox] = await mailboxesOf(app, owner)
  assert.equal((await app.call('disconnect-mailbox', { mailboxId: mailbox?.id }, owner)).status, 200)
  await connectCalendar(app, owner, 'jonas@')
  const [again] = await until('the event found', async () => {
    const writes = await writesOf(owner)
    return writes[0] && writes[0].calendar_id !== before?.calendar_id && writes
  })
  assert.equal(again?.event_id, before?.event_id)
  const google = await hostCalendars(app, owner)
  const ours: string[] = []
  const pages = google.readEvents('primary', { cursor: null, from: new Date() })
  for (let page = await pages.next(); !page.done; page = await pages.next())
    ours.push(...page.value.events.filter((event) => event.ours?.bookingId === booking.id).map(({ id }) => id))
  assert.deepEqual(ours, [eventIdOf(booking)])
})

test('more meetings than one batch all come into the calendar', async () => {
  const owner = await app.given.organization()
  const [sample] = await book(owner, 1)
  assert.ok(sample)
  const copies = 100
  await app.database.inOrg(owner.orgId, (db) => repeatBooking(db, owner.orgId, sample.id, copies))
  await connectCalendar(app, owner, 'mira@')
  await until('all events', async () => (await writesOf(owner)).length === copies + 1)
})
