import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { until } from '#test/support/until.ts'

let app: TestApp
before(async () => {
  app = await startApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
})
after(() => app?.stop())

interface Source {
  readonly id: string
  readonly url: string
  readonly settings: object
  readonly secret: string | null
  readonly has_secret: boolean
  readonly held: number
}

const make = async (someone: Someone, settings: object): Promise<Source> => {
  const { status, body } = await app.call('create-lead-source', { name: 'Website', settings }, someone)
  assert.equal(status, 200, JSON.stringify(body))
  return body.source as unknown as Source
}
const rowsOf = (someone: Someone) =>
  app.database.inOrg(someone.orgId, async (db) => ({
    leads: (await db.selectFrom('leads').select('email').where('org_id', '=', someone.orgId).execute()).map(
      ({ email }) => email,
    ),
    deliveries: await db.selectFrom('deliveries').selectAll().where('org_id', '=', someone.orgId).orderBy('id').execute(),
    notices: (await db.selectFrom('notices').select('kind').where('org_id', '=', someone.orgId).execute()).map(
      ({ kind }) => kind,
    ),
  }))
const post = (url: string, body: object, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) })

const burst = 40
const perMinute = 10

const plainBody = (email: string, id: string): object => ({ email, id })

for (const [kind, settings, bodyOf] of [
  ['webhook', { kind: 'webhook', mapping: { email: '/email', external_id: '/id' } }, plainBody],
  ['form', { kind: 'form', fields: [{ kind: 'email', name: 'email' }] }, plainBody],
  [
    ...(['Google Ads', { kind: 'google_ads' }] as const),
    (email: string, id: string, { secret }: Source): object => ({
      ...{ lead_id: id, google_key: secret, user_column_data: [{ column_id: 'EMAIL', string_value: email }] },
    }),
  ],
] as const)
  test(`a burst at a ${kind} is answered 429 above the limit, kept whole with a notice, and brought back by one replay`, async () => {
    const someone = await app.given.organization()
    await app.database.inOrg(someone.orgId, (db) => db.updateTable('orgs').set({ key_rate_per_minute: perMinute }).execute())
    const source = await make(someone, settings)
    const answers = await Promise.all(
      Array.from({ length: burst }, (_, n) =>
        post(source.url, bodyOf(`p${n}@example.com`, `${n}`, source), { 'x-forwarded-for': `203.0.113.${n}` }),
      ),
    )
    const refused = answers.filter(({ status }) => status === 429)
    assert.ok(refused.length >= burst - 2 * perMinute, `${refused.length} refused`)
    assert.equal(answers.filter(({ status }) => status === 200).length, burst - refused.length)
    assert.ok(refused.every(({ headers }) => Number(headers.get('retry-after')) > 0))
    const kept = await rowsOf(someone)
    assert.equal(kept.leads.length, burst - refused.length)
    assert.deepEqual(
      [...new Set(kept.deliveries.map(({ code, status, body }) => `${code} ${status} ${body !== null}`))],
      ['rate_limited 429 true'],
    )
    assert.equal(kept.deliveries.length, refused.length)
    await until('the notice', async () => (await rowsOf(someone)).notices.includes('lead_source_overrun'))

    const replayed = await app.call('replay-deliveries', { leadSourceId: source.id }, someone)
    assert.deepEqual([replayed.body.accepted, replayed.body.rejected], [refused.length, 0])
    const all = await rowsOf(someone)
    assert.deepEqual(all.leads.sort(), Array.from({ length: burst }, (_, n) => `p${n}@example.com`).sort())
    assert.deepEqual(all.notices, [])
  })

