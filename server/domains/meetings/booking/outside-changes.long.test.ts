import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { JobContext } from '#core/context.ts'
import type { Calendars } from '#ports/calendars.ts'
import type { Someone, TestApp } from '#test/support/app.ts'
import { connectCalendar, hostCalendars, ownEvent, readAgain, startHosts } from '#test/support/host-calendars.ts'
import { followedByWorker } from '#test/support/reactions.ts'
import { until } from '#test/support/until.ts'
import { recordOutsideChange } from '../calendars/writes.ts'

let app: TestApp
let stop: () => Promise<void>
before(async () => {
  ;({ app, stop } = await startHosts())
})
after(() => stop?.())

const dayMs = 86_400_000
interface Listed {
  id: string
  state: string
  starts_at: string
  changed_outside: string | null
  conflicts: string[]
  sequence: number
}
const listed = async (owner: Someone): Promise<Listed | undefined> =>
  ((await app.call('list-bookings', { state: 'all' }, owner)).body.bookings as unknown as Listed[])[0]
const tasksOf = async (owner: Someone): Promise<string[]> =>
  ((await app.call('list-tasks', {}, owner)).body.tasks as unknown as { title: string }[]).map(({ title }) => title)
/** Of a booking, as its host has them. */
const noticesOf = async (owner: Someone, bookingId: string): Promise<string[]> =>
  ((await app.call('list-notices', {}, owner)).body.notices as unknown as { kind: string; subject_id: string }[])
    .filter(({ subject_id }) => subject_id === bookingId)
    .map(({ kind }) => kind)
const mailsTo = (owner: Someone, email: string): Promise<number> =>
  app.database.inOrg(
    owner.orgId,
    async (db) => (await db.selectFrom('mails').select('id').where('to_email', '=', email).execute()).length,
  )

/** A workspace whose owner has a calendar, and one meeting that stands in it. */
const meeting = async (account: string, more: Record<string, unknown> = {}) => {
  const owner = await app.given.organization()
  if (more.fromOutside) {
    const { body } = await app.call('list-event-types', {}, owner)
    const [type] = body.event_types as unknown as { id: string; slug: string }[]
    assert.equal((await app.call('save-event-type', { id: type?.id, slug: type?.slug, ...more }, owner)).status, 200)
  }
  await connectCalendar(app, owner, account)
  const google = await hostCalendars(app, owner)
  const range = {
    from: new Date(Date.now() + dayMs).toISOString(),
    to: new Date(Date.now() + 20 * dayMs).toISOString(),
  }
  const { body } = await app.call('list-slots', { orgId: owner.orgId, timezone: 'UTC', ...range }, null)
  const slots = (body.slots as unknown as { start: string }[]).map(({ start }) => start)
  const email = `${account}booker.example`
  const wish = { orgId: owner.orgId, name: 'Maya', email, date: 'x', time: 'x', timezone: 'UTC', isoTime: slots[0] }
  assert.equal((await app.call('booking', wish, null)).status, 200)
  const booking = (await listed(owner)) as Listed
  await written(owner, 0)
  return { owner, google, slots, booking, email, eventId: booking.id.replaceAll('-', '') }
}
const written = (owner: Someone, sequence: number) =>
  until('the event', () =>
    app.database.inOrg(owner.orgId, (db) =>
      db
        .selectFrom('calendar_writes')
        .selectAll()
        .where('state', '=', 'written')
        .where('sequence', '=', sequence)
        .where('seen_change', 'is', null)
        .executeTakeFirst(),
    ),
  )
const moveThere = async (google: Calendars, eventId: string, start: string) => {
  const change = { start: new Date(start), end: new Date(Date.parse(start) + 1_800_000), zone: 'UTC' }
  assert.equal((await google.changeEvent('primary', eventId, change)).outcome, 'changed')
}

