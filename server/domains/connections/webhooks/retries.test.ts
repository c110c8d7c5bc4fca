import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextTrySeconds, readRetryAfter, retryDelaysSeconds } from './retries.ts'

const never = () => 0
const always = () => 0.999

test('ten tries go over a little more than three days, each wait longer than the one before, a fifth of it by chance', () => {
  const waits: number[] = []
  for (let tries = 1; ; tries++) {
    const wait = nextTrySeconds(tries, null, never)
    if (wait === null) break
    waits.push(wait)
    const longest = nextTrySeconds(tries, null, always) ?? 0
    assert.ok(longest > wait * 1.19 && longest < wait * 1.2)
  }
  assert.equal(waits.length, 9)
  assert.deepEqual(
    waits,
    [...waits].sort((a, b) => a - b),
  )
  const days = waits.reduce((sum, wait) => sum + wait, 0) / 86_400
  assert.ok(days > 3 && days < 3.5, `${days} days`)
  assert.equal(nextTrySeconds(10, 86_400, never), null)
})

test('of Retry-After and the schedule the longer one counts', () => {
  assert.equal(nextTrySeconds(1, 60, never), 60)
  assert.equal(nextTrySeconds(2, 60, never), retryDelaysSeconds[1])
})

test('Retry-After is read as seconds or as a date, at most a day; anything else is ignored', () => {
  const now = new Date('2026-11-21T10:00:00Z')
  const read = (header: string | undefined) => readRetryAfter(header, now)
  assert.deepEqual(
    [read('120'), read(' 0 '), read('Sat, 21 Nov 2026 10:02:00 GMT'), read('999999999'), read('Sat, 21 Nov 2020 10:00:00 GMT')],
    [120, 0, 120, 86_400, 0],
  )
  assert.deepEqual([read(undefined), read('soon'), read('-5x'), read('')], [null, null, null, null])
})
