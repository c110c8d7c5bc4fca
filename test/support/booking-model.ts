import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { newId } from '#core/ids.ts'
import type { Someone, TestApp } from './app.ts'
import { canBeHad, hostWindows, isInHours, overlaps, type TakenTime } from './booking-oracle.ts'
import { type ModelPlace, type ModelStep, modelTypes, nextJump } from './booking-steps.ts'
import { type Answer, ask as requestOf } from './requests.ts'

/* Steps in any order at a real workspace, and what must be true after each round of them. */

const quarterMs = 900_000

export interface ModelEvent {
  /** As calendars name it. */
  readonly id: string
  readonly host: string
  readonly from: number
  readonly to: number
  readonly isBusy: boolean
}

/** Where the hosts' own events are, and how they come here. */
export interface ModelCalendars {
  put(event: ModelEvent): Promise<void>
  end(event: ModelEvent): Promise<void>
  /** After a round: all of them have come. */
  read(events: readonly ModelEvent[]): Promise<void>
}

interface Made {
  readonly token: string
  alive: boolean
  /** Cancelled or declined: whatever else came at the same time. */
  ended: boolean
}

/** A workspace with two hosts, and all that is known of it from outside. */
export const startModel = async (
  app: TestApp,
  owner: Someone,
  { zones }: ModelPlace,
  calendarsOf: (hosts: readonly Someone[]) => Promise<ModelCalendars>,
) => {
  const other = await app.given.person(owner.orgId, 'admin')
  const hosts = [owner, other].map(({ personId }, n) => ({
    ...{ id: personId, zone: zones[n] ?? 'UTC', windows: hostWindows[n] ?? hostWindows[1] },
  }))
  const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
  for (const { id, zone, windows } of hosts) {
    const weekly = Object.fromEntries(days.map((day) => [day, windows]))
    assert.equal((await app.call('set-hours', { userId: id, timezone: zone, weekly }, owner)).status, 200)
  }
  for (const { slug, ...rest } of modelTypes) {
    const type = { slug, name: slug, hosts: hosts.map(({ id }) => id), horizonDays: 730, ...rest }
    const saved = await app.call('save-event-type', type, owner)
    assert.equal(saved.status, 200, JSON.stringify(saved.body))
  }
  const calendars = await calendarsOf([owner, other])
  const beginMs = nextJump(zones[0]) - 5 * 3_600_000
  return {
    ...{ app, owner, hosts, calendars, beginMs, made: [] as Made[], held: [] as string[], steps: 0 },
    ...{ events: [] as readonly ModelEvent[], absences: [] as readonly TakenTime[], away: new Set<string>() },
  }
}
export type BookingModel = Awaited<ReturnType<typeof startModel>>

const timeOf = ({ beginMs }: BookingModel, quarter: number): number => beginMs + quarter * quarterMs
const textOf = (at: BookingModel, quarter: number): string => new Date(timeOf(at, quarter)).toISOString()

let addresses = 0
/** Of one booker each: they have limits of their own. */
const ask = (at: BookingModel, type: string, body: object): Promise<Answer> => {
  addresses += 1
  const from = `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`
  return requestOf(`${at.app.url}/gateway`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify({ type, ...body }),
  })
}

