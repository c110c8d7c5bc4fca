import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { makeVault } from '#core/vault.ts'
import { openBody } from '#domains/platform/mail-out/mails.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import type { Answer } from '#test/support/requests.ts'

let app: TestApp
before(async () => {
  app = await startApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
})
after(() => app.stop())

const vault = makeVault(Buffer.alloc(32, 7)) // as startApp has it

let addresses = 0
const networkOfItsOwn = (): Record<string, string> => ({ 'x-forwarded-for': `198.19.${++addresses & 255}.1` })

/** As a bot sends it: each time from another network. */
const ask = async (type: string, body: object): Promise<Answer> => {
  const response = await fetch(`${app.url}/gateway`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...networkOfItsOwn() },
    body: JSON.stringify({ type, ...body }),
  })
  return { status: response.status, headers: response.headers, body: (await response.json()) as Answer['body'] }
}

const dayMs = 86_400_000
/** A Monday some weeks ahead, in UTC. */
const monday = (() => {
  const ahead = new Date(Date.now() + 21 * dayMs)
  return new Date(ahead.getTime() - ((ahead.getUTCDay() + 6) % 7) * dayMs).toISOString().slice(0, 10)
})()
const at = (time: string): string => `${monday}T${time}:00Z`

const book = async ({ orgId }: Someone, time: string, email: string): Promise<Answer> =>
  ask('booking', {
    ...{ orgId, email, name: 'Maya Rao', date: 'Monday', time: 'morning', isoTime: at(time), timezone: 'Europe/Berlin' },
  })
const tokenOf = ({ status, body }: Answer): string => {
  assert.equal(status, 200, JSON.stringify(body))
  return String(body.manageLink).split('/').at(-1) ?? ''
}
const mailsTo = ({ orgId }: Someone, email: string) =>
  app.database.inOrg(orgId, (db) => db.selectFrom('mails').select('id').where('to_email', '=', email).orderBy('id').execute())

const bookingsOf = async (owner: Someone) =>
  (await app.call('list-bookings', { state: 'all' }, owner)).body.bookings as unknown as {
    id: string
    email: string
    state: string
  }[]

/** The token as the last email to an address has it: with the proof that no answer has. */
const mailedToken = async ({ orgId }: Someone, email: string): Promise<string> => {
  const mail = await app.database.inOrg(orgId, (db) =>
    db
      .selectFrom('mails')
      .selectAll()
      .where('to_email', '=', email)
      .where('template', '=', 'booking')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow(),
  )
  const link = /\/booking\/([\w.-]+)/.exec(openBody(vault, mail).text)?.[1]
  assert.ok(link)
  return link
}

test('a stranger causes ten mails a day to one recipient at most, by bookings and changes together, also at once; cancelling stays allowed', async () => {
  const owner = await app.given.organization()
  const email = 'victim@example.com'
  const token = tokenOf(await book(owner, '09:00', email))
  const other = tokenOf(await book(owner, '16:00', email))
  for (const time of ['10:00', '11:00', '10:00', '11:00'])
    assert.equal((await ask('reschedule-booking', { token, start: at(time) })).status, 200)
  const times = ['12:00', '12:30', '13:00', '13:30', '14:00']
  const answers = await Promise.all(
    times.flatMap((time, n) => [
      ask('reschedule-booking', { token, start: at(time) }),
      ask('reschedule-booking', { token: other, start: at(times[(n + 2) % 5] ?? time) }),
    ]),
  )
  assert.ok(answers.some(({ status }) => status === 429))
  for (const time of ['14:30', '15:00', '14:30', '15:00', '14:30']) await ask('reschedule-booking', { token, start: at(time) })
  assert.equal((await mailsTo(owner, email)).length, 10)
  const refused = await ask('reschedule-booking', { token, start: at('15:30') })
  assert.deepEqual([refused.status, refused.body.code], [429, 'too_many_bookings'])
  const waitSeconds = Number(refused.headers.get('retry-after'))
  assert.ok(waitSeconds > 86_000 && waitSeconds <= 86_400, String(waitSeconds))
  assert.deepEqual((await book(owner, '15:30', email)).body.code, 'too_many_bookings')
  // Nobody else waits for it.
  tokenOf(await book(owner, '15:30', 'other@example.com'))
  const page = await fetch(`${app.url}/booking/${token}/move?lang=en`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...networkOfItsOwn() },
    body: new URLSearchParams({ start: at('15:00') }),
  })
  assert.equal(page.status, 429)
  assert.match(await page.text(), /Too many meetings were booked or changed for this address/)
  assert.equal((await ask('cancel-booking', { token })).status, 200)
})

