import assert from 'node:assert/strict'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { auth, type calendar_v3, calendar as makeClient } from '@googleapis/calendar'
import type { Browser } from 'playwright-core'
import { makeHttp } from '#core/outbound/http.ts'
import type { WantedEvent } from '#ports/calendars.ts'
import { readAllowedTarget } from '#shapes/networks.ts'
import { faultsOf, openBrowser } from '#test/support/browser.ts'
import { consentAt } from '#test/support/consent.ts'
import { openContract, withoutContracts } from '#test/support/contracts.ts'
import { startSandbox, type TestSandbox } from '#test/support/sandbox.ts'
import { googleCalendars } from './calendar.ts'

const loopback = readAllowedTarget('127.0.0.1')
const way = makeHttp({ allowed: loopback ? [loopback] : [] })
let box: TestSandbox
let browser: Browser
let token: string
let client: calendar_v3.Calendar
const scope = 'https://www.googleapis.com/auth/calendar'
const me = 'mira@sandbox.example'
const calendarId = 'primary'

const tokenWith = async (scopes: string): Promise<string> => {
  const app = { client_id: 'test.apps.googleusercontent.com', redirect_uri: `${box.address}/back` }
  const wish = new URLSearchParams({ ...app, response_type: 'code', scope: `openid email ${scopes}`, state: 's' })
  const code = (await consentAt(`${box.address}/o/oauth2/v2/auth?${wish}`)).searchParams.get('code') ?? ''
  const form = { ...app, client_secret: 'GOCSPX-test', grant_type: 'authorization_code', code }
  const given = await fetch(`${box.address}/token`, { method: 'POST', body: new URLSearchParams(form) })
  return ((await given.json()) as { access_token: string }).access_token
}
const clientWith = (accessToken: string): calendar_v3.Calendar => {
  const own = new auth.OAuth2()
  own.setCredentials({ access_token: accessToken })
  return makeClient({ version: 'v3', auth: own, rootUrl: `${box.address}/`, retry: false })
}
const ours = () =>
  googleCalendars({
    ...{ base: box.address, now: () => new Date(), accessToken: async () => token },
    http: { send: (request) => way.send({ ...request, maxBytes: request.maxBytes ?? 1_048_576, redirects: 0 }) },
  })
const deed = (name: string, form: Record<string, string> = {}) =>
  fetch(`${box.address}/sandbox/google/calendar/${name}`, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
  })
/** What a refusal was: its status, and Google's reason. */
const refused = async (asked: Promise<unknown>): Promise<[number, string]> => {
  const error = (await asked.then(
    () => assert.fail('it was not refused'),
    (thrown: unknown) => thrown,
  )) as { response: { status: number; data: { error: { errors: { reason: string }[] } } } }
  return [error.response.status, error.response.data.error.errors[0]?.reason ?? '']
}
const read = async (cursor: string | null) => {
  const pages = ours().readEvents(calendarId, { cursor, from: new Date(Date.now() - 86_400_000) })
  const [ids, removed]: [string[], string[]] = [[], []]
  for (let count = 1; ; count++) {
    const next = await pages.next()
    if (next.done) return { ids, removed, pages: count - 1, end: next.value }
    ids.push(...next.value.events.map(({ id }) => id))
    removed.push(...next.value.removed)
  }
}
const cursorOf = ({ end }: Awaited<ReturnType<typeof read>>): string => {
  assert.ok(end.outcome === 'done')
  return end.cursor
}
// Once: two readings may stand on either side of a minute.
const begun = Math.floor(Date.now() / 60_000) * 60_000
const inDays = (days: number): Date => new Date(begun + days * 86_400_000)
const wanted = (id: string, more: Partial<WantedEvent> = {}): WantedEvent => ({
  ...{ id, title: 'Intro', start: inDays(2), end: new Date(inDays(2).getTime() + 1_800_000), zone: 'Europe/Berlin' },
  ...{ description: '', location: '', attendees: [], isBusy: true, wantsRoom: false, tags: { bookingId: id, sequence: 0 } },
  ...more,
})

