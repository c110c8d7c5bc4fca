import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { type Someone, startApp, type TestApp } from '../support/app.ts'
import type { Answer } from '../support/requests.ts'
import { bodyIn, leadHead, speak, statusesIn } from './raw.ts'
import { contactsOf, countRows, deliveriesOf, eventually, leadsOf } from './tenant-rows.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

let app: TestApp
let owner: Someone
let key: { id: string; text: string }

before(async () => {
  app = await startApp()
  owner = app.owner
  key = await app.given.key(owner.orgId)
})
after(() => app.stop())

/** A workspace of its own with a key: for tests that count rows. */
const workspace = async (options: { defaultCountry?: string; quota?: number } = {}) => {
  const someone = await app.given.organization(undefined, options)
  return { orgId: someone.orgId, someone, key: await app.given.key(someone.orgId) }
}

const assertError = (answer: Answer, status: number, code: string, field?: string): void => {
  assert.equal(answer.status, status, JSON.stringify(answer.body))
  assert.equal(answer.body.code, code)
  assert.equal(typeof answer.body.error, 'string')
  assert.match(String(answer.body.request_id), uuid)
  assert.equal(answer.body.request_id, answer.headers.get('x-request-id'))
  assert.equal(answer.body.field, field)
  const members = field === undefined ? ['code', 'error', 'request_id'] : ['code', 'error', 'field', 'request_id']
  assert.deepEqual(Object.keys(answer.body).sort(), members)
}

// ── Success ─────────────────────────────────────────────────────────────────────────────────────────────────────────

test('an accepted lead is answered with exactly the four fields, and the delivery is in X-Request-Id', async () => {
  const { orgId, key } = await workspace()
  const answer = await app.post({ email: 'maya@example.com', external_id: 'a1' }, key.text)
  assert.equal(answer.status, 200)
  assert.deepEqual(Object.keys(answer.body), ['ok', 'lead_id', 'contact_id', 'deduplicated'])
  assert.equal(answer.body.ok, true)
  assert.equal(answer.body.deduplicated, false)
  assert.match(String(answer.body.lead_id), uuid)
  assert.match(String(answer.body.contact_id), uuid)

  const [delivery] = await deliveriesOf(app, orgId)
  assert.equal(delivery?.id, answer.headers.get('x-request-id'))
  assert.equal(delivery?.outcome, 'accepted')
  assert.equal(delivery?.lead_id, answer.body.lead_id)
  assert.equal(delivery?.body?.toString(), '{"email":"maya@example.com","external_id":"a1"}')

  const repeat = await app.post({ email: 'maya@example.com', external_id: 'a1' }, key.text)
  assert.deepEqual(repeat.body, { ...answer.body, deduplicated: true })
})

test('lead, contact, keys, event and delivery are written together', async () => {
  const { orgId, key } = await workspace()
  await app.post({ email: 'together@example.com', phone: '+4915112345678' }, key.text)
  const { leads, contacts, contact_keys, events, deliveries } = await countRows(app, orgId)
  assert.deepEqual(
    { leads, contacts, contact_keys, events, deliveries },
    { leads: 1, contacts: 1, contact_keys: 2, events: 1, deliveries: 1 },
  )
})

test('without external_id each delivery is a lead, of one contact', async () => {
  const { orgId, key } = await workspace()
  const ids = new Set<unknown>()
  for (let n = 0; n < 3; n++) {
    const { body } = await app.post({ email: 'again@example.com' }, key.text)
    assert.equal(body.deduplicated, false)
    ids.add(body.lead_id)
  }
  assert.equal(ids.size, 3)
  assert.equal((await contactsOf(app, orgId)).length, 1)
})

test('one external_id in two workspaces is two leads', async () => {
  const [one, other] = [await workspace(), await workspace()]
  const first = await app.post({ email: 'x@example.com', external_id: 'same' }, one.key.text)
  const second = await app.post({ email: 'x@example.com', external_id: 'same' }, other.key.text)
  assert.equal(second.body.deduplicated, false)
  assert.notEqual(first.body.lead_id, second.body.lead_id)
  assert.notEqual(first.body.contact_id, second.body.contact_id)
})

