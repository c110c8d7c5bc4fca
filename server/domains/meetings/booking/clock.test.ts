import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sayTime } from '#shapes/time-texts.ts'
import { wallClockOf } from '#shapes/wall-clocks.ts'
import { zoneNames } from '#shapes/zones.ts'
import { freeStarts, startsOn, workBetween } from './slots.ts'

/** A host who works on one day only. */
const hostOn = (zone: string, day: string, from: string, to: string) => ({
  ...{ personId: 'p', zone, weekly: {}, dates: { [day]: [[from, to]] } },
})

/** The starts of half an hour on a day, as UTC and as the clock on the wall shows them. */
const startsOf = (zone: string, day: string, from: string, to: string, gridMinutes = 30): string[] =>
  startsOn(hostOn(zone, day, from, to), day, { minutes: 30, gridMinutes }).map((ms) => {
    const { time, offset } = wallClockOf(ms, zone)
    return `${new Date(ms).toISOString().slice(0, 16)}Z ${time}${offset}`
  })

/** Days on which clocks jump, worked out by hand from the rules of the zones, not by the code under test. */
const days: readonly {
  readonly says: string
  readonly zone: string
  readonly day: string
  readonly window: readonly [string, string]
  readonly grid?: number
  readonly starts: readonly string[]
}[] = [
  {
    ...{ says: 'Santiago has no midnight in spring', zone: 'America/Santiago', day: '2027-09-05', window: ['00:00', '02:00'] },
    starts: ['2027-09-05T04:00Z 01:00-03:00', '2027-09-05T04:30Z 01:30-03:00'],
  },
  {
    ...{ says: 'Santiago has 23:00 twice in autumn', zone: 'America/Santiago', day: '2027-04-03', window: ['22:30', '24:00'] },
    starts: [
      ...['2027-04-04T01:30Z 22:30-03:00', '2027-04-04T02:00Z 23:00-03:00', '2027-04-04T02:30Z 23:30-03:00'],
      ...['2027-04-04T03:00Z 23:00-04:00', '2027-04-04T03:30Z 23:30-04:00'],
    ],
  },
  {
    ...{
      says: 'Lord Howe goes back by half an hour',
      zone: 'Australia/Lord_Howe',
      day: '2027-04-04',
      window: ['01:00', '02:30'],
    },
    starts: [
      ...['2027-04-03T14:00Z 01:00+11:00', '2027-04-03T14:30Z 01:30+11:00'],
      ...['2027-04-03T15:00Z 01:30+10:30', '2027-04-03T15:30Z 02:00+10:30'],
    ],
  },
  {
    ...{ says: 'Lord Howe skips half an hour', zone: 'Australia/Lord_Howe', day: '2027-10-03', window: ['01:30', '03:00'] },
    starts: ['2027-10-02T15:00Z 01:30+10:30', '2027-10-02T15:30Z 02:30+11:00'],
  },
  {
    ...{ says: 'Chatham jumps at 02:45', zone: 'Pacific/Chatham', day: '2027-09-26', window: ['02:00', '04:15'], grid: 15 },
    starts: [
      ...['2027-09-25T13:15Z 02:00+12:45', '2027-09-25T13:30Z 02:15+12:45', '2027-09-25T13:45Z 02:30+12:45'],
      ...['2027-09-25T14:00Z 03:45+13:45'],
    ],
  },
  {
    ...{ says: 'Troll skips two hours', zone: 'Antarctica/Troll', day: '2027-03-28', window: ['00:30', '04:00'] },
    starts: ['2027-03-28T00:30Z 00:30+00:00', '2027-03-28T01:00Z 03:00+02:00', '2027-03-28T01:30Z 03:30+02:00'],
  },
  {
    ...{ says: 'Troll has two hours twice', zone: 'Antarctica/Troll', day: '2027-10-31', window: ['02:00', '03:30'] },
    starts: [
      ...['2027-10-31T00:00Z 02:00+02:00', '2027-10-31T00:30Z 02:30+02:00'],
      ...['2027-10-31T02:00Z 02:00+00:00', '2027-10-31T02:30Z 02:30+00:00', '2027-10-31T03:00Z 03:00+00:00'],
    ],
  },
  {
    ...{ says: 'Havana has no midnight in spring', zone: 'America/Havana', day: '2027-03-14', window: ['00:00', '02:00'] },
    starts: ['2027-03-14T05:00Z 01:00-04:00', '2027-03-14T05:30Z 01:30-04:00'],
  },
  {
    ...{ says: 'Havana has midnight twice in autumn', zone: 'America/Havana', day: '2027-11-07', window: ['00:00', '01:00'] },
    starts: [
      ...['2027-11-07T04:00Z 00:00-04:00', '2027-11-07T04:30Z 00:30-04:00'],
      ...['2027-11-07T05:00Z 00:00-05:00', '2027-11-07T05:30Z 00:30-05:00'],
    ],
  },
  {
    ...{ says: 'Cairo has no midnight in spring', zone: 'Africa/Cairo', day: '2027-04-30', window: ['00:00', '02:00'] },
    starts: ['2027-04-29T22:00Z 01:00+03:00', '2027-04-29T22:30Z 01:30+03:00'],
  },
  {
    ...{ says: 'Cairo has 23:00 twice in autumn', zone: 'Africa/Cairo', day: '2027-10-28', window: ['23:00', '24:00'] },
    starts: [
      ...['2027-10-28T20:00Z 23:00+03:00', '2027-10-28T20:30Z 23:30+03:00'],
      ...['2027-10-28T21:00Z 23:00+02:00', '2027-10-28T21:30Z 23:30+02:00'],
    ],
  },
  { ...{ says: 'Apia never had this day', zone: 'Pacific/Apia', day: '2011-12-30', window: ['00:00', '24:00'] }, starts: [] },
  {
    ...{ says: 'Vancouver stays in summer time', zone: 'America/Vancouver', day: '2027-01-15', window: ['10:00', '11:00'] },
    starts: ['2027-01-15T17:00Z 10:00-07:00', '2027-01-15T17:30Z 10:30-07:00'],
  },
  {
    ...{ says: 'Casablanca stays on UTC', zone: 'Africa/Casablanca', day: '2027-03-20', window: ['10:00', '11:00'] },
    starts: ['2027-03-20T10:00Z 10:00+00:00', '2027-03-20T10:30Z 10:30+00:00'],
  },
]

