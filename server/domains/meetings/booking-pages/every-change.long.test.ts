import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Calendars } from '#ports/calendars.ts'
import { readEvents } from '#shapes/icalendar/read-events.ts'
import { sayTime } from '#shapes/time-texts.ts'
import { openReceiver, type Receiver } from '#test/promises/webhook-receiver.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { connectCalendar, hostCalendars, mailboxesOf } from '#test/support/host-calendars.ts'
import { until } from '#test/support/until.ts'
import { phonesAt } from '#test/support/whatsapp.ts'
import { hearAnswers } from '../booking/booker-answers.ts'
import { uidOf } from '../booking/bookings.ts'

let app: TestApp
let worker: { stop(): Promise<void> }
let receiver: Receiver
before(async () => {
  app = await startApp({ env: { SANDBOX: 'on', OUTGOING_ALLOWED_PRIVATE: '127.0.0.1' }, alone: true })
  receiver = await openReceiver()
  worker = await app.startWorker()
})
after(async () => {
  await worker?.stop()
  await receiver?.close()
  await app?.stop()
})

const dayMs = 86_400_000
const zones = { owner: 'Asia/Kolkata', colleague: 'Europe/Berlin' } as const

interface Hosts {
  readonly owner: Someone
  readonly colleague: Someone
  readonly google: Calendars
  readonly feed: string
  readonly phones: ReturnType<typeof phonesAt>
  readonly free: readonly string[]
}

/** Two hosts who meet bookers together: one with a calendar at Google, one with a calendar server, and all that the workspace tells others. */
const givenHosts = async (): Promise<Hosts> => {
  const done = async (type: string, body: object, who: Someone): Promise<Record<string, unknown>> => {
    const answer = await app.call(type, body, who)
    assert.equal(answer.status, 200, `${type} ${JSON.stringify(answer.body)}`)
    return answer.body as Record<string, unknown>
  }
  const owner = await app.given.organization()
  const colleague = await app.given.person(owner.orgId, 'admin')
  for (const [who, timezone] of [
    [owner, zones.owner],
    [colleague, zones.colleague],
  ] as const) {
    await done('update-profile', { timezone }, who)
    await done('set-hours', { timezone }, who)
  }
  await connectCalendar(app, owner)
  const caldav = { url: new URL('/sandbox/caldav/', app.url).href, user: 'surfaces', password: 'right' }
  await done('connect-mailbox', { provider: 'imap', email: 'surfaces@server.example', caldav }, colleague)
  await until('the calendar', async () => (await mailboxesOf(app, colleague)).find((each) => each.is_own && each.synced_at))
  await done('connect-sandbox', { provider: 'whatsapp' }, owner)
  const number = await until('the number', () =>
    app.database.db
      .selectFrom('directory.whatsapp_numbers')
      .select('phone_number_id')
      .where('org_id', '=', owner.orgId)
      .executeTakeFirst(),
  )
  await until('the templates', async () => {
    const { templates } = (await app.call('list-whatsapp-templates', {}, owner)).body as unknown as { templates: object[] }
    return templates.length > 0
  })
  await done('create-webhook', { url: receiver.url('/surfaces') }, owner)
  const type = {
    ...{ slug: 'both', name: 'Both', minutes: 30, mode: 'collective', hosts: [owner.personId, colleague.personId] },
    whatsappTemplate: { name: 'appointment_reminder', language: 'de' },
  }
  await done('save-event-type', type, owner)
  const [from, to] = [2, 20].map((days) => new Date(Date.now() + days * dayMs).toISOString())
  const asked = { orgId: owner.orgId, eventType: 'both', timezone: 'UTC', from, to }
  const { slots } = (await done('list-slots', asked, owner)) as { slots: { start: string }[] }
  const { url } = (await done('change-calendar-feed', { change: 'make' }, owner)) as { url: string }
  return {
    ...{ owner, colleague, google: await hostCalendars(app, owner), feed: new URL(url).pathname },
    phones: phonesAt(app.url, number.phone_number_id),
    free: slots.map(({ start }) => start),
  }
}

