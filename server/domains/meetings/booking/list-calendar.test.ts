import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newId } from '#core/ids.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'

let app: TestApp
before(async () => {
  app = await startApp()
})
after(() => app?.stop())

const dayMs = 86_400_000

interface Entry {
  kind: string
  id: string
  user_ids: string[]
  title: string
  detail: string
  is_hidden: boolean
  is_all_day: boolean
  takes_time: boolean
  time: string
  may_move: boolean
  parts: { date: string; from_minute: number; to_minute: number }[]
}
interface Shown {
  today: string
  now_minute: number
  dates: string[]
  entries: Entry[]
  is_cut: boolean
  people: { id: string; has_calendar: boolean; is_shared: boolean; as_of: string | null }[]
}
const shown = async (who: Someone, input: object = {}): Promise<Shown> => {
  const { status, body } = await app.call('list-calendar', input, who)
  assert.equal(status, 200, JSON.stringify(body))
  return body as unknown as Shown
}

/** A calendar of a member as it was copied: an event, a private one, one that takes no time, an all-day one, and one of ours. */
const givenCalendar = async (
  who: Someone,
  day: string,
  calendar: { is_shared?: boolean; is_ticked?: boolean; only?: string[] } = {},
): Promise<void> => {
  const { only, ...columns } = calendar
  const id = newId()
  const base = { org_id: who.orgId, person_id: who.personId }
  const event = (name: string, more: object = {}) => ({
    ...{ ...base, calendar_id: id, provider_id: name, generation: 0, takes_time: true, counts: true },
    ...{ starts_at: new Date(`${day}T09:00:00Z`), ends_at: new Date(`${day}T10:00:00Z`) },
    ...{ summary: `Title ${name}`, location: `Place ${name}` },
    ...more,
  })
  const events = [
    event('plain'),
    event('private', { is_private: true }),
    event('free', { takes_time: false, counts: false }),
    event('whole', {
      ...{ starts_at: new Date(`${day}T00:00:00Z`), ends_at: new Date(Date.parse(`${day}T00:00:00Z`) + dayMs) },
      ...{ all_day_from: day, all_day_to: new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10) },
    }),
    event('ours', { booking_id: newId() }),
  ]
  await app.database.inOrg(who.orgId, async (db) => {
    await db
      .insertInto('calendars')
      .values({
        ...{ ...base, id, connection_id: newId(), provider_id: `${id}`, name: 'Own', is_ticked: true },
        ...{ synced_at: new Date('2026-11-23T14:02:00Z'), ...columns },
      })
      .execute()
    await db
      .insertInto('calendar_events')
      .values(events.filter(({ provider_id }) => !only || only.includes(provider_id)))
      .execute()
  })
}

const inDays = (days: number): string => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)
const eventsOf = ({ entries }: Shown): string[] =>
  entries
    .filter(({ kind }) => kind === 'event')
    .map(({ title, detail, parts }) => `${title}|${detail}|${parts.map((p) => `${p.from_minute}-${p.to_minute}`)}`)
    .toSorted()

test('events show as far as the viewer may see them: own whole, shared but for private ones, others only as Busy, for admins too', async () => {
  const owner = await app.given.organization()
  const [maya, ole, admin] = await Promise.all([
    app.given.person(owner.orgId, 'member'),
    app.given.person(owner.orgId, 'member'),
    app.given.person(owner.orgId, 'admin'),
  ])
  const day = inDays(40)
  await givenCalendar(maya, day)
  const ask = { from: day, days: 1, userIds: [maya.personId] }
  assert.deepEqual(eventsOf(await shown(maya, ask)), [
    'Title free|Place free|540-600',
    'Title plain|Place plain|540-600',
    'Title private|Place private|540-600',
    'Title whole|Place whole|0-1440',
  ])
  const unshared = ['Busy||0-1440', 'Busy||540-600', 'Busy||540-600']
  for (const who of [ole, admin, owner]) assert.deepEqual(eventsOf(await shown(who, ask)), unshared)

  await app.database.inOrg(owner.orgId, (db) => db.updateTable('calendars').set({ is_shared: true }).execute())
  const shared = [
    'Busy||540-600',
    'Title free|Place free|540-600',
    'Title plain|Place plain|540-600',
    'Title whole|Place whole|0-1440',
  ]
  for (const who of [ole, admin, owner]) assert.deepEqual(eventsOf(await shown(who, ask)), shared)

  await app.database.inOrg(owner.orgId, (db) => db.updateTable('calendars').set({ is_ticked: false }).execute())
  for (const who of [maya, ole, admin]) assert.deepEqual(eventsOf(await shown(who, ask)), [])
})

