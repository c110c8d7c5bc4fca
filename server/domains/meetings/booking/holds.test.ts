import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newId } from '#core/ids.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'

let app: TestApp
before(async () => {
  app = await startApp()
})
after(() => app.stop())

const dayMs = 86_400_000
const range = { from: new Date(Date.now() + dayMs).toISOString(), to: new Date(Date.now() + 9 * dayMs).toISOString() }

const ask = (type: string, body: object) => app.call(type, body, null)
const startsOf = async (orgId: string, hold?: string): Promise<string[]> => {
  const { status, body } = await ask('list-slots', { orgId, timezone: 'UTC', ...range, hold })
  assert.equal(status, 200, JSON.stringify(body))
  return (body.slots as unknown as { start: string }[]).map(({ start }) => start)
}
const heldStart = async (orgId: string, start: string | undefined, before?: string): Promise<string> => {
  const { status, body } = await ask('hold-slot', { orgId, start, hold: before })
  assert.equal(status, 200, JSON.stringify(body))
  return String(body.hold)
}
const heldStarts = (orgId: string): Promise<string[]> =>
  app.database.inOrg(orgId, async (db) => {
    const rows = await db.selectFrom('bookings').select('starts_at').where('state', '=', 'held').execute()
    return rows.map(({ starts_at }) => starts_at.toISOString())
  })
let bookers = 0
const wish = (orgId: string, isoTime: string | undefined, hold?: string) => ({
  ...{ orgId, isoTime, hold, name: 'Maya', email: `maya${++bookers}@example.com`, date: 'x', time: 'x', timezone: 'UTC' },
})

test('to its owner the time of a hold counts as free, and to every other it is taken', async () => {
  const { orgId } = await app.given.organization()
  const [start = ''] = await startsOf(orgId)
  const hold = await heldStart(orgId, start)
  assert.ok((await startsOf(orgId, hold)).includes(start))
  assert.ok(!(await startsOf(orgId)).includes(start))
  const [id = '', secret = ''] = hold.split('.')
  for (const other of [id, `${id}.`, `${id}.${secret.slice(0, -1)}x`, `${crypto.randomUUID()}.${secret}`, 'x'])
    assert.ok(!(await startsOf(orgId, other)).includes(start), other)
})

test('a hold is released by its owner, and at once free for all; a stranger who knows its id releases nothing', async () => {
  const { orgId } = await app.given.organization()
  const other = await app.given.organization()
  const [start = ''] = await startsOf(orgId)
  const hold = await heldStart(orgId, start)
  const [id = '', secret = ''] = hold.split('.')
  for (const wrong of [`${id}.${secret.toLowerCase()}x`, id, `${crypto.randomUUID()}.${secret}`])
    assert.deepEqual((await ask('release-hold', { orgId, hold: wrong })).body, { success: true })
  await ask('release-hold', { orgId: other.orgId, hold })
  assert.deepEqual(await heldStarts(orgId), [start])
  assert.equal((await ask('booking', wish(orgId, start))).body.code, 'slot_taken')
  for (const _ of [1, 2]) assert.deepEqual((await ask('release-hold', { orgId, hold })).body, { success: true })
  assert.deepEqual(await heldStarts(orgId), [])
  assert.equal((await ask('booking', wish(orgId, start, hold))).status, 200)
  // What was booked stays booked, whatever is asked for with the hold of before.
  await ask('release-hold', { orgId, hold })
  assert.equal((await ask('booking', wish(orgId, start))).body.code, 'slot_taken')
})

test('a hold moves to another start, also one that overlaps, and stays where the other one cannot be had', async () => {
  const owner = await app.given.organization()
  const { orgId } = owner
  await app.call('save-event-type', { slug: 'long', name: 'Long', minutes: 60, grid: 30, hosts: [owner.personId] }, owner)
  const { body } = await ask('list-slots', { orgId, eventType: 'long', timezone: 'UTC', ...range })
  const [first = '', second = '', , fourth = ''] = (body.slots as unknown as { start: string }[]).map(({ start }) => start)
  const held = await ask('hold-slot', { orgId, eventType: 'long', start: first })
  const moved = await ask('hold-slot', { orgId, eventType: 'long', start: second, hold: held.body.hold })
  assert.equal(moved.status, 200, JSON.stringify(moved.body))
  assert.deepEqual(await heldStarts(orgId), [second])
  assert.equal((await ask('booking', { ...wish(orgId, fourth), eventType: 'long' })).status, 200)
  const refused = await ask('hold-slot', { orgId, eventType: 'long', start: fourth, hold: moved.body.hold })
  assert.equal(refused.body.code, 'slot_taken')
  assert.deepEqual(await heldStarts(orgId), [second])
})