/** Of Vancouver and Casablanca the rules changed in 2026: a runtime with older tables tells what it was built with. */
const isOld = (process.versions.tz ?? '') < '2026c'

for (const { says, zone, day, window, grid, starts } of days)
  test(`the starts of a day: ${says}`, {
    skip: isOld && day < '2027-04' && /Vanc|Casa/.test(zone) && 'older zone tables',
  }, () => {
    assert.deepEqual(startsOf(zone, day, ...window, grid), starts)
  })

test('a start that is asked for alone is one of its day, and no other minute is', () => {
  const grid = { minutes: 30, bufferBeforeMinutes: 0, bufferAfterMinutes: 0 }
  for (const { zone, day, window, grid: gridMinutes = 30 } of days) {
    const hours = hostOn(zone, day, ...window)
    const offered = (from: number, to: number): number[] =>
      freeStarts({ hours, busy: [], meetings: [] }, { ...grid, gridMinutes }, { perDay: null, perWeek: null }, { from, to })
    const whole = startsOn(hours, day, { minutes: 30, gridMinutes })
    const [first = 0, last = 0] = [whole[0], whole.at(-1)]
    for (let at = first - 7_200_000; at <= last + 7_200_000; at += 300_000) {
      assert.deepEqual(offered(at, at + 1), whole.includes(at) ? [at] : [], `${zone} ${new Date(at).toISOString()}`)
      const hour = { from: at, to: at + 3_600_000 }
      assert.deepEqual(
        offered(hour.from, hour.to),
        whole.filter((start) => start >= hour.from && start < hour.to),
        `${zone}, the hour from ${new Date(at).toISOString()}`,
      )
    }
  }
})

test('no meeting is offered on a day that a zone lost, and the days around it are whole', () => {
  const week = Object.fromEntries(['thu', 'fri', 'sat'].map((day) => [day, [['09:00', '17:00']]]))
  const hours = { personId: 'p', zone: 'Pacific/Apia', weekly: week, dates: {} }
  const time = { from: Date.parse('2011-12-29T00:00Z'), to: Date.parse('2012-01-01T10:00Z') }
  const grid = { minutes: 480, gridMinutes: 480, bufferBeforeMinutes: 0, bufferAfterMinutes: 0 }
  const starts = freeStarts({ hours, busy: [], meetings: [] }, grid, { perDay: null, perWeek: null }, time)
  // Thursday at UTC-10, and Saturday at UTC+14: there are five hours less than a day between them.
  assert.deepEqual(
    starts.map((ms) => new Date(ms).toISOString()),
    ['2011-12-29T19:00:00.000Z', '2011-12-30T19:00:00.000Z'],
  )
})

test('a night of work over a jump lasts as long as it does, and ends when the wall says so', () => {
  const hoursOf = (zone: string, day: string): number[] =>
    workBetween(hostOn(zone, day, '00:00', '06:00'), {
      from: Date.parse(`${day}T00:00Z`) - 86_400_000,
      to: Date.parse(`${day}T00:00Z`) + 86_400_000,
    }).map(({ from, to }) => (to - from) / 3_600_000)
  assert.deepEqual(hoursOf('America/Santiago', '2027-09-05'), [5])
  assert.deepEqual(hoursOf('Australia/Lord_Howe', '2027-04-04'), [6.5])
  assert.deepEqual(hoursOf('Australia/Lord_Howe', '2027-10-03'), [5.5])
  assert.deepEqual(hoursOf('Antarctica/Troll', '2027-03-28'), [4])
  assert.deepEqual(hoursOf('Antarctica/Troll', '2027-10-31'), [8])
  assert.deepEqual(hoursOf('America/Havana', '2027-11-07'), [7])
  assert.deepEqual(hoursOf('Africa/Cairo', '2027-04-30'), [5])
})

