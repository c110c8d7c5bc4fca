import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { z } from 'zod'
import { type Hours, usualWeek } from '#domains/meetings/hours/work-hours.ts'
import { weekdays } from '#shapes/wall-clocks.ts'
import { tzVersion, zoneNames } from '#shapes/zones.ts'
import { type Due, dueAgain, dueAt, longestWaitMs, type WaitContext, WaitTime } from './wait-times.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const context = (now: string, more: Partial<WaitContext> = {}): WaitContext => ({
  ...{ now: new Date(now), zone: 'Europe/Berlin', contactZone: null, hours: [] },
  ...more,
})

/** When a wait ends, in UTC; or the field with which it is refused. */
const endOf = (wait: unknown, at: WaitContext): string => {
  const due = dueAt(WaitTime.parse(wait), at)
  return 'refused' in due ? `refused at ${due.field}` : due.at.toISOString().slice(0, 16)
}

const lasting = (amount: number, unit: string) => ({ kind: 'duration', duration: { amount, unit } })

const refusalOf = (wait: unknown): string | null => {
  const [issue] = WaitTime.safeParse(wait).error?.issues ?? []
  return issue ? `${issue.path.join('.')} ${issue.message}` : null
}

test('a duration is elapsed time, also over a change of the clocks', () => {
  const before = context('2027-03-27T12:00Z')
  assert.equal(endOf(lasting(1, 'days'), before), '2027-03-28T12:00')
  assert.equal(endOf(lasting(1, 'weeks'), before), '2027-04-03T12:00')
  assert.equal(endOf(lasting(90, 'minutes'), before), '2027-03-27T13:30')
  assert.deepEqual(dueAt({ kind: 'duration', duration: { amount: 1, unit: 'hours' } }, before), {
    at: new Date('2027-03-27T13:00Z'),
  })
  assert.equal(endOf(lasting(30, 'days'), context('2028-02-01T10:00Z')), '2028-03-02T10:00')
  assert.equal(endOf(lasting(400, 'days'), before), '2028-04-30T12:00')
})

test('a wait that is no wait, or longer than 400 days, is refused at its field', () => {
  for (const [wait, refusal] of [
    [{ kind: 'duration' }, 'duration Invalid input: expected object, received undefined'],
    [lasting(0, 'hours'), 'duration.amount Too small: expected number to be >=1'],
    [lasting(-1, 'hours'), 'duration.amount Too small: expected number to be >=1'],
    [lasting(1.5, 'hours'), 'duration.amount Invalid input: expected int, received number'],
    [lasting(401, 'days'), 'duration.amount must come to 400 days or less'],
    [lasting(9_601, 'hours'), 'duration.amount must come to 400 days or less'],
    [lasting(58, 'weeks'), 'duration.amount must come to 400 days or less'],
    [lasting(576_001, 'minutes'), 'duration.amount Too big: expected number to be <=576000'],
    [{ ...lasting(1, 'days'), at: '09:00' }, ' Unrecognized key: "at"'],
    [{ kind: 'clock', at: '24:00' }, 'at is not a time such as 09:00; the next day begins at 00:00'],
    [{ kind: 'clock', at: '09:00', days: 401 }, 'days Too big: expected number to be <=400'],
    [{ kind: 'clock', at: '09:00', days: 1, weekday: 'mon' }, 'weekday cannot stand beside days'],
    [{ kind: 'clock', at: '09:00', zone: 'Berlin' }, 'zone is no time zone; use workspace, contact or an IANA name'],
    [{ kind: 'working_hours', hours: -1 }, 'hours Too small: expected number to be >=0'],
    [{ kind: 'working_hours', hours: 2_001 }, 'hours Too big: expected number to be <=2000'],
    [{ kind: 'sometime' }, 'kind must be duration, clock or working_hours'],
  ] as const)
    assert.equal(refusalOf(wait), refusal, JSON.stringify(wait))
  assert.ok(JSON.stringify(z.toJSONSchema(WaitTime)).includes('"working_hours"'))
})

test('a wall clock is that of the workspace, of the contact, or of a zone; a contact without a zone has the workspace’s', () => {
  const now = context('2027-05-03T12:00Z', { contactZone: 'America/New_York' })
  assert.equal(endOf({ kind: 'clock', at: '09:00', days: 1 }, now), '2027-05-04T07:00')
  assert.equal(endOf({ kind: 'clock', at: '09:00', days: 1, zone: 'workspace' }, now), '2027-05-04T07:00')
  assert.equal(endOf({ kind: 'clock', at: '09:00', days: 1, zone: 'contact' }, now), '2027-05-04T13:00')
  assert.equal(
    endOf({ kind: 'clock', at: '09:00', days: 1, zone: 'contact' }, context('2027-05-03T12:00Z')),
    '2027-05-04T07:00',
  )
  assert.equal(endOf({ kind: 'clock', at: '09:00', days: 1, zone: 'Asia/Tokyo' }, now), '2027-05-04T00:00')
  // Which day is tomorrow is that zone's too.
  assert.equal(endOf({ kind: 'clock', at: '09:00', days: 1, zone: 'Pacific/Auckland' }, now), '2027-05-04T21:00')
})

