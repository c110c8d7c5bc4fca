import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { clockMinutes, clockTime, wallClockOf } from '#shapes/wall-clocks.ts'
import { nextSummaries, quietUntil } from './quiet-hours.ts'

const night = { from: '22:00', to: '07:00' }
const until = (at: string, quiet = night, zone = 'Europe/Berlin') =>
  quietUntil(quiet, zone, new Date(at))?.toISOString() ?? null

test('a night is quiet from one day into the next, by the clock of the person', () => {
  assert.equal(until('2027-01-10T20:59:00Z'), null)
  assert.equal(until('2027-01-10T21:00:00Z'), '2027-01-11T06:00:00.000Z')
  assert.equal(until('2027-01-11T05:59:00Z'), '2027-01-11T06:00:00.000Z')
  assert.equal(until('2027-01-11T06:00:00Z'), null)
  assert.equal(until('2027-01-11T06:00:00Z', night, 'America/New_York'), '2027-01-11T12:00:00.000Z')
  assert.equal(until('2027-01-11T11:30:00Z', { from: '12:00', to: '13:00' }), '2027-01-11T12:00:00.000Z')
  assert.equal(quietUntil(null, 'UTC', new Date()), null)
})

test('quiet hours that end in the hour that clocks skip end with the jump', () => {
  // Berlin jumps from 2:00 to 3:00 on 28 March 2027.
  assert.equal(until('2027-03-28T00:30:00Z', { from: '22:00', to: '02:30' }), '2027-03-28T01:00:00.000Z')
})

test('for any hours, zone and time: outside them nothing is held, and what is held goes out when they end, within a day', () => {
  const time = fc.integer({ min: 0, max: 1_439 }).map(clockTime)
  const zone = fc.constantFrom(
    'UTC',
    'Europe/Berlin',
    'America/New_York',
    'Asia/Kolkata',
    'Australia/Lord_Howe',
    'Pacific/Apia',
  )
  const at = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2028, 0, 1) }).map((ms) => new Date(ms))
  fc.assert(
    fc.property(time, time, zone, at, (from, to, place, now) => {
      const end = quietUntil({ from, to }, place, now)
      if (end === null) return
      assert.ok(end > now && end.getTime() - now.getTime() <= 25 * 3_600_000)
      const shown = clockMinutes(wallClockOf(now, place).time)
      const isIn =
        from < to
          ? shown >= clockMinutes(from) && shown < clockMinutes(to)
          : shown >= clockMinutes(from) || shown < clockMinutes(to)
      assert.ok(isIn)
      assert.equal(quietUntil({ from, to }, place, end), null)
    }),
    { numRuns: 2_000 },
  )
})

test('the next summary is today where its time is ahead, else tomorrow, on the day of the person', () => {
  const next = (zone: string, at: string) => nextSummaries('08:00', zone, { now: new Date(at), days: 4 })[0]
  const berlin = (at: string) => next('Europe/Berlin', at)
  assert.deepEqual(berlin('2027-01-10T06:59:59Z'), { day: '2027-01-10', at: new Date('2027-01-10T07:00:00Z') })
  assert.deepEqual(berlin('2027-01-10T07:00:00Z'), { day: '2027-01-11', at: new Date('2027-01-11T07:00:00Z') })
  assert.deepEqual(berlin('2027-03-27T12:00:00Z'), { day: '2027-03-28', at: new Date('2027-03-28T06:00:00Z') })
  assert.equal(next('Pacific/Apia', '2027-01-10T12:00:00Z')?.day, '2027-01-11')
})