test('external_id is compared to the letter, and a number is its digits', async () => {
  const { orgId, key } = await workspace()
  const ids = ['A', 'a', ' a', '\u00e9', 'e\u0301', '0', '00', '9007199254740993']
  for (const external_id of ids)
    assert.equal((await app.post({ email: 'x@example.com', external_id }, key.text)).body.deduplicated, false, external_id)
  assert.equal((await app.post('{"email":"x@example.com","external_id":0}', key.text)).body.deduplicated, true)
  assert.equal((await app.post('{"email":"x@example.com","external_id":9007199254740992}', key.text)).body.deduplicated, false)
  assertError(
    await app.post('{"email":"x@example.com","external_id":9007199254740993}', key.text),
    400,
    'external_id_invalid',
    'external_id',
  )
  assert.equal((await leadsOf(app, orgId)).length, ids.length + 1)
})

const aliases: [sent: object, stored: object][] = [
  [{ name: 'A', full_name: 'B' }, { full_name: 'A' }],
  [{ name: '  ', full_name: 'B' }, { full_name: 'B' }],
  [{ full_name: 'B' }, { full_name: 'B' }],
  [{ title: 'A', job_title: 'B' }, { job_title: 'A' }],
  [{ title: null, job_title: 'B' }, { job_title: 'B' }],
  [{ job_title: 'B' }, { job_title: 'B' }],
  [{ source: 'Apollo.io ' }, { source: 'apollo-io' }],
  [{ source: '???' }, { source: 'api' }],
  [{}, { source: 'api', full_name: null, job_title: null }],
  [{ company: ' Ortiz ' }, { metadata: { company: 'Ortiz' } }],
  [{ org_id: '00000000-0000-0000-0000-000000000000', orgId: 'x', phone_number: '1' }, { source: 'api' }],
]
for (const [sent, stored] of aliases) {
  test(`${JSON.stringify(sent)} is stored as ${JSON.stringify(stored)}`, async () => {
    const { orgId, key } = await workspace()
    assert.equal((await app.post({ email: 'x@example.com', ...sent }, key.text)).status, 200)
    const [lead] = await leadsOf(app, orgId)
    for (const [column, value] of Object.entries(stored)) assert.deepEqual(lead?.[column as 'source'], value, column)
  })
}

test('an address that is blank beside a good phone is a valid lead; an unreadable phone beside an address is kept as text', async () => {
  const { orgId, key } = await workspace()
  assert.equal((await app.post({ email: '', phone: '+4915112345678' }, key.text)).status, 200)
  assert.equal((await app.post({ email: 'x@example.com', phone: 'call me maybe' }, key.text)).status, 200)
  const [, second] = await leadsOf(app, orgId)
  assert.deepEqual([second?.phone, second?.phone_e164], ['call me maybe', null])
})

// ── Errors ──────────────────────────────────────────────────────────────────────────────────────────────────────────

const broken: [body: string | Buffer, code: string, field?: string][] = [
  ['', 'body_empty'],
  ['   ', 'body_empty'],
  ['nonsense', 'body_not_json'],
  ['{"email":"a@b.co"', 'body_not_json'],
  ['[]', 'body_not_object'],
  ['"text"', 'body_not_object'],
  ['null', 'body_not_object'],
  ['42', 'body_not_object'],
  [Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]), 'body_not_utf8'],
  [`{"email":"a@b.co","x":${'['.repeat(40)}${']'.repeat(40)}}`, 'body_too_deep'],
  ['{"email":"a@b.co","__proto__":{"x":1}}', 'body_forbidden_key'],
  ['{"email":"a@b.co","constructor":{"prototype":{}}}', 'body_forbidden_key'],
  ['{}', 'contact_missing'],
  ['{"email":" ","phone":null}', 'contact_missing'],
  ['{"phone_number":"+4915112345678"}', 'contact_missing'],
  ['{"email":"nobody"}', 'email_malformed', 'email'],
  ['{"email":"a@b"}', 'email_malformed', 'email'],
  ['{"email":"bad","phone":"+4915112345678"}', 'email_malformed', 'email'],
  ['{"phone":"hello"}', 'phone_unreadable', 'phone'],
  ['{"email":1}', 'field_wrong_type', 'email'],
  ['{"phone":4915112345678}', 'field_wrong_type', 'phone'],
  ['{"email":"a@b.co","name":{}}', 'field_wrong_type', 'name'],
  ['{"email":"a@b.co","note":true}', 'field_wrong_type', 'note'],
  ['{"email":"a@b.co","external_id":[1]}', 'field_wrong_type', 'external_id'],
  [JSON.stringify({ email: 'a@b.co', name: 'x'.repeat(256) }), 'field_too_long', 'name'],
  [JSON.stringify({ email: 'a@b.co', full_name: 'x'.repeat(256) }), 'field_too_long', 'full_name'],
  [JSON.stringify({ email: 'a@b.co', company: 'x'.repeat(256) }), 'field_too_long', 'company'],
  [JSON.stringify({ email: 'a@b.co', job_title: 'x'.repeat(256) }), 'field_too_long', 'job_title'],
  [JSON.stringify({ email: 'a@b.co', note: 'x'.repeat(10_001) }), 'field_too_long', 'note'],
  [JSON.stringify({ email: 'a@b.co', external_id: 'x'.repeat(256) }), 'field_too_long', 'external_id'],
  ['{"email":"a@b.co","name":"a\\u0000b"}', 'field_bad_text', 'name'],
  ['{"email":"a@b.co","source":"\\ud800"}', 'field_bad_text', 'source'],
  ['{"email":"a@b.co","external_id":"\\udfff"}', 'field_bad_text', 'external_id'],
  ['{"email":"a@b.co","linkedin_url":"javascript:alert(1)"}', 'linkedin_url_invalid', 'linkedin_url'],
  ['{"email":"a@b.co","external_id":1.5}', 'external_id_invalid', 'external_id'],
  ['{"email":"a@b.co","external_id":1e400}', 'external_id_invalid', 'external_id'],
  ['{"email":"a@b.co","consent":"yes"}', 'consent_invalid', 'consent'],
  ['{"email":"a@b.co","consent":{"basis":1}}', 'consent_invalid', 'consent.basis'],
  [JSON.stringify({ email: 'a@b.co', consent: { basis: 'x'.repeat(65) } }), 'consent_invalid', 'consent.basis'],
  ['{"email":"a@b.co","consent":{"obtained_at":"2026-02-30"}}', 'consent_date_invalid', 'consent.obtained_at'],
  ['{"email":"a@b.co","consent":{"obtained_at":"2999-01-01"}}', 'consent_date_invalid', 'consent.obtained_at'],
]

