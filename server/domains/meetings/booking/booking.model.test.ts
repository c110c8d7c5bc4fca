import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { newId } from '#core/ids.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import type { Answer } from '#test/support/requests.ts'

let app: TestApp
before(async () => {
  app = await startApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
})
after(() => app.stop())

let addresses = 0
const ask = async (type: string, body: object): Promise<Answer> => {
  addresses += 1
  const from = `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`
  const response = await fetch(`${app.url}/gateway`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify({ type, ...body }),
  })
  return { status: response.status, headers: response.headers, body: (await response.json()) as Answer['body'] }
}

const dayMs = 86_400_000
/** A Monday some weeks ahead, at midnight UTC. */
const mondayMs = (() => {
  const ahead = Math.floor((Date.now() + 21 * dayMs) / dayMs) * dayMs
  return ahead - ((new Date(ahead).getUTCDay() + 6) % 7) * dayMs
})()

/** Types with lengths and buffers that cross each other, over two hosts in zones of their own. */
const types = [
  { slug: 'short', minutes: 30, mode: 'round_robin' },
  { slug: 'long', minutes: 45, grid: 15, bufferBefore: 15, bufferAfter: 30, mode: 'round_robin' },
  { slug: 'both', minutes: 30, mode: 'collective' },
  { slug: 'asked', minutes: 20, grid: 10, approval: true, mode: 'round_robin' },
] as const

const place = fc.record({
  type: fc.constantFrom(...types.map(({ slug }) => slug)),
  /** Quarter hours after 8:00 UTC of that Monday: some are outside the hours, many collide. */
  quarter: fc.nat(40),
})
const step = fc.oneof(
  { weight: 6, arbitrary: place.map((at) => ({ what: 'book' as const, ...at })) },
  { weight: 2, arbitrary: place.map((at) => ({ what: 'hold' as const, ...at })) },
  // With a hold of before: another one in its place, or a booking of its start or of another one.
  { weight: 2, arbitrary: place.map((at) => ({ what: 'hold' as const, ...at, isAgain: true })) },
  { weight: 2, arbitrary: place.map((at) => ({ what: 'book' as const, ...at, isAgain: true })) },
  { weight: 1, arbitrary: fc.constant({ what: 'release' as const }) },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('move' as const), nth: fc.nat(9), quarter: fc.nat(40) }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('cancel' as const), nth: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('approve' as const), nth: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('decline' as const), nth: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.constant({ what: 'expire' as const }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('event' as const), quarter: fc.nat(40), host: fc.nat(1) }) },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

const startOf = (quarter: number): string => new Date(mondayMs + 8 * 3_600_000 + quarter * 900_000).toISOString()

interface Made {
  readonly token: string
  alive: boolean
  /** Cancelled or declined: whatever else came at the same time. */
  ended: boolean
}

const scene = async () => {
  const owner = await app.given.organization()
  const other = await app.given.person(owner.orgId, 'admin')
  const hosts = [owner.personId, other.personId]
  await app.call('set-hours', { timezone: 'Europe/Berlin' }, owner)
  await app.call('set-hours', { timezone: 'America/Sao_Paulo', weekly: { mon: [['04:00', '16:00']] } }, other)
  for (const { slug, ...rest } of types) {
    const saved = await app.call('save-event-type', { slug, name: slug, hosts, ...rest }, owner)
    assert.equal(saved.status, 200, JSON.stringify(saved.body))
  }
  return { owner, hosts, made: [] as Made[], held: [] as string[], calendars: 0 }
}

const run = async (at: Awaited<ReturnType<typeof scene>>, did: Step, n: number): Promise<void> => {
  const { owner, made } = at
  const wish = { orgId: owner.orgId, timezone: 'Asia/Kolkata' }
  const hold = 'isAgain' in did || did.what === 'release' ? at.held.at(-1) : undefined
  if (did.what === 'book') {
    const answer = await ask('booking', {
      ...{ ...wish, eventType: did.type, isoTime: startOf(did.quarter), name: 'x', email: `p${n}.${newId()}@example.com` },
      ...{ date: 'x', time: 'x', hold },
    })
    assert.ok([200, 409].includes(answer.status), JSON.stringify(answer.body))
    if (answer.status === 200)
      made.push({ token: String(answer.body.manageLink).split('/').at(-1) ?? '', alive: true, ended: false })
  } else if (did.what === 'hold') {
    const answer = await ask('hold-slot', { ...wish, eventType: did.type, start: startOf(did.quarter), hold })
    assert.ok([200, 409, 429].includes(answer.status), JSON.stringify(answer.body))
    if (answer.status === 200) at.held.push(String(answer.body.hold))
  } else if (did.what === 'release') {
    if (hold) assert.equal((await ask('release-hold', { orgId: owner.orgId, hold })).status, 200)
  } else if (did.what === 'move') {
    const one = made[did.nth % Math.max(1, made.length)]
    if (!one) return
    const answer = await ask('reschedule-booking', { token: one.token, start: startOf(did.quarter) })
    assert.ok([200, 409].includes(answer.status), JSON.stringify(answer.body))
  } else if (did.what === 'cancel') {
    const one = made[did.nth % Math.max(1, made.length)]
    if (!one) return
    one.ended = true
    assert.equal((await ask('cancel-booking', { token: one.token })).status, 200)
    one.alive = false
  } else if (did.what === 'approve' || did.what === 'decline') {
    const { bookings } = (await app.call('list-bookings', { state: 'pending' }, owner)).body as unknown as {
      bookings: { id: string }[]
    }
    const bookingId = bookings[did.nth % Math.max(1, bookings.length)]?.id
    if (!bookingId) return
    if (did.what === 'decline') for (const one of made) one.ended = true
    await app.call('manage-booking', { action: did.what, bookingId }, owner)
  } else if (did.what === 'expire') await expireHolds(owner)
  else await enterEvent(at, did.quarter, at.hosts[did.host] ?? owner.personId)
}

