import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { until } from '#test/support/until.ts'

/* On a server without a mail account. */
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
const tuesday = new Date(Date.now() + (9 - new Date().getUTCDay()) * dayMs).toISOString().slice(0, 10)

const done = async (type: string, body: object, who: Someone): Promise<Record<string, unknown>> => {
  const answer = await app.call(type, body, who)
  assert.equal(answer.status, 200, `${type} ${JSON.stringify(answer.body)}`)
  return answer.body as Record<string, unknown>
}
interface Notice {
  readonly id: string
  readonly kind: string
  readonly subject_id: string
  readonly facts: Readonly<Record<string, unknown>>
}
const noticesOf = async (who: Someone, bookingId: string): Promise<Notice[]> =>
  ((await done('list-notices', {}, who)).notices as Notice[]).filter(({ subject_id }) => subject_id === bookingId)

const given = async () => {
  const owner = await app.given.organization()
  const host = await app.given.person(owner.orgId, 'member')
  const type = { slug: 'one', name: 'Talk', minutes: 30, grid: 30, mode: 'one', hosts: [host.personId] }
  await done('save-event-type', type, owner)
  const wish = { orgId: owner.orgId, eventType: 'one', name: 'Maya', email: 'maya@example.com', date: 'x', time: 'x' }
  await done('booking', { ...wish, timezone: 'UTC', isoTime: `${tuesday}T10:00:00Z` }, owner)
  const { bookings } = (await done('list-bookings', {}, owner)) as { bookings: { id: string }[] }
  return { owner, host, bookingId: bookings[0]?.id ?? '' }
}

test('where no email can be sent, a host finds a new meeting and its cancellation among the notifications, and colleagues do not', async () => {
  const { owner, host, bookingId } = await given()
  const seen = async (who: Someone) =>
    (await noticesOf(who, bookingId)).map(({ kind, facts }) => [kind, facts.what, facts.name])
  assert.deepEqual(await seen(host), [['meeting_news', 'confirmed', 'Maya']])
  assert.deepEqual(await seen(owner), [])
  await done('move-booking', { bookingId, start: `${tuesday}T11:00:00Z` }, owner)
  assert.deepEqual(await seen(host), [['meeting_news', 'moved', 'Maya']])
  await done('manage-booking', { action: 'cancel', bookingId, reason: 'Ill' }, host)
  assert.deepEqual(await seen(host), [['meeting_news', 'moved', 'Maya']], 'a host knows of what they did')
})

test('an email about a meeting that failed for good is a notification of its host until it is retried', async () => {
  const { owner, host, bookingId } = await given()
  const mail = await app.database.inOrg(owner.orgId, (db) =>
    db.selectFrom('mails').select('id').where('to_email', '=', 'maya@example.com').executeTakeFirstOrThrow(),
  )
  const weekAgo = new Date(Date.now() - 8 * dayMs)
  await app.database.inOrg(owner.orgId, (db) =>
    db.updateTable('mails').set({ created_at: weekAgo, next_try_at: weekAgo }).where('id', '=', mail.id).execute(),
  )
  await app.database.pool.query(`insert into jobs.job (name, data) values ('send-mail', $1)`, [
    JSON.stringify({ orgId: owner.orgId, mailId: mail.id }),
  ])
  const failed = () => noticesOf(host, bookingId).then((all) => all.find(({ kind }) => kind === 'meeting_step_failed'))
  const notice = await until('the notification', failed)
  assert.deepEqual([notice.facts.step, notice.facts.name], ['booker_mail', 'Maya'])
  assert.match(String(notice.facts.reason), /no mail account/)
  const { detail } = (await done('show-booking-detail', { bookingId }, host)) as unknown as {
    detail: { effects: { id: string; kind: string; state: string }[] }
  }
  const step = detail.effects.find(({ state }) => state === 'failed')
  await done('retry-booking-effect', { effectId: step?.id }, host)
  assert.equal(await failed(), undefined)
})

test('a reminder that failed for good is a notification too, and is shown as failed', async () => {
  const { owner, host, bookingId } = await given()
  await app.database.inOrg(owner.orgId, (db) =>
    db.updateTable('booking_reminders').set({ due_at: new Date() }).where('minutes_before', '=', 1440).execute(),
  )
  await done('process-reminders', {}, owner)
  const mail = await until('the reminder', () =>
    app.database.inOrg(owner.orgId, (db) =>
      db.selectFrom('mails').select('id').where('template', '=', 'booking-reminder').executeTakeFirst(),
    ),
  )
  const weekAgo = new Date(Date.now() - 8 * dayMs)
  await app.database.inOrg(owner.orgId, (db) =>
    db.updateTable('mails').set({ created_at: weekAgo, next_try_at: weekAgo }).where('id', '=', mail.id).execute(),
  )
  await app.database.pool.query(`insert into jobs.job (name, data) values ('send-mail', $1)`, [
    JSON.stringify({ orgId: owner.orgId, mailId: mail.id }),
  ])
  const notice = await until('the notification', async () =>
    (await noticesOf(host, bookingId)).find(({ kind }) => kind === 'meeting_step_failed'),
  )
  assert.equal(notice.facts.step, 'booker_mail')
  const { detail } = (await done('show-booking-detail', { bookingId }, host)) as unknown as {
    detail: { booking: { failed_effects: number }; reminders: { state: string }[] }
  }
  assert.equal(detail.booking.failed_effects, 1)
  assert.equal(detail.reminders.filter(({ state }) => state === 'failed').length, 1)
})