test('a host moved a meeting in the calendar: a member has the booking moved there with an email, or the event put back', async () => {
  const { owner, google, slots, booking, email, eventId } = await meeting('mira@')
  await moveThere(google, eventId, slots[3] ?? '')
  await readAgain(app, owner)
  await until('the change', async () => (await listed(owner))?.changed_outside ?? undefined)
  assert.equal((await listed(owner))?.starts_at, slots[0])
  const before = await mailsTo(owner, email)
  const decide = (decision: string, who = owner) => app.call('decide-outside-change', { bookingId: booking.id, decision }, who)
  const colleague = await app.given.person(owner.orgId, 'member')
  assert.equal((await decide('tell_booker', colleague)).body.code, 'forbidden')
  await until('the notice', async () => (await noticesOf(owner, booking.id)).includes('meeting_changed'))
  assert.deepEqual(await noticesOf(colleague, booking.id), [])
  assert.equal((await decide('tell_booker')).status, 200)
  const moved = await listed(owner)
  assert.deepEqual([moved?.starts_at, moved?.sequence, moved?.changed_outside], [slots[3], 1, null])
  assert.equal(await mailsTo(owner, email), before + 1)
  assert.deepEqual(await noticesOf(owner, booking.id), [])
  await until('the task to end', async () => (await tasksOf(owner)).every((title) => !title.includes('in your calendar')))
  assert.equal((await decide('tell_booker')).body.code, 'booking_not_changed')

  await written(owner, 1)
  await google.removeEvent('primary', eventId)
  await readAgain(app, owner)
  await until('the deletion', async () => (await listed(owner))?.changed_outside ?? undefined)
  assert.equal((await decide('put_back')).status, 200)
  const again = await written(owner, 1)
  assert.notEqual(again.event_id, eventId)
  const event = await google.findEvent('primary', again.event_id)
  assert.deepEqual(event?.start, { at: new Date(slots[3] ?? '') })
  assert.equal((await listed(owner))?.state, 'confirmed')
})

test('a meeting that its host moved in the calendar takes the time where it lies, and its task ends when the meeting is cancelled', async () => {
  const { owner, google, slots, booking, eventId } = await meeting('mira@')
  const free = async (): Promise<string[]> => {
    const range = { from: new Date(Date.now() + dayMs).toISOString(), to: new Date(Date.now() + 20 * dayMs).toISOString() }
    const { body } = await app.call('list-slots', { orgId: owner.orgId, timezone: 'UTC', ...range }, null)
    return (body.slots as unknown as { start: string }[]).map(({ start }) => start)
  }
  assert.ok((await free()).includes(slots[3] ?? ''))
  await moveThere(google, eventId, slots[3] ?? '')
  await readAgain(app, owner)
  await until('the change', async () => (await listed(owner))?.changed_outside ?? undefined)
  assert.ok(!(await free()).includes(slots[3] ?? ''), 'where the event lies')
  assert.ok(!(await free()).includes(slots[0] ?? ''), 'where the meeting is')
  assert.deepEqual((await listed(owner))?.conflicts, [])
  const asks = async () => (await tasksOf(owner)).some((title) => title.includes('in your calendar'))
  await until('the task', async () => ((await asks()) ? true : undefined))
  const cancelled = await app.call('manage-booking', { action: 'cancel', bookingId: booking.id }, owner)
  assert.equal(cancelled.status, 200, JSON.stringify(cancelled.body))
  assert.equal(await asks(), false)
})

test('a page that was read before a meeting was rescheduled is no change of its host', async () => {
  const { owner, slots, booking } = await meeting('jonas@')
  assert.equal((await app.call('move-booking', { bookingId: booking.id, start: slots[3] }, owner)).status, 200)
  await written(owner, 1)
  const calendar = await app.database.inOrg(owner.orgId, (db) =>
    db.selectFrom('calendars').selectAll().where('is_target', '=', true).executeTakeFirstOrThrow(),
  )
  const write = await written(owner, 1)
  await app.database.inOrg(owner.orgId, (db) =>
    recordOutsideChange(
      db,
      { now: () => new Date(), emitIn: () => assert.fail('it was told as a change') } as unknown as JobContext,
      calendar,
      write.event_id,
      new Date(slots[0] ?? ''),
      0,
    ),
  )
  assert.equal((await listed(owner))?.changed_outside, null)
})

