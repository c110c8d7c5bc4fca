import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'

let app: TestApp
before(async () => {
  app = await startApp({ alone: true })
})
after(() => app?.stop())

const dayMs = 86_400_000
/** A Monday some weeks ahead, in UTC. */
const monday =
  Math.floor((Date.now() + 21 * dayMs) / dayMs) * dayMs - ((new Date(Date.now() + 21 * dayMs).getUTCDay() + 6) % 7) * dayMs
const day = (after: number): string => new Date(monday + after * dayMs).toISOString().slice(0, 10)

const given = async (limits: { limitPerDay?: number; limitPerWeek?: number }) => {
  const owner = await app.given.organization()
  const type = { slug: 'limited', name: 'Limited', minutes: 30, hosts: [owner.personId], horizonDays: 60, ...limits }
  const saved = await app.call('save-event-type', type, owner)
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
  const other = await app.call('save-event-type', { ...type, slug: 'other', limitPerDay: null, limitPerWeek: null }, owner)
  assert.equal(other.status, 200, JSON.stringify(other.body))
  return owner
}
let bookers = 0
const book = async (owner: Someone, start: string, eventType = 'limited'): Promise<string | number> => {
  const wish = { name: 'Maya', email: `b${++bookers}@example.com`, start, timezone: 'UTC', eventType, hostId: owner.personId }
  const { status, body } = await app.call('create-booking', wish, owner)
  return status === 200 ? String(body.bookingId) : String(body.code)
}
/** The days on which something is offered, in the two weeks from that Monday. */
const offered = async (owner: Someone): Promise<string[]> => {
  const range = { from: `${day(0)}T00:00:00Z`, to: `${day(14)}T00:00:00Z` }
  const asked = { ...range, orgId: owner.orgId, eventType: 'limited', timezone: 'UTC' }
  const { body } = await app.call('list-slots', asked, owner)
  return [...new Set((body.slots as unknown as { date: string }[]).map(({ date }) => date))]
}
const workdays = (...without: number[]): string[] =>
  [0, 1, 2, 3, 4, 7, 8, 9, 10, 11].filter((each) => !without.includes(each)).map(day)

test('a day with as many meetings of an event type as it may have offers no more, until one is cancelled; others do not count', async () => {
  const owner = await given({ limitPerDay: 2 })
  await book(owner, `${day(0)}T15:00Z`, 'other')
  const first = await book(owner, `${day(0)}T09:00Z`)
  assert.deepEqual(await offered(owner), workdays())
  await book(owner, `${day(0)}T10:00Z`)
  assert.deepEqual(await offered(owner), workdays(0))
  assert.equal(await book(owner, `${day(0)}T13:00Z`), 'slot_taken')
  assert.equal((await app.call('manage-booking', { action: 'cancel', bookingId: first }, owner)).status, 200)
  assert.deepEqual(await offered(owner), workdays())
})

test('a week with as many meetings of an event type as it may have offers no more on any of its days; it begins on Monday', async () => {
  const owner = await given({ limitPerWeek: 2 })
  await book(owner, `${day(0)}T09:00Z`)
  await book(owner, `${day(4)}T16:30Z`)
  assert.deepEqual(await offered(owner), workdays(0, 1, 2, 3, 4))
  assert.equal(await book(owner, `${day(2)}T11:00Z`), 'slot_taken')
  assert.match(String(await book(owner, `${day(7)}T09:00Z`)), /^[0-9a-f-]{36}$/)
})