test('above the limit nothing is kept of who proves nothing', async () => {
  const someone = await app.given.organization()
  await app.database.inOrg(someone.orgId, (db) => db.updateTable('orgs').set({ key_rate_per_minute: 1 }).execute())
  const source = await make(someone, {
    kind: 'webhook',
    proof: { by: 'header', header: 'X-Key' },
    mapping: { email: '/email' },
  })
  const answers = await Promise.all(Array.from({ length: 10 }, () => post(source.url, { email: 'a@example.com' })))
  assert.ok(answers.every(({ status }) => status === 401 || status === 429))
  await until('the deliveries', async () => (await rowsOf(someone)).deliveries.length === 10)
  const { leads, deliveries } = await rowsOf(someone)
  assert.deepEqual([leads, [...new Set(deliveries.map(({ code }) => code))]], [[], ['lead_source_unproven']])
})

test('held requests raise a notice, and one call releases all of them', async () => {
  const someone = await app.given.organization()
  const source = await make(someone, { kind: 'form', fields: [{ kind: 'email', name: 'email' }] })
  for (let n = 0; n < 3; n++) {
    const form = new URLSearchParams({ email: `held${n}@example.com` })
    const answer = await fetch(source.url, {
      method: 'POST',
      body: form,
      headers: { origin: 'null', accept: 'application/json' },
    })
    assert.equal(answer.status, 200)
  }
  assert.deepEqual((await rowsOf(someone)).leads, [])
  await until('the notice', async () => (await rowsOf(someone)).notices.includes('lead_source_held'))
  const released = await app.call('replay-deliveries', { leadSourceId: source.id, which: 'held' }, someone)
  assert.deepEqual(released.body, { accepted: 3, rejected: 0, left: 0, next_cursor: null })
  const { leads, notices } = await rowsOf(someone)
  assert.deepEqual([leads.sort(), notices], [['held0@example.com', 'held1@example.com', 'held2@example.com'], []])
})

test('a request to a source shows no line that would send it to the API instead', async () => {
  const someone = await app.given.organization()
  const source = await make(someone, { kind: 'webhook', mapping: { email: '/email' } })
  const sent = await post(source.url, { email: 'maya@example.com' })
  const { body } = await app.call('show-delivery', { deliveryId: sent.headers.get('x-request-id') ?? '' }, someone)
  assert.equal((body.delivery as unknown as { curl: string | null }).curl, null)
})

test('a webhook that proves itself by a secret and is given none gets one, shown once', async () => {
  const someone = await app.given.organization()
  const proof = { by: 'header', header: 'X-Key' }
  const mapping = { email: '/email' }
  const source = await make(someone, { kind: 'webhook', proof, mapping })
  assert.match(source.secret ?? '', /^[\w-]{32}$/)
  assert.equal((await post(source.url, { email: 'a@example.com' })).status, 401)
  assert.equal((await post(source.url, { email: 'a@example.com' }, { 'x-key': source.secret ?? '' })).status, 200)
  const { body } = await app.call('show-lead-source', { leadSourceId: source.id }, someone)
  assert.deepEqual([(body.source as unknown as Source).secret, (body.source as unknown as Source).has_secret], [null, true])

  const plain = await make(someone, { kind: 'webhook', mapping })
  assert.deepEqual([plain.secret, plain.has_secret], [null, false])
  const changed = await app.call(
    'update-lead-source',
    { leadSourceId: plain.id, settings: { ...plain.settings, proof } },
    someone,
  )
  assert.match((changed.body.source as unknown as Source).secret ?? '', /^[\w-]{32}$/)
  const again = await app.call(
    'update-lead-source',
    { leadSourceId: plain.id, settings: { ...plain.settings, proof } },
    someone,
  )
  assert.equal((again.body.source as unknown as Source).secret, null, 'what is stored stays')
})