test('an event type that follows moves and cancels the booking at once; onto another meeting it asks', async () => {
  const { owner, google, slots, booking, eventId } = await meeting('jonas@', { fromOutside: 'follow' })
  const other = { orgId: owner.orgId, name: 'Ole', email: 'ole@example.com', date: 'x', time: 'x', timezone: 'UTC' }
  assert.equal((await app.call('booking', { ...other, isoTime: slots[6] }, null)).status, 200)
  const first = async () =>
    ((await app.call('list-bookings', { state: 'all' }, owner)).body.bookings as unknown as Listed[]).find(
      ({ id }) => id === booking.id,
    )
  await moveThere(google, eventId, slots[6] ?? '')
  await readAgain(app, owner)
  await until('the question', async () => (await tasksOf(owner)).some((title) => title.includes('was moved in your calendar')))
  assert.deepEqual([(await first())?.starts_at, (await first())?.sequence], [slots[0], 0])
  await moveThere(google, eventId, slots[3] ?? '')
  await readAgain(app, owner)
  await until('the move', async () => (await first())?.starts_at === slots[3])
  await until('its write', () =>
    app.database.inOrg(owner.orgId, (db) =>
      db
        .selectFrom('calendar_writes')
        .select('state')
        .where('booking_id', '=', booking.id)
        .where('sequence', '=', 1)
        .executeTakeFirst(),
    ),
  )
  await google.removeEvent('primary', eventId)
  await readAgain(app, owner)
  await until('the end', async () => (await first())?.state === 'cancelled')
})

test('an event over a meeting is a conflict with a task until both are kept, and again when it moves', async () => {
  const { owner, google, slots, booking } = await meeting('mira@')
  const start = new Date(slots[0] ?? '')
  await google.putEvent('primary', ownEvent('over1', start))
  await readAgain(app, owner)
  const task = () => until('the task', async () => (await tasksOf(owner)).some((title) => title.includes('keep both')))
  await task()
  assert.deepEqual((await listed(owner))?.conflicts, ['Dentist'])
  assert.deepEqual(await noticesOf(owner, booking.id), ['meeting_conflict'])
  const kept = await app.call('decide-outside-change', { bookingId: booking.id, decision: 'keep_both' }, owner)
  assert.equal(kept.status, 200)
  assert.deepEqual([(await listed(owner))?.conflicts, await tasksOf(owner)], [[], []])
  assert.deepEqual(await noticesOf(owner, booking.id), [])
  await readAgain(app, owner)
  await google.changeEvent('primary', 'over1', {
    start: new Date(start.getTime() + 600_000),
    end: new Date(start.getTime() + 2_400_000),
    zone: 'UTC',
  })
  await readAgain(app, owner)
  await task()
  assert.deepEqual((await listed(owner))?.conflicts, ['Dentist'])
})

/** The reaction to what calendars say has seen all of it. */
const settled = (owner: Someone): Promise<unknown> => followedByWorker(app, owner.orgId, 'raise-outside-changes')

/** How often a copied event was read as it is now. */
const copyOf = (owner: Someone, id: string, wanted: { starts_at?: Date; takes_time?: boolean }) =>
  until('the copy', () =>
    app.database.inOrg(owner.orgId, async (db) => {
      const row = await db
        .selectFrom('calendar_events')
        .select(['starts_at', 'takes_time'])
        .where('provider_id', '=', id)
        .executeTakeFirst()
      const isStart = !wanted.starts_at || row?.starts_at.getTime() === wanted.starts_at.getTime()
      return row !== undefined && isStart && (wanted.takes_time === undefined || row.takes_time === wanted.takes_time)
    }),
  )

test('a conflict is one task, also when its event moves within the meeting, and ends with its notice when the host solves it in the calendar', async () => {
  const { owner, google, slots, booking } = await meeting('mira@')
  const start = new Date(slots[0] ?? '')
  const later = (minutes: number): Date => new Date(start.getTime() + minutes * 60_000)
  const asked = async () => [(await tasksOf(owner)).length, await noticesOf(owner, booking.id)]
  const isAsked = (expected: unknown) =>
    until('what is asked', async () => JSON.stringify(await asked()) === JSON.stringify(expected))
  const change = async (more: Parameters<typeof google.changeEvent>[2]) => {
    assert.equal((await google.changeEvent('primary', 'solved', more)).outcome, 'changed')
    await readAgain(app, owner)
  }
  await google.putEvent('primary', ownEvent('solved', start))
  await readAgain(app, owner)
  await isAsked([1, ['meeting_conflict']])

  await change({ start: later(10), end: later(40), zone: 'UTC' })
  await copyOf(owner, 'solved', { starts_at: later(10) })
  await settled(owner)
  assert.deepEqual(await asked(), [1, ['meeting_conflict']])

  await change({ isBusy: false })
  await copyOf(owner, 'solved', { takes_time: false })
  await isAsked([0, []])

  await change({ isBusy: true })
  await isAsked([1, ['meeting_conflict']])
  await google.putEvent('primary', ownEvent('second', start))
  await readAgain(app, owner)
  await copyOf(owner, 'second', {})
  await google.removeEvent('primary', 'solved')
  await readAgain(app, owner)
  await until('one of two', async () => (await listed(owner))?.conflicts.length === 1)
  await settled(owner)
  assert.deepEqual(await asked(), [1, ['meeting_conflict']], 'another one is left')
  await google.removeEvent('primary', 'second')
  await readAgain(app, owner)
  await isAsked([0, []])
})

