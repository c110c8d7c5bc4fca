import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Kysely, sql } from 'kysely'
import { recordEvent } from '#core/events/events.ts'
import type { Tables } from '#db/tables.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { followedByWorker } from '#test/support/reactions.ts'
import { until } from '#test/support/until.ts'
import { calendarEvents } from '../calendars/events.ts'
import { recordOutsideChange, recordWrite } from '../calendars/writes.ts'

let app: TestApp
let worker: { stop(): Promise<void> }
before(async () => {
  app = await startApp({ alone: true })
  worker = await app.startWorker()
})
after(async () => {
  await worker?.stop()
  await app?.stop()
})

const dayMs = 86_400_000
const tomorrow = new Date(Date.now() + dayMs).toISOString().slice(0, 10)
const done = async (type: string, body: object, who: Someone | null): Promise<Record<string, unknown>> => {
  const answer = await app.call(type, body, who)
  assert.equal(answer.status, 200, `${type} ${JSON.stringify(answer.body)}`)
  return answer.body as Record<string, unknown>
}

/** A meeting that stands in its host’s calendar, and what the next reading of that calendar brings. */
const given = async (fromOutside: 'ask' | 'follow') => {
  const owner = await app.given.organization()
  const about = { slug: 'talk', name: 'Talk', minutes: 30, mode: 'one', hosts: [owner.personId], fromOutside }
  await done('save-event-type', about, owner)
  const wish = { name: 'Maya', email: 'maya@example.com', start: `${tomorrow}T10:00:00Z`, anyTime: true, eventType: 'talk' }
  const bookingId = String((await done('create-booking', { ...wish, hostId: owner.personId }, owner)).bookingId)
  const inOrg = <T>(work: (db: Kysely<Tables>) => Promise<T>) => app.database.inOrg(owner.orgId, work)
  const calendar = { org_id: owner.orgId, id: crypto.randomUUID(), person_id: owner.personId }
  const into = { ...calendar, connection_id: crypto.randomUUID(), provider_id: 'primary' }
  const written = { bookingId, eventId: 'event', sequence: 0, state: 'written', etag: null, roomUrl: null } as const
  await inOrg((db) => recordWrite(db, into, written))
  const context = { now: () => new Date(), emitIn: recordEvent }
  const read = (startsAt: Date | null) => inOrg((db) => recordOutsideChange(db, context, calendar, 'event', startsAt))
  const pass = () =>
    inOrg(async (db) => {
      await sql`update bookings set starts_at = now() - interval '31 minutes', ends_at = now() - interval '1 minute'`.execute(
        db,
      )
    })
  const events = async (type: string): Promise<number> =>
    (await inOrg((db) => db.selectFrom('events').select('id').where('type', '=', type).execute())).length
  const titles = async () =>
    ((await done('list-tasks', {}, owner)).tasks as { title: string }[]).map(({ title }) => title.slice(0, 33))
  const notices = async () =>
    ((await done('list-notices', {}, owner)).notices as { kind: string }[])
      .map(({ kind }) => kind)
      .filter((kind) => kind === 'meeting_changed' || kind === 'meeting_conflict')
  const state = async () => {
    const { bookings } = await done('list-bookings', { state: 'all' }, owner)
    const [booking] = bookings as { state: string; changed_outside: string | null }[]
    return [booking?.state, booking?.changed_outside]
  }
  const mails = async (): Promise<number> =>
    (await inOrg((db) => db.selectFrom('mails').select('id').where('to_email', '=', 'maya@example.com').execute())).length
  return { owner, bookingId, inOrg, read, pass, events, titles, notices, state, mails }
}

/** The reaction has seen what is in the log. */
const settled = (owner: Someone): Promise<unknown> => followedByWorker(app, owner.orgId, 'raise-outside-changes')

/** As the clock asks for it. */
const tick = async (): Promise<void> => {
  await app.database.pool.query(`insert into jobs.job (name, data) values ('end-past-questions', '{}')`)
  await until('the job', async () => {
    const { rows } = await app.database.pool.query(
      `select from jobs.job where name = 'end-past-questions' and state in ('created', 'retry', 'active')`,
    )
    return rows.length === 0
  })
}

for (const fromOutside of ['ask', 'follow'] as const)
  test(`${fromOutside}: an event that its host deletes after the meeting is no change: no task, no cancellation, no email`, async () => {
    const { owner, bookingId, inOrg, read, pass, events, titles, notices, state, mails } = await given(fromOutside)
    await pass()
    const before = await mails()
    await read(null)
    assert.equal(await events('calendar.meeting_changed'), 0)
    // Nor where it was told while the meeting was on, and is read in the log afterwards.
    const facts = { person_id: owner.personId, change: 'deleted', starts_at: null } as const
    await inOrg((db) => recordEvent(db, owner.orgId, calendarEvents.changedOutside, bookingId, facts))
    await settled(owner)
    assert.deepEqual([await titles(), await notices()], [[], []])
    assert.deepEqual(await state(), ['confirmed', null])
    assert.equal(await mails(), before)
  })

test('a question about a meeting ends by the clock once the meeting is over, and cannot be decided then', async () => {
  const { owner, bookingId, inOrg, read, pass, titles, notices, state, mails } = await given('ask')
  await read(null)
  await settled(owner)
  assert.deepEqual([(await titles()).length, await notices()], [1, ['meeting_changed']])
  await tick()
  assert.deepEqual([(await titles()).length, await notices()], [1, ['meeting_changed']])
  await pass()
  const before = await mails()
  for (const decision of ['tell_booker', 'put_back', 'keep_both']) {
    const { status, body } = await app.call('decide-outside-change', { bookingId, decision }, owner)
    assert.deepEqual([status, body.code], [409, 'booking_over'], decision)
  }
  await tick()
  assert.deepEqual([await titles(), await notices()], [[], []])
  assert.deepEqual(await state(), ['confirmed', null])
  assert.equal(await mails(), before)
  const [task] = (await done('list-tasks', { done: true }, owner)).tasks as { outcome: string }[]
  assert.equal(task?.outcome, 'The meeting is over')
  const { rows } = await inOrg((db) => sql`select from past_questions(now(), 10) where org_id = ${owner.orgId}`.execute(db))
  assert.equal(rows.length, 0)
})
