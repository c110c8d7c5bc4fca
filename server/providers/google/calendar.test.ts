import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ProviderRequest } from '#core/outbound/provider-http.ts'
import type { CopiedEvent, WantedEvent } from '#ports/calendars.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { openContract, withoutContracts } from '#test/support/contracts.ts'
import { googleCalendars } from './calendar.ts'

const now = new Date('2026-11-23T12:00:00Z')
const at = '/calendar/v3/calendars/{calendarId}/events'

interface Told {
  readonly status: number
  readonly body?: unknown
  readonly headers?: Record<string, string>
}
const refusal = (code: number, reason: string, message = reason): Told => ({
  status: code,
  body: { error: { code, message, errors: [{ domain: 'global', reason, message }] } },
})

/** Google as this test says it: an answer for each request, in turn. */
const answering = (...answers: Told[]) => {
  const sent: ProviderRequest[] = []
  const calendars = googleCalendars({
    base: 'https://www.googleapis.com',
    accessToken: async () => 'ya29.secret',
    now: () => now,
    http: {
      async send(request) {
        sent.push(request)
        const { status, body, headers = {} } = answers[sent.length - 1] ?? { status: 500 }
        const bytes = Buffer.from(body === undefined ? '' : JSON.stringify(body))
        return { status, headers, body: bytes, isCut: false, url: request.url }
      },
    },
  })
  const queryOf = (index: number) => Object.fromEntries(new URL(sent[index]?.url ?? '').searchParams)
  const bodyOf = (index: number) => JSON.parse(String(sent[index]?.body ?? 'null')) as Record<string, unknown>
  return { calendars, sent, queryOf, bodyOf }
}
const errorOf = async (asked: Promise<unknown>): Promise<ProviderError> => {
  const error = await asked.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof ProviderError, String(error))
  return error
}

const wanted: WantedEvent = {
  id: 'fo0193c1f000007000800a',
  title: 'Intro call: Jo',
  start: new Date('2027-02-03T09:00:00Z'),
  end: new Date('2027-02-03T09:30:00Z'),
  zone: 'Europe/Berlin',
  description: 'Booked on the page',
  location: '',
  attendees: [{ email: 'jo@example.com', name: 'Jo' }],
  isBusy: true,
  wantsRoom: true,
  tags: { bookingId: 'b1', sequence: 2 },
}
/** As Google answers (its reference, shortened by nothing that is read). */
const event = {
  kind: 'calendar#event',
  etag: '"3475360000000000"',
  id: wanted.id,
  status: 'confirmed',
  htmlLink: 'https://www.google.com/calendar/event?eid=x',
  created: '2027-02-01T08:00:00.000Z',
  updated: '2027-02-01T08:00:00.000Z',
  summary: wanted.title,
  description: wanted.description,
  start: { dateTime: '2027-02-03T10:00:00+01:00', timeZone: 'Europe/Berlin' },
  end: { dateTime: '2027-02-03T10:30:00+01:00', timeZone: 'Europe/Berlin' },
  iCalUID: `${wanted.id}@google.com`,
  attendees: [{ email: 'Jo@example.com', responseStatus: 'needsAction' }],
  extendedProperties: { private: { foyerBookingId: 'b1', foyerSequence: '2' } },
  hangoutLink: 'https://meet.google.com/abc-defg-hij',
}
const pending = {
  ...event,
  hangoutLink: undefined,
  conferenceData: { createRequest: { requestId: wanted.id, status: { statusCode: 'pending' } } },
}

/** As the first read of a day leaves it. */
const cursorOf = (token: string, begun = now): string => JSON.stringify({ token, begun })

const read = async (told: Told[], cursor: string | null, from = now) => {
  const played = answering(...told)
  const pages = played.calendars.readEvents('me@example.com', { cursor, from })
  const events: CopiedEvent[] = []
  const removed: string[] = []
  for (;;) {
    const next = await pages.next()
    if (next.done) return { ...played, events, removed, end: next.value }
    events.push(...next.value.events)
    removed.push(...next.value.removed)
  }
}