const expireHolds = (owner: Someone) =>
  app.database.inOrg(owner.orgId, async (db) => {
    const past = new Date(Date.now() - 1_000)
    await db.updateTable('bookings').set({ hold_expires_at: past }).where('state', '=', 'held').execute()
    await db.updateTable('booking_spans').set({ held_until: past }).where('state', '=', 'held').execute()
  })

/** An event of a host's own calendar, as its copy brings it. */
const enterEvent = (at: Awaited<ReturnType<typeof scene>>, quarter: number, host: string) =>
  app.database.inOrg(at.owner.orgId, async (db) => {
    const id = newId()
    const from = new Date(startOf(quarter))
    await db
      .insertInto('calendars')
      .values({
        ...{ org_id: at.owner.orgId, id, person_id: host, connection_id: id, provider_id: 'x', name: 'x', is_ticked: true },
      })
      .execute()
    await db
      .insertInto('calendar_events')
      .values({
        ...{ org_id: at.owner.orgId, calendar_id: id, provider_id: 'x', person_id: host, generation: 0 },
        ...{ starts_at: from, ends_at: new Date(from.getTime() + 1_800_000), takes_time: true, counts: true },
      })
      .execute()
  })

/** Every pair of spans of one host that take time and overlap; and bookings whose spans say something else than they. */
const faultsIn = (owner: Someone) =>
  app.database.inOrg(owner.orgId, async (db) => {
    const { rows } = await sql<{ fault: string }>`
      select 'overlap ' || a.booking_id || ' ' || b.booking_id as fault from booking_spans a
        join booking_spans b on b.org_id = a.org_id and b.person_id = a.person_id and b.booking_id > a.booking_id and b.during && a.during
        where a.state in ('held', 'pending', 'confirmed') and b.state in ('held', 'pending', 'confirmed')
      union all
      select 'span ' || s.state || ' of ' || b.state from bookings b join booking_spans s on s.org_id = b.org_id and s.booking_id = b.id
        join event_types t on t.org_id = b.org_id and t.id = b.event_type_id
        where s.state <> b.state
          or lower(s.during) <> b.starts_at - make_interval(mins => t.buffer_before_minutes)
          or upper(s.during) <> b.ends_at + make_interval(mins => t.buffer_after_minutes)
      union all
      select 'hosts of ' || t.slug from bookings b join event_types t on t.org_id = b.org_id and t.id = b.event_type_id
        where (select count(*) from booking_spans s where s.org_id = b.org_id and s.booking_id = b.id)
          <> case t.mode when 'collective' then 2 else 1 end
      union all
      select 'reminder of an old time' from booking_reminders r join bookings b on b.org_id = r.org_id and b.id = r.booking_id
        where r.state = 'waiting' and (r.sequence <> b.sequence or b.state <> 'confirmed')`.execute(db)
    return rows.map(({ fault }) => fault)
  })

test('holds, bookings, approvals, moves and cancellations at once, over zones: no two meetings of a host overlap, and none is lost', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), { minLength: 3, maxLength: 7 }),
      async (rounds) => {
        const at = await scene()
        let n = 0
        for (const round of rounds) await Promise.all(round.map((did) => run(at, did, ++n)))
        assert.deepEqual(await faultsIn(at.owner), [])
        for (const one of at.made) {
          const { booking } = (await ask('show-booking', { token: one.token })).body as unknown as {
            booking: { status: string }
          }
          if (!one.ended) assert.notEqual(booking.status, 'cancelled', 'a booking that was accepted is gone')
          if (!one.alive) assert.equal(booking.status, 'cancelled', 'a cancelled booking stands')
        }
      },
    ),
    { numRuns: 40, timeout: 60_000 },
  )
})
