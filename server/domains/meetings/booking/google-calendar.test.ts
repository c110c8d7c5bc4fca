import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Someone, TestApp } from '#test/support/app.ts'
import { givenHost, ownEvent, readAgain, startHosts } from '#test/support/host-calendars.ts'
import { until } from '#test/support/until.ts'

let app: TestApp
let stop: () => Promise<void>
before(async () => {
  ;({ app, stop } = await startHosts())
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
