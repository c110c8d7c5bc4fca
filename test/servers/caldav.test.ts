import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeHttp } from '#core/outbound/http.ts'
import type { Calendars, CopiedEvent, ReadEnd, WantedEvent } from '#ports/calendars.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { readAllowedTarget } from '#shapes/networks.ts'
import { caldavCalendars } from '../../server/providers/caldav/calendars.ts'
import { type CalendarServerName, calendarServers, isMissing, startCalendarServer } from '../support/calendar-server.ts'

const now = new Date('2026-11-23T12:00:00Z')
const from = new Date('2026-11-22T12:00:00Z')
const names = Object.keys(calendarServers) as CalendarServerName[]

const wanted: WantedEvent = {
  id: '0193c1f000007000800a0193c1f00000',
  title: 'Intro call: Jo; <b>&',
  start: new Date('2027-02-03T09:00:00Z'),
  end: new Date('2027-02-03T09:30:00Z'),
  zone: 'Europe/Berlin',
  description: 'Booked on the page\nas agreed',
  location: 'https://foyer.example/meet/x',
  attendees: [{ email: 'jo@example.com', name: 'Jo "the" Doe' }],
  isBusy: true,
  wantsRoom: false,
  tags: { bookingId: '0193c1f0-0000-7000-800a-0193c1f00000', sequence: 0 },
}

const weekly = (days: string, more = ''): string =>
  [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Test//EN', 'BEGIN:VEVENT', 'UID:weekly@example.com'],
    ...['DTSTAMP:20261101T000000Z', 'DTSTART:20270104T090000Z', 'DTEND:20270104T100000Z', `RRULE:FREQ=WEEKLY;COUNT=${days}`],
    ...['SUMMARY:Weekly', ...(more ? [more] : []), 'END:VEVENT', 'END:VCALENDAR', ''],
  ].join('\r\n')

/** An account at a server of its own, with a calendar that takes events. */
const openServer = async (name: CalendarServerName) => {
  const server = await startCalendarServer(name)
  const allowed = readAllowedTarget(`127.0.0.1:${server.port}`)
  const http = makeHttp({ allowed: allowed ? [allowed] : [] })
  const open = (password: string): Calendars =>
    caldavCalendars({
      http,
      now: () => now,
      login: { url: server.url, user: 'jo', password },
      owner: { emails: ['jo@own.example'], zone: 'Europe/Berlin' },
    })
  const raw = async (method: string, path: string, body?: string): Promise<void> => {
    const authorization = `Basic ${Buffer.from('jo:right').toString('base64')}`
    const url = new URL(path, server.url)
    const answer = await fetch(url, {
      method,
      headers: { authorization, 'content-type': 'text/calendar' },
      ...(body && { body }),
    })
    assert.ok(answer.ok, `${method} ${answer.status}`)
  }
  if (name === 'radicale') await raw('MKCALENDAR', '/jo/work/')
  const close = async () => {
    await http.destroy()
    await server.stop()
  }
  return { open, raw, close }
}

const read = async (calendars: Calendars, id: string, cursor: string | null) => {
  const pages = calendars.readEvents(id, { cursor, from })
  const events: CopiedEvent[] = []
  const complete: string[] = []
  for (;;) {
    const next = await pages.next()
    if (next.done) return { events, complete, end: next.value }
    events.push(...next.value.events)
    complete.push(...(next.value.complete ?? []))
  }
}
const cursorOf = (end: ReadEnd): string => {
  assert.equal(end.outcome, 'done')
  return end.outcome === 'done' ? end.cursor : ''
}

for (const name of names) {
  test(`${name}: an event is made once, found, changed only at its version, and removed`, {
    skip: isMissing(name),
  }, async () => {
    const { open, close } = await openServer(name)
    try {
      const calendars = open('right')
      const [calendar] = await calendars.calendars()
      assert.ok(calendar?.isPrimary && calendar.isWritable)
      const put = await calendars.putEvent(calendar.id, wanted)
      assert.ok(put.outcome === 'put')
      assert.equal(put.event.id, wanted.id)
      assert.equal(put.event.title, wanted.title)
      assert.deepEqual(put.event.ours, wanted.tags)
      assert.deepEqual(put.event.start, { at: wanted.start })
      assert.ok(put.event.etag)
      const again = await calendars.putEvent(calendar.id, wanted)
      assert.ok(again.outcome === 'put')
      assert.equal(again.event.etag, put.event.etag)
      const end = new Date('2027-02-03T10:00:00Z')
      const changed = await calendars.changeEvent(calendar.id, wanted.id, { end }, put.event.etag)
      assert.ok(changed.outcome === 'changed')
      assert.deepEqual(changed.event.end, { at: end })
      const late = await calendars.changeEvent(calendar.id, wanted.id, { title: 'Late' }, put.event.etag)
      assert.equal(late.outcome, 'stale')
      assert.equal((await calendars.findEvent(calendar.id, wanted.id))?.title, wanted.title)
      await calendars.removeEvent(calendar.id, wanted.id)
      await calendars.removeEvent(calendar.id, wanted.id)
      assert.equal(await calendars.findEvent(calendar.id, wanted.id), null)
    } finally {
      await close()
    }
  })

  test(`${name}: after a first read only what changed is read, a series by its occurrences`, {
    skip: isMissing(name),
  }, async () => {
    const { open, raw, close } = await openServer(name)
    try {
      const calendars = open('right')
      const [calendar] = await calendars.calendars()
      assert.ok(calendar)
      const series = `${new URL(calendar.id).pathname}weekly.ics`
      await raw('PUT', series, weekly('4'))
      const first = await read(calendars, calendar.id, null)
      assert.deepEqual(
        first.events.map(({ id }) => id),
        ['04', '11', '18', '25'].map((day) => `weekly#202701${day}T090000Z`),
      )
      const still = await read(calendars, calendar.id, cursorOf(first.end))
      assert.deepEqual([still.events, still.complete], [[], []])
      await raw('PUT', series, weekly('3', 'EXDATE:20270111T090000Z'))
      await calendars.putEvent(calendar.id, wanted)
      const second = await read(calendars, calendar.id, cursorOf(still.end))
      assert.deepEqual(
        second.events.map(({ id }) => id).sort(),
        [wanted.id, 'weekly#20270104T090000Z', 'weekly#20270118T090000Z'].sort(),
      )
      assert.deepEqual(second.complete.sort(), [wanted.id, 'weekly'].sort())
      await raw('DELETE', series)
      const third = await read(calendars, calendar.id, cursorOf(second.end))
      assert.deepEqual([third.events, third.complete], [[], ['weekly']])
    } finally {
      await close()
    }
  })

  test(`${name}: a token that it does not know is read anew`, { skip: isMissing(name) }, async () => {
    const { open, close } = await openServer(name)
    try {
      const calendars = open('right')
      const [calendar] = await calendars.calendars()
      assert.ok(calendar)
      const { end } = await read(calendars, calendar.id, null)
      const forgotten = { ...(JSON.parse(cursorOf(end)) as object), token: 'http://radicale.org/ns/sync/0000' }
      assert.deepEqual((await read(calendars, calendar.id, JSON.stringify(forgotten))).end, { outcome: 'expired' })
    } finally {
      await close()
    }
  })
}

test('radicale: a wrong password is an error of credentials', { skip: isMissing('radicale') }, async () => {
  const { open, close } = await openServer('radicale')
  try {
    await assert.rejects(open('wrong').calendars(), (error) => error instanceof ProviderError && error.kind === 'credentials')
  } finally {
    await close()
  }
})