test('every bad body gets its 400 with code, field and request id, is recorded with its reason, and stores nothing else', async () => {
  const { orgId, key } = await workspace()
  const answers: Answer[] = []
  for (const [body, code, field] of broken) {
    const answer = await app.post(body, key.text)
    assertError(answer, 400, code, field)
    assert.ok(answer.headers.get('ratelimit') && answer.headers.get('ratelimit-policy'))
    answers.push(answer)
  }
  const { leads, contacts, contact_keys, events, deliveries, idempotency } = await countRows(app, orgId)
  assert.deepEqual(
    { leads, contacts, contact_keys, events, deliveries, idempotency },
    { leads: 0, contacts: 0, contact_keys: 0, events: 0, deliveries: broken.length, idempotency: 0 },
  )

  const recorded = new Map((await deliveriesOf(app, orgId)).map((delivery) => [delivery.id, delivery]))
  for (const [n, [body, code, field]] of broken.entries()) {
    const delivery = recorded.get(String(answers[n]?.body.request_id))
    assert.equal(delivery?.outcome, 'rejected')
    assert.deepEqual(
      [delivery?.status, delivery?.code, delivery?.field ?? undefined, delivery?.message],
      [400, code, field, answers[n]?.body.error],
    )
    assert.deepEqual(delivery?.body, Buffer.from(body))
  }
})

test('with Accept: application/problem+json the same facts come as RFC 9457', async () => {
  for (const [body, sent, status] of [
    ['{"email":"nobody"}', key.text, 400],
    ['{}', 'fo_live_none', 401],
  ] as const) {
    const plain = await app.post(body, sent)
    const problem = await app.post(body, sent, { headers: { accept: 'application/problem+json' } })
    assert.equal(problem.status, status)
    assert.equal(problem.headers.get('content-type'), 'application/problem+json')
    assert.equal(problem.body.status, status)
    assert.equal(problem.body.detail, plain.body.error)
    assert.equal(problem.body.code, plain.body.code)
    assert.equal(problem.body.field, plain.body.field)
    assert.equal(problem.body.request_id, problem.headers.get('x-request-id'))
    assert.equal(typeof problem.body.title, 'string')
    assert.ok(String(problem.body.type).endsWith(String(plain.body.code)))
  }
})