test('a booker of another start than the one on hold gives the hold back, and does not lose to it', async () => {
  const owner = await app.given.organization()
  const { orgId } = owner
  await app.call('save-event-type', { slug: 'long', name: 'Long', minutes: 60, grid: 30, hosts: [owner.personId] }, owner)
  const { body } = await ask('list-slots', { orgId, eventType: 'long', timezone: 'UTC', ...range })
  const [first = '', second = ''] = (body.slots as unknown as { start: string }[]).map(({ start }) => start)
  const held = await ask('hold-slot', { orgId, eventType: 'long', start: first })
  const booked = await ask('booking', { ...wish(orgId, second, String(held.body.hold)), eventType: 'long' })
  assert.equal(booked.status, 200, JSON.stringify(booked.body))
  assert.deepEqual(await heldStarts(orgId), [])
})

/** As the copy of a host's calendar brings it. */
const putEvent = ({ orgId }: Someone, personId: string, start: string): Promise<void> =>
  app.database.inOrg(orgId, async (db) => {
    const id = newId()
    const calendar = { id, person_id: personId, connection_id: id, provider_id: id, name: 'x', is_ticked: true }
    await db
      .insertInto('calendars')
      .values({ org_id: orgId, ...calendar })
      .execute()
    const starts = new Date(start)
    const time = { starts_at: starts, ends_at: new Date(starts.getTime() + 30 * 60_000), takes_time: true, counts: true }
    await db
      .insertInto('calendar_events')
      .values({ org_id: orgId, calendar_id: id, provider_id: id, person_id: personId, generation: 0, ...time })
      .execute()
  })

test('a hold keeps no event of the calendar away: what was copied or became an absence during it is not booked over', async () => {
  const owner = await app.given.organization()
  const { orgId } = owner
  const [first = '', second = ''] = await startsOf(orgId)
  const hold = await heldStart(orgId, first)
  await putEvent(owner, owner.personId, first)
  const refused = await ask('booking', wish(orgId, first, hold))
  assert.deepEqual([refused.status, refused.body.code], [409, 'slot_taken'])
  assert.ok(!(refused.body.nearest as unknown as string[]).includes(first), JSON.stringify(refused.body))
  const next = await heldStart(orgId, second, hold)
  const away = { from: second, until: new Date(new Date(second).getTime() + 60 * 60_000).toISOString() }
  assert.equal((await app.call('set-absence', { userId: owner.personId, ...away }, owner)).status, 200)
  assert.equal((await ask('booking', wish(orgId, second, next))).body.code, 'slot_taken')
  assert.equal((await app.call('set-absence', { userId: owner.personId, here: true }, owner)).status, 200)
  assert.equal((await ask('booking', wish(orgId, second, next))).status, 200)
})

test('where the host of a hold has an event meanwhile, another host who is free has the meeting, and the hold is given back', async () => {
  const owner = await app.given.organization()
  const { orgId } = owner
  const other = await app.given.person(orgId, 'admin')
  const hosts = [owner.personId, other.personId]
  const saved = await app.call('save-event-type', { slug: 'any', name: 'Any', minutes: 30, mode: 'round_robin', hosts }, owner)
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
  const { body } = await ask('list-slots', { orgId, eventType: 'any', timezone: 'UTC', ...range })
  const [start = ''] = (body.slots as unknown as { start: string }[]).map((each) => each.start)
  const held = await ask('hold-slot', { orgId, eventType: 'any', start })
  const spans = () =>
    app.database.inOrg(orgId, (db) => db.selectFrom('booking_spans').select(['person_id', 'state']).orderBy('state').execute())
  const [{ person_id: holder = '' } = {}] = await spans()
  await putEvent(owner, holder, start)
  const booked = await ask('booking', { ...wish(orgId, start, String(held.body.hold)), eventType: 'any' })
  assert.equal(booked.status, 200, JSON.stringify(booked.body))
  assert.deepEqual(await spans(), [
    { person_id: hosts.find((id) => id !== holder), state: 'confirmed' },
    { person_id: holder, state: 'expired' },
  ])
})