test('a second change of a host is the same question, and a meeting that they put back is none any more', async () => {
  const { owner, google, slots, booking, eventId } = await meeting('jonas@')
  const asked = async () => [(await tasksOf(owner)).length, await noticesOf(owner, booking.id)]
  const seen = (start: string | undefined) => copyOf(owner, eventId, { starts_at: new Date(start ?? '') })
  await moveThere(google, eventId, slots[3] ?? '')
  await readAgain(app, owner)
  await until('the question', async () => (await tasksOf(owner)).length === 1)
  await moveThere(google, eventId, slots[5] ?? '')
  await readAgain(app, owner)
  await seen(slots[5])
  await settled(owner)
  assert.deepEqual(await asked(), [1, ['meeting_changed']])
  await moveThere(google, eventId, slots[0] ?? '')
  await readAgain(app, owner)
  await seen(slots[0])
  await settled(owner)
  assert.deepEqual(await asked(), [0, []])
  const decided = await app.call('decide-outside-change', { bookingId: booking.id, decision: 'tell_booker' }, owner)
  assert.equal(decided.body.code, 'booking_not_changed')
})

test('a decision is about what the host’s calendar says at that moment, also before it is read', async () => {
  const { owner, google, slots, booking, eventId } = await meeting('jonas@')
  const reads = async (isChanged: boolean) => {
    await readAgain(app, owner)
    await until('the reading', async () => ((await listed(owner))?.changed_outside !== null) === isChanged)
  }
  const decide = (startsAt: string | undefined) =>
    app.call(
      'decide-outside-change',
      { bookingId: booking.id, decision: 'tell_booker', shown: { change: 'moved', starts_at: startsAt } },
      owner,
    )
  await moveThere(google, eventId, slots[3] ?? '')
  await reads(true)
  await moveThere(google, eventId, slots[0] ?? '')
  assert.equal((await decide(slots[3])).body.code, 'booking_not_changed', 'it was put back')
  await reads(false)
  await moveThere(google, eventId, slots[3] ?? '')
  await reads(true)
  await moveThere(google, eventId, slots[5] ?? '')
  const { status, body } = await decide(slots[3])
  assert.deepEqual([status, body.code], [409, 'booking_changed_again'])
  assert.equal((body.outside_change as unknown as { starts_at: string }).starts_at, slots[5])
  assert.equal((await listed(owner))?.starts_at, slots[0])
  assert.equal((await decide(slots[5])).status, 200)
  assert.equal((await listed(owner))?.starts_at, slots[5])
})

test('a meeting that is moved or booked onto an event that was read before is a conflict at once, and again when it comes back to it', async () => {
  const { owner, google, slots, booking } = await meeting('mira@')
  const over = new Date(slots[6] ?? '')
  await google.putEvent('primary', ownEvent('earlier', over))
  await readAgain(app, owner)
  await copyOf(owner, 'earlier', {})
  await settled(owner)
  assert.deepEqual(await tasksOf(owner), [])
  const asked = async () => [(await tasksOf(owner)).length, await noticesOf(owner, booking.id)]
  const isAsked = (expected: unknown) =>
    until('what is asked', async () => JSON.stringify(await asked()) === JSON.stringify(expected))
  const move = async (start: Date | string | undefined) => {
    const wish = { bookingId: booking.id, start: new Date(start ?? '').toISOString(), anyTime: true }
    assert.equal((await app.call('move-booking', wish, owner)).status, 200)
  }
  for (let n = 0; n < 2; n++) {
    await move(over)
    await isAsked([1, ['meeting_conflict']])
    // Half an hour of the event is under it still.
    await move(new Date(over.getTime() + 60_000))
    await settled(owner)
    await isAsked([1, ['meeting_conflict']])
    await move(slots[12])
    await settled(owner)
    assert.deepEqual(await asked(), [0, []], 'it is elsewhere')
  }
  const wish = { name: 'Rao', email: 'rao@booker.example', start: over.toISOString(), anyTime: true }
  assert.equal((await app.call('create-booking', wish, owner)).status, 200)
  await until('the task', async () => (await tasksOf(owner)).some((title) => title.includes('keep both')))
})

