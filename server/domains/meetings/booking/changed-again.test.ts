import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { recordOutsideChange, recordWrite } from '../calendars/writes.ts'
import { findBooking } from './bookings.ts'
import { askHost } from './outside-changes.ts'
import { taskTitles } from './task-titles.ts'

let app: TestApp
before(async () => {
  app = await startApp()
})
after(() => app?.stop())

const day = new Date(Date.now() + 8 * 86_400_000).toISOString().slice(0, 10)
const at = (hour: number): Date => new Date(`${day}T${hour}:00:00Z`)

interface Change {
  readonly change: 'moved' | 'deleted'
  readonly starts_at: string | null
  readonly when: string | null
}
interface Shown {
  readonly state: string
  readonly starts_at: string
  readonly outside_change: Change | null
}

/** A meeting at ten that stands in its host’s calendar, and what the next reading of that calendar brings. */
const given = async (language = 'en') => {
  const owner = await app.given.organization()
  await app.call('update-profile', { language, timezone: 'UTC' }, owner)
  const wish = { name: 'Maya', email: 'maya@example.com', start: at(10).toISOString(), anyTime: true, hostId: owner.personId }
  const created = await app.call('create-booking', wish, owner)
  assert.equal(created.status, 200, JSON.stringify(created.body))
  const bookingId = String(created.body.bookingId)
  const calendar = { org_id: owner.orgId, id: crypto.randomUUID(), person_id: owner.personId }
  const into = { ...calendar, connection_id: crypto.randomUUID(), provider_id: 'primary' }
  const written = { bookingId, eventId: 'event', sequence: 0, state: 'written', etag: null, roomUrl: null } as const
  await app.database.inOrg(owner.orgId, (db) => recordWrite(db, into, written))
  const read = (startsAt: Date | null): Promise<void> =>
    app.database.inOrg(owner.orgId, (db) =>
      recordOutsideChange(db, { now: () => new Date(), emitIn: async () => undefined }, calendar, 'event', startsAt),
    )
  const shown = async (): Promise<Shown | undefined> =>
    ((await app.call('list-bookings', { state: 'all' }, owner)).body.bookings as unknown as Shown[])[0]
  const decide = (decision: string, change: Change | null | undefined) => {
    const seen = change ? { shown: { change: change.change, starts_at: change.starts_at } } : {}
    return app.call('decide-outside-change', { bookingId, decision, ...seen }, owner)
  }
  return { owner, bookingId, read, shown, decide }
}

test('a member decides about what they read: an event that its host moved or deleted again meanwhile is a conflict, with what it says now', async () => {
  const { read, shown, decide } = await given()
  await read(at(14))
  const first = (await shown())?.outside_change
  await read(at(16))
  for (const decision of ['tell_booker', 'put_back']) {
    const { status, body } = await decide(decision, first)
    assert.deepEqual([status, body.code], [409, 'booking_changed_again'], decision)
    assert.equal((body.outside_change as unknown as Change).starts_at, at(16).toISOString(), decision)
  }
  assert.deepEqual([(await shown())?.state, (await shown())?.starts_at], ['confirmed', at(10).toISOString()])

  const second = (await shown())?.outside_change
  await read(null)
  const { status, body } = await decide('tell_booker', second)
  assert.deepEqual([status, body.code], [409, 'booking_changed_again'])
  assert.deepEqual(body.outside_change, { change: 'deleted', starts_at: null, when: null })
  assert.equal((await shown())?.state, 'confirmed', 'nobody confirmed a cancellation')

  await read(at(17))
  assert.equal(
    (await decide('tell_booker', { change: 'deleted', starts_at: null, when: null })).body.code,
    'booking_changed_again',
  )
  assert.equal((await decide('tell_booker', (await shown())?.outside_change)).status, 200)
  assert.deepEqual([(await shown())?.state, (await shown())?.starts_at], ['confirmed', at(17).toISOString()])
})

test('a deletion that was read is carried out; one that the host took back is none', async () => {
  const { read, shown, decide } = await given()
  await read(null)
  const deletion = (await shown())?.outside_change
  await read(at(10))
  assert.equal((await decide('tell_booker', deletion)).body.code, 'booking_not_changed')
  await read(null)
  assert.equal((await decide('tell_booker', deletion)).status, 200)
  assert.equal((await shown())?.state, 'cancelled')
})

const titlesOf = async (owner: Someone): Promise<string[]> =>
  ((await app.call('list-tasks', {}, owner)).body.tasks as unknown as { title: string }[]).map(({ title }) => title)

for (const language of ['de', 'fr', 'es', 'pt', 'hi'] as const)
  test(`${language}: what a host is asked about their calendar is in their language`, async () => {
    const { owner, bookingId, read } = await given(language)
    const titles = taskTitles[language]
    const ask = () =>
      app.database.inOrg(owner.orgId, async (db) => {
        const booking = await findBooking(db, owner.orgId, bookingId)
        assert.ok(booking)
        await askHost(db, owner.orgId, booking, { personId: owner.personId, eventId: crypto.randomUUID() })
      })
    await ask()
    assert.deepEqual(await titlesOf(owner), [], 'nothing was changed')
    await read(null)
    await ask()
    assert.deepEqual(await titlesOf(owner), [titles.deleted('Maya')])
    for (const hour of [14, 15]) {
      await read(at(hour))
      await ask()
      assert.deepEqual(await titlesOf(owner), [titles.moved('Maya')], 'one question at a time')
    }
    for (const [name, title] of Object.entries(titles))
      assert.notEqual(title('Maya', 'x'), taskTitles.en[name as keyof typeof titles]('Maya', 'x'))
  })
