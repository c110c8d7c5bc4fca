import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placeOf, placeOfLine } from './json-places.ts'

test('a field is found where it stands, not where its name or value happens to occur', () => {
  const text =
    '{"note":"email","consent":{"email":"x","obtained_at":"2026-13-01"},"list":[{"email":1}],"email":"maya@","x":"email"}'
  const at = (field: string) => {
    const place = placeOf(text, field)
    return place && text.slice(place.start, place.end)
  }
  assert.equal(at('email'), '"maya@"')
  assert.equal(at('consent.obtained_at'), '"2026-13-01"')
  assert.equal(at('consent'), '{')
  assert.equal(at('phone'), undefined)
  assert.equal(placeOf('no json at all: "', 'email'), undefined)
})

test('a line and a column are found again', () => {
  const place = placeOfLine('{\n  "a": x\n}', 'the body is not valid JSON: see line 2, column 8')
  assert.deepEqual(place, { start: 9, end: 10 })
  assert.equal(placeOfLine('{}', 'line 9, column 9'), undefined)
  assert.equal(placeOfLine('{}', 'no place'), undefined)
})
