import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { periodAt } from './budgets.ts'

test('a budget’s day and month are those of the workspace’s clock, also where clocks change, and at midnight', () => {
  const spanOf = (period: 'day' | 'month', at: string, zone: string): string[] => {
    const { startsAt, endsAt } = periodAt(period, new Date(at), zone)
    return [startsAt.toISOString(), endsAt.toISOString()].map((text) => text.slice(0, 16))
  }
  // A day of 23 hours, and one of 25.
  assert.deepEqual(spanOf('day', '2026-03-29T12:00:00Z', 'Europe/Berlin'), ['2026-03-28T23:00', '2026-03-29T22:00'])
  assert.deepEqual(spanOf('day', '2026-10-25T12:00:00Z', 'Europe/Berlin'), ['2026-10-24T22:00', '2026-10-25T23:00'])
  assert.deepEqual(spanOf('month', '2026-10-31T23:30:00Z', 'Europe/Berlin'), ['2026-10-31T23:00', '2026-11-30T23:00'])
  // There is no midnight: clocks go from 23:59 to 1:00.
  assert.deepEqual(spanOf('day', '2026-03-29T12:00:00Z', 'Asia/Beirut'), ['2026-03-28T22:00', '2026-03-29T21:00'])
  assert.deepEqual(spanOf('month', '2026-12-31T11:00:00Z', 'Pacific/Kiritimati'), ['2026-12-31T10:00', '2027-01-31T10:00'])
  assert.deepEqual(spanOf('month', '2028-02-29T12:00:00Z', 'Asia/Kolkata'), ['2028-01-31T18:30', '2028-02-29T18:30'])
})

test('at any moment of any zone a call is in one period, and where one ends the next begins', () => {
  const zones = [
    'Europe/Berlin',
    'America/New_York',
    'Asia/Beirut',
    'Africa/Cairo',
    'Pacific/Apia',
    'Australia/Lord_Howe',
    'UTC',
  ]
  const moments = fc.date({ min: new Date('2024-01-01T00:00:00Z'), max: new Date('2032-01-01T00:00:00Z'), noInvalidDate: true })
  fc.assert(
    fc.property(moments, fc.constantFrom(...zones), fc.constantFrom('day', 'month'), (at, zone, period) => {
      const { startsAt, endsAt } = periodAt(period, at, zone)
      assert.ok(startsAt <= at && at < endsAt, `${at.toISOString()} in ${zone}`)
      assert.deepEqual(periodAt(period, endsAt, zone).startsAt, endsAt)
      assert.deepEqual(periodAt(period, new Date(endsAt.getTime() - 1), zone), { startsAt, endsAt })
    }),
    { numRuns: 500 },
  )
})