test('a conflict ends with the calendar that it is in: unticked, or disconnected', async () => {
  const { owner, google, slots, booking } = await meeting('mira@')
  const calendars = await app.database.inOrg(owner.orgId, (db) =>
    db
      .selectFrom('calendars')
      .select(['id', 'provider_id', 'connection_id', 'is_ticked'])
      .orderBy('is_primary', 'desc')
      .execute(),
  )
  const second = calendars.find(({ is_ticked }) => !is_ticked)
  assert.ok(second)
  const isAsked = (tasks: number, notices: string[]) =>
    until('what is asked', async () => {
      const asked = [(await tasksOf(owner)).length, await noticesOf(owner, booking.id)]
      return JSON.stringify(asked) === JSON.stringify([tasks, notices])
    })
  await google.putEvent(second.provider_id, ownEvent('other1', new Date(slots[0] ?? '')))
  const tick = async (ticked: boolean) =>
    assert.equal((await app.call('update-calendar', { calendarId: second.id, ticked }, owner)).status, 200)
  await tick(true)
  await isAsked(1, ['meeting_conflict'])
  await tick(false)
  await isAsked(0, [])
  await tick(true)
  await isAsked(1, ['meeting_conflict'])
  const left = await app.call('disconnect-mailbox', { mailboxId: second.connection_id }, owner)
  assert.equal(left.status, 200, JSON.stringify(left.body))
  await isAsked(0, [])
})

test('a meeting that its host made longer, or moved by less than its length, is no conflict with itself', async () => {
  const { owner, google, slots, eventId } = await meeting('jonas@')
  const start = Date.parse(slots[0] ?? '')
  const copied = (endsAt: Date) =>
    until('the copy', () =>
      app.database.inOrg(owner.orgId, (db) =>
        db
          .selectFrom('calendar_events')
          .select('booking_id')
          .where('provider_id', '=', eventId)
          .where('ends_at', '=', endsAt)
          .executeTakeFirst(),
      ),
    )
  const stretch = async (from: number, to: number) => {
    const change = { start: new Date(from), end: new Date(to), zone: 'UTC' }
    assert.equal((await google.changeEvent('primary', eventId, change)).outcome, 'changed')
    await readAgain(app, owner)
    assert.equal((await copied(new Date(to))).booking_id, null)
  }
  await stretch(start, start + 90 * 60_000)
  assert.deepEqual((await listed(owner))?.conflicts, [])
  await stretch(start + 600_000, start + 2_400_000)
  assert.deepEqual((await listed(owner))?.conflicts, [])
  assert.match((await listed(owner))?.changed_outside ?? '', /Moved/)
})