test('a missing, malformed, unknown, revoked or expired key is a 401, and nothing of it is stored', async () => {
  const { orgId } = await workspace()
  const expired = await app.given.key(orgId, { expiresAt: new Date(Date.now() - 1_000) })
  const unknown = key.text.slice(0, -1) + (key.text.endsWith('0') ? '1' : '0')
  const cases: [header: Record<string, string>, code: string][] = [
    [{}, 'key_invalid'],
    [{ authorization: 'Bearer' }, 'key_invalid'],
    [{ authorization: `Basic ${btoa(`${key.text}:`)}` }, 'key_invalid'],
    [{ authorization: key.text }, 'key_invalid'],
    [{ authorization: `Bearer ${unknown}` }, 'key_invalid'],
    [{ authorization: `Bearer ${owner.token}` }, 'key_invalid'],
    [{ authorization: `Bearer ${expired.text}` }, 'key_expired'],
  ]
  for (const [headers, code] of cases) {
    const response = await fetch(`${app.url}/v1/leads`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: '{"email":"a@b.co"}',
    })
    assertError(
      { status: response.status, headers: response.headers, body: (await response.json()) as Answer['body'] },
      401,
      code,
    )
    assert.equal(response.headers.get('www-authenticate'), 'Bearer')
    assert.equal(response.headers.get('ratelimit'), null)
  }
  assert.equal((await countRows(app, orgId)).deliveries, 0)
})

test('a key without the scope is a 403, recorded, with its limit in the headers', async () => {
  const { orgId } = await workspace()
  const reader = await app.given.key(orgId, { scopes: ['contacts:read'] })
  const answer = await app.post({ email: 'a@b.co' }, reader.text)
  assertError(answer, 403, 'scope_missing')
  assert.ok(answer.headers.get('ratelimit'))
  const [delivery] = await eventually(
    () => deliveriesOf(app, orgId),
    (rows) => rows.length === 1,
  )
  assert.deepEqual(
    [delivery?.status, delivery?.code, delivery?.outcome, delivery?.id],
    [403, 'scope_missing', 'rejected', answer.body.request_id],
  )
  assert.equal((await countRows(app, orgId)).leads, 0)
})

test('65,536 bytes pass; 65,537 are a 413 that is recorded without its body', async () => {
  const { orgId, key } = await workspace()
  const sized = (bytes: number): string => {
    const bare = JSON.stringify({ email: 'a@b.co', x: '' })
    return bare.replace('""', `"${'x'.repeat(bytes - bare.length)}"`)
  }
  assert.equal((await app.post(sized(65_536), key.text)).status, 200)
  assertError(await app.post(sized(65_537), key.text), 413, 'body_too_large')
  const rows = await eventually(
    () => deliveriesOf(app, orgId),
    (found) => found.length === 2,
  )
  const refused = rows.find(({ outcome }) => outcome === 'rejected')
  assert.deepEqual([refused?.status, refused?.code, refused?.body], [413, 'body_too_large', null])
})

test('other methods get 405 with the one to use; without a key, 401', async () => {
  for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE']) {
    const response = await fetch(`${app.url}/v1/leads`, { method, headers: { authorization: `Bearer ${key.text}` } })
    assert.deepEqual([method, response.status, response.headers.get('allow')], [method, 405, 'POST'])
    assert.equal((await fetch(`${app.url}/v1/leads`, { method })).status, 401, method)
  }
})

// ── Order of checks ─────────────────────────────────────────────────────────────────────────────────────────────────

test('the checks come in order: 401 and 403, then 429, then 413, then 400', async () => {
  const { orgId } = await workspace()
  const scopeless = await app.given.key(orgId, { scopes: ['contacts:read'], ratePerMinute: 1 })
  const once = await app.given.key(orgId, { ratePerMinute: 1 })
  const huge = 'x'.repeat(70_000)

  assertError(await app.post(huge, 'fo_live_none'), 401, 'key_invalid')
  assertError(await app.post(huge, scopeless.text), 403, 'scope_missing')
  assertError(await app.post(huge, scopeless.text), 403, 'scope_missing') // its bucket is empty by now
  assertError(await app.post(huge, once.text), 413, 'body_too_large')
  assertError(await app.post(huge, once.text), 429, 'rate_limited')
  assertError(await app.post('nonsense', once.text), 429, 'rate_limited')
  assertError(await app.post(huge, key.text), 413, 'body_too_large')
  assertError(await app.post('nonsense', key.text, { query: '?dry_run=true' }), 400, 'body_not_json')
})

