import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#core/ids.ts'
import { readEvents } from '#shapes/icalendar/read-events.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { connecting } from '#test/support/connecting.ts'
import { makeTokens } from '../booking/bookings.ts'
import { mostFeedEvents } from './feed-meetings.ts'

let app: TestApp
before(async () => {
  app = await startApp({})
})
after(() => app?.stop())

const dayMs = 86_400_000
const change = async (who: Someone, how: 'make' | 'renew' | 'end') => {
  const { status, body } = await app.call('change-calendar-feed', { change: how }, who)
  return { status, code: body.code, path: body.url === null ? '' : new URL(String(body.url ?? app.url)).pathname }
}
const get = (path: string, headers: Record<string, string> = {}) => fetch(app.url + path, { headers })
const eventsOf = async (path: string) => {
  const response = await get(path)
  assert.equal(response.status, 200)
  const range = { from: new Date(Date.now() - 400 * dayMs), to: new Date(Date.now() + 800 * dayMs) }
  return readEvents(await response.text(), { ...range, zone: 'UTC', own: [] }).occurrences
}
const book = async (owner: Someone, name: string): Promise<{ id: string; starts_at: string }> => {
  const range = { from: new Date(Date.now() + dayMs).toISOString(), to: new Date(Date.now() + 20 * dayMs).toISOString() }
  const listed = await app.call('list-slots', { orgId: owner.orgId, timezone: 'UTC', ...range }, null)
  const [slot] = listed.body.slots as unknown as { start: string }[]
  const wish = { orgId: owner.orgId, name, email: `${newId()}@example.com`, date: 'x', time: 'x', timezone: 'UTC' }
  assert.equal((await app.call('booking', { ...wish, isoTime: slot?.start }, null)).status, 200)
  const { body } = await app.call('list-bookings', {}, owner)
  const made = (body.bookings as unknown as { id: string; name: string; starts_at: string }[]).find(
    (each) => each.name === name,
  )
  assert.ok(made)
  return made
}

test('a feed shows the host’s meetings under its address alone, and neither a cancelled one nor a link that acts on one', async () => {
  const owner = await app.given.organization()
  const { path } = await change(owner, 'make')
  assert.match(path, /^\/calendar-feed\/[\w-]{43}\.ics$/)
  assert.deepEqual(await eventsOf(path), [])
  const booking = await book(owner, 'Maya; Rao\\nEND:VEVENT')
  const response = await get(path)
  assert.equal(response.headers.get('content-type'), 'text/calendar; charset=utf-8')
  assert.match(String(response.headers.get('cache-control')), /^private/)
  const text = (await response.text()).replaceAll('\r\n ', '')
  assert.ok(text.includes('METHOD:PUBLISH') && text.includes(`/bookings/${booking.id}`))
  assert.ok(!text.includes('/booking/'), 'the link that reschedules and cancels')
  const [event, ...others] = await eventsOf(path)
  assert.deepEqual([event?.start, others], [{ at: new Date(booking.starts_at) }, []])
  assert.match(event?.details.title ?? '', /^Meeting: Maya; Rao/)
  const colleague = await app.given.person(owner.orgId, 'member')
  assert.deepEqual(await eventsOf((await change(colleague, 'make')).path), [])
  assert.equal((await app.call('manage-booking', { bookingId: booking.id, action: 'cancel' }, owner)).status, 200)
  assert.deepEqual(await eventsOf(path), [])
})

test('a program that has the feed already gets it anew only after a meeting changed', async () => {
  const owner = await app.given.organization()
  const { path } = await change(owner, 'make')
  const tag = String((await get(path)).headers.get('etag'))
  const same = await get(path, { 'if-none-match': tag })
  assert.deepEqual([same.status, await same.text()], [304, ''])
  await book(owner, 'Maya')
  const changed = await get(path, { 'if-none-match': tag })
  assert.equal(changed.status, 200)
  assert.notEqual(changed.headers.get('etag'), tag)
  const head = await fetch(app.url + path, { method: 'HEAD' })
  assert.deepEqual([head.status, await head.text()], [200, ''])
})

