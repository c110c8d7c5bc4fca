import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { connectionOptions } from '#db/connect.ts'
import { newKeyText } from '#domains/platform/api-keys/keys.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { asOwner } from '../support/database.ts'
import { leadHead, speak } from './raw.ts'
import { actions, gatewayActions, shapeOf, someBody } from './request-bodies.ts'
import { eventually } from './tenant-rows.ts'

const metricsToken = randomBytes(24).toString('hex')

let app: TestApp
let worker: { stop(): Promise<void> }
let owner: pg.Client
before(async () => {
  app = await startApp({ env: { METRICS_TOKEN: metricsToken } })
  worker = await app.startWorker()
  owner = new pg.Client(connectionOptions({ ...app.target, database: 'postgres' }, { application: 'foyer test', role: null }))
  await owner.connect()
})
after(async () => {
  await owner?.end()
  await worker?.stop()
  await app.stop()
})

/** Everything that must never stand in a log, gathered as it is sent. */
const canaries = new Set<string>()
const canary = (text: string): string => {
  canaries.add(text)
  return text
}
const random = (): string => randomBytes(5).toString('hex')
const digits = (): string => String(10_000_000 + (randomBytes(4).readUInt32BE() % 89_999_999))
const word = (): string => canary(`canary${random()}`)
const address = (): string => canary(`canary.${random()}@mail-${random()}.example`)
const number = (): string => canary(`+49151${digits()}`)
const localNumber = (): string => canary(`0151 ${digits().slice(0, 4)} ${digits()}`)

/** A lead in which every member is one that must not be seen again. */
const secretLead = (): Record<string, unknown> => ({
  email: address(),
  phone: number(),
  name: `${word()} ${word()}`,
  company: word(),
  title: word(),
  source: 'canaries',
  external_id: word(),
  note: `Call ${localNumber()} or write to ${address()}: ${word()}`,
  linkedin_url: `https://linkedin.com/in/${word()}`,
  consent: { basis: word(), source: word(), obtained_at: '2026-01-01' },
  [word()]: word(),
})

/** Fills every member of an action that can hold text. */
const secretBody = (name: string): Record<string, unknown> => {
  const action = gatewayActions.find((each) => each.name === name)
  if (!action) return {}
  const body = someBody(shapeOf(action), word(), 'all')
  for (const [field, value] of Object.entries(body)) {
    if (field === 'password' || field === 'token' || (typeof value === 'string' && value.startsWith('canary')))
      body[field] = word()
    if (field === 'email') body[field] = address()
  }
  return body
}

/** What was logged until then has been looked at: a secret that is made later cannot stand in it. */
let lookedTo = 0

const assertSilent = (where: string): void => {
  const text = app.logged().slice(lookedTo)
  lookedTo += text.length
  assert.ok(canaries.size > 0)
  for (const secret of found(text, canaries)) {
    const at = text.indexOf(secret)
    assert.fail(
      `${where}: ${secret} stands in ${text.slice(text.lastIndexOf('\n', at) + 1, text.indexOf('\n', at)).slice(0, 1_500)}`,
    )
  }
  // Numbers are the same number however they are written. Eight digits alone stand in megabytes of ids and times by chance.
  const numbers = [...canaries]
    .filter((secret) => /^[+\d ]+$/.test(secret))
    .map((secret) => secret.replaceAll(/\D/g, '').slice(-10))
  for (const number of found(text.replaceAll(/[ .()-]/g, ''), numbers))
    assert.fail(`${where}: the number that ends in ${number}`)
}

/** Which of the secrets stand in a text. By their ends: ten thousand, one after the other through megabytes, would take a minute. */
const found = (text: string, secrets: Iterable<string>): string[] => {
  const endBytes = 6
  const byEnd = Map.groupBy(secrets, (secret) => Buffer.from(secret.slice(-endBytes), 'latin1').readUIntLE(0, endBytes))
  const bytes = Buffer.from(text, 'latin1')
  const all: string[] = []
  for (let at = 0; at + endBytes <= bytes.length; at++)
    for (const secret of byEnd.get(bytes.readUIntLE(at, endBytes)) ?? [])
      if (text.startsWith(secret, at + endBytes - secret.length)) all.push(secret)
  return all
}

