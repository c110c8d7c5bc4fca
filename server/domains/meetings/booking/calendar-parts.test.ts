import assert from 'node:assert/strict'
import { test } from 'node:test'
import { partsOf, wallDays, wholeDays } from './calendar-parts.ts'

const at = (from: string, to: string) => ({ from: Date.parse(from), to: Date.parse(to) })
const shown = (time: { from: number; to: number }, zone: string, from: string, count = 3): string[] =>
  partsOf(time, wallDays(from, count, zone), zone).map(
    ({ date, from_minute, to_minute }) => `${date} ${from_minute}-${to_minute}`,
  )

test('a meeting stands on its minutes of the wall; one over midnight on two days, one that touches a day on one', () => {
  const berlin = 'Europe/Berlin'
  assert.deepEqual(shown(at('2027-03-01T09:30:00Z', '2027-03-01T10:00:00Z'), berlin, '2027-03-01'), ['2027-03-01 630-660'])
  assert.deepEqual(shown(at('2027-03-01T22:30:00Z', '2027-03-01T23:30:00Z'), berlin, '2027-03-01'), [
    '2027-03-01 1410-1440',
    '2027-03-02 0-30',
  ])
  assert.deepEqual(shown(at('2027-03-01T22:00:00Z', '2027-03-01T23:00:00Z'), berlin, '2027-03-01'), ['2027-03-01 1380-1440'])
  assert.deepEqual(shown(at('2027-02-01T00:00:00Z', '2027-04-01T00:00:00Z'), berlin, '2027-03-01', 2), [
    '2027-03-01 0-1440',
    '2027-03-02 0-1440',
  ])
  assert.deepEqual(shown(at('2027-03-01T09:00:00Z', '2027-03-01T09:00:00Z'), berlin, '2027-03-01'), ['2027-03-01 600-600'])
  assert.deepEqual(shown(at('2027-03-04T09:00:00Z', '2027-03-04T10:00:00Z'), berlin, '2027-03-01'), [])
})

test('over a change of the clocks nothing gets a negative length, nor leaves its day', () => {
  // 2:00 becomes 3:00: the hour between is on the clock alone.
  assert.deepEqual(shown(at('2027-03-28T00:30:00Z', '2027-03-28T01:30:00Z'), 'Europe/Berlin', '2027-03-28', 1), [
    '2027-03-28 90-210',
  ])
  // 3:00 becomes 2:00: from the first 2:30 to the second 2:30, and from there on.
  assert.deepEqual(shown(at('2027-10-31T00:30:00Z', '2027-10-31T01:30:00Z'), 'Europe/Berlin', '2027-10-31', 1), [
    '2027-10-31 150-210',
  ])
  assert.deepEqual(shown(at('2027-10-31T01:30:00Z', '2027-10-31T02:30:00Z'), 'Europe/Berlin', '2027-10-31', 1), [
    '2027-10-31 150-210',
  ])
  // Clocks in Santiago skip midnight: the day begins at 1:00.
  assert.deepEqual(shown(at('2027-09-05T03:30:00Z', '2027-09-05T04:30:00Z'), 'America/Santiago', '2027-09-04', 2), [
    '2027-09-04 1410-1440',
    '2027-09-05 0-90',
  ])
})

test('an all-day event stands on its days in whichever zone it is looked at; its end is exclusive', () => {
  for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'UTC'])
    assert.deepEqual(
      wholeDays({ from: '2027-03-02', to: '2027-03-04' }, wallDays('2027-03-01', 7, zone)).map(({ date }) => date),
      ['2027-03-02', '2027-03-03'],
    )
})
