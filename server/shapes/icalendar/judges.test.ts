import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import fc from 'fast-check'
import ical from 'node-ical'
import { readEvents } from './read-events.ts'

const from = new Date('2027-01-01T00:00Z')
const to = new Date('2028-01-01T00:00Z')

/** Debian's python3-icalendar and python3-recurring-ical-events; another Python beside it does not have them. */
const python = '/usr/bin/python3'
const script = `
import sys, json, datetime, icalendar, recurring_ical_events as r
utc = datetime.timezone.utc
def shown(d):
    if not isinstance(d, datetime.datetime): return d.isoformat()
    return d.astimezone(utc).strftime('%Y-%m-%dT%H:%M:%SZ')
out = []
for text in json.load(sys.stdin):
    cal = icalendar.Calendar.from_ical(text)
    events = r.of(cal).between(datetime.datetime(2027,1,1,tzinfo=utc), datetime.datetime(2028,1,1,tzinfo=utc))
    out.append(sorted(shown(e['DTSTART'].dt) for e in events))
json.dump(out, sys.stdout)
`
const hasJudge = spawnSync(python, ['-c', 'import icalendar, recurring_ical_events']).status === 0

const ours = (text: string): string[] =>
  readEvents(text, { from, to, zone: 'UTC', own: [] })
    .occurrences.map(({ start }) => ('at' in start ? start.at.toISOString().replace('.000', '') : start.day))
    // Of days those of the year: which hours they have is not said here.
    .filter((start) => start.startsWith('2027'))
    .sort()

const two = (value: number): string => String(value).padStart(2, '0')

/** Rules that start at their own start, at hours that clocks never skip: there the judges are right. */
const series = fc
  .record({
    zone: fc.constantFrom('Europe/Berlin', 'America/New_York', 'Asia/Tokyo', 'Australia/Sydney', 'UTC'),
    isDay: fc.boolean(),
    month: fc.integer({ min: 1, max: 12 }),
    day: fc.integer({ min: 1, max: 28 }),
    hour: fc.integer({ min: 5, max: 20 }),
    freq: fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'),
    interval: fc.integer({ min: 1, max: 5 }),
    count: fc.option(fc.integer({ min: 1, max: 60 })),
    without: fc.uniqueArray(fc.integer({ min: 0, max: 20 }), { maxLength: 4 }),
    moved: fc.option(fc.integer({ min: 0, max: 5 })),
  })
  .map(({ zone, isDay, month, day, hour, freq, interval, count, without, moved }) => {
    const stamp = (at: Date, plusHours = 0): string => {
      const date = at.toISOString().slice(0, 10).replaceAll('-', '')
      return isDay ? `;VALUE=DATE:${date}` : `;TZID=${zone}:${date}T${two(hour + plusHours)}0000`
    }
    const start = new Date(Date.UTC(2027, month - 1, day))
    // Of a rule by days every date is known here.
    const step = freq === 'DAILY' ? interval : freq === 'WEEKLY' ? interval * 7 : null
    const dateOf = (index: number): Date => new Date(start.getTime() + index * (step ?? 0) * 86_400_000)
    const lines = [`DTSTART${stamp(start)}`, isDay ? 'DURATION:P1D' : 'DURATION:PT30M']
    lines.push(`RRULE:FREQ=${freq};INTERVAL=${interval}${count === null ? '' : `;COUNT=${count}`}`)
    const outs = step === null ? [] : without.filter((index) => index !== moved)
    for (const index of outs) lines.push(`EXDATE${stamp(dateOf(index))}`)
    const event = (more: string[]) => ['BEGIN:VEVENT', 'UID:a', 'DTSTAMP:20260101T000000Z', ...more, 'END:VEVENT']
    const hasMoved = step !== null && moved !== null && moved < (count ?? 10) && !isDay
    const other = hasMoved ? [`RECURRENCE-ID${stamp(dateOf(moved))}`, `DTSTART${stamp(dateOf(moved), 2)}`, 'DURATION:PT1H'] : []
    const all = [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:x',
      ...event(lines),
      ...(hasMoved ? event(other) : []),
      'END:VCALENDAR',
    ]
    return `${all.join('\r\n')}\r\n`
  })

const texts = fc.sample(series, { numRuns: 300, seed: 20_271_124 })

test('occurrences are those that python3-recurring-ical-events finds', {
  skip: hasJudge ? false : 'python3-icalendar and python3-recurring-ical-events are not installed here',
}, () => {
  const { stdout, stderr, status } = spawnSync(python, ['-c', script], { input: JSON.stringify(texts), encoding: 'utf8' })
  assert.equal(status, 0, stderr)
  const theirs = JSON.parse(stdout) as string[][]
  for (const [index, text] of texts.entries()) assert.deepEqual(ours(text), theirs[index], text)
})

test('occurrences are those that node-ical finds', () => {
  for (const text of texts) {
    const [event] = Object.values(ical.sync.parseICS(text)).filter((each) => each?.type === 'VEVENT')
    assert.ok(event?.type === 'VEVENT')
    const theirs = ical
      .expandRecurringEvent(event, { from, to: new Date(to.getTime() - 1) })
      .map(({ start }) => start.toISOString().replace('.000', ''))
      .sort()
    // Its days are midnights of the machine's zone.
    if (!text.includes('DTSTART;VALUE=DATE')) assert.deepEqual(ours(text), theirs, text)
  }
})