before(async () => {
  box = await startSandbox()
  browser = await openBrowser()
  token = await tokenWith(scope)
  client = clientWith(token)
})
after(async () => {
  await browser.close()
  await box.stop()
  await way.destroy()
})

test('a written event is found by a repeat, corrected, moved over its version only, and its id stays taken for ever', async () => {
  const calendars = ours()
  const made = await calendars.putEvent(calendarId, wanted('booking1'))
  assert.ok(made.outcome === 'put')
  const again = await calendars.putEvent(calendarId, wanted('booking1'))
  assert.ok(again.outcome === 'put')
  assert.equal(again.event.etag, made.event.etag, 'nothing was written')
  const corrected = await calendars.putEvent(calendarId, wanted('booking1', { title: 'Intro call' }))
  assert.ok(corrected.outcome === 'put')
  assert.equal(corrected.event.title, 'Intro call')
  const change = { start: inDays(3), end: new Date(inDays(3).getTime() + 1_800_000), zone: 'Europe/Berlin' }
  assert.equal((await calendars.changeEvent(calendarId, 'booking1', change, made.event.etag ?? '')).outcome, 'stale')
  const moved = await calendars.changeEvent(calendarId, 'booking1', change, corrected.event.etag ?? '')
  assert.ok(moved.outcome === 'changed')
  assert.deepEqual([moved.event.start, moved.event.ours], [{ at: change.start }, { bookingId: 'booking1', sequence: 0 }])
  await calendars.removeEvent(calendarId, 'booking1')
  await calendars.removeEvent(calendarId, 'booking1')
  assert.equal(await calendars.findEvent(calendarId, 'booking1'), null)
  assert.deepEqual(await calendars.putEvent(calendarId, wanted('booking1')), { outcome: 'gone' })
})

test('a room is pending until it is there', async () => {
  await deed('behave', { hasPendingRooms: 'on' })
  const made = await ours().putEvent(calendarId, wanted('roomroom', { wantsRoom: true }))
  assert.ok(made.outcome === 'put')
  assert.deepEqual(made.event.room, { state: 'pending' })
  await deed('behave')
  const { room } = (await ours().findEvent(calendarId, 'roomroom')) ?? {}
  assert.ok(room?.state === 'ready')
  assert.match(await (await fetch(room.url)).text(), /In the room/)
})

test('changes are read by small pages, a series by its occurrences, and a forgotten token has its own outcome', async () => {
  const cursor = cursorOf(await read(null))
  const day = inDays(1).toISOString().slice(0, 10)
  await deed('behave', { pageSize: '3' })
  const series = await client.events.insert({
    calendarId,
    requestBody: {
      summary: 'Standup',
      start: { dateTime: `${day}T09:00:00`, timeZone: 'Europe/Berlin' },
      end: { dateTime: `${day}T09:15:00`, timeZone: 'Europe/Berlin' },
      recurrence: ['RRULE:FREQ=DAILY;COUNT=8'],
    },
  })
  const first = await read(cursor)
  assert.deepEqual([first.ids.length, first.pages], [8, 3])
  for (const id of first.ids) assert.match(id, new RegExp(`^${series.data.id}_\\d{8}T\\d{6}Z$`))
  const [one = '', two = ''] = first.ids
  await client.events.delete({ calendarId, eventId: one })
  await client.events.patch({ calendarId, eventId: two, requestBody: { summary: 'Moved' } })
  const second = await read(cursorOf(first))
  assert.deepEqual([second.ids, second.removed], [[two], [one]])
  await client.events.delete({ calendarId, eventId: series.data.id ?? '' })
  const third = await read(cursorOf(second))
  assert.equal(third.removed.length, 6)
  await deed('behave')
  await deed('expire-tokens')
  assert.deepEqual((await read(cursorOf(third))).end, { outcome: 'expired' })
  const { token } = JSON.parse(cursorOf(await read(null))) as { token: string }
  for (const more of [{ timeMin: new Date().toISOString() }, { orderBy: 'startTime', singleEvents: true }, { q: 'x' }])
    assert.deepEqual(await refused(client.events.list({ calendarId, syncToken: token, ...more })), [400, 'invalid'])
})

