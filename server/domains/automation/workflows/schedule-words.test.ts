import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { nextTimes } from './schedule-times.ts'
import { ruleOf, wordsOf } from './schedule-words.ts'
import { Schedule } from './schedules.ts'

const zone = 'Europe/Berlin'
const at = '09:00'

test('a schedule is said in plain English', () => {
  for (const [schedule, words] of [
    [{ every: 'day', at, zone }, 'Every day at 09:00, Berlin time'],
    [{ every: 'weekday', at, zone }, 'On weekdays at 09:00, Berlin time'],
    [{ every: 'week', on: ['mon'], at, zone }, 'On Mondays at 09:00, Berlin time'],
    [{ every: 'week', on: ['mon', 'wed', 'fri'], at, zone: 'UTC' }, 'On Mondays, Wednesdays and Fridays at 09:00, UTC'],
    [
      { every: 'month', on: 1, at, zone: 'America/Argentina/Buenos_Aires' },
      'On the 1st of each month at 09:00, Buenos Aires time',
    ],
    [{ every: 'month', on: 12, at, zone }, 'On the 12th of each month at 09:00, Berlin time'],
    [{ every: 'month', on: 23, at, zone }, 'On the 23rd of each month at 09:00, Berlin time'],
    [{ every: 'month', on: 31, at, zone }, 'On the 31st of each month, in shorter ones on the last day, at 09:00, Berlin time'],
    [{ every: 'month', on: 'last', at, zone }, 'On the last day of each month at 09:00, Berlin time'],
    [{ every: 'hour', zone }, 'Every hour on the hour, Berlin time'],
    [{ every: 'hour', minute: 1, zone }, 'Every hour at 1 minute past, Berlin time'],
    [{ every: 'minutes', minutes: 1, zone }, 'Every minute'],
    [{ every: 'minutes', minutes: 90, zone }, 'Every 90 minutes'],
    [{ cron: '0 9 * * 1-5', zone }, 'On weekdays at 09:00, Berlin time'],
    [{ cron: '5 7 * * 0,sat', zone }, 'On Saturdays and Sundays at 07:05, Berlin time'],
    [{ cron: '0 9 L * *', zone }, 'On the last day of each month at 09:00, Berlin time'],
    [{ cron: '0 9 31 * *', zone }, 'By cron: 0 9 31 * *, Berlin time'],
    [{ cron: '*/5 9-17 * * 1-5', zone }, 'By cron: */5 9-17 * * 1-5, Berlin time'],
  ] as const)
    assert.equal(wordsOf(Schedule.parse(schedule)), words)
})

const numbers = (least: number, most: number) => fc.integer({ min: least, max: most }).map(String)

test('a cron line that has the words of a rule comes when the rule comes', () => {
  let found = 0
  fc.assert(
    fc.property(
      fc.oneof(numbers(0, 59), fc.constant('*'), fc.constant('*/5')),
      fc.oneof(numbers(0, 23), fc.constant('*')),
      fc.oneof(fc.constant('*'), fc.constant('L'), numbers(1, 31)),
      fc.constantFrom('*', '*', '*', '2'),
      fc.oneof(fc.constantFrom('*', '1-5', 'mon-fri', '5-6', 'sat', '1,sun', '7,0', '1#2', '+1'), numbers(0, 7)),
      (...parts) => {
        const cron = Schedule.safeParse({ cron: parts.join(' '), zone }).data
        const rule = ruleOf(parts.join(' '), zone)
        if (!cron || !rule) return
        found += 1
        const after = new Date('2027-01-30T12:00:00Z')
        assert.deepEqual(nextTimes(Schedule.parse(rule), after, 60), nextTimes(cron, after, 60), parts.join(' '))
      },
    ),
    { numRuns: 1_000 },
  )
  assert.ok(found > 15, String(found))
})
