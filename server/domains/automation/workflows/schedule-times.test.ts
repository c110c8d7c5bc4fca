import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CronExpressionParser } from 'cron-parser'
import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { zoneNames } from '#shapes/zones.ts'
import { dueInstants, missedTimes, nextTimes, timesAfter } from './schedule-times.ts'
import type { Missed, Schedule } from './schedules.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const [begin, end] = [Date.UTC(2026, 0, 1), Date.UTC(2029, 0, 1)]

interface Change {
  readonly at: number
  /** What clocks show is so far ahead of UTC, in ms. */
  readonly before: number
  readonly after: number
}

/** The changes of a zone from 2026 to 2028, by temporal-polyfill alone. */
const changesOf = (zone: string): Change[] => {
  const found: Change[] = []
  let next = Temporal.Instant.fromEpochMilliseconds(begin).toZonedDateTimeISO(zone).getTimeZoneTransition('next')
  for (; next && next.epochMilliseconds < end; next = next.getTimeZoneTransition('next')) {
    const before = next.subtract({ milliseconds: 1 }).offsetNanoseconds / 1e6
    found.push({ at: next.epochMilliseconds, before, after: next.offsetNanoseconds / 1e6 })
  }
  return found
}

const changes = new Map(zoneNames().map((zone) => [zone, changesOf(zone)]))

interface Minute {
  readonly ms: number
  /** What clocks show, in ms of clocks in UTC. */
  readonly shown: number
}

/** Walks the minutes around a change with temporal-polyfill. Zones with the same change show the same, and are walked once. */
const walks = new Map<string, Minute[]>()
const walkAround = (zone: string, { at, before, after }: Change): Minute[] => {
  const key = `${at} ${before} ${after}`
  const known = walks.get(key)
  if (known) return known
  const minutes: Minute[] = []
  for (let ms = at - 5 * hourMs; ms <= at + 5 * hourMs; ms += minuteMs)
    minutes.push({
      ms,
      shown: ms + Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).offsetNanoseconds / 1e6,
    })
  walks.set(key, minutes)
  return minutes
}

/** The numbers of a part of a cron line, read without croner. */
const numbersOf = (part: string, most: number): Set<number> => {
  const numbers = new Set<number>()
  for (const piece of part.split(',')) {
    const [range = '', step = '1'] = piece.split('/')
    const [from, to = from] = range === '*' ? [0, most] : range.split('-').map(Number)
    for (let number = from as number; number <= (to as number); number += Number(step)) numbers.add(number)
  }
  return numbers
}

/** When `minute hour * * *` comes among these minutes, after the first. */
const walkFor = (minute: string, hour: string, minutes: readonly Minute[]): number[] => {
  const [inHour, inDay] = [numbersOf(minute, 59), numbersOf(hour, 23)]
  const fits = (shown: number) => inHour.has(new Date(shown).getUTCMinutes()) && inDay.has(new Date(shown).getUTCHours())
  const isNamed = !/[*/]/.test(`${minute}${hour}`)
  const seen = new Set<number>()
  const found: number[] = []
  let last = minutes[0]?.shown ?? 0
  for (const [index, { ms, shown }] of minutes.entries()) {
    let comes = fits(shown) && !(isNamed && seen.has(shown))
    for (let skipped = last + minuteMs; isNamed && skipped < shown; skipped += minuteMs) comes ||= fits(skipped)
    if (comes && index > 0) found.push(ms)
    seen.add(shown)
    last = shown
  }
  return found
}

/** The same, once for zones that show the same. */
const walked = new Map<readonly Minute[], Map<string, number[]>>()
const oracle = (minute: string, hour: string, minutes: readonly Minute[]): number[] => {
  const ofWalk = walked.get(minutes) ?? new Map<string, number[]>()
  walked.set(minutes, ofWalk)
  const line = `${minute} ${hour}`
  const known = ofWalk.get(line) ?? walkFor(minute, hour, minutes)
  ofWalk.set(line, known)
  return known
}