test('a series without an end reaches beyond the furthest start that can be offered', async () => {
  const weekly = await client.events.insert({
    calendarId,
    requestBody: {
      ...{ summary: 'Weekly', recurrence: ['RRULE:FREQ=WEEKLY'] },
      start: { dateTime: inDays(1).toISOString(), timeZone: 'UTC' },
      end: { dateTime: inDays(1.02).toISOString(), timeZone: 'UTC' },
    },
  })
  const starts = (await read(null)).ids.filter((id) => id.startsWith(`${weekly.data.id}_`)).toSorted()
  const furthest =
    /_(\d{4})(\d\d)(\d\d)T/
      .exec(starts.at(-1) ?? '')
      ?.slice(1)
      .join('-') ?? ''
  assert.ok(Date.parse(furthest) > inDays(731).getTime(), furthest)
  await client.events.delete({ calendarId, eventId: weekly.data.id ?? '' })
})

test('the vendor’s own client is refused as Google refuses it', async () => {
  const times = { start: { date: '2027-01-01' }, end: { date: '2027-01-02' } }
  const insert = (requestBody: calendar_v3.Schema$Event) => client.events.insert({ calendarId, requestBody })
  assert.deepEqual(await refused(insert({ ...times, id: 'aaaaa', iCalUID: 'x@y' })), [400, 'invalid'])
  assert.deepEqual(await refused(insert({ ...times, id: 'not base32hex' })), [400, 'invalid'])
  assert.deepEqual(await refused(insert({ start: times.start })), [400, 'required'])
  assert.deepEqual(await refused(client.events.get({ calendarId: 'jonas@sandbox.example', eventId: 'x' })), [404, 'notFound'])
  const holidays = 'holidays@group.calendar.sandbox.example'
  assert.deepEqual(await refused(client.events.insert({ calendarId: holidays, requestBody: times })), [403, 'forbidden'])
  const reader = clientWith(await tokenWith(`${scope}.readonly`))
  assert.deepEqual(await refused(reader.events.insert({ calendarId, requestBody: times })), [403, 'insufficientPermissions'])
  for (const refusal of ['rateLimitExceeded', 'quotaExceeded']) {
    await deed('behave', { refusal })
    assert.deepEqual(await refused(client.events.list({ calendarId })), [403, refusal])
    await assert.rejects(ours().calendars(), { kind: 'busy' })
  }
  await deed('behave')
  await assert.rejects(clientWith('ya29.none').events.list({ calendarId }), { status: 401 })
})

test('every page of calendars is read; busy times have their errors inside a good answer', async () => {
  await deed('behave', { pageSize: '1' })
  const all = await ours().calendars()
  assert.deepEqual(
    all.map(({ isPrimary, isWritable }) => [isPrimary, isWritable]),
    [
      [true, true],
      [false, true],
      [false, false],
    ],
  )
  await deed('behave')
  await ours().putEvent(calendarId, wanted('taken1', { start: inDays(9), end: inDays(10) }))
  const { data } = await client.freebusy.query({
    requestBody: {
      timeMin: inDays(9.5).toISOString(),
      timeMax: inDays(11).toISOString(),
      items: [{ id: me }, { id: 'stranger@example.com' }],
    },
  })
  assert.deepEqual(data.calendars?.[me]?.busy, [{ start: inDays(9.5).toISOString(), end: inDays(10).toISOString() }])
  assert.equal(data.calendars?.['stranger@example.com']?.errors?.[0]?.reason, 'notFound')
})