test('401, 403 and 429 are answered at once while the body is still to come; 413 as soon as it is too much', async () => {
  const { orgId } = await workspace()
  const scopeless = await app.given.key(orgId, { scopes: ['contacts:read'] })
  const empty = await app.given.key(orgId, { ratePerMinute: 1 })
  await app.post({ email: 'a@b.co' }, empty.text)
  const stalled = ['Content-Length: 60000']
  const cases: [head: string, body: string, status: number, code: string][] = [
    [leadHead('fo_live_none', stalled), '{"email"', 401, 'key_invalid'],
    [leadHead(scopeless.text, stalled), '{"email"', 403, 'scope_missing'],
    [leadHead(empty.text, stalled), '{"email"', 429, 'rate_limited'],
    [leadHead(key.text, ['Content-Length: 65537']), '', 413, 'body_too_large'],
    [
      leadHead(key.text, ['Transfer-Encoding: chunked']),
      `${(65_537).toString(16)}\r\n${'x'.repeat(65_537)}\r\n`,
      413,
      'body_too_large',
    ],
  ]
  for (const [head, body, status, code] of cases) {
    const answer = await speak(app.url, [head + body], { waitMs: 5_000 })
    assert.deepEqual(statusesIn(answer.text), [status], answer.text)
    assert.equal(bodyIn(answer.text).code, code)
    assert.ok(answer.firstByteMs !== null && answer.firstByteMs < 1_000, `${status} after ${answer.firstByteMs} ms`)
    assert.ok(answer.closed, `${status} keeps the connection`)
  }
})

test('a refusal of a request that came whole keeps the connection', async () => {
  const { orgId } = await workspace()
  const empty = await app.given.key(orgId, { ratePerMinute: 1 })
  await app.post({ email: 'a@b.co' }, empty.text)
  const once = `${leadHead(empty.text, ['Content-Length: 2'])}{}`
  const answer = await speak(app.url, [once, once, once], {
    betweenMs: 100,
    waitMs: 5_000,
    until: (text) => statusesIn(text).length === 3 && text.trimEnd().endsWith('}'),
  })
  assert.deepEqual(statusesIn(answer.text), [429, 429, 429])
  assert.equal(answer.closed, false)
})

// ── Rate limit and quota ────────────────────────────────────────────────────────────────────────────────────────────

test('every answer past the key check has the remaining requests, and a 429 names the same N in text, header and body', async () => {
  const { orgId } = await workspace()
  const limited = await app.given.key(orgId, { ratePerMinute: 3 })
  const left: string[] = []
  for (const body of ['{"email":"a@b.co"}', 'nonsense', '{"email":"a@b.co"}']) {
    const answer = await app.post(body, limited.text)
    assert.equal(answer.headers.get('ratelimit-policy'), '"default";q=3;w=60')
    left.push(/;r=(\d+);/.exec(answer.headers.get('ratelimit') ?? '')?.[1] ?? '')
    assert.equal(answer.headers.get('retry-after'), null)
  }
  assert.deepEqual(left, ['2', '1', '0'])

  const refused = await app.post({ email: 'a@b.co' }, limited.text)
  assertError(refused, 429, 'rate_limited')
  const seconds = Number(refused.headers.get('retry-after'))
  assert.ok(Number.isInteger(seconds) && seconds >= 1 && seconds <= 20, String(seconds))
  assert.equal(refused.body.error, `Rate limited. Try again in ${seconds} seconds`)
  assert.equal(refused.headers.get('ratelimit'), `"default";r=0;t=${seconds}`)
  const rows = await eventually(
    () => deliveriesOf(app, orgId),
    (found) => found.length === 4,
  )
  assert.deepEqual(rows.map(({ status }) => status).sort(), [200, 200, 400, 429])
})

test('the quota counts new leads only, refuses the next one with 429, and stores nothing of it', async () => {
  const { orgId, key } = await workspace({ quota: 2 })
  assert.equal((await app.post({ email: 'a@b.co', external_id: '1' }, key.text)).status, 200)
  assert.equal((await app.post({ email: 'a@b.co', external_id: '1' }, key.text)).body.deduplicated, true)
  assertError(await app.post({ email: 'nobody' }, key.text), 400, 'email_malformed', 'email')
  assert.equal((await app.post({ email: 'a@b.co', external_id: '2' }, key.text)).status, 200)

  const before = await countRows(app, orgId)
  const refused = await app.post({ email: 'new@b.co', external_id: '3' }, key.text, { headers: { 'idempotency-key': 'over' } })
  assertError(refused, 429, 'quota_exceeded')
  assert.equal(
    refused.body.error,
    `The monthly lead quota of this workspace is used up. Try again in ${refused.headers.get('retry-after')} seconds`,
  )
  assert.ok(refused.headers.get('ratelimit'))
  const after = await eventually(
    () => countRows(app, orgId),
    ({ deliveries }) => deliveries === (before.deliveries ?? 0) + 1,
  )
  assert.deepEqual(after, { ...before, deliveries: (before.deliveries ?? 0) + 1 })

  // What is known already is still answered.
  assert.equal((await app.post({ email: 'a@b.co', external_id: '2' }, key.text)).body.deduplicated, true)
})