const doStep = async (at: BookingModel, did: ModelStep, n: number): Promise<Answer | undefined> => {
  const { owner, made } = at
  const wish = { orgId: owner.orgId, timezone: 'Asia/Kolkata' }
  const hold = 'isAgain' in did || did.what === 'release' ? at.held.at(-1) : undefined
  if (did.what === 'book') {
    const answer = await ask(at, 'booking', {
      ...{ ...wish, eventType: did.type, isoTime: textOf(at, did.quarter), name: 'x', email: `p${n}.${newId()}@example.com` },
      ...{ date: 'x', time: 'x', hold },
    })
    assert.ok([200, 409].includes(answer.status), JSON.stringify(answer.body))
    if (answer.status === 200)
      made.push({ token: String(answer.body.manageLink).split('/').at(-1) ?? '', alive: true, ended: false })
    return answer
  }
  if (did.what === 'hold') {
    const answer = await ask(at, 'hold-slot', { ...wish, eventType: did.type, start: textOf(at, did.quarter), hold })
    assert.ok([200, 409, 429].includes(answer.status), JSON.stringify(answer.body))
    if (answer.status === 200) at.held.push(String(answer.body.hold))
    return answer
  }
  if (did.what === 'release') {
    if (hold) assert.equal((await ask(at, 'release-hold', { orgId: owner.orgId, hold })).status, 200)
  } else if (did.what === 'move' || did.what === 'cancel') {
    const one = made[did.nth % Math.max(1, made.length)]
    if (one && did.what === 'move') await move(at, one, did.quarter)
    if (one && did.what === 'cancel') await cancel(at, one)
  } else if (did.what === 'approve' || did.what === 'decline') await decide(at, did)
  else if (did.what === 'expire') await expireHolds(at)
  else await doHostStep(at, did)
  return undefined
}

const move = async (at: BookingModel, { token }: Made, quarter: number): Promise<void> => {
  const answer = await ask(at, 'reschedule-booking', { token, start: textOf(at, quarter) })
  assert.ok([200, 409].includes(answer.status), JSON.stringify(answer.body))
}

const cancel = async (at: BookingModel, one: Made): Promise<void> => {
  one.ended = true
  assert.equal((await ask(at, 'cancel-booking', { token: one.token })).status, 200)
  one.alive = false
}

const decide = async (
  { app, owner, made }: BookingModel,
  { what, nth }: { readonly what: 'approve' | 'decline'; readonly nth: number },
): Promise<void> => {
  const { body } = await app.call('list-bookings', { state: 'pending' }, owner)
  const bookings = body.bookings as unknown as { id: string }[]
  const bookingId = bookings[nth % Math.max(1, bookings.length)]?.id
  if (!bookingId) return
  if (what === 'decline') for (const one of made) one.ended = true
  await app.call('manage-booking', { action: what, bookingId }, owner)
}

const expireHolds = ({ app, owner }: BookingModel) =>
  app.database.inOrg(owner.orgId, async (db) => {
    const past = new Date(Date.now() - 1_000)
    await db.updateTable('bookings').set({ hold_expires_at: past }).where('state', '=', 'held').execute()
    await db.updateTable('booking_spans').set({ held_until: past }).where('state', '=', 'held').execute()
  })

type HostStep = Extract<ModelStep, { what: 'event' | 'end event' | 'away' | 'back' }>
const doHostStep = async (at: BookingModel, did: HostStep): Promise<void> => {
  if (did.what === 'end event') {
    const ended = at.events[did.nth % Math.max(1, at.events.length)]
    if (!ended) return
    at.events = at.events.filter((each) => each !== ended)
    return at.calendars.end(ended)
  }
  const host = at.hosts[did.host]?.id ?? at.owner.personId
  if (did.what === 'event') {
    const from = timeOf(at, did.quarter)
    const id = newId().replaceAll('-', '')
    const event = { id, host, from, to: from + did.length * quarterMs, isBusy: did.isBusy }
    await at.calendars.put(event)
    at.events = [...at.events, event]
    return
  }
  at.away.add(host)
  const absence =
    did.what === 'back' ? { here: true } : { from: textOf(at, did.quarter), until: textOf(at, did.quarter + did.length) }
  const answer = await at.app.call('set-absence', { userId: host, ...absence }, at.owner)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
}

const readAbsences = ({ app, owner }: BookingModel): Promise<TakenTime[]> =>
  app.database.inOrg(owner.orgId, async (db) => {
    const rows = await db.selectFrom('assignment_turns').select(['id', 'away_from', 'away_until']).execute()
    return rows.flatMap(({ id, away_from, away_until }) =>
      away_from && away_until ? [{ host: id, from: Number(away_from), to: Number(away_until) }] : [],
    )
  })

