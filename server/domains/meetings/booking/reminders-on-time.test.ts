import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openBody } from '#domains/platform/mail-out/mails.ts'
import { sayTime } from '#shapes/time-texts.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { connecting } from '#test/support/connecting.ts'
import { until } from '#test/support/until.ts'

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
const soon = new Date(Date.now() + 2 * dayMs).toISOString().slice(0, 10)

/** As the clock asks for it, of several servers at the same time. */
const tick = async (): Promise<void> => {
  const ids: string[] = []
  for (let times = 0; times < 3; times++) {
    const { rows } = await app.database.pool.query(
      `insert into jobs.job (name, data) values ('send-due-reminders', '{}') returning id`,
    )
    ids.push(rows[0].id)
  }
  await until('the jobs', async () => {
    const done = await app.database.pool.query(
      `select from jobs.job_common where id = any($1::uuid[]) and state = 'completed'`,
      [ids],
    )
    return done.rowCount === ids.length
  })
}

const book = async (owner: Someone, more: object = {}): Promise<string> => {
  const { status, body } = await app.call(
    'create-booking',
    { name: 'Maya', email: 'maya@example.com', start: `${soon}T10:00:00Z`, anyTime: true, hostId: owner.personId, ...more },
    owner,
  )
  assert.equal(status, 200, JSON.stringify(body))
  return String(body.bookingId)
}
const remind = (owner: Someone, minutesBefore: number, minutesAgo: number) =>
  app.database.inOrg(owner.orgId, (db) =>
    db
      .updateTable('booking_reminders')
      .set({ due_at: new Date(Date.now() - minutesAgo * 60_000) })
      .where('minutes_before', '=', minutesBefore)
      .executeTakeFirstOrThrow(),
  )
const reminders = (owner: Someone) =>
  app.database.inOrg(owner.orgId, (db) =>
    db.selectFrom('mails').selectAll().where('template', '=', 'booking-reminder').orderBy('id').execute(),
  )
const statesOf = async (owner: Someone): Promise<string[]> => {
  const rows = await app.database.inOrg(owner.orgId, (db) =>
    db.selectFrom('booking_reminders').select(['minutes_before', 'state']).orderBy('minutes_before').execute(),
  )
  return rows.map(({ minutes_before, state }) => `${minutes_before} ${state}`)
}

test('the clock sends the due reminders of all workspaces, each once, and leaves what is not due', async () => {
  const [one, two, later] = [await app.given.organization(), await app.given.organization(), await app.given.organization()]
  for (const owner of [one, two, later]) await book(owner)
  await remind(one, 1_440, 1)
  await remind(two, 60, 29)
  await remind(two, 1_440, 40)
  await tick()
  assert.deepEqual(await statesOf(one), ['60 waiting', '1440 sent'])
  assert.deepEqual(await statesOf(two), ['60 sent', '1440 skipped'])
  assert.deepEqual(await statesOf(later), ['60 waiting', '1440 waiting'])
  await tick()
  const counts = [one, two, later].map(async (owner) => (await reminders(owner)).length)
  assert.deepEqual(await Promise.all(counts), [1, 1, 0])
})

test('an event type has reminders of its own, and none for what is nearer when it is booked', async () => {
  const owner = await app.given.organization()
  const type = { slug: 'own', name: 'Own', minutes: 30, hosts: [owner.personId], reminderMinutes: [30, 120, 10_080] }
  assert.equal((await app.call('save-event-type', type, owner)).status, 200)
  await book(owner, { eventType: 'own' })
  assert.deepEqual(
    (await statesOf(owner)).filter((state) => state.endsWith('waiting')),
    ['30 waiting', '120 waiting'],
  )
  await remind(owner, 120, 1)
  await tick()
  assert.equal((await reminders(owner)).length, 1)
})

test('a reminder is in the language and on the clock of its booker', async () => {
  const owner = await app.given.organization()
  await app.call('update-profile', { language: 'en', timezone: 'Europe/London' }, owner)
  const wish = { orgId: owner.orgId, name: 'Maya', email: 'maya@example.com', date: 'x', time: 'x', timezone: 'Asia/Tokyo' }
  const range = { from: `${soon}T00:00:00Z`, to: new Date(Date.parse(soon) + 9 * dayMs).toISOString() }
  const { body } = await app.call('list-slots', { orgId: owner.orgId, timezone: 'UTC', ...range }, null)
  const [slot] = body.slots as unknown as { start: string }[]
  const booked = await app.call('booking', { ...wish, isoTime: slot?.start, locale: 'de' }, null)
  assert.equal(booked.status, 200, JSON.stringify(booked.body))
  await remind(owner, 60, 1)
  await tick()
  const [mail] = await reminders(owner)
  assert.ok(mail)
  const said = sayTime(new Date(slot?.start ?? ''), { locale: 'de', zone: 'Asia/Tokyo' })
  const { text, html } = openBody(connecting.vault, mail)
  for (const part of [text, html]) assert.ok(part.includes(said.whole), `${said.whole} in ${part}`)
  assert.match(mail.subject, /^Erinnerung/)
  assert.doesNotMatch(text, /Reminder|your meeting/i)
})
