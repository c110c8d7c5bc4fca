import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { withdrawMails } from '#domains/platform/mail-out/withdrawals.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { until } from '#test/support/until.ts'
import { phonesAt } from '#test/support/whatsapp.ts'

/* Mail provider and WhatsApp are busy: what is sent there waits for another try. */

let app: TestApp
let worker: { stop(): Promise<void> }
before(async () => {
  app = await startApp({ env: { SANDBOX: 'on' }, alone: true })
  await turn('resend', 'rate_limited')
  worker = await app.startWorker()
})
after(async () => {
  await worker?.stop()
  await app?.stop()
})

const turn = async (slug: string, kind: string): Promise<void> => {
  const response = await fetch(`${app.url}/sandbox/faults/${slug}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ kind }),
  })
  assert.ok(response.ok, await response.text())
}

const dayMs = 86_400_000
const email = 'maya@example.com'
const reason = 'The booking changed before it was sent'

const done = async (type: string, body: object, who: Someone | null): Promise<Record<string, unknown>> => {
  const answer = await app.call(type, body, who)
  assert.equal(answer.status, 200, `${type} ${JSON.stringify(answer.body)}`)
  return answer.body as Record<string, unknown>
}

const range = () => {
  const [from, to] = [2, 20].map((days) => new Date(Date.now() + days * dayMs).toISOString())
  return { from, to }
}
const startsOf = async ({ orgId }: Someone, eventType?: string): Promise<string[]> => {
  const { slots } = await done('list-slots', { orgId, eventType, timezone: 'UTC', ...range() }, null)
  return (slots as { start: string }[]).map(({ start }) => start)
}
const book = async (owner: Someone, isoTime: string | undefined, more: object = {}): Promise<string> => {
  const wish = { orgId: owner.orgId, name: 'Maya', email, date: 'x', time: 'x', timezone: 'UTC' }
  await done('booking', { ...wish, ...more, isoTime }, null)
  const { bookings } = await done('list-bookings', { state: 'all' }, owner)
  const found = (bookings as { id: string; starts_at: string }[]).find(({ starts_at }) => starts_at === isoTime)
  return found?.id ?? ''
}

/** The emails of a workspace that still wait, by their recipients and the first words of their subjects. */
const waiting = ({ orgId }: Someone): Promise<string[]> =>
  app.database.inOrg(orgId, async (db) => {
    const rows = await db.selectFrom('mails').select(['to_email', 'subject']).where('state', '=', 'queued').execute()
    return rows.map(({ to_email, subject }) => `${to_email} ${subject.split(':')[0]}`).sort()
  })

/** Until only these wait: what was being sent when its booking changed is looked at again at once, and not in some seconds. */
const assertWaiting = async (owner: Someone, expected: readonly string[]): Promise<void> => {
  const isSo = async () => {
    await sql`update jobs.job_common set start_after = now() where name = 'withdraw-overtaken'`.execute(app.database.db)
    return isDeepStrictEqual(await waiting(owner), expected.toSorted())
  }
  await until('what waits', isSo, { withinMs: 20_000 }).catch(() => undefined)
  assert.deepEqual(await waiting(owner), expected.toSorted())
}

interface Detail {
  readonly booking: { failed_effects: number }
  readonly effects: { id: string; kind: string; what: string; state: string; reason: string | null }[]
  readonly reminders: { channel: string; state: string; reason: string | null }[]
}
const detailOf = async (owner: Someone, bookingId: string): Promise<Detail> =>
  (await done('show-booking-detail', { bookingId }, owner)).detail as Detail

const remindNow = async (owner: Someone): Promise<void> => {
  await app.database.inOrg(owner.orgId, (db) =>
    sql`update booking_reminders set due_at = now() where state = 'waiting' and minutes_before = 60`.execute(db),
  )
  await done('process-reminders', {}, owner)
}
const failedSteps = async (owner: Someone): Promise<string[]> =>
  ((await done('list-notices', {}, owner)).notices as { kind: string; subject_id: string }[])
    .filter(({ kind }) => kind === 'meeting_step_failed')
    .map(({ subject_id }) => subject_id)

test('once a meeting is moved or cancelled no mail that waits has an old time: the last one to booker and hosts says what stands, no step has failed, and none is sent by hand', async () => {
  const owner = await app.given.organization()
  const starts = await startsOf(owner)
  const bookingId = await book(owner, starts[0])
  const other = await book(owner, starts[6], { email: 'other@example.com' })
  const others = [`other@example.com Confirmed`, `${owner.email} New meeting`]
  await remindNow(owner)
  assert.equal((await waiting(owner)).filter((each) => each === `${email} Reminder`).length, 1)
  const first = await detailOf(owner, bookingId)

  await done('move-booking', { bookingId, start: starts[1] }, owner)
  await assertWaiting(owner, [`${email} New time`, 'other@example.com Reminder', ...others])
  const moved = await detailOf(owner, bookingId)
  const old = moved.effects.filter(({ id }) => first.effects.some((each) => each.id === id && each.what === 'confirmed'))
  assert.deepEqual(
    old.map((each) => [each.kind, each.state, each.reason]),
    [
      ['booker_mail', 'skipped', reason],
      ['host_mail', 'skipped', reason],
    ],
  )
  assert.deepEqual(
    moved.reminders.filter((each) => each.reason === reason).map(({ state }) => state),
    ['skipped'],
  )
  assert.equal(moved.booking.failed_effects, 0)
  for (const { id } of old)
    assert.equal((await app.call('retry-booking-effect', { effectId: id }, owner)).body.code, 'effect_not_failed')

  await done('manage-booking', { action: 'cancel', bookingId }, owner)
  await assertWaiting(owner, [`${email} Cancelled`, 'other@example.com Reminder', ...others])
  // A step of another meeting that fails is told after it: by then so would have been one of this.
  await app.database.inOrg(owner.orgId, async (db) => {
    const { rows } = await sql<{ ref: string }>`
      select ref from booking_effects where booking_id = ${other} and kind = 'booker_mail'`.execute(db)
    await withdrawMails(db, owner.orgId, [rows[0]?.ref ?? ''], {
      reason: 'It failed',
      reasonInDoubt: 'It failed',
      at: new Date(),
    })
  })
  await until('the notice', async () => (await failedSteps(owner)).length > 0)
  assert.deepEqual(await failedSteps(owner), [other])
})

test('an email of an earlier time that failed, from before they were withdrawn, is not sent again by hand', async () => {
  const owner = await app.given.organization()
  const starts = await startsOf(owner)
  const bookingId = await book(owner, starts[0])
  await app.database.inOrg(owner.orgId, async (db) => {
    await sql`update mails set state = 'failed', failed_at = now(), next_try_at = null where to_email = ${email}`.execute(db)
    await sql`update bookings set sequence = 1 where id = ${bookingId}`.execute(db)
  })
  const failed = (await detailOf(owner, bookingId)).effects.find(({ state }) => state === 'failed')
  const again = await app.call('retry-booking-effect', { effectId: failed?.id }, owner)
  assert.deepEqual([again.status, again.body.code], [409, 'effect_not_failed'])
})

test('an email that is being sent while its meeting is moved, and comes back to be tried again, is withdrawn then', async () => {
  const owner = await app.given.organization()
  const starts = await startsOf(owner)
  const bookingId = await book(owner, starts[0])
  await until('a first try', async () => (await waiting(owner)).length === 2)
  await app.database.inOrg(owner.orgId, async (sending) => {
    await sql`select from mails where org_id = ${owner.orgId} and to_email = ${email} for update`.execute(sending)
    await done('move-booking', { bookingId, start: starts[1] }, owner)
  })
  assert.deepEqual(await waiting(owner), [`${email} Confirmed`, `${email} New time`])
  await assertWaiting(owner, [`${email} New time`])
})

test('a former host of a meeting gets that mail also when it is moved afterwards', async () => {
  const owner = await app.given.organization()
  const other = await app.given.person(owner.orgId, 'member')
  const starts = await startsOf(owner)
  const bookingId = await book(owner, starts[0])
  const admin = await app.given.person(owner.orgId, 'admin')
  await done('move-booking', { bookingId, hostId: other.personId, anyTime: true }, admin)
  await done('move-booking', { bookingId, start: starts[1], anyTime: true }, admin)
  await assertWaiting(owner, [
    `${email} New time`,
    `${owner.email} No longer your meeting`,
    `${other.email} Meeting rescheduled`,
  ])
})

/** A workspace whose WhatsApp takes nothing. */
const busyWhatsApp = async () => {
  const owner = await app.given.organization()
  await done('connect-sandbox', { provider: 'whatsapp' }, owner)
  const number = await until('the number', () =>
    app.database.db
      .selectFrom('directory.whatsapp_numbers')
      .select('phone_number_id')
      .where('org_id', '=', owner.orgId)
      .executeTakeFirst(),
  )
  await until('the templates', async () =>
    ((await done('list-whatsapp-templates', {}, owner)).templates as object[]).length > 0 ? true : undefined,
  )
  const phone = await phonesAt(app.url, number.phone_number_id).add({ name: 'Maya', number: '491555000300' })
  await phonesAt(app.url, number.phone_number_id).write(phone.id, { text: 'Hello' })
  await until('who wrote', () =>
    app.database.inOrg(owner.orgId, (db) => db.selectFrom('deals').select('id').executeTakeFirst()),
  )
  await turn('whatsapp', 'rate_limited')
  const whatsappTemplate = { name: 'appointment_reminder', language: 'de' }
  const type = { slug: 'talk', name: 'Talk', minutes: 30, mode: 'one', hosts: [owner.personId], whatsappTemplate }
  await done('save-event-type', type, owner)
  return owner
}

test('a WhatsApp message that waits for its platform names no old time: the reminder falls, and the confirmation is written anew', async () => {
  const owner = await busyWhatsApp()
  const starts = await startsOf(owner, 'talk')
  const bookingId = await book(owner, starts[0], { eventType: 'talk', phone: '+491555000300' })
  const messages = () =>
    app.database.inOrg(owner.orgId, (db) =>
      db.selectFrom('messages').select(['state', 'error']).where('kind', '=', 'template').orderBy('created_at').execute(),
    )
  await until('the confirmation', async () => (await messages()).some(({ state, error }) => state === 'queued' && error))
  await remindNow(owner)
  await until('the reminder', async () => (await messages()).filter(({ state }) => state === 'queued').length === 2)

  await done('move-booking', { bookingId, start: starts[3] }, owner)
  await until('the new one', async () => (await messages()).length === 3)
  const [one, two, three] = await messages()
  assert.deepEqual(
    [one, two],
    [
      { state: 'failed', error: reason },
      { state: 'failed', error: reason },
    ],
  )
  assert.ok(['queued', 'sending'].includes(three?.state ?? ''), JSON.stringify(three))
  const { reminders, booking } = await detailOf(owner, bookingId)
  assert.ok(reminders.some((each) => each.channel === 'whatsapp' && each.state === 'skipped' && each.reason === reason))
  assert.equal(booking.failed_effects, 0)

  await done('manage-booking', { action: 'cancel', bookingId }, owner)
  await until('the end', async () => (await messages()).every(({ state }) => state === 'failed'))
  assert.equal((await messages()).length, 3)
})
