import assert from 'node:assert/strict'
import test from 'node:test'
import { membersOf, prettyJson } from './json-text.ts'

test('a readable body has every number and every text to the letter', () => {
  assert.equal(
    prettyJson('{"id":12345678901234567890,"n":1e2,"t":"a \\"b\\" {,:}","l":[1,{}],"e":[]}'),
    '{\n  "id": 12345678901234567890,\n  "n": 1e2,\n  "t": "a \\"b\\" {,:}",\n  "l": [\n    1,\n    {}\n  ],\n  "e": []\n}',
  )
})

test('a body that is not JSON is shown as it came', () => {
  assert.equal(prettyJson('{"email": '), '{"email": ')
})

test('the members of a body keep the digits of long numbers', () => {
  assert.deepEqual(membersOf('{"external_id":12345678901234567890}'), { external_id: '12345678901234567890' })
  assert.equal(membersOf('[1]'), null)
  assert.equal(membersOf('no'), null)
  assert.equal(membersOf(null), null)
})