interface Mail {
  readonly id: string
  readonly subject: string
  readonly text: string
  readonly attachments: readonly { readonly type: string }[]
}
/** The email with these words in its subject, and with this time in it: which one it is, is said by both. */
const mailSays = (email: string, subject: string, when: string): Promise<Mail> =>
  until(`the email «${subject}» to ${email} that says ${when}`, async () => {
    const mails = (await (await fetch(`${app.url}/sandbox/mail?to=${encodeURIComponent(email)}`)).json()) as Mail[]
    return mails.find((mail) => mail.subject.startsWith(subject) && mail.text.includes(when))
  })
const inMail = async ({ id, attachments }: Mail): Promise<string> => {
  const index = attachments.findIndex(({ type }) => type.startsWith('text/calendar'))
  return (await fetch(`${app.url}/sandbox/mail/${id}/attachments/${index}`)).text()
}
const range = { from: new Date(), to: new Date(Date.now() + 60 * dayMs) }
const startsIn = (calendar: string): string[] =>
  readEvents(calendar, { ...range, zone: 'UTC', own: [] }).occurrences.map(({ start }) =>
    'at' in start ? start.at.toISOString() : 'a day',
  )

interface Booked {
  readonly id: string
  readonly contact: { readonly id: string } | null
  readonly email: string
}
/** What hosts, their calendars, and other programs read of a booking. */
const assertTeamReads = async (hosts: Hosts, { id, contact, email }: Booked, start: string, subject: string, event: string) => {
  const { owner, colleague, google, feed } = hosts
  const eventId = id.replaceAll('-', '')
  for (const [who, zone] of [
    [owner, zones.owner],
    [colleague, zones.colleague],
  ] as const) {
    const said = sayTime(new Date(start), { locale: 'en', zone })
    const mail = await mailSays(who.email, subject, said.whole)
    assert.ok(mail.text.includes(email), 'an email about another booking')
    if (event === 'booking.cancelled') continue
    const asked = { from: new Date(Date.parse(start) - dayMs).toISOString().slice(0, 10), days: 3 }
    const { entries } = (await app.call('list-calendar', asked, who)).body as unknown as {
      entries: { id: string; starts_at: string; time: string }[]
    }
    const entry = entries.find((each) => each.id === id)
    assert.equal(entry?.starts_at, start)
    assert.ok(entry?.time.includes(said.time), `${entry?.time} in ${zone}, not ${said.time}`)
  }
  const isOver = event === 'booking.cancelled'
  await until(`${start} at Google`, async () => {
    const found = await google.findEvent('primary', eventId)
    return isOver ? found === null : found !== null && 'at' in found.start && found.start.at.toISOString() === start
  })
  await until(`${start} at the calendar server`, async () => {
    const address = `${app.url}/sandbox/caldav/dav/calendars/surfaces/calendar/${eventId}.ics`
    const answer = await fetch(address, { headers: { authorization: `Basic ${btoa('surfaces:right')}` } })
    return isOver ? answer.status === 404 : answer.status === 200 && startsIn(await answer.text()).join() === start
  })
  assert.equal(startsIn(await (await fetch(app.url + feed)).text()).includes(start), !isOver, 'the feed')
  const hook = await until(`the webhook ${event}`, async () =>
    receiver
      .of('/surfaces')
      .map(({ body }) => JSON.parse(body) as { type: string; data: { id: string; starts_at: string; ends_at: string } })
      .find(({ type, data }) => type === event && data.id === id),
  )
  assert.deepEqual([hook.data.starts_at, Date.parse(hook.data.ends_at) - Date.parse(start)], [start, 1_800_000])
  const timeline = await app.call('list-timeline', { contactId: contact?.id }, owner)
  assert.equal(timeline.status, 200, JSON.stringify(timeline.body))
  const { entries } = timeline.body as unknown as { entries: { id: string; facts: { starts_at: string } }[] }
  const line = entries.find((each) => each.id === `booking:${id}`)
  assert.equal(new Date(line?.facts.starts_at ?? 0).toISOString(), start, 'the timeline')
}

