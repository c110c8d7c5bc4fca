import assert from 'node:assert/strict'
import { test } from 'node:test'
import { laterDays, onLaterDay } from './later-days.ts'

const at = (...parts: [number, number, number, number?, number?]): Date => new Date(...parts)

test('a task is put off to tomorrow or the next Monday at its own time of day; one without a time is for the morning', () => {
  const friday = at(2026, 10, 27, 18, 40)
  const due = at(2026, 10, 20, 15, 30).toISOString()
  assert.deepEqual(laterDays(due, friday), { tomorrow: at(2026, 10, 28, 15, 30), monday: at(2026, 10, 30, 15, 30) })
  assert.deepEqual(laterDays(null, friday), { tomorrow: at(2026, 10, 28, 9), monday: at(2026, 10, 30, 9) })
  assert.deepEqual(laterDays(null, at(2026, 10, 30, 8)).monday, at(2026, 11, 7, 9), 'never the same day')
  assert.deepEqual(laterDays(null, at(2026, 11, 31)), { tomorrow: at(2027, 0, 1, 9), monday: at(2027, 0, 4, 9) })
})

test('a day that is past, or none at all, is no day to put a task off to', () => {
  const now = at(2026, 10, 27, 18, 40)
  const due = at(2026, 10, 20, 15, 30).toISOString()
  assert.deepEqual(onLaterDay('2026-12-04', due, now), at(2026, 11, 4, 15, 30))
  assert.deepEqual(onLaterDay('2026-11-27', due, now), at(2026, 10, 27, 15, 30), 'today is one')
  for (const day of ['2026-11-26', '', 'tomorrow']) assert.equal(onLaterDay(day, due, now), null)
})
