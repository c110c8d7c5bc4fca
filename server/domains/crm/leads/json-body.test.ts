import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { deepest, numberAsSent, readJson } from './json-body.ts'

const read = (body: string | Uint8Array) => readJson(Buffer.from(body as string))

const codeOf = (body: string | Uint8Array): string => {
  const json = read(body)
  return json.ok ? 'ok' : json.code
}

test('an object is read, with the text it came as', () => {
  assert.deepEqual(read('{"email":"a@b.co","n":{"x":[1,null]}}'), {
    ok: true,
    value: { email: 'a@b.co', n: { x: [1, null] } },
    text: '{"email":"a@b.co","n":{"x":[1,null]}}',
  })
})

test('a byte order mark is skipped', () => {
  const json = read('\ufeff{"external_id":9007199254740993}')
  assert.ok(json.ok)
  assert.equal(numberAsSent(json.text, 'external_id'), '9007199254740993')
})

test('of two members with one name the last one counts', () => {
  const json = read('{"email":"a@b.co","email":"c@d.co"}')
  assert.ok(json.ok)
  assert.equal(json.value.email, 'c@d.co')
})

for (const body of ['', ' ', '\n\t\r ', '\ufeff', '\ufeff ']) {
  test(`an empty body is refused with what to send: ${JSON.stringify(body)}`, () => {
    assert.deepEqual(read(body), {
      ok: false,
      code: 'body_empty',
      message: 'the body is empty; send a JSON object with email or phone',
    })
  })
}

test('a body that is not an object is refused', () => {
  for (const body of ['[]', '[{"email":"a@b.co"}]', '"a@b.co"', 'null', 'true', '0', '1e5', '""'])
    assert.equal(codeOf(body), 'body_not_object', body)
  const list = read('[]')
  assert.ok(!list.ok && list.message.includes('one lead per request'))
})

test('a body that is not JSON is refused', () => {
  const bodies = [
    '{',
    '}',
    '{]',
    '{"a":1,}',
    "{'a':1}",
    '{a:1}',
    '{"a":1}x',
    '{"a":1}{"b":2}',
    '{"a":NaN}',
    '{"a":01}',
    '{"a":"\n"}',
    '{"a":+1}',
    '// x\n{}',
    '{"a":undefined}',
    'email=a%40b.co',
    '<lead/>',
    '{"a":"\\x41"}',
    '{"a":.5}',
    '\0',
    '{"a":1}\0',
    '\u00a0{}',
  ]
  for (const body of bodies) assert.equal(codeOf(body), 'body_not_json', body)
})

test('an error in JSON says where it is, or that it looks like form data, and quotes nothing', () => {
  const messages = [
    '{"email":"secret@example.com",}',
    '{"a":1}\n\n  secret',
    '{"email":"secret',
    '{"a":secret}',
    'email=secret%40example.com&x=1',
  ].map((body) => {
    const json = read(body)
    return json.ok ? '' : json.message
  })
  assert.deepEqual(messages, [
    'the body is not valid JSON: see line 1, column 31',
    'the body is not valid JSON: see line 3, column 3',
    'the body is not valid JSON: see line 1, column 17',
    'the body is not valid JSON',
    'the body is not valid JSON: it looks like form data',
  ])
  assert.equal((read('{"a":') as { message: string }).message, 'the body is not valid JSON: it ends too early')
})

test('bytes that are not UTF-8 are refused', () => {
  const inside = (...bytes: number[]) => Buffer.concat([Buffer.from('{"name":"'), Buffer.from(bytes), Buffer.from('"}')])
  const broken = [
    [0xff],
    [0xc3],
    [0xc3, 0x28],
    [0xe2, 0x82],
    [0xed, 0xa0, 0x80],
    [0xc0, 0xaf],
    [0xf4, 0x90, 0x80, 0x80],
    [0xf8, 0x88, 0x80, 0x80, 0x80],
    [0xfc, 0x80, 0x80, 0x80, 0x80, 0x80],
    [0x80],
    [0xe9],
  ]
  for (const bytes of broken) assert.equal(codeOf(inside(...bytes)), 'body_not_utf8', Buffer.from(bytes).toString('hex'))
  assert.equal(codeOf(Buffer.from('\ufeff{"a":1}', 'utf16le')), 'body_not_utf8')
  assert.equal(codeOf(Buffer.from('{"a":1}', 'utf16le')), 'body_not_json')
  assert.equal(codeOf(inside(0xf0, 0x9f, 0x98, 0x80)), 'ok')
})