test('of many leads at once through two servers exactly the quota is accepted', async () => {
  const { orgId, key } = await workspace({ quota: 25 })
  const other = await startApp({ target: app.target })
  try {
    const answers = await Promise.all(
      Array.from({ length: 120 }, (_, n) =>
        (n % 2 ? app : other).post({ email: `q${n}@example.com`, external_id: `q${n % 100}` }, key.text),
      ),
    )
    const fresh = answers.filter(({ status, body }) => status === 200 && body.deduplicated === false)
    assert.equal(fresh.length, 25)
    for (const { status, body } of answers) assert.ok(status === 200 || body.code === 'quota_exceeded', JSON.stringify(body))
    assert.equal((await leadsOf(app, orgId)).length, 25)
    const used = await app.database.inOrg(orgId, (db) => db.selectFrom('quota_usage').select('used').executeTakeFirstOrThrow())
    assert.equal(used.used, 25)
  } finally {
    await other.stop()
  }
})

// ── Dry run ─────────────────────────────────────────────────────────────────────────────────────────────────────────

test('a dry run answers what would happen and stores nothing, in no table', async () => {
  const { orgId, key } = await workspace({ quota: 5 })
  const taken = await app.post({ email: 'known@example.com', external_id: '1' }, key.text)
  await eventually(
    () => app.database.inOrg(orgId, (db) => db.selectFrom('api_keys').select('last_used_at').executeTakeFirst()),
    (row) => row?.last_used_at != null,
  )
  const before = await countRows(app, orgId)

  const seen = await app.post({ email: 'known@example.com', external_id: '1' }, key.text, { query: '?dry_run=true' })
  assert.deepEqual(
    [seen.status, seen.body.dry_run, seen.body.deduplicated, seen.body.lead_id, seen.body.contact_id],
    [200, true, true, taken.body.lead_id, taken.body.contact_id],
  )
  const matched = await app.post({ email: 'KNOWN@example.com' }, key.text, {
    query: '?dry_run=1',
    headers: { 'idempotency-key': 'dry' },
  })
  assert.deepEqual(
    [matched.body.deduplicated, matched.body.lead_id, matched.body.contact_id],
    [false, null, taken.body.contact_id],
  )
  const fresh = await app.post({ email: 'new@example.com', Phone: 'x' }, key.text, { query: '?x=1&dry_run' })
  assert.deepEqual(
    [fresh.body.deduplicated, fresh.body.lead_id, fresh.body.contact_id, fresh.body.unused_fields],
    [false, null, null, ['Phone']],
  )

  await new Promise((done) => setTimeout(done, 100))
  assert.deepEqual(await countRows(app, orgId), before)
})

test('a dry run is asked for plainly: False is no, and what is neither is refused rather than a lead lost', async () => {
  const { orgId, key } = await workspace()
  for (const query of ['?dry_run=false', '?dry_run=False', '?dry_run=0', '?dry_running=true']) {
    const answer = await app.post({ email: 'a@b.co' }, key.text, { query })
    assert.equal(answer.status, 200)
    assert.equal(answer.body.dry_run, undefined, query)
  }
  assert.equal((await leadsOf(app, orgId)).length, 4)
  assertError(await app.post({ email: 'a@b.co' }, key.text, { query: '?dry_run=maybe' }), 400, 'bad_request', 'dry_run')
})

// ── Idempotency-Key ─────────────────────────────────────────────────────────────────────────────────────────────────

