import assert from 'node:assert/strict'
import { test } from 'node:test'
import { redact } from './redact.ts'

const masked = (text: string, limit?: number) => redact(Buffer.from(text), limit)

test('addresses, numbers and secrets are masked in JSON; names and companies stay readable', () => {
  const body = {
    email: 'maya@example.com',
    phone: '+49 151 1234 5678',
    name: 'Maya Okafor',
    company: 'Northwind',
    password: 'correct horse',
    api_key: 'abc',
    note: 'write to jo@example.org or call (030) 1234-5678, bearer abcdefghijkl',
  }
  const text = masked(JSON.stringify(body))
  for (const secret of ['maya@', 'example', '1234', '5678', 'correct', 'horse', '"abc"', 'jo@', 'abcdefghijkl']) {
    assert.ok(!text.includes(secret), `${secret} is gone from ${text}`)
  }
  assert.match(text, /Maya Okafor/)
  assert.match(text, /Northwind/)
  assert.match(text, /"email":"m•••@•••"/)
})

test('text that is not JSON is masked too: forms, broken JSON, escapes', () => {
  for (const text of [
    'email=maya%40example.com&phone=%2B4915112345678&password=hunter22',
    '{"email":"maya@example.com","phone":"+4915112345678","password":"hunter22",}',
    '{"email":"maya\\u0040example.com","phone":"\\u002b4915112345678","password":"hunter22"',
    'email: maya@example.com\nphone: +49 151 12345678\npassword: hunter22',
  ]) {
    const shown = masked(text)
    for (const secret of ['example', '12345', 'hunter22']) assert.ok(!shown.includes(secret), `${secret} is gone from ${shown}`)
  }
})

test('keys and tokens of many makes are masked, ids and dates are not', () => {
  const secrets = [
    'fo_live_0123456789abcdefghijABCDEFGHIJ012345',
    'sk_live_51H8xyzabc',
    'ghp_16C7e42F292c6912E7710c838347Ae178B4a',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl',
    '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  ]
  for (const secret of secrets) assert.equal(masked(`{"note":"see ${secret} here"}`), '{"note":"see ••• here"}')
  for (const plain of ['0192d3a4-5b6c-7d8e-9f00-112233445566', '2026-11-21', 'ACME-10023']) {
    assert.equal(masked(`{"external_id":"${plain}"}`), `{"external_id":"${plain}"}`)
  }
})

test('an excerpt is shortened, and no fragment of an address is shown', () => {
  const long = masked(`${`${'x'.repeat(100)},`.repeat(3)}end`, 50)
  assert.equal(long, `${'x'.repeat(50)}…`)
  const at = `${'"",'.repeat(1364)}maya@example.com`
  assert.ok(at.length > 4_096 && at.indexOf('maya') < 4_096)
  assert.ok(!masked(at, 4_096).includes('may'), 'the torn address is gone')
})

test('a member name that is an address is masked', () => {
  assert.ok(!masked('{"maya@example.com": true}').includes('maya@'))
})

test('64 KB that aim at a slow pattern take under 200 ms each', () => {
  const kilobytes = 64 * 1024
  const runs = [
    'a',
    'a-',
    '1 ',
    '@',
    'a@',
    'eyJ-',
    'token',
    'password=',
    '[',
    '{"a":',
    '+',
    '1',
    '\\',
    '( ',
    'bearer ',
    '%40',
    '1-a',
  ]
  for (const text of runs) {
    const begun = performance.now()
    redact(Buffer.from(text.repeat(kilobytes / text.length)))
    const tookMs = performance.now() - begun
    assert.ok(tookMs < 200, `${JSON.stringify(text)} took ${tookMs} ms`)
  }
})

test('bytes that are not UTF-8 are shown as far as they can be', () => {
  assert.doesNotThrow(() => redact(Buffer.from([0xff, 0xfe, 0x00, 0x41])))
})
