import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { TestApp } from '#test/support/app.ts'
import { connectCalendar, givenHost, hostCalendars, ownEvent, readAgain, startHosts } from '#test/support/host-calendars.ts'
import { until } from '#test/support/until.ts'

let app: TestApp
let stop: () => Promise<void>
before(async () => {
  ;({ app, stop } = await startHosts())
})
after(() => stop?.())

const hourMs = 3_600_000
interface Event {
  id: string
  summary: string
  start: string
  end: string
  location: string
  attendees: { email: string }[]
}
const behave = (form: Record<string, string>) =>
  fetch(`${app.url}/sandbox/google/calendar/behave`, {
    method: 'POST',
    body: new URLSearchParams({ pageSize: '250', ...form }),
    redirect: 'manual',
  })

test('a member’s next ten events come by start; of a team mailbox colleagues read only Busy, and of others nothing at all', async () => {
  const owner = await app.given.organization()
  const maya = await app.given.person(owner.orgId, 'member')
  const mailbox = await connectCalendar(app, maya, 'mira@')
  const google = await hostCalendars(app, maya)
  const soon = Math.ceil(Date.now() / hourMs) * hourMs
  for (let n = 11; n >= 0; n--)
    await google.putEvent('primary', ownEvent(`listed${n.toString(32)}`, new Date(soon + n * hourMs)))
  await google.putEvent('primary', ownEvent('distant1', new Date(soon + 31 * 24 * hourMs)))
  await readAgain(app, maya)
  const fetched = async (who = maya) => app.call('fetch-calendar', { userEmail: mailbox.email.toUpperCase() }, who)
  const events = await until('the events', async () => {
    const all = (await fetched()).body.events as unknown as Event[]
    return all.filter(({ id }) => id.startsWith('listed')).length >= 9 && all
  })
  assert.equal(events.length, 10)
  assert.deepEqual(
    events.map(({ start }) => start),
    events.map(({ start }) => start).toSorted(),
  )
  const own = events.find(({ id }) => id === 'listed0')
  assert.deepEqual(
    [own?.summary, own?.location, own?.attendees],
    ['Dentist', 'Main street 1', [{ email: 'guest@example.com' }]],
  )
  for (const userEmail of [mailbox.email, 'stranger@example.com', owner.email ?? 'owner@example.com'])
    assert.equal((await app.call('fetch-calendar', { userEmail }, owner)).body.code, 'foreign_mailbox', userEmail)

  await app.call('update-mailbox', { mailboxId: mailbox.id, kind: 'team' }, maya)
  const asSeen = (await fetched(owner)).body.events as unknown as Event[]
  assert.deepEqual(
    new Set(asSeen.map(({ summary, location, attendees }) => `${summary}${location}${attendees.length}`)),
    new Set(['Busy0']),
  )
  await app.database.inOrg(owner.orgId, (db) => db.updateTable('connections').set({ status: 'needs_reauth' }).execute())
  const answer = await fetched()
  assert.deepEqual([answer.status, answer.body.code], [409, 'mailbox_not_connected'])
})

test('a room is made in the caller’s calendar and takes no slot; without Google it is the workspace’s', async () => {
  const owner = await app.given.organization()
  const mine = { roomName: 'Rao Bakery', userEmail: owner.email }
  const none = await app.call('create-meet-event', mine, owner)
  assert.deepEqual([none.status, none.body.code], [409, 'no_video_provider'])
  for (const roomPattern of ['http://a.example/{id}', 'https://{id}.example/', 'https://a.example/', 'javascript:{id}'])
    assert.equal((await app.call('update-workspace', { roomPattern }, owner)).status, 400, roomPattern)
  await app.call('update-workspace', { roomPattern: 'https://meet.example.com/foyer-{id}' }, owner)
  const room = await app.call('create-meet-event', mine, owner)
  assert.match(String(room.body.meetLink), /^https:\/\/meet\.example\.com\/foyer-[a-zA-Z0-9]{30,}$/)

  const { email } = await connectCalendar(app, owner, 'jonas@')
  const google = await hostCalendars(app, owner)
  const made = await app.call('create-meet-event', { ...mine, userEmail: email }, owner)
  assert.equal(made.status, 200, JSON.stringify(made.body))
  const event = await google.findEvent('primary', String(made.body.eventId))
  assert.deepEqual(
    [event?.isBusy, event?.room, event?.title],
    [false, { state: 'ready', url: made.body.meetLink }, 'Rao Bakery'],
  )
  const stranger = await app.call('create-meet-event', { ...mine, userEmail: 'else@example.com' }, owner)
  assert.equal(stranger.body.code, 'foreign_mailbox')
})

test('a room that does not come in ten seconds is 500, and nothing stays in the calendar', async () => {
  const { owner, mailbox, google } = await givenHost(app, 'mira@')
  const { email } = mailbox
  const find = async () => {
    const pages = google.readEvents('primary', { cursor: null, from: new Date(Date.now() - hourMs) })
    const { value } = await pages.next()
    return value && 'events' in value ? value.events.find(({ title }) => title === 'Never') : undefined
  }
  await behave({ hasPendingRooms: 'on' })
  const asked = app.call('create-meet-event', { roomName: 'Never', userEmail: email }, owner)
  await until('the event', find)
  const answer = await asked
  await behave({})
  assert.deepEqual([answer.status, answer.body.code], [500, 'provider_failed'])
  await until('its end', async () => (await find()) === undefined)
  await behave({ refusal: 'quotaExceeded' })
  const away = await app.call('create-meet-event', { roomName: 'Never', userEmail: email }, owner)
  await behave({})
  assert.deepEqual([away.status, away.body.code], [500, 'provider_failed'])
})