test('the same Idempotency-Key and payload give the first answer again, marked as replayed', async () => {
  const { orgId, key } = await workspace()
  const send = (body: object, idempotencyKey = 'k1', as = key) =>
    app.post(body, as.text, { headers: { 'idempotency-key': idempotencyKey } })
  const first = await send({ email: 'a@b.co' })
  assert.equal(first.headers.get('idempotent-replayed'), null)
  const again = await send({ email: 'a@b.co' })
  assert.deepEqual(again.body, first.body)
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.notEqual(again.headers.get('x-request-id'), first.headers.get('x-request-id'))
  assert.equal((await leadsOf(app, orgId)).length, 1)
  assert.deepEqual(
    (await deliveriesOf(app, orgId)).map(({ outcome }) => outcome),
    ['accepted', 'replayed'],
  )

  assertError(await send({ email: 'other@b.co' }), 422, 'idempotency_mismatch')
  assert.equal((await leadsOf(app, orgId)).length, 1)

  // It belongs to one credential …
  const second = await app.given.key(orgId)
  const others = await send({ email: 'other@b.co' }, 'k1', second)
  assert.deepEqual([others.status, others.headers.get('idempotent-replayed')], [200, null])

  // … and lives 24 hours.
  const age = (hours: number) =>
    app.database.inOrg(orgId, (db) =>
      db
        .updateTable('idempotency')
        .set({ created_at: sql`now() - make_interval(mins => ${Math.round(hours * 60)})` })
        .execute(),
    )
  await age(23.9)
  assert.equal((await send({ email: 'a@b.co' })).headers.get('idempotent-replayed'), 'true')
  await age(24.1)
  const fresh = await send({ email: 'third@b.co' })
  assert.deepEqual([fresh.status, fresh.headers.get('idempotent-replayed'), fresh.body.deduplicated], [200, null, false])
})

test('the first answer is replayed to the letter even when the lead was a duplicate then', async () => {
  const { key } = await workspace()
  const original = await app.post({ email: 'a@b.co', external_id: '7' }, key.text)
  const send = () => app.post({ email: 'a@b.co', external_id: '7' }, key.text, { headers: { 'idempotency-key': 'dup' } })
  const first = await send()
  assert.deepEqual(first.body, { ...original.body, deduplicated: true })
  assert.deepEqual((await send()).body, first.body)
})

test('a refused payload does not use its Idempotency-Key up', async () => {
  const { key } = await workspace()
  const headers = { 'idempotency-key': 'mend' }
  assertError(await app.post({ email: 'nobody' }, key.text, { headers }), 400, 'email_malformed', 'email')
  assert.equal((await app.post({ email: 'a@b.co' }, key.text, { headers })).status, 200)
})

test('an Idempotency-Key that is still in flight is a 409, and of many at once one lead is made', async () => {
  const { orgId, key } = await workspace()
  const other = await startApp({ target: app.target })
  try {
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        (n % 2 ? app : other).post({ email: 'a@b.co' }, key.text, { headers: { 'idempotency-key': 'flight' } }),
      ),
    )
    const taken = answers.filter(({ status }) => status === 200)
    assert.ok(taken.length >= 1)
    assert.equal(new Set(taken.map(({ body }) => body.lead_id)).size, 1)
    assert.equal(taken.filter(({ headers }) => headers.get('idempotent-replayed') === null).length, 1)
    const waiting = answers.filter(({ status }) => status !== 200)
    assert.ok(waiting.length > 0, 'nobody met one in flight')
    for (const answer of waiting) assertError(answer, 409, 'idempotency_in_flight')
    assert.equal((await leadsOf(app, orgId)).length, 1)
  } finally {
    await other.stop()
  }
})

test('an Idempotency-Key that is none is refused', async () => {
  for (const bad of ['', 'a b', 'x'.repeat(256)]) {
    assertError(
      await app.post({ email: 'a@b.co' }, key.text, { headers: { 'idempotency-key': bad } }),
      400,
      'idempotency_key_invalid',
    )
  }
})

// ── Conflicts, contacts, consent ────────────────────────────────────────────────────────────────────────────────────

test('a known external_id from another source with another person answers the original and is marked', async () => {
  const { orgId, key } = await workspace()
  const first = await app.post({ email: 'a@b.co', external_id: '1', source: 'apollo' }, key.text)
  const cases: [body: object, marked: boolean][] = [
    [{ email: 'a@b.co', external_id: '1', source: 'clay' }, false],
    [{ email: 'other@b.co', external_id: '1', source: 'apollo' }, false],
    [{ email: 'other@b.co', external_id: '1', source: 'clay' }, true],
  ]
  for (const [body, marked] of cases) {
    const answer = await app.post(body, key.text)
    assert.deepEqual(answer.body, { ...first.body, deduplicated: true })
    const delivery = (await deliveriesOf(app, orgId)).find(({ id }) => id === answer.headers.get('x-request-id'))
    assert.equal(delivery?.flags.includes('external_id_conflict'), marked, JSON.stringify(body))
  }
  assert.equal((await contactsOf(app, orgId)).length, 1)
  // Somebody is told, once a lead, and need not come by the delivery.
  await app.post({ email: 'third@b.co', external_id: '1', source: 'hubspot' }, key.text)
  const notices = await app.database.inOrg(orgId, (db) => db.selectFrom('notices').select(['kind', 'subject_id']).execute())
  assert.deepEqual(notices, [{ kind: 'external_id_conflict', subject_id: first.body.lead_id }])
})

