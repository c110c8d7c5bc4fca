import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Someone, TestApp } from '#test/support/app.ts'
import { connectCalendar, hostCalendars, ownEvent, readAgain, startHosts } from '#test/support/host-calendars.ts'
import { followedByWorker } from '#test/support/reactions.ts'
import { ok } from '#test/support/requests.ts'
import { until } from '#test/support/until.ts'

let app: TestApp
let stop: () => Promise<void>
before(async () => {
  ;({ app, stop } = await startHosts())
})
after(() => stop?.())

const dayMs = 86_400_000
/** A Tuesday that is ahead, within the horizon. */
const tuesday = new Date(Date.now() + (9 - new Date().getUTCDay()) * dayMs).toISOString().slice(0, 10)
const at = (time: string): string => `${tuesday}T${time}:00Z`

/** A meeting at 10:00 of the first of two hosts; the second has an event of their own then, which was read before. */
const givenBusyColleague = async (mode: 'round_robin' | 'collective', account: string) => {
  const owner = await app.given.organization()
  const [first, second] = [await app.given.person(owner.orgId, 'admin'), await app.given.person(owner.orgId, 'member')]
  await connectCalendar(app, second, account)
  const google = await hostCalendars(app, second)
  await google.putEvent('primary', ownEvent('before1', new Date(at('10:00'))))
  await readAgain(app, second)
  await until('its copy', () =>
    app.database.inOrg(owner.orgId, (db) =>
      db.selectFrom('calendar_events').select('provider_id').where('provider_id', '=', 'before1').executeTakeFirst(),
    ),
  )
  const hosts = mode === 'collective' ? [first.personId] : [first.personId, second.personId]
  const type = { slug: 'given', name: 'Given', minutes: 30, grid: 30, mode, hosts }
  ok(await app.call('save-event-type', type, owner))
  const wish = { eventType: 'given', start: at('10:00'), hostId: first.personId, name: 'Maya', email: 'maya@example.com' }
  const { body } = ok(await app.call('create-booking', wish, owner))
  return { owner, first, second, google, bookingId: String(body.bookingId) }
}

/** Of a host: open tasks about an event over the meeting, and their notices of it. */
const askedOf = async (host: Someone, bookingId: string): Promise<string> => {
  const tasks = await app.database.inOrg(host.orgId, (db) =>
    db
      .selectFrom('tasks')
      .select('title')
      .where('assigned_to', '=', host.personId)
      .where('done_at', 'is', null)
      .where('cause_key', 'like', `meeting_conflict:${bookingId}:%`)
      .execute(),
  )
  const { body } = ok(await app.call('list-notices', {}, host))
  const notices = (body.notices as unknown as { kind: string; subject_id: string }[])
    .filter(({ subject_id, kind }) => subject_id === bookingId && kind.startsWith('meeting_c'))
    .map(({ kind }) => kind)
  return `${tasks.length} ${notices.join(' ')}`.trim()
}
/** As a reader sees them: what it is stands there for who has it in their calendar alone. */
const conflictsOf = async (reader: Someone): Promise<string[]> => {
  const { body } = ok(await app.call('list-bookings', { state: 'all' }, reader))
  return (body.bookings as unknown as { conflicts: string[] }[]).flatMap(({ conflicts }) => conflicts)
}
const settled = (owner: Someone): Promise<unknown> => followedByWorker(app, owner.orgId, 'raise-outside-changes')
const [nothing, conflict] = ['0', '1 meeting_conflict']

test('a meeting that is handed over onto an event of its new host that was read before is a conflict at once, and none any more when it is given back', async () => {
  const { owner, first, second, bookingId } = await givenBusyColleague('round_robin', 'jonas@')
  const give = (to: Someone, more: object = {}) => app.call('move-booking', { bookingId, hostId: to.personId, ...more }, owner)
  const refused = await give(second)
  assert.deepEqual([refused.status, refused.body.code], [409, 'slot_taken'], 'their calendar says that they are not free')
  await settled(owner)
  assert.deepEqual([await askedOf(second, bookingId), await conflictsOf(owner)], [nothing, []])

  for (let n = 0; n < 2; n++) {
    ok(await give(second, { anyTime: true }))
    await until('the question', async () => (await askedOf(second, bookingId)) === conflict)
    assert.deepEqual([await askedOf(first, bookingId), await conflictsOf(owner)], [nothing, ['Busy']])
    assert.deepEqual(await conflictsOf(second), ['Dentist'])
    ok(await give(first))
    await settled(owner)
    assert.deepEqual([await askedOf(second, bookingId), await conflictsOf(owner)], [nothing, []], 'given back')
  }

  ok(await give(second, { anyTime: true }))
  await until('the question', async () => (await askedOf(second, bookingId)) === conflict)
  ok(await app.call('decide-outside-change', { bookingId, decision: 'keep_both' }, second))
  assert.deepEqual([await askedOf(second, bookingId), await conflictsOf(owner)], [nothing, []])
  ok(await give(first))
  ok(await give(second, { anyTime: true }))
  await settled(owner)
  assert.deepEqual([await askedOf(second, bookingId), await conflictsOf(owner)], [nothing, []], 'the same two were kept')
})

test('of a meeting that another host joins only the one with an event of their own at that time is asked, until the event is moved', async () => {
  const { owner, first, second, google, bookingId } = await givenBusyColleague('collective', 'mira@')
  ok(await app.call('move-booking', { bookingId, hostId: second.personId, anyTime: true }, owner))
  await until('the question', async () => (await askedOf(second, bookingId)) === conflict)
  assert.deepEqual([await askedOf(first, bookingId), await conflictsOf(owner)], [nothing, ['Busy']])
  const later = { start: new Date(at('12:00')), end: new Date(at('12:30')), zone: 'UTC' }
  assert.equal((await google.changeEvent('primary', 'before1', later)).outcome, 'changed')
  await readAgain(app, second)
  await until('the end of the question', async () => (await askedOf(second, bookingId)) === nothing)
  assert.deepEqual(await conflictsOf(owner), [])
})