/** A meeting of two hosts, which stands in the calendars of both. */
const meetingOfTwo = async () => {
  const owner = await app.given.organization()
  const other = await app.given.person(owner.orgId, 'member')
  const type = { slug: 'two', name: 'Talk', minutes: 30, mode: 'collective', hosts: [owner.personId, other.personId] }
  assert.equal((await app.call('save-event-type', type, owner)).status, 200)
  await connectCalendar(app, owner, 'mira@')
  await connectCalendar(app, other, 'jonas@')
  const range = { from: new Date(Date.now() + dayMs).toISOString(), to: new Date(Date.now() + 20 * dayMs).toISOString() }
  const asked = { orgId: owner.orgId, eventType: 'two', timezone: 'UTC' }
  const { body } = await app.call('list-slots', { ...asked, ...range }, null)
  const slots = (body.slots as unknown as { start: string }[]).map(({ start }) => start)
  const wish = { ...asked, name: 'Maya', email: 'two@booker.example', date: 'x', time: 'x', isoTime: slots[0] }
  assert.equal((await app.call('booking', wish, null)).status, 200)
  const booking = (await listed(owner)) as Listed
  const eventId = booking.id.replaceAll('-', '')
  const googles = { mine: await hostCalendars(app, owner), theirs: await hostCalendars(app, other) }
  const bothWritten = (sequence: number) =>
    until('both events', () =>
      app.database.inOrg(owner.orgId, async (db) => {
        const rows = await db
          .selectFrom('calendar_writes')
          .select('person_id')
          .where('state', '=', 'written')
          .where('sequence', '=', sequence)
          .where('seen_change', 'is', null)
          .execute()
        return rows.length === 2
      }),
    )
  await bothWritten(0)
  const moveBoth = async (to: { mine: string; theirs: string }) => {
    await moveThere(googles.mine, eventId, to.mine)
    await moveThere(googles.theirs, eventId, to.theirs)
    await readAgain(app, owner)
    await readAgain(app, other)
    for (const host of [owner, other])
      await until('the question', async () => (await noticesOf(host, booking.id)).includes('meeting_changed'))
  }
  return { owner, other, googles, slots, booking, eventId, bothWritten, moveBoth }
}
const openTasks = async (host: Someone): Promise<number> =>
  app.database.inOrg(host.orgId, async (db) => {
    const rows = await db
      .selectFrom('tasks')
      .select('id')
      .where('assigned_to', '=', host.personId)
      .where('done_at', 'is', null)
      .where('cause_key', 'like', 'meeting_changed:%')
      .execute()
    return rows.length
  })

test('of a meeting that both hosts moved each puts their own event back, and the other stays asked', async () => {
  const { owner, other, googles, slots, booking, eventId, moveBoth } = await meetingOfTwo()
  await moveBoth({ mine: slots[3] ?? '', theirs: slots[5] ?? '' })
  const putBack = (who: Someone) => app.call('decide-outside-change', { bookingId: booking.id, decision: 'put_back' }, who)
  const startOf = async (google: Calendars) => (await google.findEvent('primary', eventId))?.start
  const changes = async (): Promise<number> =>
    app.database.inOrg(owner.orgId, async (db) => {
      const rows = await db.selectFrom('calendar_writes').select('person_id').where('seen_change', 'is not', null).execute()
      return rows.length
    })
  assert.equal((await putBack(other)).status, 200)
  await until('their event', async () => (await changes()) === 1)
  assert.deepEqual(await startOf(googles.theirs), { at: new Date(slots[0] ?? '') })
  assert.deepEqual(await startOf(googles.mine), { at: new Date(slots[3] ?? '') })
  assert.deepEqual([await openTasks(other), await openTasks(owner)], [0, 1])
  assert.deepEqual(await noticesOf(other, booking.id), [])
  assert.deepEqual(await noticesOf(owner, booking.id), ['meeting_changed'])
  assert.equal((await putBack(owner)).status, 200)
  await until('my event', async () => (await changes()) === 0)
  assert.deepEqual([await openTasks(other), await openTasks(owner)], [0, 0])
})

test('of a meeting that both hosts moved the one who decides moves the booking, and the other one gets a task', async () => {
  const { owner, other, googles, slots, booking, eventId, bothWritten, moveBoth } = await meetingOfTwo()
  for (const round of [
    { decides: other, asked: owner, mine: slots[3], theirs: slots[5], to: slots[5] },
    { decides: owner, asked: other, mine: slots[7], theirs: slots[9], to: slots[7] },
  ]) {
    const { sequence } = (await listed(owner)) as Listed
    await moveBoth({ mine: round.mine ?? '', theirs: round.theirs ?? '' })
    const told = await app.call('decide-outside-change', { bookingId: booking.id, decision: 'tell_booker' }, round.decides)
    assert.equal(told.status, 200, JSON.stringify(told.body))
    assert.equal((await listed(owner))?.starts_at, round.to)
    assert.deepEqual([await openTasks(round.decides), await openTasks(round.asked)], [0, 1])
    await bothWritten(sequence + 1)
    for (const google of [googles.mine, googles.theirs])
      assert.deepEqual((await google.findEvent('primary', eventId))?.start, { at: new Date(round.to ?? '') })
  }
})