const daysLater = (days: number): Date => new Date(now.getTime() + days * 86_400_000)

test('a first read has a begin, later ones the token and the same settings; every page is read, the last has the token', async () => {
  const day = { ...event, id: 'day', start: { date: '2027-02-03' }, end: { date: '2027-02-04' }, transparency: 'transparent' }
  const cancelled = { id: 'r_20270203T090000Z', status: 'cancelled', recurringEventId: 'r' }
  const declined = {
    ...event,
    id: 'declined',
    attendees: [{ email: 'me@example.com', self: true, responseStatus: 'declined' }],
  }
  const first = await read(
    [
      { status: 200, body: { items: [event, day], nextPageToken: 'p2', timeZone: 'Europe/Berlin' } },
      { status: 200, body: { items: [cancelled, declined], nextSyncToken: 's1' } },
    ],
    null,
  )
  const settings = { singleEvents: 'true', showDeleted: 'true', maxResults: '2500' }
  assert.deepEqual(first.queryOf(0), { ...settings, timeMin: now.toISOString() })
  assert.deepEqual(first.queryOf(1), { ...settings, timeMin: now.toISOString(), pageToken: 'p2' })
  assert.deepEqual([first.end, first.removed], [{ outcome: 'done', cursor: cursorOf('s1') }, ['r_20270203T090000Z']])
  const [ours, whole, refused] = first.events
  assert.deepEqual(ours?.start, { at: wanted.start })
  assert.deepEqual([ours?.ours, ours?.isBusy, ours?.isDeclined], [{ bookingId: 'b1', sequence: 2 }, true, false])
  assert.deepEqual([whole?.start, whole?.end, whole?.isBusy], [{ day: '2027-02-03' }, { day: '2027-02-04' }, false])
  assert.equal(refused?.isDeclined, true)

  const later = await read([{ status: 200, body: { nextSyncToken: 's2' } }], cursorOf('s1'), daysLater(20))
  assert.deepEqual(later.queryOf(0), { ...settings, syncToken: 's1' })
  assert.deepEqual(later.end, { outcome: 'done', cursor: cursorOf('s2') }, 'it began with the first read')
})

test('a month after its first read a calendar is read from the start again: a series without an end has come nearer', async () => {
  const inTime = await read([{ status: 200, body: { nextSyncToken: 's2' } }], cursorOf('s1'), daysLater(30))
  assert.equal(inTime.end.outcome, 'done')
  // Google is not asked: what a token tells says nothing of occurrences beyond the first read.
  assert.deepEqual((await read([], cursorOf('s1'), daysLater(31))).end, { outcome: 'expired' })
  assert.deepEqual((await read([], 'a-token-of-before')).end, { outcome: 'expired' })
})

test('a forgotten token and a calendar that is gone are outcomes, a last page without a token is an error', async () => {
  assert.deepEqual((await read([refusal(410, 'fullSyncRequired')], cursorOf('s1'))).end, { outcome: 'expired' })
  assert.deepEqual((await read([refusal(404, 'notFound')], cursorOf('s1'))).end, { outcome: 'gone' })
  assert.equal((await errorOf(read([{ status: 200, body: { items: [] } }], null))).kind, 'broken')
})