test('the two of a repeated start read differently, and each names its offset', () => {
  const said = ['2027-04-03T14:30Z', '2027-04-03T15:00Z'].map(
    (at) => sayTime(new Date(at), { locale: 'en-GB', zone: 'Australia/Lord_Howe' }).time,
  )
  assert.deepEqual(said, ['01:30 (UTC+11:00)', '01:30 (UTC+10:30)'])
})

const minuteMs = 60_000
const fiveMs = 5 * minuteMs
const reachMs = 6 * 60 * minuteMs
const tenDaysMs = 10 * 86_400_000
const sweptFrom = Date.UTC(2026, 0, 1)
const sweptTo = Date.UTC(2029, 0, 1)

/** What the runtime's own clock of a zone shows, without our conversions: its day, and minutes. */
const clockIn = (zone: string) => {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
  return (ms: number): readonly [day: string, minutes: number] => {
    const [day = '', time = ''] = format.format(ms).split(' ')
    return [day, Number(time.slice(0, 2)) * 60 + Number(time.slice(3))]
  }
}

/** The instants at which clocks of a zone jump in three years: no two are within ten days. */
const jumpsOf = (clock: ReturnType<typeof clockIn>): number[] => {
  const shift = (ms: number) => {
    const [day, minutes] = clock(ms)
    return Date.parse(`${day}T00:00:00Z`) + minutes * minuteMs - ms
  }
  const jumps: number[] = []
  for (let day = sweptFrom; day < sweptTo; day += tenDaysMs) {
    if (shift(day) === shift(day + tenDaysMs)) continue
    let [low, high] = [day, day + tenDaysMs]
    while (high - low > fiveMs) {
      const middle = low + Math.floor((high - low) / (2 * fiveMs)) * fiveMs
      if (shift(middle) === shift(low)) low = middle
      else high = middle
    }
    jumps.push(high)
  }
  return jumps
}

const said = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** Windows that begin, end or lie in what a jump skips or repeats, on the days that it touches. */
const windowsAt = (jump: number, clock: ReturnType<typeof clockIn>) => {
  const [before, after] = [clock(jump - minuteMs), clock(jump)]
  return [...new Set([before[0], after[0]])].flatMap((day) => {
    // As minutes of this day, whichever side of midnight they are on.
    const of = ([other, minutes]: readonly [string, number]) => minutes + (other < day ? -1_440 : other > day ? 1_440 : 0)
    const [low = 0, high = 0] = [of(before) + 1, of(after)].sort((a, b) => a - b)
    const middle = low + Math.round((high - low) / 30) * 15
    const edges = [
      ...[
        [low - 90, high + 90],
        [low - 90, low],
        [low - 90, middle],
        [low - 90, high],
      ],
      ...[
        [low, high + 90],
        [middle, high + 90],
        [high, high + 90],
        [low, high],
        [low - 85, middle + 5],
      ],
    ] as const
    return edges
      .map(([from, to]) => [Math.max(0, from), Math.min(1_440, to)] as const)
      .filter(([from, to]) => from < to)
      .map(([from, to]) => ({ day, from, to }))
  })
}

const lengths = [
  { minutes: 30, gridMinutes: 15 },
  { minutes: 60, gridMinutes: 30 },
  { minutes: 45, gridMinutes: 20 },
] as const

test('in every zone, at each jump of its clocks from 2026 to 2028, the starts are those that a walk over the clock finds: on the grid, every minute within the hours', () => {
  let [jumps, starts] = [0, 0]
  for (const zone of zoneNames()) {
    const clock = clockIn(zone)
    for (const jump of jumpsOf(clock)) {
      jumps += 1
      const walk = Array.from({ length: (2 * reachMs) / fiveMs }, (_, n) => jump - reachMs + n * fiveMs).map(
        (ms) => [ms, ...clock(ms)] as const,
      )
      for (const { day, from, to } of windowsAt(jump, clock)) {
        const isWork = walk.map(([, on, at]) => on === day && at >= from && at < to)
        for (const grid of lengths) {
          const found = walk
            .filter(([, , at], n) => {
              if (!isWork[n] || (at - from) % grid.gridMinutes !== 0) return false
              return isWork.slice(n, n + grid.minutes / 5).every((is) => is)
            })
            .map(([ms]) => ms)
          starts += found.length
          const offered = startsOn(hostOn(zone, day, said(from), said(to)), day, grid)
          assert.deepEqual(offered, found, `${zone} ${day} ${said(from)} to ${said(to)}, ${grid.minutes} minutes`)
        }
      }
    }
  }
  assert.ok(jumps > 600 && starts > 50_000, `${jumps} jumps, ${starts} starts`)
})
