import { newId } from '#core/ids.ts'
import { type Database, openDatabase } from '#db/connect.ts'
import { addMember } from '#domains/platform/members/memberships.ts'
import { personOf } from '#domains/platform/users/users.ts'
import type { Given } from './candidates/ready.ts'
import { median, perSecond, type Row, ratio } from './figures.ts'
import { startCandidate } from './processes.ts'
import type { Store } from './store.ts'

const hosts = 10
const eventsOfHost = 5_000
const lanes = 10
const dayMs = 86_400_000

interface Measuring {
  readonly rounds: number
  readonly seconds: number
  readonly say: (step: string) => void
}

/** Slots of a month, bookings beside a naive route that stores the same rows, and two hundred bookings of one start at once. */
export const meetingsRows = async (store: Store, small: Given, { rounds, seconds, say }: Measuring): Promise<Row[]> => {
  const given = await store.copy(small, 'bench_meetings')
  const database = openDatabase(given.target, { application: 'bench', connections: 3, onError: () => {} })
  const people = await addHosts(database, given)
  await store.query(given, hostsOfTypes(given.orgId, people))
  await store.query(given, 'vacuum analyze')
  const server = await startCandidate('meetings-server', given)
  const ask = makeAsk(server.port, given.orgId)
  try {
    const slots = await slotsRow(ask)
    say(`slots ${slots.found}`)
    const atOnce = await atOnceRow(ask)
    say(`at once ${atOnce.found}`)
    return [slots, await bookingsRow(store, given, ask, { rounds, seconds, say }), atOnce]
  } finally {
    await server.stop()
    await database.close()
    await store.drop(given)
  }
}

const addHosts = (database: Database, { orgId }: Given): Promise<string[]> =>
  database.inOrg(orgId, async (db) => {
    const ids: string[] = []
    for (let n = 0; n < hosts; n++) {
      const id = newId()
      const person = await personOf(db, { id, email: `${id}@example.com`, name: `Host ${n}` })
      await addMember(db, orgId, person.id, 'member')
      ids.push(person.id)
    }
    return ids
  })

/** Hosts with 5,000 events each in their calendars; all of them by turns in one event type of weekdays, and each with one of any hour. */
const hostsOfTypes = (orgId: string, people: readonly string[]): string => `
  set search_path = foyer, directory;
  insert into calendars (org_id, id, person_id, connection_id, provider_id, name, is_ticked)
    select '${orgId}', uuidv7(), id, uuidv7(), 'primary', 'Calendar', true from unnest(array['${people.join("','")}']::uuid[]) id;
  insert into calendar_events (org_id, calendar_id, provider_id, person_id, generation, starts_at, ends_at, takes_time, counts, summary)
    select c.org_id, c.id, 'e' || n, c.person_id, 0, at, at + interval '15 minutes', true, true, 'Event ' || n
    from calendars c, generate_series(1, ${eventsOfHost}) n,
      lateral (select date_trunc('hour', now()) + make_interval(mins => (n - ${eventsOfHost / 10}) * 50) as at) a;
  insert into event_types (org_id, id, slug, name, minutes, grid_minutes, mode, notice_minutes, horizon_days)
    values ('${orgId}', uuidv7(), 'all', 'All', 30, 30, 'round_robin', 0, 365);
  insert into event_type_hosts select '${orgId}', t.id, p.id, p.place from event_types t,
    unnest(array['${people.join("','")}']::uuid[]) with ordinality p(id, place) where t.slug = 'all';
  with made as (insert into event_types (org_id, id, slug, name, minutes, grid_minutes, mode, notice_minutes, horizon_days)
    select '${orgId}', uuidv7(), 'host-' || n, 'Host ' || n, 5, 5, 'one', 0, 730 from generate_series(0, ${hosts - 1}) n returning id, slug)
  insert into event_type_hosts select '${orgId}', made.id, p.id, 0 from made
    join unnest(array['${people.join("','")}']::uuid[]) with ordinality p(id, place) on made.slug = 'host-' || (p.place - 1)`

type Ask = (type: string, body: object) => Promise<{ status: number; ms: number; body: Record<string, unknown> }>

/** Each call from a network of its own: limits of one are not what is measured. */
const makeAsk = (port: number, orgId: string): Ask => {
  let calls = 0
  return async (type, body) => {
    calls++
    const from = `10.${(calls >> 8) & 255}.${calls & 255}.1`
    const begun = performance.now()
    const answer = await fetch(`http://127.0.0.1:${port}/gateway`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
      body: JSON.stringify({ type, orgId, ...body }),
    })
    const said = (await answer.json()) as Record<string, unknown>
    return { status: answer.status, ms: performance.now() - begun, body: said }
  }
}