test('a contact is matched by address, else by number; a match fills blanks and overwrites nothing', async () => {
  const { orgId, key } = await workspace()
  const post = async (body: object): Promise<unknown> => (await app.post(body, key.text)).body.contact_id
  const maya = await post({ email: 'Maya@Example.com', name: 'Maya' })
  assert.equal(
    await post({ email: 'maya@example.COM', phone: '+4915112345678', name: 'Somebody Else', company: 'Ortiz' }),
    maya,
  )
  assert.equal(await post({ phone: '+49 151 12345678', title: 'Head', linkedin_url: 'https://linkedin.com/in/maya' }), maya)
  const jonas = await post({ email: 'jonas@example.com', phone: '+4915187654321' })
  assert.notEqual(jonas, maya)
  // The address wins over the number, and the number stays whose it was.
  assert.equal(await post({ email: 'maya@example.com', phone: '+4915187654321' }), maya)
  assert.equal(await post({ phone: '+4915187654321' }), jonas)
  // Somebody who is matched by number keeps the address they have.
  assert.equal(await post({ email: 'new@example.com', phone: '+4915112345678' }), maya)
  assert.notEqual(await post({ email: 'new@example.com' }), maya)

  const [contact] = await contactsOf(app, orgId)
  assert.deepEqual(
    [contact?.email, contact?.phone, contact?.full_name, contact?.company, contact?.job_title, contact?.linkedin_url],
    ['Maya@Example.com', '+4915112345678', 'Maya', 'Ortiz', 'Head', 'https://linkedin.com/in/maya'],
  )
})

const variants: [country: string, ...numbers: string[]][] = [
  ['Brazil', '+55 11 96123-4567', '+55 11 6123-4567'],
  ['Mexico', '+52 1 55 1234 5678', '+52 55 1234 5678'],
  ['Argentina', '+54 9 11 2345-6789', '+54 11 2345-6789'],
]
for (const [country, ...numbers] of variants) {
  test(`the variants of one number of ${country} are one contact, whichever comes first`, async () => {
    for (const order of [numbers, numbers.toReversed()]) {
      const { orgId, key } = await workspace()
      const contacts = new Set<unknown>()
      for (const phone of order) contacts.add((await app.post({ phone }, key.text)).body.contact_id)
      assert.equal(contacts.size, 1, order.join(' then '))
      assert.equal((await contactsOf(app, orgId)).length, 1)
      assert.deepEqual(
        (await leadsOf(app, orgId)).map(({ phone }) => phone),
        order,
      )
    }
  })
}

test('numbers without a country code are those of the workspace', async () => {
  const { key } = await workspace({ defaultCountry: 'DE' })
  const here = await app.post({ phone: '0151 12345678' }, key.text)
  const abroad = await app.post({ phone: '+4915112345678' }, key.text)
  assert.equal(here.body.contact_id, abroad.body.contact_id)
})

test('consent is stored on the lead as it was claimed, and nowhere else', async () => {
  const { orgId, key } = await workspace()
  await app.post({ email: 'a@b.co', consent: { basis: 'consent', source: 'Web form', obtained_at: '2026-01-31' } }, key.text)
  await app.post({ email: 'a@b.co', consent: { basis: 'they nodded' } }, key.text)
  const leads = await leadsOf(app, orgId)
  assert.deepEqual(
    leads.map(({ consent }) => consent),
    [
      { basis: 'consent', source: 'Web form', obtained_at: '2026-01-31', recognised: true },
      { basis: 'they nodded', recognised: false },
    ],
  )
  const [contact] = await contactsOf(app, orgId)
  assert.deepEqual([contact?.subscription, contact?.opted_in_at], ['none', null])
})

test('members that are not read are ignored and named in the delivery', async () => {
  const { orgId, key } = await workspace()
  await app.post({ email: 'a@b.co', phone_number: '1', Company: 'x' }, key.text)
  const [delivery] = await deliveriesOf(app, orgId)
  assert.deepEqual(delivery?.flags, ['unused:phone_number', 'unused:Company'])
})

test('a compressed body is read, and kept as it was before compression', async () => {
  const { orgId, key } = await workspace()
  const answer = await app.post(gzipSync('{"email":"a@b.co"}'), key.text, { headers: { 'content-encoding': 'gzip' } })
  assert.equal(answer.status, 200)
  assert.equal((await deliveriesOf(app, orgId))[0]?.body?.toString(), '{"email":"a@b.co"}')
})
