import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'

let app: TestApp
before(async () => {
  app = await startApp()
})
after(() => app?.stop())

const dayMs = 86_400_000
/** A Tuesday that is ahead, within the horizon. */
const tuesday = new Date(Date.now() + (9 - new Date().getUTCDay()) * dayMs).toISOString().slice(0, 10)
const at = (time: string): string => `${tuesday}T${time}:00Z`

interface Made {
  bookingId: string
  status: string
  start: string
  meetingLink: string | null
  manageLink: string
}
const book = async (who: Someone, input: object) =>
  app.call('create-booking', { start: at('10:00'), name: 'Rao', email: 'rao@example.com', ...input }, who)
const booked = async (who: Someone, input: object): Promise<Made> => {
  const { status, body } = await book(who, input)
  assert.equal(status, 200, JSON.stringify(body))
  return body as unknown as Made
}
interface Shown {
  name: string
  email: string | null
  contact: { id: string } | null
  hosts: { id: string }[]
  because: { rule: string }
  source: string
  zone: string
  wall_clock: string
}
const shown = async (who: Someone, bookingId: string): Promise<Shown> =>
  ((await app.call('show-booking-detail', { bookingId }, who)).body as unknown as { detail: { booking: Shown } }).detail.booking
const mailsTo = (who: Someone, email: string) =>
  app.database.inOrg(who.orgId, (db) => db.selectFrom('mails').select('subject').where('to_email', '=', email).execute())
const typeOf = async (owner: Someone, slug: string, more: object = {}): Promise<void> => {
  const { status, body } = await app.call('save-event-type', { slug, name: slug, minutes: 30, ...more }, owner)
  assert.equal(status, 200, JSON.stringify(body))
}

test('a member books for a client: a contact, an email with links that work, and no email to themselves', async () => {
  const owner = await app.given.organization()
  const made = await booked(owner, { clientTimezone: 'Asia/Kathmandu', company: 'Rao Bakery' })
  assert.equal(made.status, 'confirmed')
  const booking = await shown(owner, made.bookingId)
  assert.deepEqual([booking.name, booking.source, booking.zone], ['Rao', 'member', 'Asia/Kathmandu'])
  assert.ok(booking.contact)
  const [mail, ...more] = await mailsTo(owner, 'rao@example.com')
  assert.match(mail?.subject ?? '', /^Confirmed/)
  assert.deepEqual([more, await mailsTo(owner, owner.email)], [[], []])
  const token = made.manageLink.split('/').at(-1)
  assert.equal((await app.call('show-booking', { token }, null)).status, 200)
  assert.equal((await app.call('cancel-booking', { token }, null)).status, 200)
})

test('an existing contact stands in for name and email; an unknown one is refused, and so is a client without any way', async () => {
  const owner = await app.given.organization()
  const stranger = await app.given.organization()
  const first = await shown(owner, (await booked(owner, {})).bookingId)
  const contactId = first.contact?.id
  const again = await booked(owner, { start: at('11:00'), name: undefined, email: undefined, contactId })
  const booking = await shown(owner, again.bookingId)
  assert.deepEqual([booking.name, booking.email, booking.contact?.id], ['Rao', 'rao@example.com', contactId])
  assert.equal((await book(stranger, { contactId })).body.code, 'contact_not_found')
  assert.equal((await book(owner, { email: undefined })).status, 400)
  assert.equal((await book(owner, { name: undefined })).status, 400)
  const byPhone = await booked(owner, { start: at('12:00'), email: undefined, phone: '+4915112345678' })
  assert.equal((await shown(owner, byPhone.bookingId)).email, null)
})

test('for a meeting by phone a number that cannot be called is refused; without one the client is called where the host knows', async () => {
  const owner = await app.given.organization()
  await typeOf(owner, 'call', { place: { kind: 'phone' }, hosts: [owner.personId] })
  await typeOf(owner, 'room', { place: { kind: 'address', address: 'Elm Street 1' }, hosts: [owner.personId] })
  for (const phone of ['abc', '12']) {
    const { status, body } = await book(owner, { eventType: 'call', phone })
    assert.deepEqual([status, body.code, body.field], [400, 'phone_unreadable', 'phone'], phone)
  }
  await booked(owner, { eventType: 'call', phone: '+49 170 1112233' })
  await booked(owner, { eventType: 'call', start: at('11:00') })
  await booked(owner, { eventType: 'room', start: at('12:00'), phone: 'ask at the desk' })
})