test('the owner of an address that a stranger booked with opts out by the link in the email; by its own link the stranger cannot', async () => {
  const owner = await app.given.organization()
  const email = 'victim@example.com'
  const token = tokenOf(await book(owner, '10:00', email))
  const mailed = await mailedToken(owner, email)
  assert.equal(mailed.split('.')[0], token)
  const ofAnother = tokenOf(await book(owner, '12:00', 'rival@example.com'))
  const [, nonce, tag] = mailed.split('.')
  for (const forged of [token, `${token}.`, `${token}.${nonce}`, `${token}.${tag}.${nonce}`, `${ofAnother}.${nonce}.${tag}`]) {
    const answer = await ask('cancel-booking', { token: forged, notMe: true })
    assert.deepEqual([answer.status, answer.body.code], [403, 'link_not_from_mail'], forged)
  }
  const pageOf = async (link: string) =>
    (await fetch(`${app.url}/booking/${link}?lang=en`, { headers: networkOfItsOwn() })).text()
  assert.ok(!(await pageOf(token)).includes('This was not me'))
  assert.match(await pageOf(mailed), /This was not me/)
  const sent = (await mailsTo(owner, email)).length
  const done = await ask('cancel-booking', { token: mailed, notMe: true })
  assert.equal((done.body.booking as unknown as { status: string }).status, 'cancelled')
  assert.match(await pageOf(mailed), /This address has opted out of booking emails/)
  tokenOf(await book(owner, '11:00', email))
  assert.equal((await mailsTo(owner, email)).length, sent)
})

test('following the link of an email changes nothing, by GET or HEAD; its form opts the address out', async () => {
  const owner = await app.given.organization()
  const email = 'reader@example.com'
  tokenOf(await book(owner, '10:00', email))
  const address = `${app.url}/booking/${await mailedToken(owner, email)}`
  const refusals = () =>
    app.database.inOrg(owner.orgId, (db) => db.selectFrom('booking_refusals').select('email_key').execute())
  for (const method of ['GET', 'HEAD'])
    for (const path of ['', '/cancel', '/cancel?notMe=true', '?notMe=true'])
      await fetch(address + path, { method, headers: networkOfItsOwn() })
  assert.deepEqual(await refusals(), [])
  const answer = await fetch(`${address}/cancel?lang=en`, {
    ...{ method: 'POST', headers: networkOfItsOwn(), body: new URLSearchParams({ notMe: 'true' }) },
  })
  assert.match(await answer.text(), /This address has opted out of booking emails/)
  assert.deepEqual(await refusals(), [{ email_key: email }])
  assert.deepEqual(
    (await bookingsOf(owner)).map(({ state }) => state),
    ['cancelled'],
  )
})

