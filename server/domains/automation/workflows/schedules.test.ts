import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { z } from 'zod'
import { yearsOfAllKinds } from './cron-patterns.ts'
import { nextTimes } from './schedule-times.ts'
import { Schedule } from './schedules.ts'

const zone = 'Europe/Berlin'

/** The field and the words with which a schedule is refused; null if it is taken. */
const refusalOf = (schedule: unknown): string | null => {
  const [issue] = Schedule.safeParse(schedule).error?.issues ?? []
  return issue ? `${issue.path.join('.')} ${issue.message}` : null
}

test('cron lines and rules in words are taken', () => {
  for (const cron of [
    '0 9 * * 1-5',
    '*/5 * * * *',
    '0 9 * * mon-fri',
    '0 0 29 2 *',
    '0 9 L * *',
    '0 9 15W * *',
    '0 9 * * fri#2',
    '0 9 1 * +mon',
  ])
    assert.equal(refusalOf({ cron, zone }), null, cron)
  for (const rule of [
    { every: 'day', at: '09:00' },
    { every: 'weekday', at: '23:59' },
    { every: 'week', on: ['fri', 'mon'], at: '00:00' },
    { every: 'month', on: 31, at: '09:00' },
    { every: 'month', on: 'last', at: '09:00' },
    { every: 'hour' },
    { every: 'hour', minute: 15 },
    { every: 'minutes', minutes: 90 },
    { every: 'cron', cron: '0 9 * * *' },
  ])
    assert.equal(refusalOf({ ...rule, zone }), null, JSON.stringify(rule))
  assert.deepEqual(Schedule.parse({ cron: '  0  9 * *\t1 ', zone }), { cron: '0 9 * * 1', zone })
  assert.deepEqual(Schedule.parse({ every: 'week', on: ['fri', 'mon'], at: '09:00', zone }), {
    ...{ every: 'week', on: ['mon', 'fri'], at: '09:00', zone },
  })
})

test('a schedule that cannot be is refused at its field, with words that say what to write', () => {
  const five = 'must have five parts: minute, hour, day of the month, month and weekday, such as 0 9 * * 1-5'
  for (const [schedule, refusal] of [
    // Six parts have seconds: more often than once a minute.
    [{ cron: '* * * * * *', zone }, `cron ${five}`],
    [{ cron: '@daily', zone }, `cron ${five}`],
    [{ cron: '', zone }, `cron ${five}`],
    [{ cron: '2027-01-01T09:00:00', zone }, `cron ${five}`],
    [{ cron: '60 * * * *', zone }, 'cron cannot be read at the minute; compare it with 0 9 * * 1-5'],
    [{ cron: '0 24 * * *', zone }, 'cron cannot be read at the hour; compare it with 0 9 * * 1-5'],
    [{ cron: '0 9:00 * * *', zone }, 'cron cannot be read at the hour; compare it with 0 9 * * 1-5'],
    [{ cron: '0 0 30 2 *', zone }, 'cron never comes: no year has such a day'],
    [{ cron: '0 0 31 4,6,9,11 *', zone }, 'cron never comes: no year has such a day'],
    [{ cron: '0 0 5 * +mon#3', zone }, 'cron never comes: no year has such a day'],
    [{ cron: `${'0,'.repeat(60)}0 9 * * *`, zone }, 'cron Too big: expected string to have <=100 characters'],
    [{ cron: '0 9 * * *', zone: 'Europe/Atlantis' }, 'zone is not a known time zone'],
    [{ cron: '0 9 * * *', zone, at: '09:00' }, ' Unrecognized key: "at"'],
    [{ every: 'day', at: '24:00', zone }, 'at is not a time such as 09:00; the next day begins at 00:00'],
    [{ every: 'day', at: '9:00', zone }, 'at is not a time such as 09:00'],
    [{ every: 'week', on: [], at: '09:00', zone }, 'on Too small: expected array to have >=1 items'],
    [{ every: 'week', on: ['mon', 'mon'], at: '09:00', zone }, 'on names a day twice'],
    [{ every: 'month', on: 32, at: '09:00', zone }, 'on Too big: expected number to be <=31'],
    [{ every: 'minutes', minutes: 0, zone }, 'minutes Too small: expected number to be >=1'],
    [{ every: 'minutes', minutes: 0.5, zone }, 'minutes Invalid input: expected int, received number'],
    [{ every: 'minutes', minutes: 721, zone }, 'minutes Too big: expected number to be <=720'],
    [{ every: 'fortnight', zone }, 'every must be day, weekday, week, month, hour, minutes or cron'],
  ] as const)
    assert.equal(refusalOf(schedule), refusal, JSON.stringify(schedule))
})

test('the years in which a line is looked for are of all fourteen kinds', () => {
  const kinds = yearsOfAllKinds.map((year) => {
    const isLeap = new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1
    return `${new Date(Date.UTC(year, 0, 1)).getUTCDay()} ${isLeap}`
  })
  assert.equal(new Set(kinds).size, 14)
  assert.equal(refusalOf({ cron: '0 0 29 2 +tue#5', zone }), null)
})

test('a schedule has a published shape', () => {
  const published = JSON.stringify(z.toJSONSchema(Schedule))
  for (const word of ['"cron"', '"weekday"', '"last"']) assert.ok(published.includes(word), word)
})

/** Lines, good and bad, among them those that croner looks longest for a day of. */
const aLine = fc.tuple(
  fc.constantFrom('*', '0', '59', '*/7', '0-59', '1,2,3', '60', '?'),
  fc.constantFrom('*', '0', '23', '1-5/2', '*/5', '24'),
  fc.constantFrom('*', '?', 'L', 'LW', '31', '30', '5', '29', '15W', '31W', '29,30,31', '5,L', '0'),
  fc.constantFrom('*', '2', '2,4,6,9,11', 'feb', '4-6', '13'),
  fc.oneof(
    fc.constantFrom('*', '7', 'mon-fri', '+mon#3', '+mon#5', '+sun#L', '+mon#3,tue#3,wed#3,thu#3,fri#3', '+1-5', '1#6'),
    fc.string({ maxLength: 12 }),
  ),
)

/** Takes a line in and asks for its next times. Answers the processor time in ms; the least of three, since others share the process. */
const costOf = (cron: string): number => {
  const costs = [1, 2, 3].map(() => {
    const before = process.cpuUsage()
    const read = Schedule.safeParse({ cron, zone })
    if (read.success) assert.equal(nextTimes(read.data, new Date('2027-01-01T00:00:00Z'), 3).length, 3)
    return process.cpuUsage(before).user / 1_000
  })
  return Math.min(...costs)
}

test('reading any cron line, and its next times, holds the process for less than 50 ms', () => {
  let taken = 0
  fc.assert(
    fc.property(aLine, (parts) => {
      const cron = parts.join(' ')
      if (refusalOf({ cron, zone }) === null) taken += 1
      assert.ok(costOf(cron) < 50)
    }),
    { numRuns: 600 },
  )
  assert.ok(taken > 50, String(taken))
  // Looked for longest: every day of fourteen years, and each weekday of its month.
  assert.ok(costOf('0-59 23 1,2,3,4,5,6,7 1-12 +mon#5,tue#5,wed#5,thu#5,fri#5,sat#5,sun#5') < 50)
  // A leap day that is a Monday comes in 2044, and clocks change thirty-four times before it.
  assert.ok(costOf('0 1-5/2 5,L 2 +mon#5') < 50)
})