const slotsRow = async (ask: Ask): Promise<Row> => {
  const from = new Date(Date.now() + dayMs)
  const month = {
    ...{ eventType: 'all', timezone: 'Europe/Berlin' },
    ...{ from: from.toISOString(), to: new Date(from.getTime() + 31 * dayMs).toISOString() },
  }
  const times: number[] = []
  let count = 0
  for (let n = -30; n < 300; n++) {
    const { status, ms, body } = await ask('list-slots', month)
    if (status !== 200) throw new Error(`list-slots: ${JSON.stringify(body)}`)
    count = (body.slots as unknown[]).length
    if (n >= 0) times.push(ms)
  }
  times.sort((a, b) => a - b)
  const p99 = times[Math.ceil(times.length * 0.99) - 1] as number
  return {
    what: 'a month of slots, 10 hosts by turns with 5,000 events each, p99',
    must: '≤ 50 ms',
    found: `**${p99.toFixed(0)} ms** (median ${median(times).toFixed(0)}), ${count} slots`,
    kept: p99 <= 50,
  }
}

let bookers = 0
const wish = (eventType: string, isoTime: string) => ({
  ...{ eventType, isoTime, timezone: 'UTC', date: 'x', time: 'x' },
  ...{ name: 'Bench', email: `booker${++bookers}@example.com` },
})

/** The free starts of one host in the next months, in order. */
const freeOf = async (ask: Ask, eventType: string, fromDay: number): Promise<string[]> => {
  const all: string[] = []
  for (let day = fromDay; day < fromDay + 180; day += 30) {
    const [from, to] = [day, day + 30].map((each) => new Date(Date.now() + each * dayMs).toISOString())
    const { body } = await ask('list-slots', { eventType, timezone: 'UTC', from, to })
    all.push(...(body.slots as { start: string }[]).map(({ start }) => start))
  }
  return all
}

const atOnceRow = async (ask: Ask): Promise<Row> => {
  const [start = ''] = await freeOf(ask, 'host-0', 300)
  const begun = performance.now()
  const answers = await Promise.all(Array.from({ length: 200 }, () => ask('booking', wish('host-0', start))))
  const ms = performance.now() - begun
  const of = (is: (status: number) => boolean): number => answers.filter(({ status }) => is(status)).length
  const [won, lost, failed] = [of((each) => each === 200), of((each) => each === 409), of((each) => each >= 500)]
  return {
    what: '200 bookings of one start at once: all answered',
    must: '≤ 2 s, one booked, no 5xx',
    found: `**${(ms / 1_000).toFixed(1)} s**, ${won} booked, ${lost} × 409, ${failed} × 5xx`,
    kept: ms <= 2_000 && won === 1 && won + lost === 200,
  }
}

const bookingsRow = async (store: Store, given: Given, ask: Ask, { rounds, seconds, say }: Measuring): Promise<Row> => {
  const starts = await Promise.all(Array.from({ length: lanes }, (_, n) => freeOf(ask, `host-${n}`, 200)))
  const one = await ask('booking', wish('host-0', starts[0]?.shift() ?? ''))
  if (one.status !== 200) throw new Error(JSON.stringify(one.body))
  const bare = await startCandidate('bookings-bare', given)
  const askBare = makeAsk(bare.port, given.orgId)
  const measure = async (name: string, each: (lane: number) => Promise<{ status: number; body: object }>): Promise<number> => {
    const begun = performance.now()
    let done = 0
    await Promise.all(
      Array.from({ length: lanes }, async (_, lane) => {
        while (performance.now() - begun < seconds * 1_000) {
          const { status, body } = await each(lane)
          if (status !== 200) throw new Error(`${name}: ${status} ${JSON.stringify(body)}`)
          done++
        }
      }),
    )
    const rate = (done * 1_000) / (performance.now() - begun)
    say(`${name.padEnd(12)} ${rate.toFixed(0)}/s`)
    return rate
  }
  const ours = (): Promise<number> =>
    measure('bookings', (lane) => ask('booking', wish(`host-${lane}`, starts[lane]?.shift() ?? '')))
  const theirs = (): Promise<number> => measure('naive', () => askBare('booking', wish('host-0', '')))
  try {
    await ours()
    await theirs()
    // As autovacuum does within a minute on a server that runs. Plans for tables that were analyzed while they were empty read all of
    // them: at 3,000 bookings the foreign keys of one took 13 ms, and of the naive route's as long.
    await store.query(given, 'vacuum analyze')
    const [over, under]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round++) {
      over.push(await ours())
      under.push(await theirs())
    }
    const found = ratio(over, under)
    return {
      what: `bookings/s of ${lanes} hosts ÷ a naive Fastify + pg route that stores the same rows`,
      must: '≥ 0.6',
      found: `${found.words}, ${perSecond(over)} ÷ ${perSecond(under)}`,
      kept: found.median >= 0.6,
    }
  } finally {
    await bare.stop()
  }
}