test('an event is written without Google’s invitations, and a repeat finds it and corrects it', async () => {
  const made = answering({ status: 200, body: pending })
  const put = await made.calendars.putEvent('primary', wanted)
  assert.ok(put.outcome === 'put')
  assert.deepEqual(made.queryOf(0), { sendUpdates: 'none', conferenceDataVersion: '1' })
  assert.deepEqual([put.event.room, put.event.iCalUid], [{ state: 'pending' }, `${wanted.id}@google.com`])

  const same = answering(refusal(409, 'duplicate'), { status: 200, body: event })
  const again = await same.calendars.putEvent('primary', wanted)
  assert.ok(again.outcome === 'put')
  assert.deepEqual([same.sent.length, again.event.room], [2, { state: 'ready', url: event.hangoutLink }])

  const moved = answering(
    refusal(409, 'duplicate'),
    { status: 200, body: { ...event, summary: 'Old' } },
    { status: 200, body: event },
  )
  assert.equal((await moved.calendars.putEvent('primary', wanted)).outcome, 'put')
  assert.deepEqual(
    [moved.sent[2]?.method, moved.bodyOf(2).summary, moved.bodyOf(2).conferenceData],
    ['PATCH', wanted.title, undefined],
  )
})

test('the id of a deleted event stays taken: putting it again answers gone', async () => {
  for (const found of [
    { status: 200, body: { ...event, status: 'cancelled' } },
    refusal(410, 'deleted'),
    refusal(404, 'notFound'),
  ])
    assert.deepEqual(await answering(refusal(409, 'duplicate'), found).calendars.putEvent('primary', wanted), {
      outcome: 'gone',
    })
})

test('a change goes only over the version that was seen; removing what is gone is done', async () => {
  const change = { start: wanted.start, zone: wanted.zone }
  const stale = answering(refusal(412, 'conditionNotMet'))
  assert.deepEqual(await stale.calendars.changeEvent('primary', 'e1', change, '"1"'), { outcome: 'stale' })
  assert.equal(stale.sent[0]?.headers?.['if-match'], '"1"')
  assert.deepEqual(await answering(refusal(404, 'notFound')).calendars.changeEvent('primary', 'e1', change), {
    outcome: 'gone',
  })
  for (const told of [{ status: 204 }, refusal(404, 'notFound'), refusal(410, 'deleted')])
    await answering(told).calendars.removeEvent('primary', 'e1')
})

test('rate limits differ from missing rights, and no error repeats an address', async () => {
  const kinds: [Told, string][] = [
    [refusal(403, 'rateLimitExceeded'), 'busy'],
    [refusal(403, 'userRateLimitExceeded'), 'busy'],
    [refusal(403, 'quotaExceeded'), 'busy'],
    [{ ...refusal(429, 'rateLimitExceeded'), headers: { 'retry-after': '7' } }, 'busy'],
    [refusal(403, 'insufficientPermissions'), 'credentials'],
    [refusal(401, 'authError'), 'credentials'],
    [refusal(400, 'invalid', 'me@example.com is bad, see https://example.com/x'), 'refused'],
    [refusal(503, 'backendError'), 'broken'],
    [{ status: 200, body: '<html>' }, 'broken'],
  ]
  for (const [told, kind] of kinds) {
    const error = await errorOf(answering(told).calendars.calendars())
    assert.equal(error.kind, kind, JSON.stringify(told))
    assert.doesNotMatch(error.reason, /@|https/)
    assert.equal(error.retryAfterMs, told.headers ? 7_000 : null)
    assert.equal(error.lacks, told === kinds[4]?.[0] ? 'calendar' : null)
  }
})

test('every page of the list of calendars is read', async () => {
  const mine = { id: 'me@example.com', summary: 'Me', timeZone: 'Europe/Berlin', primary: true, accessRole: 'owner' }
  const holidays = { id: 'h', summary: 'Holidays', summaryOverride: 'Days off', accessRole: 'reader' }
  const { calendars, queryOf } = answering(
    { status: 200, body: { items: [mine], nextPageToken: 'p2' } },
    { status: 200, body: { items: [holidays, { ...mine, id: 'd', deleted: true }] } },
  )
  assert.deepEqual(await calendars.calendars(), [
    { id: 'me@example.com', name: 'Me', zone: 'Europe/Berlin', isPrimary: true, isWritable: true },
    { id: 'h', name: 'Days off', zone: null, isPrimary: false, isWritable: false },
  ])
  assert.equal(queryOf(1).pageToken, 'p2')
})