test('a start that is not offered is booked only by saying so, by its host or an admin, and never over another booking', async () => {
  const owner = await app.given.organization()
  const [host, other] = await Promise.all([app.given.person(owner.orgId, 'member'), app.given.person(owner.orgId, 'member')])
  await typeOf(owner, 'solo', { hosts: [host.personId] })
  const late = { eventType: 'solo', start: `${tuesday}T20:15`, timezone: 'UTC' }
  const refused = await book(host, late)
  assert.deepEqual([refused.status, refused.body.code], [409, 'slot_not_offered'])
  assert.equal((refused.body as unknown as { nearest: string[] }).nearest.length, 3)
  assert.equal((await book(other, { ...late, anyTime: true })).body.code, 'forbidden')
  const made = await booked(host, { ...late, anyTime: true })
  assert.equal((await shown(owner, made.bookingId)).wall_clock, `${tuesday}T20:15`)
  for (const who of [host, owner])
    for (const start of [at('20:00'), at('20:30')])
      assert.equal((await book(who, { ...late, start, anyTime: true })).body.code, 'slot_taken')
  await booked(owner, { ...late, start: at('20:45'), anyTime: true })
  for (const start of [new Date(Date.now() - dayMs), new Date(Date.now() + 800 * dayMs)])
    assert.equal((await book(owner, { ...late, start: start.toISOString(), anyTime: true })).body.code, 'slot_not_offered')
})

test('of 20 at once on one start exactly one books, offered or not', async () => {
  const owner = await app.given.organization()
  for (const input of [{ start: at('14:00') }, { start: at('21:00'), anyTime: true }]) {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => book(owner, { ...input, name: `Rao ${n}` })))
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, ...Array.from({ length: 19 }, () => 409)])
  }
})

test('a host is chosen by name, or by the rule; slots can be asked for one host', async () => {
  const owner = await app.given.organization()
  const [ada, ole] = await Promise.all([app.given.person(owner.orgId, 'member'), app.given.person(owner.orgId, 'member')])
  await typeOf(owner, 'either', { mode: 'round_robin', hosts: [ada.personId, ole.personId] })
  const made = await booked(owner, { eventType: 'either', hostId: ole.personId })
  const booking = await shown(owner, made.bookingId)
  assert.deepEqual([booking.hosts.map(({ id }) => id), booking.because.rule], [[ole.personId], 'chosen'])
  assert.equal((await book(owner, { eventType: 'either', hostId: owner.personId })).body.code, 'host_not_found')
  assert.equal((await book(owner, { eventType: 'either', hostId: ole.personId })).body.code, 'slot_taken')
  const starts = async (host?: string): Promise<string[]> => {
    const range = { from: at('09:00'), to: at('12:00'), timezone: 'UTC', eventType: 'either', orgId: owner.orgId }
    const { body } = await app.call('list-slots', { ...range, ...(host && { hostId: host }) }, null)
    return (body.slots as unknown as { start: string }[]).map(({ start }) => start)
  }
  const taken = new Date(at('10:00')).toISOString()
  assert.deepEqual(
    [
      (await starts()).includes(taken),
      (await starts(ada.personId)).includes(taken),
      (await starts(ole.personId)).includes(taken),
    ],
    [true, true, false],
  )
  assert.deepEqual(await starts(owner.personId), [])
})

test('an event type that needs approval waits for it where a colleague books, and not where its host or an admin does', async () => {
  const owner = await app.given.organization()
  const [host, other] = await Promise.all([app.given.person(owner.orgId, 'member'), app.given.person(owner.orgId, 'member')])
  const questions = [{ key: 'topic', label: 'Topic', kind: 'text', required: true }]
  await typeOf(owner, 'ask', { hosts: [host.personId], approval: true, questions })
  const states = []
  for (const [n, who] of [other, host, owner].entries()) {
    const { status, meetingLink } = await booked(who, { eventType: 'ask', start: at(`1${n}:00`) })
    states.push(`${status} ${meetingLink !== null}`)
  }
  assert.deepEqual(states, ['pending false', 'confirmed true', 'confirmed true'])
})
