import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { startMailServer } from '#test/mail/mail-server.ts'
import { type Outbox, openOutbox } from '#test/mail/outbox.ts'
import { startSilentServer } from '#test/mail/silent-server.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { smtpMail } from '../../../providers/smtp/mail.ts'
import { refuseMails } from './refusals.ts'
import { stepReasons } from './step-reasons.ts'

/* A mail server takes a mail and does not say so: it may have left. */

let app: TestApp
let outbox: Outbox
let silent: Awaited<ReturnType<typeof startSilentServer>>
before(async () => {
  silent = await startSilentServer('afterText')
  app = await startApp()
  outbox = await openOutbox(app)
})
after(async () => {
  await outbox?.close()
  await app?.stop()
  await silent?.stop()
})

const email = 'maya@example.com'
const from = { address: 'desk@example.com', name: 'Desk' }

const done = async (type: string, body: object, who: Someone | null): Promise<Record<string, unknown>> => {
  const answer = await app.call(type, body, who)
  assert.equal(answer.status, 200, `${type} ${JSON.stringify(answer.body)}`)
  return answer.body as Record<string, unknown>
}
interface Step {
  readonly id: string
  readonly kind: string
  readonly what: string
  readonly state: string
  readonly reason: string | null
  readonly may_repeat: boolean
}
interface Detail {
  readonly booking: { readonly failed_effects: number }
  readonly effects: readonly Step[]
  readonly reminders: readonly { readonly state: string; readonly reason: string | null }[]
}
const detailOf = async (owner: Someone, bookingId: string): Promise<Detail> =>
  (await done('show-booking-detail', { bookingId }, owner)).detail as Detail
const mailStep = async (owner: Someone, bookingId: string, what: string): Promise<Step> => {
  const step = (await detailOf(owner, bookingId)).effects.find((each) => each.kind === 'booker_mail' && each.what === what)
  assert.ok(step, what)
  return step
}

const given = async () => {
  const owner = await app.given.organization()
  const day = new Date(Date.now() + 8 * 86_400_000).toISOString().slice(0, 10)
  const at = (hour: number): string => `${day}T${hour}:00:00Z`
  const wish = { name: 'Maya', email, start: at(10), anyTime: true, hostId: owner.personId }
  const bookingId = String((await done('create-booking', wish, owner)).bookingId)
  let minutes = 0
  /** Hands what waits for the booker to a mail server, the latest first; each time ten minutes later. */
  const send = async (url: string): Promise<string> => {
    const { rows } = await app.database.inOrg(owner.orgId, (db) =>
      sql<{ id: string }>`select id from mails where to_email = ${email} and state = 'queued' order by id desc`.execute(db),
    )
    const id = rows[0]?.id ?? ''
    minutes += 10
    await outbox.send(owner.orgId, id, smtpMail({ url, from }), new Date(Date.now() + minutes * 60_000))
    return id
  }
  return { owner, bookingId, at, send }
}

test('an email that may have left when its booking changes stays uncertain and says so, is sent no more, and the newer one goes out', async () => {
  const { owner, bookingId, at, send } = await given()
  const taken = silent.taken()
  const mailId = await send(silent.url)
  assert.equal(silent.taken(), taken + 1)
  const waiting = await mailStep(owner, bookingId, 'confirmed')
  assert.deepEqual([waiting.state, waiting.may_repeat], ['queued', false])
  assert.match(waiting.reason ?? '', /^the mail server did not say whether it took the email/)

  await done('move-booking', { bookingId, start: at(12), anyTime: true }, owner)
  const { id, state, reason, may_repeat } = await mailStep(owner, bookingId, 'confirmed')
  assert.deepEqual([state, reason, may_repeat], ['uncertain', stepReasons.overtakenInDoubt, false])
  const { booking } = await detailOf(owner, bookingId)
  assert.equal(booking.failed_effects, 0, 'the booker is told what stands: nothing is left to do')
  const again = await app.call('retry-booking-effect', { effectId: id }, owner)
  assert.deepEqual([again.status, again.body.code], [409, 'effect_not_failed'])
  assert.deepEqual(await noticesOf(owner), [])

  const server = await startMailServer()
  try {
    await outbox.send(owner.orgId, mailId, smtpMail({ url: server.url, from }), new Date(Date.now() + 3_600_000))
    await send(server.url)
    assert.deepEqual(
      server.arrived.map(({ email: { subject } }) => subject?.split(':')[0]),
      ['New time'],
    )
  } finally {
    await server.stop()
  }
  assert.equal((await mailStep(owner, bookingId, 'moved')).state, 'done')
  assert.equal((await mailStep(owner, bookingId, 'confirmed')).state, 'uncertain')
})

const noticesOf = async (owner: Someone): Promise<string[]> =>
  ((await done('list-notices', {}, owner)).notices as { kind: string }[])
    .map(({ kind }) => kind)
    .filter((kind) => kind === 'meeting_step_failed')

test('one that never left is skipped, as before', async () => {
  const { owner, bookingId, at } = await given()
  await done('move-booking', { bookingId, start: at(12), anyTime: true }, owner)
  const { state, reason } = await mailStep(owner, bookingId, 'confirmed')
  assert.deepEqual([state, reason], ['skipped', stepReasons.overtaken])
})

test('a reminder that may have left is in doubt once the meeting is cancelled', async () => {
  const { owner, bookingId, send } = await given()
  await app.database.inOrg(owner.orgId, (db) =>
    sql`update booking_reminders set due_at = now() where state = 'waiting' and minutes_before = 60`.execute(db),
  )
  await done('process-reminders', {}, owner)
  await send(silent.url)
  await done('manage-booking', { action: 'cancel', bookingId }, owner)
  const { reminders } = await detailOf(owner, bookingId)
  const inDoubt = reminders.filter(({ reason }) => reason === stepReasons.overtakenInDoubt)
  assert.deepEqual(
    inDoubt.map(({ state }) => state),
    ['uncertain'],
  )
})

test('an email that may have left and is refused at the next try is uncertain, not failed, and can be sent again by hand', async () => {
  const { owner, bookingId, send } = await given()
  await send(silent.url)
  const server = await startMailServer({ refuse: () => ({ status: 550, words: '5.1.1 nobody here' }) })
  try {
    await send(server.url)
  } finally {
    await server.stop()
  }
  const { state, may_repeat } = await mailStep(owner, bookingId, 'confirmed')
  assert.deepEqual([state, may_repeat], ['uncertain', true])
})

test('a reader who opts out of emails is not said to have been spared one that may have left', async () => {
  const { owner, bookingId, send } = await given()
  await send(silent.url)
  await app.database.inOrg(owner.orgId, (db) => refuseMails({ db, now: () => new Date() }, owner.orgId, email))
  const { state, reason, may_repeat } = await mailStep(owner, bookingId, 'confirmed')
  assert.deepEqual([state, reason, may_repeat], ['uncertain', stepReasons.optedOutInDoubt, false])
})
