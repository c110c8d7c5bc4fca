import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { JobContext } from '#core/context.ts'
import { recordEvent } from '#core/events/events.ts'
import { endPastQuestionsJob } from '#domains/meetings/booking/end-past-questions.ts'
import { endUnansweredRequests } from '#domains/meetings/booking/end-unanswered-requests.ts'
import { followOutsideChange } from '#domains/meetings/booking/follow-outside-change.ts'
import { sendDueReminders } from '#domains/meetings/booking/send-due-reminders.ts'
import { recordOutsideChange, recordWrite } from '#domains/meetings/calendars/writes.ts'
import type { Mail } from '#ports/mail.ts'
import { type Outbox, openOutbox } from '../mail/outbox.ts'
import { type Someone, startApp, type TestApp } from '../support/app.ts'
import { openFailpoints, Stop } from '../support/failpoints.ts'

/* A worker is killed between any two steps of what the clock, or a host's calendar, does to a booking: before each statement, and around each commit. */

const { brokenContext, crashingAt } = openFailpoints()
let app: TestApp
let outbox: Outbox
before(async () => {
  app = await startApp({ alone: true })
  outbox = await openOutbox(app)
})
after(async () => {
  await outbox?.close()
  await app?.stop()
})

const noAccount: Mail = {
  ...{ provider: null, from: { name: null, address: 'desk@example.com' } },
  send: () => Promise.reject(new Error('never asked')),
}
const dayMs = 86_400_000
const soon = new Date(Date.now() + 2 * dayMs).toISOString().slice(0, 10)
const done = async (type: string, body: object, who: Someone): Promise<Record<string, unknown>> => {
  const answer = await app.call(type, body, who)
  assert.equal(answer.status, 200, `${type} ${JSON.stringify(answer.body)}`)
  return answer.body as Record<string, unknown>
}

const given = async (more: object = {}) => {
  const owner = await app.given.organization()
  const type = { slug: 'talk', name: 'Talk', minutes: 30, mode: 'one', hosts: [owner.personId], ...more }
  await done('save-event-type', type, owner)
  const wish = { name: 'Maya', email: 'maya@example.com', start: `${soon}T10:00:00Z`, anyTime: true, eventType: 'talk' }
  const bookingId = String((await done('create-booking', { ...wish, hostId: owner.personId }, owner)).bookingId)
  return { owner, bookingId }
}
const pass = (owner: Someone) =>
  app.database.inOrg(owner.orgId, (db) =>
    sql`update bookings set starts_at = now() - interval '31 minutes', ends_at = now() - interval '1 minute'`.execute(db),
  )
/** What a host did with the event of a meeting. */
const changeOutside = ({ owner, bookingId }: { owner: Someone; bookingId: string }) =>
  app.database.inOrg(owner.orgId, async (db) => {
    const calendar = { org_id: owner.orgId, id: crypto.randomUUID(), person_id: owner.personId }
    const into = { ...calendar, connection_id: crypto.randomUUID(), provider_id: 'primary' }
    const written = { bookingId, eventId: 'event', sequence: 0, state: 'written', etag: null, roomUrl: null } as const
    await recordWrite(db, into, written)
    await recordOutsideChange(db, { now: () => new Date(), emitIn: recordEvent }, calendar, 'event', null)
  })

/** Runs it with a crash at the first point, the second and so on, until it gets through; and once more, as a job can come twice. */
const killEverywhere = async (run: (context: JobContext) => Promise<void>, leastPoints: number): Promise<void> => {
  const given = outbox.context(noAccount, new Date())
  const unused = { files: {}, paper: {}, documents: {} } as unknown as JobContext['ports']
  const context = brokenContext({ ...given, ports: { ...unused, ...given.ports } })
  for (let at = 1; ; at++) {
    const killed = await crashingAt(at, () => run(context)).then(
      () => false,
      (error: unknown) => {
        if (error instanceof Stop) return true
        throw error
      },
    )
    if (killed) continue
    assert.ok(at > leastPoints, `only ${at - 1} points`)
    await run(context)
    return
  }
}