test('members of another workspace show nothing, and are not listed; without a list it is one’s own', async () => {
  const owner = await app.given.organization()
  const stranger = await app.given.organization()
  const day = inDays(40)
  await givenCalendar(stranger, day, { is_shared: true })
  await givenCalendar(owner, day, { only: ['plain'] })
  const asked = await shown(owner, { from: day, days: 1, userIds: [stranger.personId] })
  assert.deepEqual(asked.entries, [])
  assert.deepEqual(
    asked.people.map(({ id }) => id),
    [owner.personId],
  )
  const own = await shown(owner, { from: day, days: 1 })
  assert.deepEqual(eventsOf(own), ['Title plain|Place plain|540-600'])
  assert.deepEqual(own.people[0], {
    ...{ id: owner.personId, name: (own.people[0] as { name?: string }).name, has_calendar: true, is_shared: false },
    ...{ as_of: '2026-11-23T14:02:00.000Z', as_of_text: 'Mon, Nov 23, 2:02 PM', behind_since: null },
  })
  assert.equal((await app.call('list-calendar', {}, null)).status, 401)
})

test('a booking stands on the viewer’s wall, once, for all of its hosts; its host and admins may move it', async () => {
  const owner = await app.given.organization()
  const member = await app.given.person(owner.orgId, 'member')
  const range = { from: `${inDays(3)}T00:00:00Z`, to: `${inDays(17)}T00:00:00Z` }
  const { slots } = (await app.call('list-slots', { orgId: owner.orgId, timezone: 'UTC', ...range }, null)).body as unknown as {
    slots: { start: string }[]
  }
  const start = slots[0]?.start ?? ''
  const wish = { name: 'Rao', email: 'rao@example.com', start }
  assert.equal((await app.call('create-booking', wish, owner)).status, 200)
  const day = start.slice(0, 10)
  const ask = { from: day, days: 1, userIds: [owner.personId, member.personId] }
  const minute = Number(start.slice(11, 13)) * 60 + Number(start.slice(14, 16))
  const [own] = (await shown(owner, ask)).entries
  assert.deepEqual(own?.parts, [{ date: day, from_minute: minute, to_minute: minute + 30 }])
  assert.deepEqual([own?.kind, own?.title, own?.detail, own?.may_move], ['booking', 'Rao', 'Meeting', true])
  assert.equal((await shown(member, ask)).entries[0]?.may_move, false)
  assert.deepEqual((await shown(member, { ...ask, userIds: [member.personId] })).entries, [])

  await app.database.inOrg(owner.orgId, (db) =>
    db.updateTable('directory.people').set({ time_zone: 'Asia/Kathmandu' }).where('id', '=', owner.personId).execute(),
  )
  const there = (await shown(owner, ask)).entries[0]?.parts[0]
  assert.equal(there?.from_minute, minute + 345)

  const bookingId = own?.id ?? ''
  assert.equal((await app.call('manage-booking', { action: 'cancel', bookingId }, owner)).status, 200)
  assert.deepEqual((await shown(owner, ask)).entries, [])
})

test('an absence shows on its days, also without an end; a range is 42 days at most', async () => {
  const owner = await app.given.organization()
  const until = `${inDays(3)}T12:00:00Z`
  await app.call('set-absence', { userId: owner.personId, from: `${inDays(1)}T18:00:00Z`, until }, owner)
  const days = async () => (await shown(owner, { from: inDays(0), days: 7 })).entries[0]?.parts
  assert.deepEqual(await days(), [
    { date: inDays(1), from_minute: 1_080, to_minute: 1_440 },
    { date: inDays(2), from_minute: 0, to_minute: 1_440 },
    { date: inDays(3), from_minute: 0, to_minute: 720 },
  ])
  await app.call('set-absence', { userId: owner.personId, from: `${inDays(5)}T00:00:00Z` }, owner)
  assert.equal((await days())?.length, 2)
  for (const input of [{ days: 43 }, { days: 0 }, { from: '2027-02-30' }, { from: '9999-12-31' }, { userIds: ['x'] }])
    assert.equal((await app.call('list-calendar', input, owner)).status, 400, JSON.stringify(input))
  assert.equal((await shown(owner, { days: 42 })).dates.length, 42)
  assert.equal((await shown(owner, { from: '2027-03-04', days: 7, align: 'week' })).dates[0], '2027-03-01')
  assert.equal((await shown(owner, { from: '2027-03-07', days: 7, align: 'week' })).dates[0], '2027-03-01')
})

test('a list ends at 2,000 entries and says so', async () => {
  const owner = await app.given.organization()
  const day = inDays(40)
  await givenCalendar(owner, day, { only: ['plain'] })
  await app.database.inOrg(owner.orgId, async (db) => {
    const { calendar_id } = await db.selectFrom('calendar_events').select('calendar_id').executeTakeFirstOrThrow()
    const many = Array.from({ length: 2_001 }, (_, at) => ({
      ...{ org_id: owner.orgId, person_id: owner.personId, calendar_id, provider_id: `many${at}`, generation: 0 },
      ...{ starts_at: new Date(`${day}T11:00:00Z`), ends_at: new Date(`${day}T12:00:00Z`), takes_time: true, counts: true },
    }))
    await db.insertInto('calendar_events').values(many).execute()
  })
  const all = await shown(owner, { from: day, days: 1 })
  assert.deepEqual([all.entries.length, all.is_cut], [2_000, true])
})