/** Another time that the booker proposes: the task, and the list, name it as the hosts read times. */
const assertProposalReads = async ({ owner }: Hosts, { id, email }: Booked, start: string, sequence: number): Promise<void> => {
  const proposed = { method: 'counter', answer: 'tentative', uid: uidOf(id), attendee: { email, name: '' } } as const
  const given = { stampedAt: new Date(), marks: [], sequence, start: new Date(start), end: null, location: '', comment: '' }
  await app.database.inOrg(owner.orgId, (db) =>
    hearAnswers(db, owner.orgId, { from: email, at: new Date(), answers: [{ ...proposed, ...given }] }),
  )
  const said = sayTime(new Date(start), { locale: 'en', zone: zones.owner })
  const { tasks } = (await app.call('list-tasks', {}, owner)).body as unknown as { tasks: { title: string }[] }
  assert.ok(
    tasks.some(({ title }) => title.includes(`proposes ${said.short} by email`)),
    tasks.map(({ title }) => title).join(),
  )
  const { bookings } = (await app.call('list-bookings', {}, owner)).body as unknown as {
    bookings: { id: string; open_answer: { proposed: string } | null }[]
  }
  assert.equal(bookings.find((each) => each.id === id)?.open_answer?.proposed, said.whole)
}

test('one time of a booking reads the same to its booker, its hosts, their calendars and other programs, after a booking, a reschedule and a cancellation, in three zones and languages', async () => {
  const hosts = await givenHosts()
  const { owner, phones, free } = hosts
  for (const [n, [zone, locale, confirmed, moved, cancelled]] of (
    [
      ['America/St_Johns', 'de', 'Bestätigt', 'Neue Zeit', 'Abgesagt'],
      ['Asia/Kathmandu', 'fr', 'Confirmé', 'Nouvel horaire', 'Annulé'],
      ['Pacific/Chatham', 'hi', 'पुष्टि', 'नया समय', 'रद्द'],
    ] as const
  ).entries()) {
    const [first = '', second = '', third = ''] = free.slice(n * 3)
    const email = `${locale}@example.com`
    const phone = await phones.add({ name: `Maya ${locale}`, number: `49155500020${n}0` })
    await phones.write(phone.id, { text: 'Hello' })
    await until('the contact', async () =>
      app.database.inOrg(owner.orgId, (db) =>
        db.selectFrom('contacts').select('id').where('phone', '=', `+${phone.number}`).executeTakeFirst(),
      ),
    )
    const reads = async (subject: string, start: string, method: string | null): Promise<void> => {
      const said = sayTime(new Date(start), { locale, zone })
      const mail = await mailSays(email, subject, said.whole)
      assert.ok(mail.subject.includes(said.time) && mail.subject.includes(said.day), mail.subject)
      const calendar = await inMail(mail)
      assert.ok(calendar.includes(`METHOD:${method}`), calendar)
      assert.match(calendar, new RegExp(`DTSTART[^:]*:${start.replaceAll(/[-:]|\.\d{3}/g, '')}`))
    }
    const wish = { orgId: owner.orgId, eventType: 'both', name: 'Maya', email, phone: `+${phone.number}`, date: 'x', time: 'x' }
    const made = await app.call('booking', { ...wish, timezone: zone, locale, isoTime: first }, null)
    assert.equal(made.status, 200, JSON.stringify(made.body))
    const token = String(made.body.manageLink).split('/').at(-1)
    const { bookings } = (await app.call('list-bookings', {}, owner)).body as unknown as { bookings: Booked[] }
    const booking = bookings.find((each) => each.email === email)
    assert.ok(booking)
    await reads(confirmed, first, 'REQUEST')
    const message = await phones.received(phone.id, /sehen uns/)
    assert.ok(message.text.includes(sayTime(new Date(first), { locale, zone }).whole), message.text)
    await assertTeamReads(hosts, booking, first, 'New meeting', 'booking.created')

    assert.equal((await app.call('reschedule-booking', { token, start: second }, null)).status, 200)
    await reads(moved, second, 'REQUEST')
    await assertTeamReads(hosts, booking, second, 'Meeting rescheduled', 'booking.rescheduled')
    await assertProposalReads(hosts, booking, third, 1)

    assert.equal((await app.call('cancel-booking', { token }, null)).status, 200)
    await reads(cancelled, second, 'CANCEL')
    await assertTeamReads(hosts, booking, second, 'Meeting cancelled', 'booking.cancelled')
  }
})