test('only the newest address opens a feed; renewed, ended, unknown and impossible ones are answered alike, as are those of members who left', async () => {
  const owner = await app.given.organization()
  const member = await app.given.person(owner.orgId, 'member')
  const first = await change(member, 'make')
  assert.deepEqual((await change(member, 'make')).code, 'calendar_feed_exists')
  const second = await change(member, 'renew')
  assert.equal((await get(second.path)).status, 200)
  const third = await change(owner, 'make')
  assert.equal((await change(owner, 'end')).status, 200)
  assert.equal((await change(owner, 'end')).status, 200)
  assert.equal((await app.call('show-calendar-feed', {}, owner)).body.feed, null)
  assert.equal((await app.call('remove-member', { userId: member.personId }, owner)).status, 200)
  const gone = [first, second, third].map(({ path }) => path)
  const answers = [...gone, `/calendar-feed/${'A'.repeat(43)}.ics`, '/calendar-feed/x.ics', '/calendar-feed/%00'].map(
    async (path) => {
      const response = await get(path)
      return [response.status, response.headers.get('content-type'), response.headers.get('etag'), await response.text()]
    },
  )
  for (const answer of await Promise.all(answers))
    assert.deepEqual(answer, [404, 'text/plain; charset=utf-8', null, 'Not found\n'])
})

test('the address of a feed is in no row of the database', async () => {
  const owner = await app.given.organization()
  const { path } = await change(owner, 'make')
  const token = path.slice('/calendar-feed/'.length, -'.ics'.length)
  const kept = await app.database.db.selectFrom('directory.calendar_feeds').selectAll().execute()
  assert.ok(kept.some(({ org_id }) => org_id === owner.orgId))
  assert.ok(!JSON.stringify(kept).includes(token))
  const { rows } = await app.database.inOrg(owner.orgId, (db) =>
    sql<{ text: string }>`select e::text as text from events e union all select a::text from audit a`.execute(db),
  )
  assert.ok(rows.length > 0 && rows.every(({ text }) => !text.includes(token)))
})

test('of more meetings than a feed has room for, those ahead are in it; what is over for 90 days or a year away is not', async () => {
  const owner = await app.given.organization()
  const sample = await book(owner, 'Maya')
  const { path } = await change(owner, 'make')
  const at = async (hours: readonly number[]): Promise<void> =>
    app.database.inOrg(owner.orgId, async (db) => {
      const ids = await Promise.all(hours.map(async () => newId()))
      const sealed: string[] = []
      for (const id of ids) {
        const tokens = makeTokens(db, owner.orgId, id, connecting.vault)
        await tokens.enter()
        sealed.push(tokens.sealed)
      }
      await sql`
        insert into bookings (org_id, id, event_type_id, state, starts_at, ends_at, wall_clock, host_zone, zone, tz_version, because, name,
          source, tokens_sealed)
        select b.org_id, n.id, b.event_type_id, b.state, now() + n.hours * interval '1 hour', now() + (n.hours + 0.1) * interval '1 hour',
          wall_clock, host_zone, zone, tz_version, because, 'Copy', source, n.sealed
        from bookings b, unnest(${ids}::uuid[], ${[...hours]}::float8[], ${sealed}::text[]) as n (id, hours, sealed)
        where b.id = ${sample.id}`.execute(db)
      await sql`
        insert into booking_spans (org_id, booking_id, person_id, during, state)
        select org_id, id, ${owner.personId}, tstzrange(starts_at, ends_at), state from bookings where id = any(${ids}::uuid[])`.execute(
        db,
      )
    })
  const day = 24
  await at([-91 * day, 366 * day, -89 * day, -1, 364 * day])
  const starts = (await eventsOf(path)).map(({ start }) =>
    'at' in start ? Math.round((start.at.getTime() - Date.now()) / 3_600_000) : 0,
  )
  const own = Math.round((Date.parse(sample.starts_at) - Date.now()) / 3_600_000)
  assert.deepEqual(
    starts.toSorted((a, b) => a - b),
    [-89 * day, -1, own, 364 * day],
  )
  // Between the hours of the day of the sample there is room: far from it.
  await at(Array.from({ length: mostFeedEvents - 3 }, (_, n) => 60 * day + n * 0.2))
  const many = await eventsOf(path)
  assert.equal(many.length, mostFeedEvents)
  assert.ok(many.every(({ start }) => 'at' in start && start.at.getTime() > Date.now() - 2 * 3_600_000))
})
