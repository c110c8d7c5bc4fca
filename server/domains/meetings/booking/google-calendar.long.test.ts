import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import type { Calendars } from '#ports/calendars.ts'
import type { Someone, TestApp } from '#test/support/app.ts'
import { assertNoneIsLost, doRound, faultsIn, type ModelCalendars, startModel } from '#test/support/booking-model.ts'
import { modelPlace, modelRounds } from '#test/support/booking-steps.ts'
import { connectCalendar, givenHost, hostCalendars, ownEvent, readAgain, startHosts } from '#test/support/host-calendars.ts'
import { until } from '#test/support/until.ts'

let app: TestApp
let stop: () => Promise<void>
before(async () => {
  ;({ app, stop } = await startHosts({ TRUSTED_PROXIES: '127.0.0.1' }))
})
after(() => stop?.())

const dayMs = 86_400_000
const slotsOf = async (owner: Someone): Promise<string[]> => {
  const { body } = await app.call(
    'list-slots',
    {
      ...{ orgId: owner.orgId, timezone: 'UTC' },
      ...{ from: new Date(Date.now() + dayMs).toISOString(), to: new Date(Date.now() + 20 * dayMs).toISOString() },
    },
    null,
  )
  return (body.slots as unknown as { start: string }[]).map(({ start }) => start)
}
const book = async (owner: Someone, start: string) => {
  const wish = {
    orgId: owner.orgId,
    name: 'Maya',
    email: 'maya@example.com',
    date: 'x',
    time: 'x',
    timezone: 'UTC',
    isoTime: start,
  }
  const answer = await app.call('booking', wish, null)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  const { manageLink, meetingLink } = answer.body as unknown as { manageLink: string; meetingLink: string }
  return { token: manageLink.split('/').at(-1) ?? '', meetingLink }
}

test('an event of the host takes its time; a booking is one event there, moves with it, leads to its room, and goes when it is cancelled', async () => {
  const { owner, google } = await givenHost(app)
  const before = await slotsOf(owner)
  const taken = before[4] ?? ''
  await google.putEvent('primary', ownEvent('dentist01', new Date(taken)))
  await readAgain(app, owner)
  await until('the event', async () => !(await slotsOf(owner)).includes(taken))

  const start = before[0] ?? ''
  const { token, meetingLink } = await book(owner, start)
  const [{ id: bookingId = '' } = {}] = (await app.call('list-bookings', {}, owner)).body.bookings as unknown as {
    id: string
  }[]
  const eventId = bookingId.replaceAll('-', '')
  const event = await until('the event of the booking', async () => (await google.findEvent('primary', eventId)) ?? undefined)
  assert.deepEqual([event.start, event.iCalUid], [{ at: new Date(start) }, `${eventId}@google.com`])
  const room = await until('the room', async () => {
    const response = await fetch(app.url + new URL(meetingLink).pathname, { redirect: 'manual' })
    return response.status === 303 && (response.headers.get('location') ?? undefined)
  })
  assert.ok(room)
  await readAgain(app, owner)
  const to = before[8] ?? ''
  assert.equal((await app.call('reschedule-booking', { token, start: to }, null)).status, 200)
  await until('the move', async () => {
    const now = await google.findEvent('primary', eventId)
    return now && 'at' in now.start && now.start.at.toISOString() === to
  })
  assert.equal((await app.call('cancel-booking', { token }, null)).status, 200)
  await until('the removal', async () => (await google.findEvent('primary', eventId)) === null)
})

test('when a host deletes a meeting in their calendar, the booking stands and a task asks the host about it', async () => {
  const { owner, google } = await givenHost(app)
  const [start = ''] = await slotsOf(owner)
  await book(owner, start)
  const [{ id: bookingId = '' } = {}] = (await app.call('list-bookings', {}, owner)).body.bookings as unknown as {
    id: string
  }[]
  const eventId = bookingId.replaceAll('-', '')
  await until('the event', async () => (await google.findEvent('primary', eventId)) ?? undefined)
  await until('the write', async () =>
    app.database.inOrg(owner.orgId, (db) =>
      db.selectFrom('calendar_writes').select('state').where('state', '=', 'written').executeTakeFirst(),
    ),
  )
  await google.removeEvent('primary', eventId)
  await readAgain(app, owner)
  await until('the task', async () => {
    const { tasks } = (await app.call('list-tasks', {}, owner)).body as unknown as { tasks: { title: string }[] }
    return tasks.some(({ title }) => title.includes('deleted in your calendar'))
  })
  const [booking] = (await app.call('list-bookings', {}, owner)).body.bookings as unknown as {
    state: string
    changed_outside: string | null
  }[]
  assert.deepEqual([booking?.state, booking?.changed_outside], ['confirmed', 'Deleted in the host’s calendar'])
})

/** Hosts' own events at Google, which the worker copies when it is told to look. */
const atGoogle = async (owner: Someone, hosts: readonly Someone[]): Promise<ModelCalendars> => {
  const clients = new Map<string, Calendars>()
  for (const [n, host] of hosts.entries()) {
    await connectCalendar(app, host, n === 0 ? 'mira@' : 'jonas@')
    clients.set(host.personId, await hostCalendars(app, host))
  }
  const copied = (ids: readonly string[]): Promise<string[]> =>
    app.database.inOrg(owner.orgId, async (db) => {
      const rows = await db.selectFrom('calendar_events').select('provider_id').where('provider_id', 'in', ids).execute()
      return rows.map(({ provider_id }) => provider_id)
    })
  const known = new Set<string>()
  return {
    put: async ({ id, host, from, to, isBusy }) => {
      known.add(id)
      await clients.get(host)?.putEvent('primary', ownEvent(id, new Date(from), { minutes: (to - from) / 60_000, isBusy }))
    },
    end: async ({ id, host }) => clients.get(host)?.removeEvent('primary', id),
    read: async (events) => {
      const wanted = events.map(({ id }) => id).sort()
      const isRead = async () => known.size === 0 || (await copied([...known])).sort().join() === wanted.join()
      for (let round = 0; !(await isRead()); round++) {
        assert.ok(round < 20, 'the events of the hosts did not come')
        for (const host of hosts) await readAgain(app, host)
        for (let tries = 0; tries < 30 && !(await isRead()); tries++) await new Promise((done) => setTimeout(done, 50))
      }
    },
  }
}

test('with the events of both hosts at Google, read as they come and go: no start is given over one that had been read, and each other one is', async () => {
  await fc.assert(
    fc.asyncProperty(modelPlace, modelRounds, async (place, rounds) => {
      const owner = await app.given.organization()
      const at = await startModel(app, owner, place, (hosts) => atGoogle(owner, hosts))
      for (const round of rounds) assert.deepEqual(await doRound(at, round), [])
      assert.deepEqual(await faultsIn(at), [])
      await assertNoneIsLost(at)
    }),
    { numRuns: 1, endOnFailure: true },
  )
})
