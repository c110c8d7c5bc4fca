import assert from 'node:assert/strict'
import { test } from 'node:test'
import { apart, piecesOf, topOf } from './scales.ts'

test('a line ends where nothing is known and begins again behind that', () => {
  assert.deepEqual(piecesOf([1, 2, null, 3, null, null, 4]), [[0, 1], [3], [6]])
  assert.deepEqual(piecesOf([null, null]), [])
})

test('a chart of zeros and of nothing has a height all the same', () => {
  assert.equal(topOf([0, null, 0]), 1)
  assert.equal(topOf([]), 1)
  assert.equal(topOf([3, null, 7]), 7)
})

test('labels that would touch stand apart, in their order', () => {
  assert.deepEqual(apart(10, 40, 14), [10, 40])
  assert.deepEqual(apart(20, 24, 14), [15, 29])
  assert.deepEqual(apart(24, 20, 14), [29, 15])
})