/** All times of a schedule after an instant, up to another, in ms. */
const timesBetween = (schedule: Schedule, after: number, until: number): number[] => {
  const found: number[] = []
  for (const ms of timesAfter(schedule, after)) {
    if (ms > until) break
    found.push(ms)
  }
  return found
}

const within = (schedule: Schedule, minutes: readonly Minute[]): number[] =>
  timesBetween(schedule, minutes[0]?.ms ?? 0, minutes.at(-1)?.ms ?? 0)

const clockOf = (shown: number): [minute: string, hour: string] => {
  const date = new Date(shown)
  return [String(date.getUTCMinutes()), String(date.getUTCHours())]
}

test('in every zone, around each change from 2026 to 2028, times come when a walk through the minutes says', () => {
  const met = new Set<string>()
  for (const [zone, ofZone] of changes)
    for (const change of ofZone) {
      const minutes = walkAround(zone, change)
      const low = change.at + Math.min(change.before, change.after)
      const [minute, hour] = clockOf(low + 30 * minuteMs)
      const lines = [
        ...[-1, 0, 15, 59, 60, 119].map((after) => clockOf(low + after * minuteMs)),
        [`0,${minute},45`, `${hour},${(Number(hour) + 2) % 24}`] as const,
      ]
      for (const [m, h] of lines)
        assert.deepEqual(
          within({ cron: `${m} ${h} * * *`, zone }, minutes),
          oracle(m, h, minutes),
          `${m} ${h} * * * in ${zone} at ${new Date(change.at).toISOString()}`,
        )
      met.add(zone)
    }
  assert.ok(
    changes.size > 400 && met.size > 120 && walks.size > 60,
    `${changes.size} zones, ${met.size} change, ${walks.size} walks`,
  )
})