const gateway = (body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${app.url}/gateway`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

test('no field of a lead, accepted or rejected, is in the log', async () => {
  const key = await app.given.key(app.owner.orgId)
  canary(key.text)
  const statuses = new Set<number>()
  for (const spoilt of [
    {},
    { email: word() },
    { phone: word(), email: '' },
    { name: canary(`${'x'.repeat(300)}${random()}`) },
    { linkedin_url: word() },
    { consent: word() },
    { external_id: { [word()]: word() } },
    { note: `${word()}\u0000` },
  ]) {
    for (const headers of [
      {},
      {
        'idempotency-key': word(),
        cookie: `foyer_session=${word()}`,
        'user-agent': word(),
        'x-forwarded-for': word(),
        referer: `https://${word()}.example/`,
      },
    ] as Record<string, string>[])
      statuses.add(
        (await app.post({ ...secretLead(), ...spoilt }, key.text, { headers, query: `?${word()}=${word()}` })).status,
      )
  }
  for (const text of [`{"email":"${address()}"`, `"${word()}"`, `email=${address()}`])
    statuses.add((await app.post(text, key.text)).status)
  assert.deepEqual(statuses, new Set([200, 400]))
  assert.equal((await app.post(secretLead(), canary(newKeyText()))).status, 401)
  assert.equal((await app.post(secretLead(), key.text.slice(0, -3))).status, 401)
  await speak(app.url, [`${leadHead(key.text, [`X-A: ${word()}\0`, `Content-Length: 2, 3`])}${word()}`])
  await speak(app.url, [`${leadHead(key.text, ['Transfer-Encoding: chunked'])}zz${word()}`])
  assertSilent('leads')
})

test('no word, key or secret of a request to a lead source is in the log, whether it is taken, refused, torn or replayed', async () => {
  const make = async (settings: object, secret?: string): Promise<{ id: string; url: string; secret: string }> => {
    const made = await app.call('create-lead-source', { name: word(), settings, ...(secret && { secret }) })
    assert.equal(made.status, 200, JSON.stringify(made.body))
    return made.body.source as unknown as { id: string; url: string; secret: string }
  }
  const google = await make({ kind: 'google_ads' })
  canary(google.secret)
  canary(new URL(google.url).pathname.split('/').at(-1) ?? '')
  const byHeader = { kind: 'webhook', proof: { by: 'header', header: 'X-Key' }, mapping: { email: '/email', note: '/note' } }
  const key = word()
  const webhook = await make(byHeader, key)
  const proof = { by: 'signature', header: 'X-Signature', encoding: 'hex', signed: 'body', timestamp: null }
  const signed = await make({ ...byHeader, proof }, word())
  const columns = (email: string) => [
    { column_id: 'EMAIL', string_value: email },
    { column_id: word(), column_name: word(), string_value: word() },
  ]
  const statuses = new Set<number>()
  const send = async (url: string, body: unknown, headers: Record<string, string> = {}): Promise<void> => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const answer = await fetch(`${url}?${word()}=${word()}`, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: text },
    })
    statuses.add(answer.status)
  }
  for (const email of [address(), word()])
    for (const given of [google.secret, word()])
      await send(google.url, { lead_id: word(), google_key: given, gcl_id: word(), user_column_data: columns(email) })
  await send(google.url, `{"lead_id":"${word()}","google_key":"${google.secret}"`)
  await send(google.url, { lead_id: { [word()]: word() }, google_key: google.secret })
  for (const email of [address(), word()])
    for (const given of [key, word()])
      await send(webhook.url, { email, note: word(), [word()]: { [word()]: word() } }, { 'x-key': given })
  await send(webhook.url, `{"email":"${address()}"`, { 'x-key': word() })
  await send(signed.url, { email: address() }, { 'x-signature': word() })
  assert.deepEqual([...statuses].sort(), [200, 400, 401])
  for (const { id } of [google, webhook]) assert.equal((await app.call('replay-deliveries', { leadSourceId: id })).status, 200)
  assertSilent('lead sources')
})

