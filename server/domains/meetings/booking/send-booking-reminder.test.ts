import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import type { Answer } from '#test/support/requests.ts'

let app: TestApp
before(async () => {
  app = await startApp()
})
after(() => app?.stop())

const hourMs = 3_600_000
/** Two days ahead at a full hour, whatever the working hours say. */
const start = (hours = 0): string => new Date(Math.ceil(Date.now() / hourMs) * hourMs + (48 + hours) * hourMs).toISOString()

const book = async (owner: Someone, changes: object = {}): Promise<string> => {
  const wish = { start: start(), anyTime: true, name: 'Maya Rao', email: 'maya@example.com', ...changes }
  const { status, body } = await app.call('create-booking', wish, owner)
  assert.equal(status, 200, JSON.stringify(body))
  return (body as unknown as { bookingId: string }).bookingId
}
/** As the app does it: each press has a key, and what is sent again after a lost answer has the same. */
const remind = async (bookingId: string, owner: Someone, key: string = randomUUID()): Promise<Answer> => {
  const response = await fetch(`${app.url}/gateway`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${owner.token}`,
      'idempotency-key': key,
    },
    body: JSON.stringify({ type: 'send-booking-reminder', bookingId }),
  })
  return { status: response.status, headers: response.headers, body: (await response.json()) as Answer['body'] }
}
const remindersTo = ({ orgId }: Someone) =>
  app.database.inOrg(orgId, (db) =>
    db.selectFrom('mails').select(['to_email', 'subject']).where('template', '=', 'booking-reminder').execute(),
  )
const longMinutes = 100_000
let passed = 0
/** What was sent stands as if some minutes had gone by, each at a minute of its own. */
const minutesPass = ({ orgId }: Someone) =>
  app.database.inOrg(orgId, (db) =>
    db
      .updateTable('booking_reminders')
      .set(({ eb }) => ({ minutes_before: eb('minutes_before', '+', longMinutes * ++passed) }))
      .where('state', '=', 'sent')
      .where('minutes_before', '<', longMinutes)
      .execute(),
  )

test('a member sends a reminder at once: one email a press however often it is repeated, among the effects, and those that are scheduled stay', async () => {
  const owner = await app.given.organization()
  const bookingId = await book(owner)
  const key = randomUUID()
  const answers = await Promise.all([remind(bookingId, owner, key), remind(bookingId, owner)])
  assert.deepEqual(
    answers.map(({ status, body }) => [status, body.state]),
    [
      [200, 'sent'],
      [200, 'sent'],
    ],
  )
  assert.equal((await remindersTo(owner)).length, 1, 'two presses in one minute are one email')
  await minutesPass(owner)
  assert.equal((await remind(bookingId, owner, key)).status, 200)
  assert.equal((await remindersTo(owner)).length, 1, 'a repeat of the first press is the first press')
  assert.equal((await remind(bookingId, owner)).status, 200)
  assert.deepEqual(
    (await remindersTo(owner)).map(({ to_email }) => to_email),
    ['maya@example.com', 'maya@example.com'],
  )
  const { detail } = (await app.call('show-booking-detail', { bookingId }, owner)).body as unknown as {
    detail: { effects: { kind: string; what: string; state: string }[]; reminders: { state: string }[] }
  }
  const told = detail.effects.filter(({ what }) => what === 'reminder')
  assert.deepEqual(
    told.map(({ kind }) => kind),
    ['booker_mail', 'booker_mail'],
  )
  assert.equal(detail.reminders.filter(({ state }) => state === 'waiting').length, 2)
})

test('no reminder goes out of a meeting that was cancelled, has begun or waits for approval, nor to who has opted out, nor from a stranger', async () => {
  const [owner, other] = [await app.given.organization(), await app.given.organization()]
  const set = (bookingId: string, changes: object) =>
    app.database.inOrg(owner.orgId, (db) => db.updateTable('bookings').set(changes).where('id', '=', bookingId).execute())
  const [cancelled, begun, pending] = [
    await book(owner),
    await book(owner, { start: start(1) }),
    await book(owner, { start: start(2) }),
  ]
  assert.equal((await app.call('manage-booking', { action: 'cancel', bookingId: cancelled }, owner)).status, 200)
  await set(begun, { starts_at: new Date(Date.now() - 60_000), ends_at: new Date(Date.now() + hourMs) })
  await set(pending, { state: 'pending' })
  const numberless = await book(owner, { start: start(3), email: undefined, phone: '+4915112345678' })
  const refusing = await book(owner, { start: start(4), email: 'no@example.com' })
  await app.database.inOrg(owner.orgId, (db) =>
    db.insertInto('booking_refusals').values({ org_id: owner.orgId, email_key: 'no@example.com' }).execute(),
  )
  const codes: unknown[] = []
  for (const bookingId of [cancelled, begun, pending, numberless, refusing])
    codes.push((await remind(bookingId, owner)).body.code)
  assert.deepEqual(codes, [
    'booking_cancelled',
    'booking_over',
    'booking_not_confirmed',
    'booker_gets_no_email',
    'booker_gets_no_email',
  ])
  assert.equal((await remind(await book(owner, { start: start(5) }), other)).body.code, 'booking_not_found')
  assert.deepEqual(await remindersTo(owner), [])
})

test('reminders are among the ten emails about bookings that a recipient gets in a day', async () => {
  const owner = await app.given.organization()
  const bookingId = await book(owner)
  for (let sent = 1; sent < 10; sent++) {
    assert.equal((await remind(bookingId, owner)).status, 200, String(sent))
    await minutesPass(owner)
  }
  const refused = await remind(bookingId, owner)
  assert.deepEqual([refused.status, refused.body.code], [429, 'too_many_booking_mails'])
  assert.ok(Number(refused.headers.get('retry-after')) > 86_000)
  assert.equal((await remindersTo(owner)).length, 9)
})