test('a member ticks further calendars: what they show takes time while ticked; the calendar of the meetings stays ticked', async () => {
  const owner = await app.given.organization()
  await connectCalendar(app, owner, 'mira@')
  interface Listing {
    id: string
    name: string
    is_primary: boolean
    is_ticked: boolean
    is_target: boolean
    synced_at: string | null
  }
  const calendars = async (who = owner) =>
    (await app.call('list-account-calendars', {}, who)).body.calendars as unknown as Listing[]
  const all = await calendars()
  const [primary, second] = all
  assert.ok(primary?.is_primary && primary.is_ticked && primary.is_target && second && !second.is_ticked)
  const colleague = await app.given.person(owner.orgId, 'admin')
  assert.deepEqual(await calendars(colleague), [])
  const update = (input: Record<string, unknown>, who = owner) => app.call('update-calendar', input, who)
  assert.equal((await update({ calendarId: second.id, ticked: true }, colleague)).body.code, 'account_calendar_not_found')
  assert.equal((await update({ calendarId: primary.id, ticked: false })).body.code, 'calendar_is_target')
  assert.equal((await update({ calendarId: second.id, ticked: true })).status, 200)
  await until('its copy', async () => (await calendars()).find(({ id }) => id === second.id)?.synced_at)
  assert.equal((await update({ calendarId: second.id, ticked: false })).status, 200)
  const counting = await app.database.inOrg(owner.orgId, (db) =>
    db
      .selectFrom('calendar_events')
      .select('provider_id')
      .where('calendar_id', '=', second.id)
      .where('counts', '=', true)
      .execute(),
  )
  assert.deepEqual(counting, [])
})

test('an event that comes to be after its removal did not find it is removed a minute later, unless the meeting has it again', async () => {
  const { owner, google, slots, booking, eventId } = await meeting('jonas@')
  const late = `${eventId}late`
  const inOrg = <T>(work: Parameters<typeof app.database.inOrg<T>>[1]) => app.database.inOrg(owner.orgId, work)
  // A put that was given up: its answer never came.
  await google.removeEvent('primary', eventId)
  const write = await inOrg((db) =>
    db
      .updateTable('calendar_writes')
      .set({ event_id: late, state: 'writing', etag: null })
      .where('booking_id', '=', booking.id)
      .returningAll()
      .executeTakeFirstOrThrow(),
  )
  const cancelled = await app.call('manage-booking', { action: 'cancel', bookingId: booking.id }, owner)
  assert.equal(cancelled.status, 200, JSON.stringify(cancelled.body))
  await until('the removal', async () => {
    const { state } = await inOrg((db) => db.selectFrom('calendar_writes').select('state').executeTakeFirstOrThrow())
    return state === 'removed'
  })
  await google.putEvent('primary', ownEvent(late, new Date(slots[0] ?? '')))
  const waiting = await app.database.pool.query(
    `update jobs.job_common set start_after = now() where name = 'remove-late-event' and data ->> 'eventId' = $1 and start_after > now()
       + interval '30 seconds' returning id`,
    [late],
  )
  assert.equal(waiting.rowCount, 1)
  await until('it is gone', async () => (await google.findEvent('primary', late)) === null)

  const again = `${eventId}again1`
  await google.putEvent('primary', ownEvent(again, new Date(slots[0] ?? '')))
  await inOrg((db) =>
    db.updateTable('calendar_writes').set({ event_id: again, state: 'written' }).where('booking_id', '=', booking.id).execute(),
  )
  const job = { orgId: owner.orgId, bookingId: booking.id, personId: owner.personId, mailboxId: write.connection_id }
  const data = JSON.stringify({ ...job, calendar: write.provider_calendar_id, eventId: again })
  const { rows } = await app.database.pool.query(
    `insert into jobs.job (name, data) values ('remove-late-event', $1) returning id`,
    [data],
  )
  await until('the job', async () => {
    const done = await app.database.pool.query('select from jobs.job_common where id = $1 and state = $2', [
      rows[0].id,
      'completed',
    ])
    return done.rowCount === 1
  })
  assert.ok(await google.findEvent('primary', again))
})
