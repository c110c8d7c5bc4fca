import assert from 'node:assert/strict'
import { test } from 'node:test'
import { distanceOf } from './nearest-names.ts'

test('a swap counts once, and so does each character that differs', () => {
  assert.equal(distanceOf('abcd', 'abdc', 9), 1)
  assert.equal(distanceOf('kitten', 'sitting', 9), 3)
  assert.equal(distanceOf('', 'abc', 9), 3)
  assert.equal(distanceOf('same', 'same', 9), 0)
})