/** The time that bookings and holds have, or had, of each host. */
const readSpans = ({ app, owner }: BookingModel) =>
  app.database.inOrg(owner.orgId, async (db) => {
    const { rows } = await sql<TakenTime & { booking: string; start: number; slug: string; counts: boolean; isHold: boolean }>`
      select s.booking_id as booking, s.person_id as host, t.slug, s.state in ('held', 'expired') as "isHold", extract(epoch from b.starts_at)::float8 * 1000 as start,
        extract(epoch from lower(s.during))::float8 * 1000 as from, extract(epoch from upper(s.during))::float8 * 1000 as to,
        s.state in ('held', 'pending', 'confirmed') and (s.held_until is null or s.held_until > now()) as counts
      from booking_spans s join bookings b on b.org_id = s.org_id and b.id = s.booking_id
        join event_types t on t.org_id = b.org_id and t.id = b.event_type_id`.execute(db)
    return rows
  })

/** Does a round of steps at once. Answers what was given that could not be had before it, or the other way round. */
export const doRound = async (at: BookingModel, round: readonly ModelStep[]): Promise<string[]> => {
  const before = { spans: await readSpans(at), events: at.events.filter(({ isBusy }) => isBusy), absences: at.absences }
  at.away.clear()
  const answers = await Promise.all(round.map((did) => doStep(at, did, ++at.steps)))
  await at.calendars.read(at.events)
  at.absences = await readAbsences(at)
  const alone = round.length === 1 ? round[0] : undefined
  const faults: string[] = []
  if (alone && (alone.what === 'book' || alone.what === 'hold') && !('isAgain' in alone)) {
    const taken = [...before.spans.filter(({ counts }) => counts), ...before.events, ...before.absences]
    const expected = canBeHad(at.hosts, taken, timeOf(at, alone.quarter), typeOf(alone.type))
    if (expected !== (answers[0]?.status !== 409)) faults.push(`alone: ${JSON.stringify(alone)} ${answers[0]?.status}`)
  }
  // What stood before the round and was not touched in it.
  const steady = [
    ...before.events.filter((each) => at.events.includes(each)),
    ...before.absences.filter(({ host }) => !at.away.has(host)),
  ]
  // A hold that is booked has the same span, and is looked at once more: a calendar can have come over it.
  const spansNow = await readSpans(at)
  const keyOf = ({ booking, host, from, isHold }: (typeof spansNow)[number]) => `${booking} ${host} ${from} ${isHold}`
  const had = new Set(before.spans.map(keyOf))
  for (const span of spansNow.filter((each) => !had.has(keyOf(each)))) {
    const host = at.hosts.find(({ id }) => id === span.host)
    const said = `${span.slug} at ${new Date(span.start).toISOString()} in ${host?.zone}`
    if (!host || !isInHours(host, span.start, typeOf(span.slug))) faults.push(`out of hours: ${said}`)
    for (const each of steady) if (overlaps(each, span)) faults.push(`over ${new Date(each.from).toISOString()}: ${said}`)
  }
  return faults
}

const typeOf = (slug: string) => {
  const type = modelTypes.find((each) => each.slug === slug)
  assert.ok(type)
  return type
}

/** Every pair of spans of one host that take time and overlap; and bookings whose spans say something else than they. */
export const faultsIn = ({ app, owner }: BookingModel) =>
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

/** What was accepted is there, unless it was ended; what was cancelled is not. */
export const assertNoneIsLost = async (at: BookingModel): Promise<void> => {
  for (const one of at.made) {
    const { booking } = (await ask(at, 'show-booking', { token: one.token })).body as unknown as {
      booking: { status: string }
    }
    if (!one.ended) assert.notEqual(booking.status, 'cancelled', 'a booking that was accepted is gone')
    if (!one.alive) assert.equal(booking.status, 'cancelled', 'a cancelled booking stands')
  }
}