const nested = (levels: number, open: string, close: string): string => {
  const inner = levels - 1
  return `{"a":${open.repeat(inner)}${open.startsWith('[') ? '' : 1}${close.repeat(inner)}}`
}

test('32 levels pass, 33 do not, of objects and of arrays', () => {
  assert.equal(deepest, 32)
  assert.equal(codeOf(nested(32, '[', ']')), 'ok')
  assert.equal(codeOf(nested(33, '[', ']')), 'body_too_deep')
  assert.equal(codeOf(nested(32, '{"a":', '}')), 'ok')
  assert.equal(codeOf(nested(33, '{"a":', '}')), 'body_too_deep')
  assert.equal(codeOf(nested(10_000, '{"a":', '}')), 'body_too_deep')
  assert.equal(codeOf(nested(30_000, '[', ']')), 'body_too_deep')
  assert.equal(codeOf(`{"a":${'['.repeat(60_000)}`), 'body_not_json')
})

test('a name that would reach a prototype is refused, at the letter, escaped and nested', () => {
  const bodies = [
    '{"__proto__":{"admin":true}}',
    '{"__proto__":null}',
    '{"__proto__":1}',
    '{"\\u005f_proto__":1}',
    '{"\\u005F\\u005Fproto\\u005f\\u005f":{}}',
    '{"__\\u0070roto__":{}}',
    '{"consent":{"__proto__":{}}}',
    '{"a":[[{"b":{"__proto__":[]}}]]}',
    '{"constructor":{"prototype":{}}}',
    '{"constructor":{"prototype":1}}',
    '{"c\\u006fnstructor":{"prototyp\\u0065":{}}}',
    '{"a":[{"constructor":{"prototype":null}}]}',
  ]
  for (const body of bodies) assert.equal(codeOf(body), 'body_forbidden_key', body)
  for (const body of [
    '{"constructor":"Acme Construction"}',
    '{"prototype":{}}',
    '{"constructor":{}}',
    '{"constructor":null}',
    '{"a":"__proto__"}',
    '{"_proto_":1}',
  ]) {
    assert.equal(codeOf(body), 'ok', body)
  }
})

test('a number is given back digit for digit, and only that of the body itself', () => {
  const cases: [text: string, digits: string | null][] = [
    ['{"external_id":9007199254740993}', '9007199254740993'],
    ['{"external_id": -0 }', '-0'],
    ['{"external_id":5.0}', '5.0'],
    ['{"external_id":1e3}', '1e3'],
    ['{"external_id":1,"external_id":22}', '22'],
    ['{"external\\u005fid":7}', '7'],
    ['{"a":{"external_id":1},"external_id":2,"b":[{"external_id":3}]}', '2'],
    ['{"a":{"external_id":1}}', null],
    ['{"external_id":"5"}', null],
    ['{"external_id":1,"external_id":"5"}', null],
    ['{"external_id":[5]}', null],
    ['{}', null],
  ]
  for (const [text, digits] of cases) assert.equal(numberAsSent(text, 'external_id'), digits, text)
})

test('every JSON object is read as it was written, and no bytes are thrown at', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      const json = read(JSON.stringify(value))
      const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
      if (!json.ok) assert.ok(json.code === 'body_forbidden_key' || (json.code === 'body_not_object' && !isObject))
      else assert.deepEqual(json.value, JSON.parse(JSON.stringify(value)))
    }),
  )
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
      assert.equal(typeof read(bytes).ok, 'boolean')
    }),
    { numRuns: 2000 },
  )
})
