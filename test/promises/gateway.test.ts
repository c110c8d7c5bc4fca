import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { isAllowedOrigin } from '#shapes/origins.ts'
import { type Someone, startApp, type TestApp } from '../support/app.ts'
import { type Answer, ask } from '../support/requests.ts'
import { actions, gatewayActions, type Shape, shapeOf, someBody, someValue } from './request-bodies.ts'
import { countRows } from './tenant-rows.ts'

/** Each call says that it comes from elsewhere, so that the limit of public actions is in nobody's way. */
const behindProxy = { TRUSTED_PROXIES: '127.0.0.1' }
let calls = 0
const elsewhere = (): string => `198.51.${(++calls >> 8) & 255}.${calls & 255}`

let app: TestApp
/** The same, with a domain whose pages alone may call. */
let guarded: TestApp
before(async () => {
  app = await startApp({ env: behindProxy })
  guarded = await startApp({
    target: app.target,
    env: { ...behindProxy, ALLOWED_ORIGIN_DOMAIN: 'example.com', PUBLIC_URL: 'https://foyer.elsewhere.test' },
  })
})
after(async () => {
  await guarded?.stop()
  await app.stop()
})

const send = (
  body: string | undefined,
  options: { headers?: Record<string, string>; method?: string; url?: string } = {},
): Promise<Answer> =>
  ask(`${options.url ?? app.url}/gateway`, {
    method: options.method ?? 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${app.owner.token}`,
      'x-forwarded-for': elsewhere(),
      ...options.headers,
    },
    body,
  })

/** An owner who has called nothing as yet, so that no limit is in the way. */
const fresh = (orgId?: string): Promise<Someone> =>
  orgId === undefined ? app.given.organization() : app.given.person(orgId, 'owner')

const asWhoever = (who: string, someone: Someone): Record<string, string> =>
  who === 'session'
    ? { cookie: `foyer_session=${someone.session}`, authorization: '' }
    : { authorization: `Bearer ${someone.token}` }

/** A body with every required member. An organization that is named is the caller's own: every other one is refused before anything else. */
const ownBody = (shape: Shape, someone: Someone): Record<string, unknown> => {
  const body = someBody(shape)
  return 'orgId' in body ? { ...body, orgId: someone.orgId } : body
}

// ── type ────────────────────────────────────────────────────────────────────────────────────────────────────────────

test('without a type the answer is the message of the specification', async () => {
  const { status, body, headers } = await send('{}')
  assert.deepEqual([status, body.error, body.code, body.field], [400, 'Missing required field: type', 'missing_field', 'type'])
  assert.equal(body.request_id, headers.get('x-request-id'))
})

test('a type that is unknown, of a wrong kind, or has another transport is an invalid action type', async () => {
  for (const type of [
    'nope',
    '',
    ' list-leads',
    'LIST-LEADS',
    'create-lead',
    'export-leads',
    '__proto__',
    'constructor',
    'toString',
    1,
    null,
    true,
    [],
    ['list-leads'],
    {},
  ]) {
    const { status, body } = await send(JSON.stringify({ type }))
    assert.deepEqual([status, body.error, body.code], [400, 'Invalid action type', 'unknown_action'], JSON.stringify(type))
  }
})

test('a body that is no object is refused, whatever it is called', async () => {
  const cases: [body: string | undefined, code: string][] = [
    ['[]', 'body_not_object'],
    ['[{"type":"list-leads"}]', 'body_not_object'],
    ['"list-leads"', 'body_not_object'],
    ['null', 'body_not_object'],
    ['1', 'body_not_object'],
    ['', 'body_empty'],
    ['  ', 'body_empty'],
    ['{', 'body_not_json'],
    ['type=list-leads', 'body_not_json'],
    [`{"type":"list-leads","x":${'['.repeat(5_000)}${']'.repeat(5_000)}}`, 'body_too_deep'],
    ['{"type":"list-leads","__proto__":{"x":1}}', 'body_forbidden_key'],
    ['{"type":"list-leads","constructor":{"prototype":{}}}', 'body_forbidden_key'],
    [`{"type":"${'x'.repeat(1024 * 1024)}"}`, 'body_too_large'],
  ]
  for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
    for (const [text, code] of cases) {
      const { status, body } = await send(text, { headers: { 'content-type': type } })
      // No bytes and no length are no body at all.
      const wanted = code === 'body_empty' && text === '' ? ['body_empty', 'body_not_object'] : [code]
      assert.ok(wanted.includes(String(body.code)), `${type} ${text?.slice(0, 40)}: ${JSON.stringify(body)}`)
      assert.equal(status, code === 'body_too_large' ? 413 : 400)
      assert.equal(typeof body.error, 'string')
    }
  const bytes = await fetch(`${app.url}/gateway`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
  })
  assert.equal(((await bytes.json()) as { code: string }).code, 'body_not_utf8')
})

test('a content type that is none is refused as that', async () => {
  const { status, body } = await send('{"type":"list-sources"}', { headers: { 'content-type': 'nonsense' } })
  assert.deepEqual(
    [status, body.code, body.error],
    [400, 'body_not_json', 'The Content-Type is not valid; send application/json.'],
  )
})

test('the words for a content type do not matter when the body is an action', async () => {
  for (const type of [
    'application/json; charset=utf-8',
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/vnd.api+json',
  ])
    assert.equal((await send('{"type":"list-sources"}', { headers: { 'content-type': type } })).status, 200, type)
})

test('a GET without a query answers the health sentence; with any query it is an invalid action type', async () => {
  for (const url of ['/gateway', '/gateway?']) {
    const response = await fetch(app.url + url)
    assert.deepEqual([response.status, await response.text()], [200, 'Foyer is up.'], url)
  }
  for (const query of [
    '?type=list-leads',
    '?type=',
    '?x',
    '?=',
    '?health=1',
    '?_=1',
    '?&',
    '?%zz',
    '?type=__proto__',
    '?hub=1',
  ])
    for (const method of ['GET', 'HEAD']) {
      const response = await fetch(`${app.url}/gateway${query}`, { method })
      assert.equal(response.status, 400, `${method} ${query}`)
      if (method === 'HEAD') continue
      const body = (await response.json()) as Record<string, unknown>
      assert.deepEqual([body.error, body.code], ['Invalid action type', 'unknown_action'], query)
    }
})

// ── Fields, from the catalogue ──────────────────────────────────────────────────────────────────────────────────────

test('each required field of each action that is missing is named, in the words of the specification', async () => {
  let checked = 0
  const { orgId } = await fresh()
  for (const action of gatewayActions) {
    const shape = shapeOf(action)
    for (const field of shape.required ?? []) {
      const someone = await fresh(orgId)
      const { [field]: _left, ...rest } = ownBody(shape, someone)
      const { status, body } = await send(JSON.stringify({ type: action.name, ...rest }), {
        headers: asWhoever(action.who, someone),
      })
      assert.deepEqual(
        [status, body.error, body.code, body.field],
        [400, `Missing required field: ${field}`, 'missing_field', field],
        action.name,
      )
      checked++
    }
  }
  assert.ok(checked >= 20, String(checked))
})

const typesOf = (shape: Shape): string[] => [
  ...(typeof shape.type === 'string' ? [shape.type] : (shape.type ?? [])),
  ...(shape.anyOf ?? shape.oneOf ?? []).flatMap(typesOf),
  ...(shape.enum ? ['enum'] : []),
]

/** Somebody for each field of the action that has the most: a person may ask each action some times a minute, and no more. */
const onePerField = (orgId: string): Promise<Someone[]> => {
  const most = Math.max(...gatewayActions.map((action) => Object.keys(shapeOf(action).properties ?? {}).length))
  return Promise.all(Array.from({ length: most }, () => fresh(orgId)))
}

test('each field of each action with a value of a wrong type is refused by name, and nothing happens', async () => {
  const wrong: Record<string, unknown[]> = {
    string: [1, true, {}, ['x']],
    integer: ['1', 1.5, true, {}],
    number: ['1', true, {}],
    boolean: ['true', 1, {}],
    array: ['x', {}, 1],
    object: ['x', 1, []],
  }
  let checked = 0
  const { orgId } = await fresh()
  const people = await onePerField(orgId)
  const before = await countRows(app, orgId)
  for (const action of gatewayActions) {
    const shape = shapeOf(action)
    for (const [n, [field, member]] of Object.entries(shape.properties ?? {}).entries()) {
      const types = typesOf(member)
      const someone = people[n] as Someone
      for (const value of wrong[types.find((type) => type in wrong) ?? ''] ?? []) {
        const { status, body } = await send(JSON.stringify({ type: action.name, ...ownBody(shape, someone), [field]: value }), {
          headers: asWhoever(action.who, someone),
        })
        checked++
        if (field === 'orgId') {
          assert.deepEqual([status, body.code, body.field], [403, 'foreign_organization', 'orgId'], action.name)
          continue
        }
        assert.equal(status, 400, `${action.name} ${field} ${JSON.stringify(value)}: ${JSON.stringify(body)}`)
        assert.ok(
          body.field === field || String(body.field).startsWith(`${field}.`),
          `${action.name} ${field}: ${JSON.stringify(body)}`,
        )
        assert.ok(String(body.error).startsWith(field))
      }
    }
  }
  assert.deepEqual(await countRows(app, orgId), before)
  assert.ok(checked >= 100, String(checked))
})

/** Values at the edges of what a shape allows, and beyond them. */
const extremes = (shape: Shape): unknown[] => {
  const types = typesOf(shape)
  const values: unknown[] = [null, 'x'.repeat(70_000), '', ' ', '\u0000', '\ud800', 'é', '😀'.repeat(100), '%', "'", '\\']
  if (types.includes('integer') || types.includes('number'))
    values.push(0, -1, 1, 2 ** 31, 2 ** 31 - 1, 2 ** 32, Number.MAX_SAFE_INTEGER, 1e308, 0.5)
  if (shape.format === 'date-time' || shape.anyOf?.some(({ format }) => format === 'date-time'))
    values.push(
      '0000-01-01T00:00:00Z',
      '0001-01-01T00:00:00Z',
      '1969-12-31T23:59:59Z',
      '9999-12-31T23:59:59.999Z',
      '2026-06-30T23:59:60Z',
      '2026-01-01T00:00:00+23:59',
    )
  if (shape.format === 'uuid')
    values.push(
      '00000000-0000-0000-0000-000000000000',
      'ffffffff-ffff-ffff-ffff-ffffffffffff',
      '01900000-0000-7000-8000-00000000000A',
    )
  if (types.includes('array'))
    values.push([], Array(2_000).fill(shape.items ? someValue(shape.items) : null), [null], ['\u0000'], [[]])
  if (typesOf(shape).includes('string') && /\\d/.test(shape.pattern ?? '')) values.push('0', '9'.repeat(9), '9'.repeat(30))
  return values
}

/** Actions that a model answers. */
const asking = new Set<string>(['ai-chat', 'ask-assistant', 'draft-reply', 'summarize'])

test('each field of each action at and beyond its edges is never a 500', async () => {
  let checked = 0
  const { orgId } = await fresh()
  const people = await onePerField(orgId)
  for (const action of gatewayActions) {
    const shape = shapeOf(action)
    for (const [n, [field, member]] of Object.entries(shape.properties ?? {}).entries()) {
      for (const value of extremes(member)) {
        const someone = people[n] as Someone
        const { status, body } = await send(JSON.stringify({ type: action.name, ...ownBody(shape, someone), [field]: value }), {
          headers: asWhoever(action.who, someone),
        })
        // By the specification: there is no AI provider here to be asked.
        const isUnanswered = asking.has(action.name) && body.code === 'ai_failed'
        const what = `${action.name} ${field} ${JSON.stringify(value)?.slice(0, 60)}: ${JSON.stringify(body)}`
        assert.ok(status < 500 || isUnanswered, what)
        if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed()) && status !== 429)
          assert.equal(body.code, field === 'orgId' ? 'foreign_organization' : 'field_bad_text', `${action.name} ${field}`)
        // They signed out, or left: the next one goes on.
        if (status === 401) people[n] = await fresh(orgId)
        checked++
      }
    }
  }
  assert.ok(checked >= 300)
})

/** Where a shape asks for a time or a day, however deep: the way there, `0` for the first of a list. */
const timesIn = (shape: Shape, way: readonly string[] = []): { way: readonly string[]; isDay: boolean }[] => [
  ...(shape.format === 'date-time' || shape.format === 'date' ? [{ way, isDay: shape.format === 'date' }] : []),
  ...Object.entries(shape.properties ?? {}).flatMap(([name, member]) => timesIn(member, [...way, name])),
  ...(shape.items ? timesIn(shape.items, [...way, '0']) : []),
  ...(shape.anyOf ?? shape.oneOf ?? []).flatMap((each) => timesIn(each, way)),
]

/** The body with `value` where the way leads. */
const placed = (body: unknown, shape: Shape, [name, ...rest]: readonly string[], value: unknown): unknown => {
  if (name === undefined) return value
  const inner = (shape.anyOf ?? shape.oneOf)?.find(({ properties, items }) => properties ?? items) ?? shape
  if (name === '0') return [placed(someValue(inner.items ?? {}), inner.items ?? {}, rest, value)]
  const member = inner.properties?.[name] ?? {}
  return { ...(body as object), [name]: placed(someValue(member), member, rest, value) }
}

const noTimes = [
  '0000-01-01T00:00:00Z',
  '0000-12-31T23:59:59.999Z',
  '0001-01-01T00:00:00+23:59',
  '9999-12-31T23:59:59-23:59',
  '10000-01-01T00:00:00Z',
  '+010000-01-01T00:00:00Z',
  '-000001-01-01T00:00:00Z',
  '2026-02-30T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '2026-01-01T24:00:00Z',
  '2026-01-01T00:00:60Z',
  '2026-01-01T00:00:00+24:00',
  'infinity',
  'now',
  '0',
  '1e9',
  0,
  1e300,
]
const noDays = [
  '0000-01-01',
  '0000-12-31',
  '10000-01-01',
  '+010000-01-01',
  '-0001-01-01',
  '2026-02-30',
  '2026-00-10',
  'epoch',
  0,
  1e300,
]

test('a time or day that no calendar has, or that leads out of the years 1 to 9999, is a 400 that names it, in every action', async () => {
  const { orgId } = await fresh()
  const checked = new Set<string>()
  for (const action of actions.filter(({ transports }) =>
    transports.some((transport) => transport === 'gateway' || transport === 'download'),
  )) {
    const shape = shapeOf(action)
    for (const { way, isDay } of timesIn(shape)) {
      let someone = await fresh(orgId)
      for (const [n, value] of (isDay ? noDays : noTimes).entries()) {
        // A file is asked for ten times a minute at the most.
        if (n % 9 === 8) someone = await fresh(orgId)
        const body = placed(ownBody(shape, someone), shape, way, value) as Record<string, unknown>
        const asked = action.transports.includes('gateway')
          ? send(JSON.stringify({ type: action.name, ...body }), { headers: asWhoever(action.who, someone) })
          : ask(`${app.url}/download/${action.name}?${new URLSearchParams(body as Record<string, string>)}`, {
              headers: asWhoever(action.who, someone),
            })
        const answer = await asked
        assert.deepEqual([answer.status, answer.body.field], [400, way.join('.')], `${action.name}: ${JSON.stringify(body)}`)
        checked.add(`${action.name} ${way.join('.')}`)
      }
      // The edges themselves are times: whatever comes of them is no error of ours.
      for (const value of isDay
        ? ['0001-01-01', '9999-12-31']
        : ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999999999Z', '2026-01-01T00:00:00-23:59']) {
        const body = placed(ownBody(shape, someone), shape, way, value) as Record<string, unknown>
        if (!action.transports.includes('gateway')) continue
        const { status } = await send(JSON.stringify({ type: action.name, ...body }), {
          headers: asWhoever(action.who, someone),
        })
        assert.ok(status < 500, `${action.name}: ${JSON.stringify(body)}`)
      }
    }
  }
  for (const known of ['create-invoice dueOn', 'complete-task next.dueAt', 'export-leads from', 'create-key expiresAt'])
    assert.ok(checked.has(known), known)
})

test('a cursor that Foyer did not issue is a 400 or begins at the newest, in every list', async () => {
  const { orgId } = await fresh()
  const id = '01900000-0000-7000-8000-000000000000'
  const places = [
    '9999999999999999',
    '0',
    '8640000000000001',
    '253402300800000',
    '0000-99-99T99:99:99.999Z',
    '2026-02-31T00:00:00Z',
  ]
  const cursors = [
    ...places.flatMap((place) => [`${place}-${id}`, `${place}~${id}`, `${place}.${id}`, `${place}-${'-'.repeat(36)}`]),
    `infinity~${id}`,
    ...['9999-99-99T99:99:99.999999Z', '2026-02-31T00:00:00.000000Z', '0000-01-01T00:00:00.000000Z'].map((at) =>
      Buffer.from(`${at} lead:${id}`).toString('base64url'),
    ),
  ]
  let checked = 0
  for (const action of gatewayActions) {
    const shape = shapeOf(action)
    if (!shape.properties?.cursor) continue
    const someone = await fresh(orgId)
    for (const cursor of cursors) {
      const { status, body } = await send(JSON.stringify({ type: action.name, ...ownBody(shape, someone), cursor }), {
        headers: asWhoever(action.who, someone),
      })
      assert.ok(status < 500, `${action.name} ${cursor}: ${JSON.stringify(body)}`)
      checked++
    }
  }
  assert.ok(checked > 200)
})

test('fields that an action does not know are ignored', async () => {
  assert.equal((await send(JSON.stringify({ type: 'list-sources', whatever: { x: [1] }, page: 7 }))).status, 200)
})

// ── Who may ─────────────────────────────────────────────────────────────────────────────────────────────────────────

test('each action is refused below the role it names: 401 without an account, 403 with a lower role, whatever the body', async () => {
  const people = {
    member: await app.given.person(app.owner.orgId, 'member'),
    admin: await app.given.person(app.owner.orgId, 'admin'),
    owner: await app.given.person(app.owner.orgId, 'owner'),
  }
  const ladder = ['member', 'admin', 'owner'] as const
  for (const action of gatewayActions) {
    if (action.who === 'public') continue
    for (const body of [{}, someBody(shapeOf(action))]) {
      const text = JSON.stringify({ type: action.name, ...body })
      for (const authorization of [
        '',
        'Bearer ',
        'Bearer nonsense',
        `Bearer ${app.owner.token.slice(0, -4)}AAAA`,
        `Basic ${app.owner.token}`,
      ]) {
        const { status, body: answer, headers } = await send(text, { headers: { authorization } })
        assert.deepEqual([status, answer.code], [401, 'not_signed_in'], `${action.name} ${authorization.slice(0, 12)}`)
        assert.equal(headers.get('ratelimit'), null)
      }
    }
    if (action.who === 'session') continue
    for (const role of ladder) {
      const { status, body, headers } = await send(JSON.stringify({ type: action.name }), {
        headers: { authorization: `Bearer ${people[role].token}` },
      })
      const may: boolean = ladder.indexOf(role) >= ladder.indexOf(action.who as 'member')
      assert.equal(status === 403, !may, `${action.name} as ${role}: ${status}`)
      if (!may) assert.equal(body.code, 'forbidden')
      assert.ok(headers.get('ratelimit'), `${action.name} as ${role}`)
    }
  }
})

test('the functions that the specification names have their own addresses, with the answers of the gateway', async () => {
  const someone = await fresh()
  const member = await app.given.person(someone.orgId, 'member')
  const named = ['canva', 'crm-callback', 'integration-callback', 'lead-search', 'process-reminders', 'review-sync']
  const least: Readonly<Record<string, string>> = { 'lead-search': 'admin', 'review-sync': 'admin' }
  for (const name of named) {
    const post = (as: Someone | null): Promise<Answer> =>
      ask(`${app.url}/functions/v1/${name}`, {
        method: 'POST',
        headers: {
          ...{ 'content-type': 'application/json', 'x-forwarded-for': elsewhere() },
          ...(as && { authorization: `Bearer ${as.token}` }),
        },
        body: '{}',
      })
    assert.equal((await post(null)).status, 401, name)
    if (least[name]) assert.equal((await post(member)).status, 403, name)
    const [own, there] = [await post(someone), await app.call(name, {}, someone)]
    assert.deepEqual([own.status, own.body.code, own.body.field], [there.status, there.body.code, there.body.field], name)
    assert.notEqual(own.status, 404, name)
  }
})

test('another method is refused with those that there are', async () => {
  for (const [path, allowed] of [
    ['/gateway', 'GET, HEAD, POST, OPTIONS'],
    ['/functions/v1/log-web-chat', 'POST, OPTIONS'],
  ]) {
    const answer = await fetch(`${app.url}${path}`, { method: 'PUT', body: '{}' })
    assert.deepEqual([answer.status, answer.headers.get('allow')], [405, allowed], path)
  }
})

test('problem+json is sent to callers that ask for it', async () => {
  const { status, headers, body } = await send('{"type":"show-lead"}', { headers: { accept: 'application/problem+json' } })
  assert.match(headers.get('content-type') ?? '', /^application\/problem\+json/)
  assert.deepEqual(
    [status, body.status, body.detail, body.code, body.field],
    [400, 400, 'Missing required field: leadId', 'missing_field', 'leadId'],
  )
})

// ── Idempotency-Key ─────────────────────────────────────────────────────────────────────────────────────────────────

test('the same Idempotency-Key and payload do a thing once and give its first answer again, secrets included', async () => {
  const someone = await fresh()
  const make = (name: string, as: Someone = someone, key = 'once') =>
    send(JSON.stringify({ type: 'create-key', name, scopes: ['leads:write'] }), {
      headers: { authorization: `Bearer ${as.token}`, 'idempotency-key': key },
    })
  const first = await make('Zapier')
  assert.deepEqual([first.status, first.headers.get('idempotent-replayed')], [200, null])
  const again = await make('Zapier')
  assert.deepEqual(again.body, first.body)
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.equal((await countRows(app, someone.orgId)).api_keys, 1)

  const other = await make('n8n')
  assert.deepEqual([other.status, other.body.code], [422, 'idempotency_mismatch'])
  const colleague = await app.given.person(someone.orgId, 'admin')
  assert.equal((await make('n8n', colleague)).headers.get('idempotent-replayed'), null)

  // What is kept for the repeat is sealed: the key stands nowhere in the clear.
  const kept = await app.database.inOrg(someone.orgId, (db) => db.selectFrom('idempotency').select('answer').execute())
  assert.equal(kept.length, 2)
  assert.ok(!JSON.stringify(kept).includes(String(first.body.secret).slice(8, 20)))

  await app.database.inOrg(someone.orgId, (db) =>
    db
      .updateTable('idempotency')
      .set({ created_at: new Date(Date.now() - 24.1 * 3_600_000) })
      .execute(),
  )
  const later = await make('Zapier')
  assert.deepEqual([later.status, later.headers.get('idempotent-replayed')], [200, null])
  assert.notEqual(later.body.secret, first.body.secret)
})

test('of many calls with one Idempotency-Key at once one does the thing; the others get its answer or a 409', async () => {
  const someone = await fresh()
  const answers = await Promise.all(
    Array.from({ length: 15 }, (_, n) =>
      send('{"type":"create-upload","name":"a.csv","size":10}', {
        url: n % 2 ? app.url : guarded.url,
        headers: { authorization: `Bearer ${someone.token}`, 'idempotency-key': 'race' },
      }),
    ),
  )
  // The second server has an address of its own, and so its own tokens.
  const here = answers.filter(({ status }) => status !== 401)
  assert.equal((await countRows(app, someone.orgId)).uploads, 1)
  assert.equal(here.filter(({ status, headers }) => status === 200 && headers.get('idempotent-replayed') === null).length, 1)
  for (const { status, body } of here)
    assert.ok(status === 200 || (status === 409 && body.code === 'idempotency_in_flight'), JSON.stringify(body))
})

test('a refused call does not use its Idempotency-Key up, and a read ignores it', async () => {
  const someone = await fresh()
  const headers = { authorization: `Bearer ${someone.token}`, 'idempotency-key': 'k' }
  assert.equal((await send('{"type":"create-upload","name":"","size":10}', { headers })).status, 400)
  assert.equal((await send('{"type":"create-upload","name":"a.csv","size":10}', { headers })).status, 200)
  for (let n = 0; n < 2; n++)
    assert.equal((await send('{"type":"list-uploads"}', { headers })).headers.get('idempotent-replayed'), null)
  const bad = await send('{"type":"create-upload","name":"a.csv","size":10}', {
    headers: { ...headers, 'idempotency-key': 'a b' },
  })
  assert.deepEqual([bad.status, bad.body.code], [400, 'idempotency_key_invalid'])
})

test('many who sign in at once wait for each other’s passwords, not for each other’s connections, and stop no lead', async () => {
  const key = await app.given.key(app.owner.orgId)
  const quiet = await startApp({ target: app.target, env: { ...behindProxy, DATABASE_CONNECTIONS: '4' } })
  try {
    const begun = performance.now()
    const signIns = Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        send(JSON.stringify({ type: 'sign-in', email: `n${n}@example.com`, password: 'not this one' }), {
          url: quiet.url,
          headers: { authorization: '' },
        }),
      ),
    )
    const lead = await quiet.post({ email: 'meanwhile@example.com' }, key.text)
    assert.equal(lead.status, 200)
    assert.deepEqual(new Set((await signIns).map(({ body }) => body.code)), new Set(['sign_in_failed']))
    assert.ok(performance.now() - begun < 15_000)
  } finally {
    await quiet.stop()
  }
})

// ── Health and CORS ─────────────────────────────────────────────────────────────────────────────────────────────────

test('a bare GET is answered with a fixed sentence, as text', async () => {
  const answers = await Promise.all([0, 1].map(async () => fetch(`${app.url}/gateway`)))
  const texts = await Promise.all(answers.map((answer) => answer.text()))
  assert.equal(answers[0]?.status, 200)
  assert.match(answers[0]?.headers.get('content-type') ?? '', /^text\/plain/)
  assert.ok(texts[0] && texts[0] === texts[1])
})

const origins: [origin: string, allowed: boolean][] = [
  ['https://example.com', true],
  ['https://app.example.com', true],
  ['https://a.b.example.com', true],
  ['https://evil-example.com', false],
  ['https://evilexample.com', false],
  ['https://example.com.evil.com', false],
  ['https://example.com.', false],
  ['https://example.comx', false],
  ['https://example.org', false],
  ['http://example.com', false],
  ['http://app.example.com', false],
  ['https://example.com:8443', false],
  ['https://app.example.com:3000', false],
  ['https://user@example.com', false],
  ['https://example.com/', false],
  ['https://example.com/path', false],
  ['https://evil.com#.example.com', false],
  ['https://evil.com?.example.com', false],
  ['https://evil.com\\.example.com', false],
  ['ftp://example.com', false],
  ['chrome-extension://example.com', false],
  ['file://', false],
  ['null', false],
  ['', false],
  ['example.com', false],
  ['https://', false],
  ['https://.example.com', false],
  ['https://xn--exmple-cua.com', false],
  ['https://foyer.elsewhere.test', true], // its own address
]

test('pages of the allowed domain and its subdomains may call; others are refused before anything happens', async () => {
  for (const [origin, allowed] of origins) {
    const answer = await send('{"type":"check-link","token":"x"}', { url: guarded.url, headers: { origin, authorization: '' } })
    assert.equal(answer.headers.get('vary'), 'Origin', origin)
    if (allowed) {
      assert.equal(answer.status, 200, origin)
      assert.equal(answer.headers.get('access-control-allow-origin'), origin)
      assert.match(answer.headers.get('access-control-expose-headers') ?? '', /X-Request-Id/)
    } else {
      assert.deepEqual([answer.status, answer.body.code], [403, 'origin_not_allowed'], origin)
      assert.equal(answer.headers.get('access-control-allow-origin'), null, origin)
    }
    assert.notEqual(answer.headers.get('access-control-allow-origin'), '*')
    assert.equal(answer.headers.get('access-control-allow-credentials'), null)
  }
  assert.equal(
    (await send('{"type":"check-link","token":"x"}', { url: guarded.url, headers: { authorization: '' } })).status,
    200,
    'a caller that is no browser',
  )
})

test('a preflight states the allowed methods and headers for a day, to allowed pages only', async () => {
  const ask = (origin: string) =>
    fetch(`${guarded.url}/gateway`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization, content-type',
      },
    })
  const good = await ask('https://app.example.com')
  assert.equal(good.status, 204)
  assert.equal(good.headers.get('access-control-allow-origin'), 'https://app.example.com')
  assert.equal(good.headers.get('access-control-max-age'), '86400')
  assert.equal(good.headers.get('access-control-allow-methods'), 'GET, POST, OPTIONS')
  for (const header of ['authorization', 'content-type', 'idempotency-key'])
    assert.match(good.headers.get('access-control-allow-headers')?.toLowerCase() ?? '', new RegExp(header))
  const bad = await ask('https://evil-example.com')
  assert.equal(bad.status, 403)
  assert.equal(bad.headers.get('access-control-allow-origin'), null)
})

test('a domain is compared by whole labels, and nothing is allowed without one', () => {
  assert.equal(isAllowedOrigin('https://example.com', undefined), false)
  assert.equal(isAllowedOrigin('https://example.com', 'EXAMPLE.com'), true)
  assert.equal(isAllowedOrigin('http://localhost', 'localhost'), true)
  assert.equal(isAllowedOrigin('http://localhost:3000', 'localhost'), false)
  assert.equal(isAllowedOrigin('http://localhost.example.com', 'example.com'), false)
})

// ── The session cookie ──────────────────────────────────────────────────────────────────────────────────────────────

/** Whose page calls, as browsers say it, and whether the cookie may be given or taken for it. */
const callersOfCookies = (own: string): [title: string, headers: Record<string, string>, allowed: boolean][] => [
  ['a program', {}, true],
  ['the app', { origin: own, 'sec-fetch-site': 'same-origin' }, true],
  ['the app, over plain http', { origin: own }, true],
  ['a form of another site', { origin: 'https://evil.example.net', 'sec-fetch-site': 'cross-site' }, false],
  ['another port', { origin: 'http://127.0.0.1:1', 'sec-fetch-site': 'same-site' }, false],
  ['another site, over plain http', { origin: 'http://evil.example.net' }, false],
  ['another port, over plain http', { origin: 'http://127.0.0.1:1' }, false],
  ['a page without a name', { origin: 'null' }, false],
  ['a page without a name, of another site', { origin: 'null', 'sec-fetch-site': 'cross-site' }, false],
  ['another site that hides its name', { 'sec-fetch-site': 'cross-site' }, false],
  ['a page of the allowed domain', { origin: 'https://app.example.com', 'sec-fetch-site': 'cross-site' }, false],
  ['a page of the allowed domain, over plain http', { origin: 'https://app.example.com' }, false],
  ['no origin', { origin: '' }, false],
]

test('pages of other origins sign no user in or out, whatever their request and whatever the operator allows', async () => {
  const touching = gatewayActions.filter(({ who, cookie }) => cookie || who === 'session')
  for (const name of ['sign-in', 'sign-out', 'set-password', 'accept-invite', 'switch-organization'])
    assert.ok(touching.some((action) => action.name === name))
  const someone = await fresh()
  for (const [url, own] of [
    [app.url, app.url],
    [guarded.url, 'https://foyer.elsewhere.test'],
  ] as const)
    for (const { name, ...action } of touching)
      for (const [title, headers, allowed] of callersOfCookies(own))
        for (const type of ['application/json', 'text/plain']) {
          const body = JSON.stringify({ type: name, ...ownBody(shapeOf({ name, ...action }), someone) })
          const answer = await send(body, {
            url,
            headers: {
              'content-type': type,
              authorization: '',
              ...headers,
              ...(allowed ? {} : { cookie: `foyer_session=${someone.session}` }),
            },
          })
          const said = `${name} by ${title}: ${answer.status} ${answer.body.code}`
          if (allowed) assert.notEqual(answer.body.code, 'origin_not_allowed', said)
          else {
            assert.deepEqual([answer.status, answer.body.code], [403, 'origin_not_allowed'], said)
            assert.equal(answer.headers.get('set-cookie'), null, said)
          }
        }
  const still = await send('{"type":"get-token"}', {
    headers: { cookie: `foyer_session=${someone.session}`, authorization: '' },
  })
  assert.equal(still.status, 200, 'nobody was signed out')
})
