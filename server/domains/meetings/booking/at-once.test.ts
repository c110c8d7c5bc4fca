import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { startApp, type TestApp } from '#test/support/app.ts'

let app: TestApp
let other: TestApp
before(async () => {
  app = await startApp({ env: { TRUSTED_PROXIES: '127.0.0.1' }, alone: true })
  other = await startApp({ env: { TRUSTED_PROXIES: '127.0.0.1' }, target: app.target })
})
after(async () => {
  await other?.stop()
  await app?.stop()
})

const dayMs = 86_400_000
const monday = (() => {
  const ahead = new Date(Date.now() + 21 * dayMs)
  return Date.parse(new Date(ahead.getTime() - ((ahead.getUTCDay() + 6) % 7) * dayMs).toISOString().slice(0, 10))
})()

const lengths = [15, 30, 45, 60, 90]
const any = <T>(all: readonly T[]): T => all[Math.floor(Math.random() * all.length)] as T
let asked = 0

interface Told {
  readonly status: number
  readonly body: { code?: string; nearest?: string[] }
}

const book = async (orgId: string, eventType: string, isoTime: string): Promise<Told> => {
  const n = ++asked
  const response = await fetch(`${n % 2 === 0 ? app.url : other.url}/gateway`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.${n >> 8}.${n & 255}.1` },
    body: JSON.stringify({
      ...{ type: 'booking', orgId, eventType, isoTime, timezone: 'UTC', date: 'x', time: 'x' },
      ...{ name: `Maya ${n}`, email: `maya${n}@example.com` },
    }),
  })
  return { status: response.status, body: (await response.json()) as Told['body'] }
}

test('two hundred bookings at once at two servers, of any length over one day of two hosts: no two overlap, and losers get three starts that can be booked', async (t) => {
  const owner = await app.given.organization()
  const second = await app.given.person(owner.orgId, 'member')
  const hosts = [owner.personId, second.personId]
  for (const minutes of lengths)
    for (const mode of ['one', 'round_robin', 'collective']) {
      const type = { slug: `${mode.replace('_', '-')}-${minutes}`, name: `${mode} ${minutes}`, minutes, grid: 15, mode }
      const more = { bufferAfter: minutes === 45 ? 15 : 0, hosts: mode === 'one' ? [any(hosts)] : hosts }
      assert.equal((await app.call('save-event-type', { ...type, ...more }, owner)).status, 200)
    }
  const wish = () => ({
    type: `${any(['one', 'round-robin', 'collective'])}-${any(lengths)}`,
    start: new Date(monday + (9 * 60 + 15 * Math.floor(Math.random() * 24)) * 60_000).toISOString(),
  })
  const wishes = Array.from({ length: 200 }, wish)
  const beganMs = performance.now()
  const told = await Promise.all(wishes.map(({ type, start }) => book(owner.orgId, type, start)))
  const tookMs = performance.now() - beganMs

  const statuses = Object.groupBy(told, ({ status }) => status)
  assert.deepEqual(Object.keys(statuses).sort(), ['200', '409'], JSON.stringify(told.find(({ status }) => status !== 409)))
  for (const { body } of statuses[409] ?? []) {
    assert.equal(body.code, 'slot_taken')
    assert.equal(body.nearest?.length, 3)
  }
  const counted = await app.database.inOrg(owner.orgId, (db) =>
    sql<{ bookings: number; spans: number; overlaps: number; unlike: number }>`
      select (select count(*)::int from bookings where state = 'confirmed') as bookings,
        (select count(*)::int from booking_spans where state = 'confirmed') as spans,
        (select count(*)::int from booking_spans a join booking_spans b
          on a.person_id = b.person_id and a.booking_id < b.booking_id and a.during && b.during
          where a.state = 'confirmed' and b.state = 'confirmed') as overlaps,
        (select count(*)::int from bookings b join booking_spans s using (org_id)
          where s.booking_id = b.id and not s.during @> tstzrange(b.starts_at, b.ends_at)) as unlike`.execute(db),
  )
  const [{ bookings, spans, overlaps, unlike } = { bookings: 0, spans: 0, overlaps: -1, unlike: -1 }] = counted.rows
  assert.deepEqual([bookings, overlaps, unlike], [statuses[200]?.length, 0, 0])
  assert.ok(spans >= bookings && bookings >= 10, `${bookings} bookings`)
  t.diagnostic(`${bookings} booked, ${statuses[409]?.length} lost, ${Math.round(tookMs)} ms`)
  assert.ok(tookMs < 20_000, `${tookMs} ms`)

  // Each offer is of its moment: asked again now, one at a time, any of the three can be booked.
  const lost = wishes.filter((_, n) => told[n]?.status === 409)
  for (const [n, { type, start }] of lost.slice(0, 24).entries()) {
    const { status, body } = await book(owner.orgId, type, start)
    assert.equal(status, 409, `${type} ${start}`)
    const offered = body.nearest?.[n % 3] ?? ''
    assert.equal((await book(owner.orgId, type, offered)).status, 200, `${type} ${offered}`)
  }
})