test('without a day it is the next time that clocks show it; with a weekday the next such day', () => {
  assert.equal(endOf({ kind: 'clock', at: '14:01' }, context('2027-05-03T12:00Z')), '2027-05-03T12:01')
  assert.equal(endOf({ kind: 'clock', at: '14:00' }, context('2027-05-03T12:00Z')), '2027-05-04T12:00')
  // 3 May 2027 is a Monday.
  assert.equal(endOf({ kind: 'clock', at: '15:00', weekday: 'mon' }, context('2027-05-03T12:00Z')), '2027-05-03T13:00')
  assert.equal(endOf({ kind: 'clock', at: '09:00', weekday: 'mon' }, context('2027-05-03T12:00Z')), '2027-05-10T07:00')
  assert.equal(endOf({ kind: 'clock', at: '09:00', weekday: 'sun' }, context('2027-05-03T12:00Z')), '2027-05-09T07:00')
})

test('in every zone a wall clock is met at its first instant, or at the first one after its gap', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...zoneNames()),
      fc.integer({ min: Date.UTC(2026, 0, 1) / minuteMs, max: Date.UTC(2029, 0, 1) / minuteMs }),
      fc.nat(1_439),
      fc.option(fc.integer({ min: 1, max: 400 }), { nil: undefined }),
      (zone, start, clock, days) => {
        const at = `${String(Math.floor(clock / 60)).padStart(2, '0')}:${String(clock % 60).padStart(2, '0')}`
        const now = Temporal.Instant.fromEpochMilliseconds(start * minuteMs)
        const due = dueAt({ kind: 'clock', at, zone, days: days ?? 0 }, context(now.toString()))
        assert.ok('at' in due)
        const today = now.toZonedDateTimeISO(zone).toPlainDate()
        const momentOn = (day: Temporal.PlainDate) => {
          const wall = day.toPlainDateTime(at)
          const first = wall.toZonedDateTime(zone, { disambiguation: 'earlier' })
          const isShown = first.toPlainDateTime().equals(wall)
          return isShown ? first.epochMilliseconds : first.getTimeZoneTransition('next')?.epochMilliseconds
        }
        const next = [0, 1, 2]
          .map((ahead) => momentOn(today.add({ days: ahead })))
          .find((ms) => (ms ?? 0) > now.epochMilliseconds)
        assert.equal(due.at.getTime(), days ? momentOn(today.add({ days })) : next)
        assert.deepEqual(dueAgain(due), due)
      },
    ),
    { numRuns: 1_000 },
  )
})

test('working time stops in the evening, at weekends and on holidays', () => {
  const friday = '2027-04-30T14:00Z' // 16:00 in Berlin
  assert.equal(endOf({ kind: 'working_hours', hours: 1 }, context(friday)), '2027-04-30T15:00')
  assert.equal(endOf({ kind: 'working_hours', hours: 3 }, context(friday)), '2027-05-03T09:00')
  assert.equal(endOf({ kind: 'working_hours', hours: 1.5 }, context(friday)), '2027-05-03T07:30')
  assert.equal(endOf({ kind: 'working_hours', hours: 40 }, context(friday)), '2027-05-07T14:00')
  const closed: Pick<Hours, 'zone' | 'weekly' | 'dates'> = {
    zone: 'Europe/Berlin',
    weekly: usualWeek,
    dates: { '2027-05-03': [], '2027-05-04': [['12:00', '13:00']] },
  }
  assert.equal(endOf({ kind: 'working_hours', hours: 3 }, context(friday, { hours: [closed] })), '2027-05-05T08:00')
  assert.equal(
    endOf({ kind: 'working_hours', hours: 0 }, context('2027-04-30T15:00Z', { hours: [closed] })),
    '2027-05-04T10:00',
  )
  assert.equal(endOf({ kind: 'working_hours', hours: 0 }, context(friday, { hours: [closed] })), '2027-04-30T14:00')
})

test('it is working time while one of those works, each on a wall clock of their own, or all on that of the wait', () => {
  const week = { weekly: usualWeek, dates: {} }
  const hours = [
    { zone: 'Europe/Berlin', ...week },
    { zone: 'America/New_York', ...week, dates: { '2027-05-03': [] } },
  ]
  // Berlin 07:00 to 15:00 and New York 13:00 to 21:00, in UTC.
  assert.equal(endOf({ kind: 'working_hours', hours: 10 }, context('2027-05-04T07:00Z', { hours })), '2027-05-04T17:00')
  assert.equal(endOf({ kind: 'working_hours', hours: 10 }, context('2027-05-03T07:00Z', { hours })), '2027-05-04T09:00')
  assert.equal(
    endOf(
      { kind: 'working_hours', hours: 0, zone: 'contact' },
      context('2027-05-04T07:00Z', { hours, contactZone: 'Asia/Tokyo' }),
    ),
    '2027-05-04T07:00',
  )
  assert.equal(
    endOf(
      { kind: 'working_hours', hours: 0, zone: 'contact' },
      context('2027-05-04T08:00Z', { hours, contactZone: 'Asia/Tokyo' }),
    ),
    '2027-05-05T00:00',
  )
})

