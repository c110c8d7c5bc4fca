import assert from 'node:assert/strict'
import { test } from 'node:test'
import { layOut, placeOf, placeOfLine } from './json-text.ts'

test('laying JSON out changes white space and nothing else', () => {
  for (const text of [
    '{"external_id":9007199254740993,"n":1.0,"e":1E400,"s":"a, \\"b\\" : {c}\\u0041"}',
    '{"a":[],"b":{},"c":[1,[2,{"d":null}]]}',
    '[]',
    '"x"',
  ]) {
    const laid = layOut(text)
    assert.equal(laid.replaceAll(/\n */g, '').replaceAll(/": /g, '":'), text)
    assert.equal(layOut(laid), laid)
  }
  assert.equal(layOut('{"a":1,"b":[2]}'), '{\n  "a": 1,\n  "b": [\n    2\n  ]\n}')
  assert.equal(layOut('{"a":1,'), '{"a":1,')
})

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