test('nothing that stands in any member of any action stands in the log, whatever becomes of the call', async () => {
  const made = await app.call('create-key', { name: word(), scopes: ['leads:write'] })
  canary(String(made.body.secret))
  const statuses = new Set<number>()
  const faults = new Set<string>()
  for (const { name } of gatewayActions) {
    const someone = await app.given.person(app.owner.orgId, 'owner')
    canary(someone.token)
    canary(someone.session)
    canary(someone.email)
    for (const body of [
      secretBody(name),
      { ...secretBody(name), [word()]: word() },
      ...Object.keys(secretBody(name)).map((field) => ({ ...secretBody(name), [field]: { [word()]: word() } })),
    ])
      for (const headers of [
        { authorization: `Bearer ${someone.token}` },
        { authorization: `Bearer ${word()}`, cookie: `foyer_session=${word()}` },
        { cookie: `foyer_session=${name === 'sign-out' ? word() : someone.session}` },
      ]) {
        const { status } = await gateway({ type: name, ...body }, headers)
        statuses.add(status)
        if (status >= 500) faults.add(`${name}: ${status}`)
      }
  }
  await gateway({ type: word() })
  await gateway(`{"type":"sign-in","email":"${address()}","password":"${word()}"`)
  await gateway(`${word()}=${word()}`, { 'content-type': word() })
  for (const status of [200, 400, 401]) assert.ok(statuses.has(status), `no ${status} among ${[...statuses]}`)
  assert.deepEqual([...faults], [])
  assertSilent('actions')
})

test('nothing that stands in an address or a query stands in the log', async () => {
  const headers = { authorization: `Bearer ${app.owner.token}` }
  for (const path of [
    `/${word()}`,
    `/v1/leads/${word()}`,
    `/download/${word()}`,
    `/set-up?token=${word()}`,
    `/live?access_token=${word()}`,
    `/assets/${word()}.js`,
    `/uploads/${word()}/content`,
    `/gateway?type=${word()}`,
    `/%${word()}`,
  ])
    for (const method of ['GET', 'POST', 'PUT'])
      await fetch(`${app.url}${path}`, {
        method,
        ...(!path.startsWith('/live') && { headers }),
        ...(method !== 'GET' && { body: word() }),
      }).then((response) => response.arrayBuffer())
  for (const action of actions.filter(({ transports }) => transports.includes('download')))
    await fetch(`${app.url}/download/${action.name}?search=${word()}&source=${word()}&from=${word()}`, { headers }).then(
      (response) => response.arrayBuffer(),
    )
  assertSilent('addresses')
})

test('a database that refuses a row, and quotes it, does not get it into the log', async () => {
  await asOwner(app.target, async (table) => {
    const key = await app.given.key(app.owner.orgId)
    const provoke = async (make: string, unmake: string, act: () => Promise<number>): Promise<void> => {
      const before = app.logged().length
      await table.query(make)
      try {
        assert.ok((await act()) >= 500, make)
      } finally {
        await table.query(unmake)
      }
      assert.match(app.logged().slice(before), /"level":"error"/, `${make}: nothing was logged at all`)
      assertSilent(make)
    }
    const postSecret = async (): Promise<number> => (await app.post(secretLead(), key.text)).status
    // Both name the failing row, or its value, in what they say.
    await provoke(
      `alter table foyer.contacts add constraint refuse check (email is null) not valid`,
      `alter table foyer.contacts drop constraint refuse`,
      postSecret,
    )
    await provoke(
      `alter table foyer.leads add constraint refuse check (note::int > 0) not valid`,
      `alter table foyer.leads drop constraint refuse`,
      postSecret,
    )
    await provoke(
      `alter table foyer.leads add constraint refuse check ((note::json) is not null) not valid`,
      `alter table foyer.leads drop constraint refuse`,
      postSecret,
    )
    await provoke(
      `alter table foyer.leads add constraint refuse check (note::uuid is not null) not valid`,
      `alter table foyer.leads drop constraint refuse`,
      postSecret,
    )
    await provoke(
      `alter table foyer.leads add constraint refuse check (note::timestamptz is not null) not valid`,
      `alter table foyer.leads drop constraint refuse`,
      postSecret,
    )
    await provoke(
      `create unique index refuse on foyer.contacts ((company is not null))`,
      `drop index foyer.refuse`,
      async () => {
        const one = await app.given.key((await app.given.organization()).orgId)
        await app.post({ email: address(), company: word() }, one.text)
        return (await app.post({ email: address(), company: word() }, one.text)).status
      },
    ).catch((error: { code?: string }) => {
      // Two contacts with a company stand there already: then there is nothing to provoke.
      if (error.code !== '23505') throw error
    })
    await provoke(
      `alter table foyer.api_keys add constraint refuse check (name::int > 0) not valid`,
      `alter table foyer.api_keys drop constraint refuse`,
      async () => (await app.call('create-key', { name: word(), scopes: ['leads:write'] })).status,
    )
    await provoke(
      `alter table foyer.orgs add constraint refuse check (name::int > 0) not valid`,
      `alter table foyer.orgs drop constraint refuse`,
      async () => (await app.call('update-workspace', { name: word() })).status,
    )
    await provoke(
      `alter table foyer.uploads add constraint refuse check (name = '') not valid`,
      `alter table foyer.uploads drop constraint refuse`,
      async () => (await app.call('create-upload', { name: word(), size: 10 })).status,
    )
  })
})

