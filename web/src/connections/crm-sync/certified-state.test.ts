import assert from 'node:assert/strict'
import { test } from 'node:test'
import { certifiedState } from './certified-state.ts'

const even = {
  theirs: 100,
  ours: 98,
  removed: 2,
  missing: [],
  missing_count: 0,
  is_listed: true,
  sampled: 50,
  differing: [],
  known_differing: 1,
}

test('a certificate has its check mark only where both sides are known to have the same', () => {
  assert.equal(certifiedState(even), 'equal')
  assert.equal(certifiedState({ ...even, is_listed: false }), 'equal', 'equal counts with nothing open need no list')
  assert.equal(certifiedState({ ...even, missing: ['7'], missing_count: 1 }), 'lacks')
  assert.equal(certifiedState({ ...even, differing: [{ id: '7', fields: ['email'] }] }), 'lacks')
  assert.equal(certifiedState({ ...even, theirs: 110 }), 'uneven', 'a list of ids that withholds proves nothing')
  assert.equal(certifiedState({ ...even, theirs: 90 }), 'uneven')
  assert.equal(certifiedState({ ...even, theirs: null }), 'equal')
  assert.equal(certifiedState({ ...even, theirs: null, is_listed: false }), 'unlisted', 'not looked for is not found')
})
