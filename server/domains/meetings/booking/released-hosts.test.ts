import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { connectCalendar, hostCalendars, startHosts } from '#test/support/host-calendars.ts'
import { until } from '#test/support/until.ts'

let app: TestApp
let stop: () => Promise<void>
let mailless: TestApp
before(async () => {
  ;({ app, stop } = await startHosts())
  mailless = await startApp()
})
after(async () => {
  await stop?.()
  await mailless?.stop()
})

const dayMs = 86_400_000
const tuesday = new Date(Date.now() + (9 - new Date().getUTCDay()) * dayMs).toISOString().slice(0, 10)
const at = (time: string): string => `${tuesday}T${time}:00Z`

const callAt =
  (where: TestApp) =>
  async (type: string, body: object, who: Someone | null): Promise<Record<string, unknown>> => {
    const answer = await where.call(type, body, who)
    assert.equal(answer.status, 200, `${type} ${JSON.stringify(answer.body)}`)
    return answer.body as Record<string, unknown>
  }

/** A meeting at 10:00 of one of two hosts by turns, who has another meeting at 14:00. */
const givenTurns = async (where: TestApp, prepare: (hosts: readonly Someone[]) => Promise<unknown> = async () => {}) => {
  const done = callAt(where)
  const owner = await where.given.organization()
  const first = await where.given.person(owner.orgId, 'admin')
  const second = await where.given.person(owner.orgId, 'member')
  await prepare([first, second])
  const grid = { minutes: 30, grid: 30, hosts: [first.personId, second.personId] }
  await done('save-event-type', { slug: 'turns', name: 'Turns', mode: 'round_robin', ...grid }, owner)
  const booked = { eventType: 'turns', start: at('10:00'), hostId: first.personId, name: 'Maya', email: 'maya@example.com' }
  const { bookingId, manageLink } = await done('create-booking', booked, owner)
  await done('create-booking', { ...booked, start: at('14:00'), name: 'Rao', email: 'rao@example.com' }, owner)
  return { owner, first, second, bookingId: String(bookingId), token: String(manageLink).split('/').at(-1) ?? '' }
}

test('a reschedule to a time at which only another host is free goes to that host: the old one gets an email and loses the event in the calendar', async () => {
  const done = callAt(app)
  const { owner, first, second, bookingId, token } = await givenTurns(app, ([host]) => connectCalendar(app, host as Someone))
  const google = await hostCalendars(app, first)
  const eventId = bookingId.replaceAll('-', '')
  await until('the event', async () => (await google.findEvent('primary', eventId)) ?? undefined)
  await done('reschedule-booking', { token, start: at('14:00') }, null)
  const { detail } = (await done('show-booking-detail', { bookingId }, owner)) as unknown as {
    detail: { booking: { hosts: { id: string }[] }; effects: { kind: string; what: string; person: { id: string } | null }[] }
  }
  assert.deepEqual(
    detail.booking.hosts.map(({ id }) => id),
    [second.personId],
  )
  await until('the removal', async () => (await google.findEvent('primary', eventId)) === null)
  const mailsTo = async (who: Someone): Promise<{ subject: string; text: string }[]> =>
    (await fetch(`${app.url}/sandbox/mail?to=${encodeURIComponent(who.email)}`)).json() as never
  const released = await until('the email to the old host', async () =>
    (await mailsTo(first)).find(({ subject }) => subject.startsWith('No longer your meeting: Maya')),
  )
  assert.match(released.text, /Now with Person/)
  await until('the email to the new host', async () =>
    (await mailsTo(second)).some(({ subject }) => subject.startsWith('New meeting: Maya')),
  )
  const told = detail.effects.filter(({ kind, what }) => kind === 'host_mail' && what !== 'confirmed')
  assert.deepEqual(
    told.map(({ what, person }) => [what, person?.id]),
    [['released', first.personId]],
  )
  // Who stays the host hears of a new time, and of nothing else.
  await done('reschedule-booking', { token, start: at('15:00') }, null)
  await until('the new time', async () =>
    (await mailsTo(second)).some(({ subject }) => subject.startsWith('Meeting rescheduled: Maya')),
  )
  assert.equal((await mailsTo(first)).filter(({ subject }) => subject.startsWith('No longer')).length, 1)
})

test('where no email can be sent, the old host finds it among the notifications', async () => {
  const done = callAt(mailless)
  const { first, second, bookingId, token } = await givenTurns(mailless)
  await done('reschedule-booking', { token, start: at('14:00') }, null)
  const seen = async (who: Someone) =>
    ((await done('list-notices', {}, who)).notices as { subject_id: string; facts: { what: string } }[])
      .filter(({ subject_id }) => subject_id === bookingId)
      .map(({ facts }) => facts.what)
  assert.deepEqual([await seen(first), await seen(second)], [['released'], ['confirmed']])
})