test('a worker that cannot index a lead says so without its words', async () => {
  await asOwner(app.target, async (table) => {
    try {
      const key = await app.given.key(app.owner.orgId)
      const before = app.logged().length
      await table.query(`alter table foyer.search_index add constraint refuse check (words::int > 0) not valid`)
      await app.post(secretLead(), key.text)
      await eventually(
        async () => app.logged().slice(before),
        (text) => text.includes('a reaction failed'),
        15_000,
      )
      assertSilent('worker')
    } finally {
      await table.query(`alter table foyer.search_index drop constraint refuse`)
    }
  })
})

test('a database that goes away in the middle of everything leaves nothing in the log either', async () => {
  const key = await app.given.key(app.owner.orgId)
  const { database } = app.target
  await app.post(secretLead(), key.text)
  const before = app.logged().length
  let stop = false
  const statuses = new Set<number>()
  const sending = Array.from({ length: 8 }, async (_, n) => {
    while (!stop) {
      if (n % 2) statuses.add((await app.post(secretLead(), key.text, { headers: { 'idempotency-key': word() } })).status)
      else statuses.add((await app.call('create-upload', { name: word(), size: 10, search: word() })).status)
    }
  })
  await new Promise((done) => setTimeout(done, 200))
  await owner.query(`alter database ${database} with allow_connections false`)
  for (let n = 0; n < 5; n++) {
    await owner.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()`, [
      database,
    ])
    await new Promise((done) => setTimeout(done, 100))
  }
  await owner.query(`alter database ${database} with allow_connections true`)
  await eventually(
    async () => (await app.post(secretLead(), key.text)).status,
    (status) => status === 200,
    15_000,
  )
  stop = true
  await Promise.all(sending)
  assert.ok(statuses.has(200) && [...statuses].some((status) => status >= 500), [...statuses].join())
  assert.ok(app.logged().length > before)
  assertSilent('database away')
})

test('metrics need the token, also from this machine: a proxy here has a loopback address, too', async () => {
  for (const headers of [{}, { authorization: 'Bearer ' }, { authorization: `Bearer ${metricsToken}x` }])
    assert.equal((await fetch(`${app.url}/metrics`, { headers })).status, 401)
  const without = await startApp({ target: app.target })
  try {
    const answer = await fetch(`${without.url}/metrics`)
    assert.deepEqual(
      [answer.status, ((await answer.json()) as { error: string }).error],
      [401, 'Metrics are disabled: set METRICS_TOKEN.'],
    )
  } finally {
    await without.stop()
  }
})

test('the metrics contain no personal data', async () => {
  const text = await (await fetch(`${app.url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })).text()
  assert.match(text, /foyer_leads_total/)
  for (const secret of canaries) assert.ok(!text.includes(secret))
})

test('every line of the log is JSON with a level and a time, and a rejected request can be found by its request id', async () => {
  const refused = await app.call('show-lead', { leadId: '01900000-0000-7000-8000-000000000000' })
  const lines = app
    .logged()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  for (const line of lines) assert.ok(typeof line.level === 'string' && typeof line.time === 'string')
  assert.ok(lines.some((line) => line.request_id === refused.body.request_id && line.code === 'lead_not_found'))
})
