import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { connectionOptions } from '#db/connect.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { until } from '#test/support/until.ts'
import { lockHosts } from './spans.ts'

let app: TestApp
/** Sees what the server’s own role does not: who waits. */
let watcher: pg.Client
before(async () => {
  app = await startApp({ alone: true })
  watcher = new pg.Client(connectionOptions(app.target, { application: 'test', role: null }))
  await watcher.connect()
})
after(async () => {
  await watcher?.end()
  await app?.stop()
})

const dayMs = 86_400_000
const tuesday = new Date(Date.now() + (9 - new Date().getUTCDay()) * dayMs).toISOString().slice(0, 10)
const at = (time: string): string => `${tuesday}T${time}:00Z`

const done = async (type: string, body: object, who: Someone | null): Promise<Record<string, unknown>> => {
  const answer = await app.call(type, body, who)
  assert.equal(answer.status, 200, `${type} ${JSON.stringify(answer.body)}`)
  return answer.body as Record<string, unknown>
}

/** Two hosts by turns; the first of them is chosen where both are free, for the other has had a meeting. */
const givenTurns = async () => {
  const owner = await app.given.organization()
  const [first, second] = [await app.given.person(owner.orgId, 'member'), await app.given.person(owner.orgId, 'member')]
  const ids = [first.personId, second.personId]
  const grid = { minutes: 30, grid: 30 }
  await done('save-event-type', { slug: 'turns', name: 'Turns', mode: 'round_robin', hosts: ids, ...grid }, owner)
  for (const [n, id] of ids.entries())
    await done('save-event-type', { slug: `alone-${n}`, name: `Alone ${n}`, hosts: [id], ...grid }, owner)
  const had = { eventType: 'turns', start: at('16:00'), hostId: second.personId, name: 'Rao', email: 'rao@example.com' }
  await done('create-booking', had, owner)
  return { owner, ids }
}

/** A transaction that has locked a host, and has taken their time if it says so, until it is told to end. */
const holding = async ({ orgId }: Someone, hostId: string, takes?: { readonly bookingId: string; readonly start: string }) => {
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<'commit' | 'give up'>()]
  const ended = app.database
    .inOrg(orgId, async (db) => {
      await lockHosts(db, orgId, [hostId])
      if (takes) {
        const during = sql`tstzrange(${takes.start}, ${takes.start}::timestamptz + interval '30 minutes')`
        await sql`update booking_spans set during = ${during} where org_id = ${orgId} and booking_id = ${takes.bookingId}`.execute(
          db,
        )
      }
      begun.resolve()
      if ((await end.promise) === 'give up') throw new Error('given up')
    })
    .catch((error: Error) => assert.equal(error.message, 'given up'))
  await begun.promise
  return async (how: 'commit' | 'give up') => {
    end.resolve(how)
    await ended
  }
}

/** That a booking waits for a host, by a statement that began after `before`; answers when it began. */
const isWaiting = (before = new Date(0)): Promise<Date> =>
  until('a booking waits for a host', async () => {
    const { rows } = await watcher.query<{ query_start: Date }>(
      `select query_start from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and query like '%from members%'
         and query_start > $1::timestamptz + interval '1 millisecond'`,
      [before],
    )
    return rows[0]?.query_start
  })

const wishOf = ({ orgId }: Someone, n: number, time = '10:00') => ({
  ...{ orgId, eventType: 'turns', isoTime: at(time), timezone: 'UTC', date: 'x', time: 'x' },
  ...{ name: `Maya ${n}`, email: `maya${n}@example.com` },
})

/** A booking of a host for another time, which stands. */
const bookAlone = async (owner: Someone, n: number, time: string): Promise<string> => {
  const wish = { eventType: `alone-${n}`, start: at(time), name: 'Ole', email: `ole${n}@example.com` }
  return String((await done('create-booking', wish, owner)).bookingId)
}

test('a start at which one host is taken and the other is being booked for another time is not said to be taken: the other host has it', async () => {
  const { owner, ids } = await givenTurns()
  const [first = '', second = ''] = ids
  const bookingId = await bookAlone(owner, 0, '15:00')
  const endFirst = await holding(owner, first, { bookingId, start: at('10:00') })
  const endSecond = await holding(owner, second)
  const answer = app.call('booking', wishOf(owner, 1), null)
  const began = await isWaiting()
  await endFirst('commit')
  await isWaiting(began)
  await endSecond('commit')
  assert.equal((await answer).status, 200, JSON.stringify((await answer).body))
  const { bookings } = (await done('list-bookings', {}, owner)) as {
    bookings: { starts_at: string; event_type: { slug: string }; hosts: { id: string }[] }[]
  }
  const made = bookings.find(({ starts_at }) => Date.parse(starts_at) === Date.parse(at('10:00')))
  assert.deepEqual(
    made?.hosts.map(({ id }) => id),
    [second],
  )
})

test('a start that a transaction takes which is given up is not said to be taken', async () => {
  const { owner, ids } = await givenTurns()
  const bookings = [await bookAlone(owner, 0, '15:00'), await bookAlone(owner, 1, '15:00')]
  const [endFirst, endSecond] = await Promise.all(
    ids.map((id, n) => holding(owner, id, { bookingId: bookings[n] ?? '', start: at('10:00') })),
  )
  const answer = app.call('booking', wishOf(owner, 2), null)
  const began = await isWaiting()
  await endFirst?.('commit')
  await isWaiting(began)
  await endSecond?.('give up')
  assert.equal((await answer).status, 200, JSON.stringify((await answer).body))
})

test('a start that both hosts lose while it is waited for is taken, with three that can be booked', async () => {
  const { owner, ids } = await givenTurns()
  const bookings = [await bookAlone(owner, 0, '15:00'), await bookAlone(owner, 1, '15:00')]
  const [endFirst, endSecond] = await Promise.all(
    ids.map((id, n) => holding(owner, id, { bookingId: bookings[n] ?? '', start: at('10:00') })),
  )
  const answer = app.call('booking', wishOf(owner, 3), null)
  const began = await isWaiting()
  await endFirst?.('commit')
  await isWaiting(began)
  await endSecond?.('commit')
  const { status, body } = await answer
  assert.deepEqual([status, body.code, (body.nearest as unknown as string[]).length], [409, 'slot_taken', 3])
})

test('a hold waits for a host who is being booked for another time, too', async () => {
  const { owner, ids } = await givenTurns()
  const bookingId = await bookAlone(owner, 0, '15:00')
  const endFirst = await holding(owner, ids[0] ?? '', { bookingId, start: at('10:00') })
  const endSecond = await holding(owner, ids[1] ?? '')
  const answer = app.call('hold-slot', { orgId: owner.orgId, eventType: 'turns', start: at('10:00') }, null)
  await isWaiting()
  await endFirst('commit')
  // One statement waits for both, one after the other.
  await sleep(200)
  await isWaiting()
  await endSecond('commit')
  assert.equal((await answer).status, 200, JSON.stringify((await answer).body))
})