test('a workspace that never works, or too seldom, is refused at the field in place of a wait without an end', () => {
  const never = { zone: 'Europe/Berlin', weekly: {}, dates: {} }
  const seldom = { zone: 'Europe/Berlin', weekly: {}, dates: { '2028-06-01': [['09:00', '17:00']] } }
  const hourly = { zone: 'Europe/Berlin', weekly: { mon: [['09:00', '10:00']] }, dates: {} }
  assert.equal(endOf({ kind: 'working_hours', hours: 0 }, context('2027-05-03T07:00Z', { hours: [never] })), 'refused at hours')
  assert.equal(endOf({ kind: 'working_hours', hours: 1 }, context('2027-05-03T07:00Z', { hours: [never] })), 'refused at hours')
  assert.equal(
    endOf({ kind: 'working_hours', hours: 0 }, context('2027-04-20T07:00Z', { hours: [seldom] })),
    'refused at hours',
  )
  assert.equal(
    endOf({ kind: 'working_hours', hours: 0 }, context('2027-05-20T07:00Z', { hours: [seldom] })),
    '2028-06-01T07:00',
  )
  assert.equal(
    endOf({ kind: 'working_hours', hours: 57 }, context('2027-05-03T07:00Z', { hours: [hourly] })),
    '2028-05-29T08:00',
  )
  assert.equal(
    endOf({ kind: 'working_hours', hours: 59 }, context('2027-05-03T07:00Z', { hours: [hourly] })),
    'refused at hours',
  )
})

/** Minutes of work after an instant, by the runtime's own clock: independent of the code under test. */
const isWork = (ms: number, zone: string): boolean => {
  const shown = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone)
  const windows = usualWeek[weekdays[shown.dayOfWeek - 1] ?? 'sun'] ?? []
  return windows.some(([from = '', to = '']) => Number(from.slice(0, 2)) <= shown.hour && shown.hour < Number(to.slice(0, 2)))
}

test('hours of work are those that a walk through the minutes counts', () => {
  const zone = 'America/Havana'
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 20 * 24 * 60 }), fc.integer({ min: 1, max: 12 }), (start, hours) => {
      const now = Date.UTC(2027, 2, 1) + start * minuteMs
      let left = hours * 60
      let ms = now
      for (; left > 0; ms += minuteMs) if (isWork(ms, zone)) left -= 1
      assert.equal(
        endOf({ kind: 'working_hours', hours }, context(new Date(now).toISOString(), { zone })),
        new Date(ms).toISOString().slice(0, 16),
      )
    }),
    { numRuns: 20 },
  )
})

test('when the rules of a zone change, the wall clock stays and the instant follows', () => {
  // As if worked out by rules under which Berlin had no summer time.
  const stored: Due = {
    at: new Date('2027-07-01T08:00Z'),
    wallClock: { date: '2027-07-01', time: '09:00', offset: '+01:00' },
    zone: 'Europe/Berlin',
    tzVersion: '2020a',
  }
  assert.deepEqual(dueAgain(stored), {
    at: new Date('2027-07-01T07:00Z'),
    wallClock: { date: '2027-07-01', time: '09:00', offset: '+02:00' },
    zone: 'Europe/Berlin',
    tzVersion,
  })
  // A clock that is skipped by the new rules, and the second of a repeated hour, which stays the second.
  const again = (at: string, date: string, time: string, offset: string) =>
    dueAgain({ ...stored, at: new Date(at), wallClock: { date, time, offset } }).at.toISOString()
  assert.equal(again('2027-03-28T01:30Z', '2027-03-28', '02:30', '+01:00'), '2027-03-28T01:00:00.000Z')
  assert.equal(again('2027-10-31T01:30Z', '2027-10-31', '02:30', '+01:00'), '2027-10-31T01:30:00.000Z')
  assert.equal(again('2027-10-31T03:30Z', '2027-10-31', '02:30', '-01:00'), '2027-10-31T00:30:00.000Z')
  // Working hours that ended in the middle of a minute.
  assert.equal(again('2027-07-01T08:00:27.5Z', '2027-07-01', '09:00', '+01:00'), '2027-07-01T07:00:27.500Z')
  assert.deepEqual(dueAgain({ at: new Date(5) }), { at: new Date(5) })
})

test('no wait takes longer than 400 days of the calendar', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.tuple(fc.nat(10_000), fc.constantFrom('hours', 'days', 'weeks')).map(([amount, unit]) => lasting(amount, unit)),
        fc.record({ kind: fc.constant('clock'), at: fc.constantFrom('00:00', '23:59'), days: fc.nat(500) }),
        fc.record({ kind: fc.constant('working_hours'), hours: fc.nat(4_000) }),
      ),
      (given) => {
        const wait = WaitTime.safeParse(given)
        if (!wait.success) return
        const due = dueAt(wait.data, context('2027-03-27T00:00Z'))
        if ('at' in due) assert.ok(due.at.getTime() - Date.parse('2027-03-27T00:00Z') < longestWaitMs + dayMs + hourMs)
      },
    ),
  )
})
