import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeLots } from './lots.ts'

test('a workspace alone is worked on in large lots, one beside others in small ones, until the others had nothing due for ten seconds', () => {
  let now = 0
  const lots = makeLots(() => now)
  assert.equal(lots.mostOfOrg(), 500)
  lots.claimed(['a'])
  assert.equal(lots.mostOfOrg(), 500)
  lots.claimed(['a', 'b'])
  assert.equal(lots.mostOfOrg(), 100)
  now = 8_000
  lots.claimed(['a'])
  assert.equal(lots.mostOfOrg(), 100)
  now = 10_001
  assert.equal(lots.mostOfOrg(), 500)
})