test('an address that opted out gets no email of any booking: none that waits, no reminder, none of a change, and no retry', async () => {
  const owner = await app.given.organization()
  const email = 'enough@example.com'
  tokenOf(await book(owner, '10:00', email))
  tokenOf(await book(owner, '12:00', email))
  tokenOf(await book(owner, '14:00', 'other@example.com'))
  const waiting = await mailsTo(owner, email)
  assert.equal((await ask('cancel-booking', { token: await mailedToken(owner, email), notMe: true })).status, 200)
  const left = await app.database.inOrg(owner.orgId, (db) =>
    db
      .selectFrom('mails')
      .select(['id', 'to_email', 'state', 'last_error', 'sealed'])
      .where('template', '=', 'booking')
      .execute(),
  )
  for (const mail of left)
    if (mail.to_email === email)
      assert.deepEqual([mail.state, mail.last_error, mail.sealed], ['failed', 'The recipient has opted out of emails', null])
    else assert.equal(mail.state, 'queued')
  for (const { id } of waiting) assert.equal((await app.call('retry-mail', { mailId: id }, owner)).body.code, 'mail_body_gone')
  const [standing] = (await bookingsOf(owner)).filter((each) => each.email === email && each.state === 'confirmed')
  assert.ok(standing)
  const detail = async () =>
    (await app.call('show-booking-detail', { bookingId: standing.id }, owner)).body.detail as unknown as {
      effects: { id: string; kind: string; state: string }[]
      reminders: { state: string; reason: string | null }[]
    }
  const effect = (await detail()).effects.find(({ kind }) => kind === 'booker_mail')
  const again = await app.call('retry-booking-effect', { effectId: effect?.id }, owner)
  assert.deepEqual([again.status, again.body.code], [409, 'effect_not_failed'])
  await app.database.inOrg(owner.orgId, (db) => db.updateTable('booking_reminders').set({ due_at: new Date() }).execute())
  assert.equal((await app.call('process-reminders', {}, owner)).status, 200)
  const reasons = (await detail()).reminders.map(({ state, reason }) => `${state}: ${reason}`)
  assert.ok(reasons.includes('skipped: The recipient has opted out of emails'), reasons.join())
  const moved = await app.call('move-booking', { bookingId: standing.id, start: at('15:00') }, owner)
  assert.equal(moved.status, 200, JSON.stringify(moved.body))
  assert.equal((await mailsTo(owner, email)).length, waiting.length)
})

test('the refusal of an address counts also where it is too late to cancel, and the meeting stands', async () => {
  const owner = await app.given.organization()
  const email = 'late@example.com'
  tokenOf(await book(owner, '10:00', email))
  const token = await mailedToken(owner, email)
  await app.database.inOrg(owner.orgId, (db) => db.updateTable('event_types').set({ change_limit_minutes: 43_200 }).execute())
  assert.equal((await ask('cancel-booking', { token })).body.code, 'booking_too_late')
  const { status, body } = await ask('cancel-booking', { token, notMe: true })
  const { booking } = body as unknown as { booking: { status: string; opted_out: boolean } }
  assert.deepEqual([status, booking.status, booking.opted_out], [200, 'confirmed', true])
  const sent = (await mailsTo(owner, email)).length
  tokenOf(await book(owner, '11:00', email))
  assert.equal((await mailsTo(owner, email)).length, sent)
})

test('an admin lets an address that opted out get emails again; a member cannot', async () => {
  const owner = await app.given.organization()
  const member = await app.given.person(owner.orgId, 'member')
  const email = 'again@example.com'
  tokenOf(await book(owner, '10:00', email))
  assert.equal((await ask('cancel-booking', { token: await mailedToken(owner, email), notMe: true })).status, 200)
  const [{ id } = { id: '' }] = await bookingsOf(owner)
  const hasOptedOut = async () =>
    ((await app.call('show-booking-detail', { bookingId: id }, owner)).body.detail as unknown as { opted_out: boolean })
      .opted_out
  assert.equal(await hasOptedOut(), true)
  assert.equal((await app.call('lift-booking-refusal', { email }, member)).status, 403)
  for (const _ of [1, 2])
    assert.equal((await app.call('lift-booking-refusal', { email: 'Again@example.com' }, owner)).status, 200)
  assert.equal(await hasOptedOut(), false)
  const sent = (await mailsTo(owner, email)).length
  tokenOf(await book(owner, '11:00', email))
  assert.equal((await mailsTo(owner, email)).length, sent + 1)
})
