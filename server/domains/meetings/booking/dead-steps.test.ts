import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Someone, TestApp } from '#test/support/app.ts'
import { givenHost, startHosts } from '#test/support/host-calendars.ts'
import { until } from '#test/support/until.ts'

let app: TestApp
let stop: () => Promise<void>
before(async () => {
  ;({ app, stop } = await startHosts())
})
after(() => stop?.())

const dayMs = 86_400_000
const done = async (type: string, body: object, who: Someone): Promise<Record<string, unknown>> => {
  const answer = await app.call(type, body, who)
  assert.equal(answer.status, 200, `${type} ${JSON.stringify(answer.body)}`)
  return answer.body as Record<string, unknown>
}
interface Detail {
  readonly booking: { readonly failed_effects: number }
  readonly effects: { readonly id: string; readonly kind: string; readonly state: string; readonly reason: string | null }[]
  readonly reminders: { readonly state: string; readonly reason: string | null }[]
}
const detailOf = async (owner: Someone, bookingId: string): Promise<Detail> =>
  (await done('show-booking-detail', { bookingId }, owner)).detail as Detail
const calendarStep = async (owner: Someone, bookingId: string) =>
  (await detailOf(owner, bookingId)).effects.findLast(({ kind }) => kind === 'calendar')
/** As it stands, where the page of the booking cannot be shown either. */
const stands = ({ orgId }: Someone, bookingId: string) =>
  app.database.inOrg(orgId, async (db) => {
    const of = db.selectFrom('booking_effects').select('state').where('booking_id', '=', bookingId)
    const step = await of.where('kind', '=', 'calendar').orderBy('id', 'desc').limit(1).executeTakeFirst()
    const reminders = await db.selectFrom('booking_reminders').select('state').where('booking_id', '=', bookingId).execute()
    return { step: step?.state, reminders: reminders.map(({ state }) => state) }
  })
const failures = async (owner: Someone): Promise<unknown[]> =>
  ((await done('list-notices', {}, owner)).notices as { kind: string; facts: Record<string, unknown> }[])
    .filter(({ kind }) => kind === 'meeting_step_failed')
    .map(({ facts }) => facts.step)

/** A meeting that stands in its host's calendar. */
const given = async () => {
  const { owner } = await givenHost(app)
  const start = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 3 * dayMs).toISOString()
  const wish = { name: 'Maya', email: 'maya@example.com', start, anyTime: true, timezone: 'UTC' }
  const bookingId = String((await done('create-booking', wish, owner)).bookingId)
  const step = await until('the event', async () => {
    const now = await calendarStep(owner, bookingId)
    return now?.state === 'done' ? now : undefined
  })
  return { owner, bookingId, effectId: step.id }
}
/** What no version of Foyer writes: whatever is made of it fails in a way that nobody foresaw. */
const setPlace = ({ orgId }: Someone, place: object) =>
  app.database.inOrg(orgId, (db) =>
    db
      .updateTable('event_types')
      .set({ place: JSON.stringify(place) })
      .execute(),
  )
const broken = { kind: 'nowhere' }
const whole = { kind: 'meet' }
/** As the queue orders it, with fewer tries. */
const order = (name: string, data: object, retries = 0) =>
  app.database.pool.query(
    `insert into jobs.job (name, data, retry_limit, retry_delay, dead_letter)
     select name, $2, $3, 3600, dead_letter from jobs.queue where name = $1`,
    [name, JSON.stringify(data), retries],
  )
const queueAgain = ({ orgId }: Someone, effectId: string) =>
  app.database.inOrg(orgId, (db) =>
    db.updateTable('booking_effects').set({ state: 'queued', tries: 0 }).where('id', '=', effectId).execute(),
  )
interface Work {
  readonly id: string
  readonly name: string
  readonly tries: number
}
const workOf = async (owner: Someone, state: string): Promise<Work | undefined> =>
  ((await done('list-background-work', { state }, owner)).work as Work[]).find(({ name }) => name === 'do-booking-effect')

test('a step whose job died is a failed one with a notice for its host, and is done when an admin runs the job again', async () => {
  const { owner, bookingId, effectId } = await given()
  await setPlace(owner, broken)
  await queueAgain(owner, effectId)
  await order('do-booking-effect', { orgId: owner.orgId, effectId })
  await until('the failure', async () => (await stands(owner, bookingId)).step === 'failed')
  await setPlace(owner, whole)
  assert.match((await calendarStep(owner, bookingId))?.reason ?? '', /not tried again/)
  assert.deepEqual(await failures(owner), ['calendar'])
  assert.equal((await detailOf(owner, bookingId)).booking.failed_effects, 1)

  await done('replay-background-work', { workId: (await workOf(owner, 'dead'))?.id }, owner)
  await until('the step', async () => (await calendarStep(owner, bookingId))?.state === 'done')
  assert.deepEqual(await failures(owner), [])
})

test('a step whose job an admin discards while it waits for another try failed too, and can be retried', async () => {
  const { owner, bookingId, effectId } = await given()
  await setPlace(owner, broken)
  await queueAgain(owner, effectId)
  await order('do-booking-effect', { orgId: owner.orgId, effectId }, 5)
  const { id: workId } = await until('it waits', async () => {
    const work = await workOf(owner, 'waiting')
    return work && work.tries > 0 ? work : undefined
  })
  await done('drop-background-work', { workId, reason: 'Written by hand' }, owner)
  await setPlace(owner, whole)
  assert.equal((await calendarStep(owner, bookingId))?.state, 'failed')
  assert.deepEqual(await failures(owner), ['calendar'])
  await done('retry-booking-effect', { effectId }, owner)
  await until('the step', async () => (await calendarStep(owner, bookingId))?.state === 'done')
})

test('a change in the calendar that could not be followed is asked about', async () => {
  const { owner, bookingId } = await given()
  // An event that no reading meets: one that is found where it was written is no change.
  await app.database.inOrg(owner.orgId, (db) =>
    db.updateTable('calendar_writes').set({ event_id: 'gone', seen_change: 'deleted' }).execute(),
  )
  await setPlace(owner, broken)
  const ids = { orgId: owner.orgId, bookingId, personId: owner.personId, eventId: crypto.randomUUID() }
  await order('follow-outside-change', { ...ids, change: 'deleted' })
  await until('the task', async () =>
    ((await done('list-tasks', {}, owner)).tasks as { title: string }[]).some(({ title }) =>
      title.includes('was deleted in your calendar'),
    ),
  )
})

test('a reminder that could not be written is a failed step with a notice for the host, until another one goes out', async () => {
  const { owner, bookingId } = await given()
  await setPlace(owner, broken)
  const due = new Date(Date.now() - 60_000)
  await app.database.inOrg(owner.orgId, (db) =>
    db.updateTable('booking_reminders').set({ due_at: due }).where('minutes_before', '=', 1440).execute(),
  )
  await done('process-reminders', {}, owner)
  await until('the failure', async () => (await stands(owner, bookingId)).reminders.includes('failed'))
  await setPlace(owner, whole)
  assert.equal((await detailOf(owner, bookingId)).booking.failed_effects, 1)
  assert.deepEqual(await failures(owner), ['booker_mail'])
  await done('send-booking-reminder', { bookingId }, owner)
  assert.equal((await detailOf(owner, bookingId)).booking.failed_effects, 0)
})
