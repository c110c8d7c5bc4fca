import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import type { Answer } from '#test/support/requests.ts'

let app: TestApp
before(async () => {
  app = await startApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
})
after(() => app.stop())

let addresses = 0
const elsewhere = (): string => `198.${18 + ((++addresses >> 8) & 1)}.${addresses & 255}.1`

/** As a page sends it, from a network of its own unless said. */
const ask = async (type: string, body: object, { from = elsewhere() }: { from?: string } = {}): Promise<Answer> => {
  const response = await fetch(`${app.url}/gateway`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
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
const at = (time: string, day = monday): string => `${day}T${time}:00Z`

let bookers = 0
const wish = (orgId: string, start: string, changes: object = {}) => ({
  ...{ orgId, name: 'Maya Rao', email: `maya${++bookers}@example.com`, date: 'Monday', time: '10:00' },
  ...{ isoTime: start, timezone: 'Europe/Berlin', ...changes },
})

const bookedOk = (answer: Answer): { meetingLink: string; manageLink: string; token: string } => {
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  const { meetingLink, manageLink } = answer.body as unknown as { meetingLink: string; manageLink: string }
  return { meetingLink, manageLink, token: manageLink.split('/').at(-1) ?? '' }
}

const spansOf = ({ orgId }: Someone) =>
  app.database.inOrg(orgId, (db) =>
    db.selectFrom('booking_spans').selectAll().where('state', 'in', ['held', 'pending', 'confirmed']).execute(),
  )
const mailsOf = ({ orgId }: Someone) =>
  app.database.inOrg(orgId, (db) => db.selectFrom('mails').select(['template', 'to_email', 'subject']).orderBy('id').execute())

test('a booking is stored with contact, time, emails and reminders in one answer; the time reads the same in page, email and list', async () => {
  const owner = await app.given.organization()
  const made = bookedOk(
    await ask('booking', wish(owner.orgId, at('10:00'), { phone: '+49 151 12345678', company: 'Rao Bakery' })),
  )
  const { bookings } = (await app.call('list-bookings', {}, owner)).body as unknown as {
    bookings: { id: string; state: string; starts_at: string; when_for_booker: string; contact: { id: string } | null }[]
  }
  assert.equal(bookings.length, 1)
  const [booking] = bookings
  assert.equal(booking?.state, 'confirmed')
  assert.equal(booking?.starts_at, at('10:00').replace('Z', '.000Z'))
  assert.ok(booking?.contact)
  const shown = (await ask('show-booking', { token: made.token })).body as unknown as {
    booking: { when: string; meeting_link: string }
  }
  assert.equal(shown.booking.when, booking?.when_for_booker)
  assert.equal(shown.booking.meeting_link, made.meetingLink)
  const mails = await mailsOf(owner)
  assert.deepEqual(
    mails.map(({ template }) => template),
    ['booking', 'booking-host'],
  )
  const { detail } = (await app.call('show-booking-detail', { bookingId: booking?.id }, owner)).body as unknown as {
    detail: { effects: { kind: string; state: string }[]; reminders: { minutes_before: number; state: string }[] }
  }
  assert.deepEqual(
    detail.effects.map(({ kind }) => kind),
    ['booker_mail', 'host_mail', 'whatsapp'],
  )
  assert.deepEqual(
    detail.reminders.map((each) => [each.minutes_before, each.state]),
    [
      [1440, 'waiting'],
      [60, 'waiting'],
    ],
  )
})

test('of two hundred requests for one start exactly one is booked, and each of the others gets three starts that can be booked', async () => {
  const owner = await app.given.organization()
  const began = performance.now()
  const answers = await Promise.all(Array.from({ length: 200 }, () => ask('booking', wish(owner.orgId, at('11:00')))))
  const tookMs = performance.now() - began
  const won = answers.filter(({ status }) => status === 200)
  assert.equal(won.length, 1, JSON.stringify(answers.map(({ status }) => status)))
  assert.deepEqual([...new Set(answers.map(({ status }) => status))].sort(), [200, 409])
  const lost = answers.find(({ status }) => status === 409)?.body as unknown as { code: string; nearest: string[] }
  assert.equal(lost.code, 'slot_taken')
  assert.equal(lost.nearest.length, 3)
  for (const start of lost.nearest) assert.equal((await ask('booking', wish(owner.orgId, start))).status, 200, start)
  assert.equal((await spansOf(owner)).length, 4)
  assert.ok(tookMs < 20_000, `${tookMs} ms`)
})

test('the same request again from the same network gets the first answer, and nothing is sent twice; a stranger who copies it gets 409', async () => {
  const owner = await app.given.organization()
  const same = wish(owner.orgId, at('12:00'))
  const from = '203.0.113.9'
  const answers = await Promise.all(Array.from({ length: 5 }, () => ask('booking', same, { from })))
  assert.equal(new Set(answers.map((answer) => bookedOk(answer).meetingLink)).size, 1)
  assert.equal((await mailsOf(owner)).length, 2)
  const copied = await ask('booking', same, { from: '192.0.2.77' })
  assert.equal(copied.status, 409)
  assert.equal(JSON.stringify(copied.body).includes('meet'), false)
})

test('a start that is past, off the grid, outside the hours, too soon or beyond the horizon is refused with starts that can be had', async () => {
  const { orgId } = await app.given.organization()
  const soon = new Date(Date.now() + 30 * 60_000).toISOString()
  for (const start of [at('03:00'), at('10:10'), '2020-01-06T10:00:00Z', soon, at('10:00', '2039-01-03')]) {
    const answer = await ask('booking', wish(orgId, start))
    assert.equal(answer.status, 409, start)
    const { code, nearest } = answer.body as unknown as { code: string; nearest: string[] }
    assert.equal(code, 'slot_not_offered', start)
    assert.ok(nearest.length > 0 && nearest.length <= 3, start)
  }
})

test('a skipped wall clock, a repeated one and an unknown zone are named, with what can be sent instead', async () => {
  const { orgId } = await app.given.organization()
  const skipped = await ask('booking', wish(orgId, '2027-03-28T02:30:00'))
  assert.deepEqual(
    [skipped.status, skipped.body.code, (skipped.body as { next?: string }).next],
    [400, 'time_skipped', '2027-03-28T01:00:00.000Z'],
  )
  const twice = await ask('booking', wish(orgId, '2027-10-31T02:30:00'))
  assert.deepEqual(
    [twice.body.code, (twice.body as { instants?: string[] }).instants],
    ['time_ambiguous', ['2027-10-31T00:30:00.000Z', '2027-10-31T01:30:00.000Z']],
  )
  assert.equal((await ask('booking', wish(orgId, at('10:00'), { timezone: 'Mars/Base' }))).body.code, 'zone_unknown')
})

test('a hold keeps a start for its holder alone, and gives it back when it runs out', async () => {
  const owner = await app.given.organization()
  const from = '198.51.100.7'
  const { hold } = (await ask('hold-slot', { orgId: owner.orgId, start: at('13:00') }, { from })).body as unknown as {
    hold: string
  }
  assert.equal((await ask('booking', wish(owner.orgId, at('13:00')))).status, 409)
  assert.equal((await ask('booking', wish(owner.orgId, at('13:00'), { hold: `${hold}x` }))).status, 409)
  bookedOk(await ask('booking', wish(owner.orgId, at('13:00'), { hold })))
  await ask('hold-slot', { orgId: owner.orgId, start: at('14:00') }, { from: '192.0.2.5' })
  await app.database.inOrg(owner.orgId, async (db) => {
    const past = new Date(Date.now() - 1_000)
    await db.updateTable('bookings').set({ hold_expires_at: past }).where('state', '=', 'held').execute()
    await db.updateTable('booking_spans').set({ held_until: past }).where('state', '=', 'held').execute()
  })
  bookedOk(await ask('booking', wish(owner.orgId, at('14:00'))))
})

test('a booking moves by its link, also onto part of its own time, and is cancelled once; its links stay the same', async () => {
  const owner = await app.given.organization()
  await app.call('save-event-type', { slug: 'long', name: 'Long', minutes: 60, grid: 30, hosts: [owner.personId] }, owner)
  const made = bookedOk(await ask('booking', wish(owner.orgId, at('10:00'), { eventType: 'long' })))
  const moved = await ask('reschedule-booking', { token: made.token, start: at('10:30') })
  assert.equal(moved.status, 200, JSON.stringify(moved.body))
  assert.equal((moved.body as unknown as { booking: { meeting_link: string } }).booking.meeting_link, made.meetingLink)
  const [span] = await spansOf(owner)
  assert.match(String(span?.during), /10:30:00.*11:30:00/)
  const lost = await ask('reschedule-booking', { token: made.token, start: at('20:00') })
  assert.deepEqual([lost.status, lost.body.code], [409, 'slot_not_offered'])
  for (let n = 0; n < 2; n++) assert.equal((await ask('cancel-booking', { token: made.token })).status, 200)
  assert.deepEqual(await spansOf(owner), [])
  const templates = (await mailsOf(owner)).map(({ subject }) => subject.split(':')[0])
  assert.deepEqual(templates, [
    ...['Confirmed', 'New meeting', 'New time', 'Meeting rescheduled', 'Cancelled', 'Meeting cancelled'],
  ])
  assert.equal((await ask('reschedule-booking', { token: made.token, start: at('11:00') })).body.code, 'booking_cancelled')
})

test('busy times hide why: what remains can be booked, and nothing else', async () => {
  const owner = await app.given.organization()
  bookedOk(await ask('booking', wish(owner.orgId, at('10:00'))))
  const { calendars } = (await ask('list-published-calendars', { orgId: owner.orgId })).body as unknown as {
    calendars: { id: string }[]
  }
  const { busy } = (
    await ask('get-availability', { timeMin: at('08:00'), timeMax: at('18:00'), calendarIds: calendars.map(({ id }) => id) })
  ).body as unknown as { busy: { start: string; end: string }[] }
  assert.deepEqual(busy, [
    { start: at('08:00').replace('Z', '.000Z'), end: at('09:00').replace('Z', '.000Z') },
    { start: at('10:00').replace('Z', '.000Z'), end: at('10:30').replace('Z', '.000Z') },
    { start: at('17:00').replace('Z', '.000Z'), end: at('18:00').replace('Z', '.000Z') },
  ])
  const foreign = await ask('get-availability', { timeMin: at('08:00'), timeMax: at('18:00'), calendarIds: [owner.personId] })
  assert.equal(foreign.status, 404)
})

test('a request that needs approval reserves its time, and gets its link when it is approved', async () => {
  const owner = await app.given.organization()
  await app.call('save-event-type', { slug: 'ask', name: 'Ask', minutes: 30, approval: true }, owner)
  const asked = await ask('booking', wish(owner.orgId, at('15:00'), { eventType: 'ask' }))
  assert.deepEqual([asked.body.meetingLink, asked.body.status], [null, 'pending'])
  assert.equal((await ask('booking', wish(owner.orgId, at('15:00')))).status, 409)
  const { bookings } = (await app.call('list-bookings', { state: 'pending' }, owner)).body as unknown as {
    bookings: { id: string }[]
  }
  const bookingId = bookings[0]?.id
  const approved = await app.call('manage-booking', { action: 'approve', bookingId }, owner)
  assert.equal(approved.status, 200, JSON.stringify(approved.body))
  assert.equal((await app.call('manage-booking', { action: 'approve', bookingId }, owner)).status, 200)
  assert.equal((await mailsOf(owner)).filter(({ subject }) => subject.startsWith('Confirmed')).length, 1)
})

test('round robin shares meetings out to the host with the fewest; a collective type needs all of them', async () => {
  const owner = await app.given.organization()
  const ada = await app.given.person(owner.orgId, 'member')
  const hosts = [owner.personId, ada.personId]
  await app.call('save-event-type', { slug: 'either', name: 'Either', minutes: 30, mode: 'round_robin', hosts }, owner)
  await app.call('save-event-type', { slug: 'both', name: 'Both', minutes: 30, mode: 'collective', hosts }, owner)
  for (const time of ['09:00', '09:30', '10:00', '10:30'])
    bookedOk(await ask('booking', wish(owner.orgId, at(time), { eventType: 'either' })))
  const counts = Object.groupBy(await spansOf(owner), ({ person_id }) => person_id)
  assert.deepEqual(
    hosts.map((id) => counts[id]?.length),
    [2, 2],
  )
  assert.equal((await ask('booking', wish(owner.orgId, at('09:00'), { eventType: 'both' }))).status, 409)
  bookedOk(await ask('booking', wish(owner.orgId, at('11:00'), { eventType: 'both' })))
  assert.equal((await spansOf(owner)).length, 6)
})

test('a reminder goes out once however many processors run, never for a moved or cancelled time, and not half an hour late', async () => {
  const owner = await app.given.organization()
  const made = bookedOk(await ask('booking', wish(owner.orgId, at('10:00'))))
  const dueAt = (minutesAgo: number) =>
    app.database.inOrg(owner.orgId, (db) =>
      db
        .updateTable('booking_reminders')
        .set({ due_at: new Date(Date.now() - minutesAgo * 60_000) })
        .where('minutes_before', '=', minutesAgo === 45 ? 60 : 1440)
        .where('state', '=', 'waiting')
        .execute(),
    )
  await dueAt(1)
  await dueAt(45)
  const runs = await Promise.all(Array.from({ length: 4 }, () => app.call('process-reminders', {}, owner)))
  const sum = (name: 'sent' | 'skipped') => runs.reduce((total, { body }) => total + Number(body[name]), 0)
  assert.deepEqual([sum('sent'), sum('skipped')], [1, 1])
  assert.equal((await mailsOf(owner)).filter(({ template }) => template === 'booking-reminder').length, 1)
  await ask('reschedule-booking', { token: made.token, start: at('11:00') })
  const states = await app.database.inOrg(owner.orgId, (db) =>
    db.selectFrom('booking_reminders').select(['sequence', 'state']).orderBy('sequence').orderBy('minutes_before').execute(),
  )
  assert.deepEqual(
    states.map(({ sequence, state }) => `${sequence} ${state}`),
    ['0 skipped', '0 skipped', '1 waiting', '1 waiting'],
    'the email of one had not left yet',
  )
})

test('a reminder that cannot be written fails alone, with a reason; those beside it go out', async () => {
  const owner = await app.given.organization()
  const broken = bookedOk(await ask('booking', wish(owner.orgId, at('10:00'))))
  bookedOk(await ask('booking', wish(owner.orgId, at('12:00'), { email: 'other@example.com' })))
  assert.ok(broken.token)
  await app.database.inOrg(owner.orgId, async (db) => {
    await db
      .updateTable('bookings')
      .set({ tokens_sealed: 'not sealed' })
      .where('starts_at', '=', new Date(at('10:00')))
      .execute()
    await db
      .updateTable('booking_reminders')
      .set({ due_at: new Date(Date.now() - 60_000) })
      .where('minutes_before', '=', 60)
      .execute()
  })
  const { body } = await app.call('process-reminders', {}, owner)
  assert.deepEqual([body.due, body.sent, body.failed], [2, 1, 1])
  const rows = await app.database.inOrg(owner.orgId, (db) =>
    db.selectFrom('booking_reminders').select(['state', 'reason']).where('state', '=', 'failed').execute(),
  )
  assert.deepEqual(rows, [{ state: 'failed', reason: 'It could not be written. The log of the server says why' }])
  assert.equal((await app.call('process-reminders', {}, owner)).body.due, 0)
})

test('a step after a booking is retried by a host of it or an admin, and by no other member', async () => {
  const owner = await app.given.organization()
  const host = await app.given.person(owner.orgId, 'member')
  const other = await app.given.person(owner.orgId, 'member')
  const type = { slug: 'hosted', name: 'Hosted', minutes: 30, hosts: [host.personId] }
  assert.equal((await app.call('save-event-type', type, owner)).status, 200)
  bookedOk(await ask('booking', wish(owner.orgId, at('10:00'), { eventType: 'hosted' })))
  const [{ id } = { id: '' }] = (await app.call('list-bookings', { state: 'all' }, owner)).body.bookings as unknown as {
    id: string
  }[]
  const failed = () =>
    app.database.inOrg(owner.orgId, async (db) => {
      await db.updateTable('mails').set({ state: 'failed', last_error: 'refused', next_try_at: null }).execute()
      const { detail } = (await app.call('show-booking-detail', { bookingId: id }, other)).body as unknown as {
        detail: { effects: { id: string; kind: string }[] }
      }
      return detail.effects.find(({ kind }) => kind === 'booker_mail')?.id
    })
  const retry = async (who: Someone) => {
    const { status, body } = await app.call('retry-booking-effect', { effectId: await failed() }, who)
    return body.code ?? status
  }
  assert.equal(await retry(other), 'forbidden')
  assert.equal(await retry(host), 200)
  assert.equal(await retry(owner), 200)
})

test('one recipient has five open bookings at most, however many networks ask', async () => {
  const { orgId } = await app.given.organization()
  const email = 'busy@example.com'
  const times = ['09:00', '09:30', '10:00', '10:30', '11:00', '11:30']
  const answers = []
  for (const time of times) answers.push((await ask('booking', wish(orgId, at(time), { email }))).status)
  assert.deepEqual(answers, [200, 200, 200, 200, 200, 429])
})

test('without a calendar that makes rooms the meeting link leads to a room of the workspace, the same for all and not to be guessed', async () => {
  const owner = await app.given.organization()
  const made = bookedOk(await ask('booking', wish(owner.orgId, at('10:00'))))
  const token = String(made.meetingLink).split('/').at(-1)
  const open = async () => (await ask('open-meeting', { token })).body.url as unknown as string | null
  assert.equal(await open(), null)
  const changed = await app.call('update-workspace', { roomPattern: 'https://meet.example.com/{id}' }, owner)
  assert.equal(changed.status, 200, JSON.stringify(changed.body))
  const room = await open()
  assert.match(room ?? '', /^https:\/\/meet\.example\.com\/[0-9a-f]{32}$/)
  assert.equal(await open(), room)
  const [{ id } = { id: '' }] = (await app.call('list-bookings', { state: 'all' }, owner)).body.bookings as unknown as {
    id: string
  }[]
  assert.ok(!room?.includes(id.replaceAll('-', '').slice(0, 12)))
})