test('requests keep to Google’s contract', { skip: withoutContracts }, async () => {
  const contract = openContract('google-calendar/openapi.json')
  const made = answering({ status: 200, body: event }, { status: 200, body: event }, { status: 200, body: { resourceId: 'r' } })
  await made.calendars.putEvent('primary', wanted)
  // Null takes a field out of what is patched; the contract has no word for that.
  const change = { ...wanted, title: 'New' }
  await made.calendars.changeEvent('primary', 'e1', change)
  await made.calendars.watch('primary', { channelId: 'c1', token: 't', address: 'https://foyer.example/x', expiresAt: now })
  const patched = JSON.parse(JSON.stringify(made.bodyOf(1)), (_name, value) => value ?? undefined)
  assert.deepEqual(contract.request([at, 'post'], 'application/json', made.bodyOf(0)), [])
  assert.deepEqual(contract.query([at, 'post'], made.queryOf(0)), [])
  assert.deepEqual(contract.request([`${at}/{eventId}`, 'patch'], 'application/json', patched), [])
  assert.deepEqual(contract.request([`${at}/watch`, 'post'], 'application/json', made.bodyOf(2)), [])
  const { queryOf } = await read([{ status: 200, body: { nextSyncToken: 's' } }], cursorOf('s'))
  assert.deepEqual(contract.query([at, 'get'], queryOf(0)), [])
})

test('an event that is odd neither stops the list nor looks free: it blocks the time that is known, and is named with what is odd', async () => {
  const time = { dateTime: '2027-02-03T10:00:00+01:00' }
  const until = { dateTime: '2027-02-03T11:30:00+01:00' }
  const items = [
    { id: 'fine', summary: 'Fine', start: time, end: until },
    { id: 'endless', summary: 'Endless', iCalUID: 'e@x', start: time, end: { dateTime: 'later' } },
    { id: 'backwards', start: until, end: time },
    { id: 'day', start: { date: '2027-02-03' } },
    { id: 'odd', summary: 7, start: time, end: until, attendees: 'everyone' },
    { id: 'timeless', summary: 'Timeless', start: { date: 'soon' }, end: until },
    { id: 'cancelled', status: 'cancelled' },
    { summary: 'Without an id', start: time, end: until },
    'nonsense',
  ]
  const { calendars } = answering({ status: 200, body: { items, nextSyncToken: 'next' } })
  const pages = calendars.readEvents('primary', { cursor: null, from: now })
  const { value } = await pages.next()
  assert.ok(value && 'events' in value)
  const [start, end] = [new Date('2027-02-03T09:00:00Z'), new Date('2027-02-03T10:30:00Z')]
  const inAnHour = (at: Date): Date => new Date(at.getTime() + 3_600_000)
  assert.deepEqual(
    value.events.map((each) => [each.id, each.start, each.end, each.isBusy]),
    [
      ['fine', { at: start }, { at: end }, true],
      ['endless', { at: start }, { at: inAnHour(start) }, true],
      ['backwards', { at: end }, { at: inAnHour(end) }, true],
      ['day', { day: '2027-02-03' }, { day: '2027-02-04' }, true],
      ['odd', { at: start }, { at: end }, true],
    ],
  )
  assert.deepEqual(value.removed, ['cancelled'])
  assert.deepEqual(
    value.unread?.map(({ id, title, iCalUid, reason }) => [id, title, iCalUid, reason]),
    [
      ['endless', 'Endless', 'e@x', 'end'],
      ['backwards', '', null, 'end'],
      ['day', '', null, 'end'],
      ['odd', '', null, 'details'],
      ['timeless', 'Timeless', null, 'time'],
      ['', '', null, 'time'],
      ['', '', null, 'time'],
    ],
  )
  assert.deepEqual((await pages.next()).value, { outcome: 'done', cursor: cursorOf('next') })
})