const part = (most: number) =>
  fc.oneof(
    fc.nat(most).map(String),
    fc.uniqueArray(fc.nat(most), { minLength: 2, maxLength: 4 }).map((numbers) => numbers.join(',')),
    fc.tuple(fc.nat(most), fc.nat(most)).map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`),
    fc.integer({ min: 1, max: most }).map((step) => `*/${step}`),
    fc.constant('*'),
  )
const aChange = fc.constantFrom(...[...changes].flatMap(([zone, ofZone]) => ofZone.map((change) => ({ zone, change }))))

test('any line comes when a walk through the minutes says, wherever one begins to look', () => {
  fc.assert(
    fc.property(aChange, part(59), part(23), fc.nat(10 * 60 * 60), ({ zone, change }, minute, hour, seconds) => {
      const minutes = walkAround(zone, change)
      const schedule: Schedule = { cron: `${minute} ${hour} * * *`, zone }
      const all = oracle(minute, hour, minutes)
      assert.deepEqual(within(schedule, minutes), all)
      const after = (minutes[0]?.ms ?? 0) + seconds * 1_000 + 7
      const left = all.filter((ms) => ms > after).slice(0, 3)
      assert.deepEqual(nextTimes(schedule, new Date(after), left.length).map(Number), left)
    }),
    { numRuns: 400 },
  )
})

/** Where `cron-parser` 5 answers something else than a shifted gap time, each with what it does. */
const oddZones = [
  // It leaves out a time whose gap ends on the next day, and the half hour before.
  ...['America/Godthab', 'America/Scoresbysund'],
  // It takes the second of two midnights.
  ...['America/Havana', 'Atlantic/Azores'],
  // Changes of 30 minutes or two hours, or at 45 minutes past: it runs twice, moves other times, or finds no end.
  ...['Antarctica/Troll', 'Australia/Lord_Howe', 'Pacific/Chatham'],
]

test('daily times are those of cron-parser, but that it moves a time in a gap by the length of the gap', () => {
  const odd = new Set<string>()
  const asked = new Map<string, number[] | string>()
  let moved = 0
  for (const [zone, ofZone] of changes)
    for (const { at, before, after } of ofZone)
      for (const minutes of [0, 30, 90]) {
        const shown = at + Math.min(before, after) + minutes * minuteMs
        const cron = `${clockOf(shown).join(' ')} * * *`
        const from = new Date(at - 26 * hourMs)
        const isInGap = at + before <= shown && shown < at + after
        const ours = nextTimes({ cron, zone }, from, 2).map(Number)
        const expected = ours.map((ms) => (isInGap && ms === at ? ms + (shown - (at + before)) : ms))
        // Zones with the same change show the same: cron-parser, which is slow, is asked once for them.
        const key = `${cron} ${at} ${before} ${after}`
        const theirs = asked.get(key) ?? parserTimes(cron, zone, from)
        asked.set(key, theirs)
        if (String(expected) !== String(theirs)) odd.add(zone)
        else if (String(expected) !== String(ours)) moved += 1
      }
  assert.deepEqual([...odd], oddZones.toSorted())
  assert.ok(moved > 300, String(moved))
})

const parserTimes = (cron: string, zone: string, currentDate: Date): number[] | string => {
  const times = CronExpressionParser.parse(cron, { currentDate, tz: zone })
  try {
    return [times.next().toDate().getTime(), times.next().toDate().getTime()]
  } catch (error) {
    return String(error)
  }
}

const texts = (schedule: Schedule, after: string, n: number): string[] =>
  nextTimes(schedule, new Date(after), n).map((date) => `${date.toISOString().slice(0, 16)}Z`)

test('a skipped time comes at the first instant after its gap, also on the next day; a repeated one comes once', () => {
  const zone = 'Europe/Berlin'
  assert.deepEqual(texts({ every: 'day', at: '02:30', zone }, '2027-03-27T12:00Z', 2), [
    '2027-03-28T01:00Z',
    '2027-03-29T00:30Z',
  ])
  assert.deepEqual(texts({ every: 'day', at: '02:30', zone }, '2027-10-30T12:00Z', 2), [
    '2027-10-31T00:30Z',
    '2027-11-01T01:30Z',
  ])
  assert.deepEqual(texts({ cron: '0,20,40 2,3 * * *', zone }, '2027-03-27T12:00Z', 4), [
    ...['2027-03-28T01:00Z', '2027-03-28T01:20Z', '2027-03-28T01:40Z', '2027-03-29T00:00Z'],
  ])
  assert.deepEqual(texts({ every: 'day', at: '23:30', zone: 'America/Nuuk' }, '2027-03-27T12:00Z', 2), [
    ...['2027-03-28T01:00Z', '2027-03-29T00:30Z'],
  ])
  assert.deepEqual(texts({ every: 'hour', zone }, '2027-10-30T23:30Z', 4), [
    ...['2027-10-31T00:00Z', '2027-10-31T01:00Z', '2027-10-31T02:00Z', '2027-10-31T03:00Z'],
  ])
})

test('steps of minutes go by elapsed time in every zone', () => {
  fc.assert(
    fc.property(aChange, fc.integer({ min: 1, max: 720 }), fc.nat(dayMs), ({ zone, change }, minutes, before) => {
      const schedule: Schedule = { every: 'minutes', minutes, zone }
      const times = nextTimes(schedule, new Date(change.at - before), 20).map(Number)
      const [first = 0] = times
      assert.ok(first > change.at - before && first <= change.at - before + minutes * minuteMs)
      assert.deepEqual(
        times,
        times.map((_, index) => first + index * minutes * minuteMs),
      )
      assert.deepEqual(nextTimes(schedule, new Date(first), 19).map(Number), times.slice(1))
    }),
    { numRuns: 200 },
  )
  assert.deepEqual(texts({ every: 'minutes', minutes: 30, zone: 'Asia/Kathmandu' }, '2027-01-01T00:00Z', 1), [
    '2027-01-01T00:15Z',
  ])
})

test('days of the week and of the month come as the calendar has them, leap day and short months included', () => {
  const zone = 'Pacific/Auckland'
  const days: Temporal.PlainDate[] = []
  for (let day = Temporal.PlainDate.from('2026-01-01'); day.year < 2029; day = day.add({ days: 1 })) days.push(day)
  const expect = (schedule: Schedule, fits: (day: Temporal.PlainDate) => boolean): void =>
    assert.deepEqual(
      timesBetween(schedule, Date.parse('2025-12-31T10:59:00Z'), Date.parse('2028-12-31T11:00:00Z')),
      days.filter(fits).map((day) => day.toZonedDateTime({ timeZone: zone, plainTime: '09:05' }).epochMilliseconds),
      JSON.stringify(schedule),
    )
  const at = '09:05'
  expect({ every: 'day', at, zone }, () => true)
  expect({ every: 'weekday', at, zone }, (day) => day.dayOfWeek < 6)
  expect({ every: 'week', on: ['mon', 'sun'], at, zone }, (day) => day.dayOfWeek === 1 || day.dayOfWeek === 7)
  expect({ every: 'month', on: 'last', at, zone }, (day) => day.day === day.daysInMonth)
  for (const on of [1, 28, 29, 30, 31])
    expect({ every: 'month', on, at, zone }, (day) => day.day === Math.min(on, day.daysInMonth))
  expect({ cron: '5 9 29 2 *', zone }, (day) => day.month === 2 && day.day === 29)
  expect({ cron: '5 9 31 * *', zone }, (day) => day.day === 31)
  expect({ cron: '5 9 * * fri#L', zone }, (day) => day.dayOfWeek === 5 && day.day > day.daysInMonth - 7)
  expect({ cron: '5 9 13 * fri', zone }, (day) => day.day === 13 || day.dayOfWeek === 5)
})

const morning: Schedule = { every: 'day', at: '09:00', zone: 'UTC' }
const often: Schedule = { every: 'minutes', minutes: 5, zone: 'UTC' }
const missedTexts = (schedule: Schedule, after: string, now: string, missed: Missed): string[] =>
  missedTimes(schedule, new Date(after), new Date(now), missed).map((date) => date.toISOString().slice(0, 16))

test('after an outage times are skipped, run once or each, as was chosen, and none that is older than a day', () => {
  assert.deepEqual(missedTexts(often, '2027-05-01T10:00Z', '2027-05-01T11:02Z', 'skip'), ['2027-05-01T11:00'])
  assert.deepEqual(missedTexts(often, '2027-05-01T10:00Z', '2027-05-01T11:02Z', 'once'), ['2027-05-01T11:00'])
  assert.equal(missedTexts(often, '2027-05-01T10:00Z', '2027-05-01T11:02Z', 'each').length, 12)
  assert.equal(missedTexts(often, '2027-04-01T10:00Z', '2027-05-01T11:02Z', 'each').length, 288)
  for (const [missed, found] of [
    ['skip', []],
    ['once', ['2027-05-03T09:00']],
    ['each', ['2027-05-03T09:00']],
  ] as const)
    assert.deepEqual(missedTexts(morning, '2027-05-01T09:00Z', '2027-05-03T20:00Z', missed), found)
  // Exactly a day is not older than a day; one more minute is.
  assert.deepEqual(missedTexts({ ...morning, every: 'week', on: ['mon'] }, '2027-04-26T09:00Z', '2027-05-04T09:00Z', 'once'), [
    '2027-05-03T09:00',
  ])
  assert.deepEqual(
    missedTexts({ ...morning, every: 'week', on: ['mon'] }, '2027-04-26T09:00Z', '2027-05-04T09:01Z', 'each'),
    [],
  )
})

test('a start that is only late runs, whatever was chosen for missed ones', () => {
  for (const missed of ['skip', 'once', 'each'] as const) {
    assert.deepEqual(missedTexts(morning, '2027-05-01T09:00Z', '2027-05-02T09:15Z', missed), ['2027-05-02T09:00'])
    assert.equal(missedTexts(often, '2027-05-01T10:00Z', '2027-05-01T10:14Z', missed).length, 2)
    assert.deepEqual(missedTexts(morning, '2027-05-01T09:00Z', '2027-05-02T08:59:59Z', missed), [])
  }
})

test('a look names the next start after now, also where all that was missed is too old', () => {
  const monthly: Schedule = { every: 'month', on: 1, at: '09:00', zone: 'UTC' }
  const due = dueInstants(monthly, new Date('2027-04-01T09:00Z'), new Date('2027-05-11T12:00Z'), 'each')
  assert.deepEqual(due.starts, [])
  assert.deepEqual(due.next, new Date('2027-06-01T09:00Z'))
  assert.deepEqual(dueInstants(monthly, due.last, new Date('2027-05-11T12:00Z'), 'each'), due)
})

test('the last start of a clock that was a year ahead does not stop a schedule', () => {
  const due = dueInstants(morning, new Date('2028-05-01T09:00Z'), new Date('2027-05-01T12:00Z'), 'once')
  assert.deepEqual(due, { starts: [], last: new Date('2027-05-01T12:00Z'), next: new Date('2027-05-02T09:00Z') })
})

/** What five workers start, each look with a clock of its own; `starts` is the table with its constraint. */
const startsOfWorkers = (
  schedule: Schedule,
  missed: Missed,
  looks: readonly { real: number; offsetMs: number }[],
): number[] => {
  const starts = new Set<number>()
  let last = new Date((looks[0]?.real ?? 0) - 1)
  for (const { real, offsetMs } of looks) {
    const seen = dueInstants(schedule, last, new Date(real + offsetMs), missed)
    for (const start of seen.starts) {
      assert.ok(!starts.has(start.getTime()), `${start.toISOString()} was named in two looks`)
      starts.add(start.getTime())
    }
    assert.ok(seen.last >= last)
    last = seen.last
  }
  return [...starts]
}

test('clocks that are ten minutes off, in five workers or one that is set, double and lose no start', () => {
  const schedules: Schedule[] = [
    { cron: '* * * * *', zone: 'Europe/Berlin' },
    { cron: '*/5 * * * *', zone: 'Europe/Berlin' },
    { cron: '0,30 1-4 * * *', zone: 'Europe/Berlin' },
    { every: 'minutes', minutes: 7, zone: 'Europe/Berlin' },
    { every: 'day', at: '02:30', zone: 'Europe/Berlin' },
  ]
  const offsets = fc.array(fc.constantFrom(-10, -5, 0, 0, 5, 10), { minLength: 5, maxLength: 5 })
  fc.assert(
    fc.property(
      fc.constantFrom(...schedules),
      fc.constantFrom<Missed>('skip', 'once', 'each'),
      fc.constantFrom(Date.UTC(2027, 2, 27, 23), Date.UTC(2027, 9, 30, 23), Date.UTC(2028, 1, 28, 23)),
      fc.oneof(
        // Five workers whose clocks differ, by turns; and one clock that is set twice.
        offsets.map((five) => (index: number) => five[index % 5] ?? 0),
        fc.tuple(fc.constantFrom(-10, 10), fc.nat(150)).map(
          ([off, from]) =>
            (index: number) =>
              index > from && index < from + 100 ? off : 0,
        ),
      ),
      (schedule, missed, from, offsetAt) => {
        // Clocks are right at first and in the end.
        const looks = Array.from({ length: 300 }, (_, index) => ({
          real: from + index * minuteMs,
          offsetMs: index < 5 || index > 280 ? 0 : offsetAt(index) * minuteMs,
        }))
        const expected = timesBetween(schedule, from - 1, looks.at(-1)?.real ?? 0)
        assert.deepEqual(startsOfWorkers(schedule, missed, looks), expected)
      },
    ),
    { numRuns: 40 },
  )
})