test('a bulk replay makes no lead of what other websites posted, until their website is on the list', async () => {
  const someone = await app.given.organization()
  const settings = {
    kind: 'form',
    fields: [{ kind: 'email', name: 'email', required: true }],
    origins: ['https://ours.example'],
  }
  const source = await make(someone, settings)
  let visitors = 0
  const postFrom = (origin: string, email: string) =>
    fetch(source.url, {
      method: 'POST',
      body: new URLSearchParams({ email }),
      headers: { origin, accept: 'application/json', 'x-forwarded-for': `192.0.2.${visitors++}` },
    })
  for (const [origin, email] of [
    ['https://new.example', 'new@example.com'],
    ['https://evil.example', 'evil@example.com'],
    ['https://ours.example', 'no address'],
  ] as const)
    assert.ok([400, 403].includes((await postFrom(origin, email)).status))
  await until('the deliveries', async () => (await rowsOf(someone)).deliveries.length === 3)
  const replayAll = async () => (await app.call('replay-deliveries', { leadSourceId: source.id }, someone)).body
  assert.deepEqual(await replayAll(), { accepted: 0, rejected: 3, left: 2, next_cursor: null })
  assert.deepEqual((await rowsOf(someone)).leads, [])

  const origins = ['https://ours.example', 'https://new.example']
  const changed = await app.call('update-lead-source', { leadSourceId: source.id, settings: { ...settings, origins } }, someone)
  assert.equal(changed.status, 200, JSON.stringify(changed.body))
  assert.deepEqual(await replayAll(), { accepted: 1, rejected: 2, left: 1, next_cursor: null })
  assert.deepEqual((await rowsOf(someone)).leads, ['new@example.com'])
  const { deliveries } = await rowsOf(someone)
  const evil = deliveries.find(({ body }) => body?.includes('evil@'))
  assert.equal(
    (await app.call('replay-delivery', { deliveryId: evil?.id }, someone)).status,
    200,
    'by itself a person vouches for it',
  )
})

test('a bulk replay makes no lead of what a robot sent from a page before its website was on the list', async () => {
  const someone = await app.given.organization()
  const settings = { kind: 'form', fields: [{ kind: 'email', name: 'email', required: true }], origins: [] }
  const source = await make(someone, settings)
  const headers = { origin: 'https://late.example' }
  let visitors = 0
  for (const body of [
    { email: 'person@example.com' },
    { email: 'trapped@example.com', subject_2: 'Cheap pills' },
    { email: 'quick@example.com', _shown_ms: '150' },
  ])
    assert.equal((await post(source.url, body, { ...headers, 'x-forwarded-for': `198.51.100.${visitors++}` })).status, 403)
  await until('the deliveries', async () => (await rowsOf(someone)).deliveries.length === 3)
  const changed = { leadSourceId: source.id, settings: { ...settings, origins: [headers.origin] } }
  assert.equal((await app.call('update-lead-source', changed, someone)).status, 200)
  const replayed = await app.call('replay-deliveries', { leadSourceId: source.id }, someone)
  assert.deepEqual(replayed.body, { accepted: 1, rejected: 2, left: 2, next_cursor: null })
  const { leads, deliveries } = await rowsOf(someone)
  assert.deepEqual(leads, ['person@example.com'])
  const quick = deliveries.find(({ body }) => body?.includes('quick@'))
  assert.equal((await app.call('replay-delivery', { deliveryId: quick?.id }, someone)).status, 200, 'a person vouches for it')
})

test('a form that is off holds what a robot sends, as ever', async () => {
  const someone = await app.given.organization()
  const source = await make(someone, { kind: 'form', fields: [{ kind: 'email', name: 'email' }] })
  assert.equal((await app.call('update-lead-source', { leadSourceId: source.id, isOn: false }, someone)).status, 200)
  await until('the switch', async () => (await post(source.url, { email: 'person@example.com' })).status === 403)
  const trapped = await post(source.url, { email: 'trapped@example.com', subject_2: 'Cheap pills' })
  assert.equal(trapped.status, 200)
  const replayed = await app.call('replay-deliveries', { leadSourceId: source.id }, someone)
  assert.equal(replayed.body.left, 0)
  const { leads, deliveries } = await rowsOf(someone)
  assert.ok(leads.length > 0 && leads.every((email) => email === 'person@example.com'), leads.join())
  assert.deepEqual(deliveries.find(({ body }) => body?.includes('trapped@'))?.code, 'robot_trap')
})
