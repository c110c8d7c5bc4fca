import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeOverrunRoom } from './overrun-room.ts'

test('the room of a workspace ends by its requests and by its bytes, is none of another, and is there again after a minute', () => {
  let ms = 0
  const room = makeOverrunRoom(() => ms)
  const fits = (org: string, bytes: number, times: number): number =>
    Array.from({ length: times }, () => room.take(org, bytes)).filter(Boolean).length
  assert.equal(fits('a', 100, 6_000), 5_000)
  assert.equal(fits('b', 262_144, 200), 80)
  assert.equal(fits('b', 100, 1), 0, 'the bytes are used up')
  ms = 59_999
  assert.equal(fits('a', 100, 1), 0)
  ms = 60_000
  assert.equal(fits('a', 100, 1), 1)
})