/** How often each thing happened to a booking, and where it is. */
const standing = async ({ owner }: { owner: Someone }) =>
  app.database.inOrg(owner.orgId, async (db) => {
    const { rows } = await sql<{ state: string; sequence: number; effects: string[]; events: string[]; mails: number }>`
      select b.state, b.sequence,
        (select array_agg(e.kind || ' ' || e.what order by e.id) from booking_effects e where e.booking_id = b.id and e.sequence > 0) as effects,
        (select array_agg(v.type order by v.id) from events v where v.subject_id = b.id and v.type <> 'booking.updated'
           and v.type like 'booking.%') as events,
        (select count(*)::int from mails m where m.template = 'booking-reminder') as mails
      from bookings b`.execute(db)
    return rows[0]
  })

test('a worker that is killed at any step of due reminders sends each once', async () => {
  const meeting = await given()
  await app.database.inOrg(meeting.owner.orgId, (db) =>
    db
      .updateTable('booking_reminders')
      .set({ due_at: new Date(Date.now() - 60_000) })
      .execute(),
  )
  await killEverywhere((context) => sendDueReminders.run({}, context), 8)
  assert.equal((await standing(meeting))?.mails, 2)
  const states = await app.database.inOrg(meeting.owner.orgId, (db) =>
    db.selectFrom('booking_reminders').select('state').execute(),
  )
  assert.deepEqual(
    states.map(({ state }) => state),
    ['sent', 'sent'],
  )
})

test('a worker that is killed at any step of declining a request whose start has passed declines it once', async () => {
  const meeting = await given({ approval: true })
  await app.database.inOrg(meeting.owner.orgId, (db) =>
    sql`update bookings set state = 'pending', starts_at = now() - interval '1 minute', ends_at = now() + interval '29 minutes'`.execute(
      db,
    ),
  )
  await killEverywhere((context) => endUnansweredRequests.run({}, context), 8)
  const { state, sequence, effects, events } = (await standing(meeting)) ?? {}
  assert.deepEqual([state, sequence], ['declined', 1])
  assert.equal(effects?.filter((each) => each === 'booker_mail unanswered').length, 1)
  assert.equal(events?.filter((each) => each === 'booking.cancelled').length, 1)
})

test('a worker that is killed at any step of following a host’s calendar cancels the meeting once', async () => {
  const meeting = await given({ fromOutside: 'follow' })
  await changeOutside(meeting)
  const { owner, bookingId } = meeting
  const asked = { orgId: owner.orgId, bookingId, personId: owner.personId, eventId: crypto.randomUUID() }
  await killEverywhere((context) => followOutsideChange.run(asked, context), 8)
  const { state, sequence, effects, events } = (await standing(meeting)) ?? {}
  assert.deepEqual([state, sequence], ['cancelled', 1])
  assert.equal(effects?.filter((each) => each === 'booker_mail cancelled').length, 1)
  assert.equal(events?.filter((each) => each === 'booking.cancelled').length, 1)
})

test('a worker that is killed at any step of ending the questions about a meeting that is over ends all of them', async () => {
  const meeting = await given()
  await changeOutside(meeting)
  const worker = await app.startWorker()
  const open = async () => ((await done('list-tasks', {}, meeting.owner)).tasks as unknown[]).length
  try {
    for (let tries = 0; (await open()) === 0 && tries < 200; tries++) await new Promise((next) => setTimeout(next, 50))
  } finally {
    await worker.stop()
  }
  assert.equal(await open(), 1)
  await pass(meeting.owner)
  await killEverywhere((context) => endPastQuestionsJob.run({}, context), 5)
  assert.equal(await open(), 0)
  const { notices } = await done('list-notices', {}, meeting.owner)
  assert.deepEqual(
    (notices as { kind: string }[]).filter(({ kind }) => kind === 'meeting_changed'),
    [],
  )
  assert.equal((await standing(meeting))?.state, 'confirmed')
})