test('a channel says sync first, then that something changed, under rising numbers, until it is stopped', async () => {
  const heard: IncomingHttpHeaders[] = []
  const receiver = createServer((request, response) => {
    heard.push(request.headers)
    request.resume()
    response.end()
  })
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', () => done()))
  const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
  const until = async (count: number): Promise<void> => {
    for (let n = 0; n < 500 && heard.length < count; n++) await pause(10)
    assert.equal(heard.length, count)
  }
  const channel = { channelId: 'channel-1', token: 'proof', address, expiresAt: inDays(3) }
  const watched = await ours().watch(calendarId, channel)
  assert.deepEqual(watched?.expiresAt, inDays(3))
  await until(1)
  await ours().putEvent(calendarId, wanted('noted1'))
  await until(2)
  assert.deepEqual(
    heard.map((headers) => [headers['x-goog-resource-state'], headers['x-goog-channel-token']]),
    [
      ['sync', 'proof'],
      ['exists', 'proof'],
    ],
  )
  assert.ok(Number(heard[1]?.['x-goog-message-number']) > Number(heard[0]?.['x-goog-message-number']))
  await assert.rejects(ours().watch(calendarId, channel), { kind: 'refused' })
  await ours().stopWatching({ channelId: 'channel-1', resourceId: watched?.resourceId ?? '' })
  await ours().stopWatching({ channelId: 'channel-1', resourceId: watched?.resourceId ?? '' })
  await ours().putEvent(calendarId, wanted('noted2'))
  await pause(200)
  assert.equal(heard.length, 2)
  receiver.close()
  receiver.closeAllConnections()
})

test('its answers are as Google’s contract has them', { skip: withoutContracts }, async () => {
  const contract = openContract('google-calendar/openapi.json')
  const at = '/calendar/v3/calendars/{calendarId}/events'
  const made = await client.events.insert({
    calendarId,
    conferenceDataVersion: 1,
    requestBody: {
      ...{ id: 'contract', summary: 'C', start: { date: '2027-01-01' }, end: { date: '2027-01-02' } },
      conferenceData: { createRequest: { requestId: 'r1', conferenceSolutionKey: { type: 'hangoutsMeet' } } },
    },
  })
  assert.deepEqual(contract.answer([at, 'post'], 200, made.data), [])
  assert.deepEqual(contract.answer([at, 'get'], 200, (await client.events.list({ calendarId, singleEvents: true })).data), [])
  const list = await client.calendarList.list()
  assert.deepEqual(contract.answer(['/calendar/v3/users/me/calendarList', 'get'], 200, list.data), [])
})

test('on the page of a calendar events are added, moved, declined and deleted', async () => {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, colorScheme: 'dark' })
  const page = await context.newPage()
  page.setDefaultTimeout(10_000)
  const cursor = cursorOf(await read(null))
  await page.goto(`${box.address}/sandbox/google/calendar`)
  await page.getByLabel('Title').fill('Dentist')
  await page.getByLabel('Day', { exact: true }).last().fill(inDays(1).toISOString().slice(0, 10))
  await page.getByLabel('Tentative').check()
  await page.getByRole('button', { name: 'Add event' }).click()
  const added = await read(cursor)
  assert.equal(added.ids.length, 1)
  await page.goto(`${box.address}/sandbox/google/calendar?week=${inDays(1).toISOString().slice(0, 10)}`)
  const item = page.getByRole('listitem').filter({ hasText: 'Dentist' })
  await item.getByText('all day, tentative').waitFor()
  assert.deepEqual(await faultsOf(page), [])
  assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'))
  await item.getByText('Change Dentist').click()
  await item.getByRole('button', { name: 'Decline' }).click()
  await item.getByText('declined').waitFor()
  await item.getByText('Change Dentist').click()
  await item.getByLabel('From').fill('09:00')
  await item.getByLabel('Until').fill('10:00')
  await item.getByRole('button', { name: 'Move' }).click()
  await item.getByText('09:00–10:00').waitFor()
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.emulateMedia({ colorScheme: 'light' })
  assert.deepEqual(await faultsOf(page), [])
  await item.getByText('Change Dentist').click()
  await item.getByRole('button', { name: 'Delete' }).click()
  await item.waitFor({ state: 'detached' })
  assert.deepEqual((await read(cursorOf(added))).removed, added.ids)
  await context.close()
})
