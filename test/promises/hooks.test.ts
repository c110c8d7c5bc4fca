import assert from 'node:assert/strict'
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { after, before, test } from 'node:test'
import { z } from 'zod'
import { type AnyAction, action } from '#core/actions/action.ts'
import { Failure } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import { inboundWebhook } from '#core/inbound/inbound-webhook.ts'
import { readInbox } from '#core/inbound/webhook-events.ts'
import type { AnyJob } from '#core/jobs/job.ts'
import { catalogue, inbound, jobs } from '#domains/catalogue.ts'
import { findConnection } from '#domains/connections/connections/connections.ts'
import { addConnection, disconnectConnection } from '#domains/connections/connections/lifecycle.ts'
import type { ProviderName } from '#domains/connections/connections/providers.ts'
import { webhookAddress } from '#domains/connections/connections/webhooks.ts'
import { newAddress } from '#domains/crm/lead-sources/lead-sources.ts'
import { workspaceEvents } from '#domains/platform/organizations/events.ts'
import { connecting } from '#test/support/connecting.ts'
import { startApp, type TestApp } from '../support/app.ts'
import type { Answer } from '../support/requests.ts'
import { until as untilThere } from '../support/until.ts'

/*
 * What every hook keeps, shown on one: a provider that signs its bodies, stands on the gateway's address, and checks the
 * address by GET. What it tells is kept as events.
 */
let app: TestApp
let orgId = ''
let trouble = false
const secret = 'shared with the provider'

const probe = inboundWebhook({
  name: 'probe',
  summary: 'A provider of the tests',
  path: '/gateway',
  methods: ['GET', 'POST'],
  bodyLimitBytes: 10_000,
  matches: ({ method, url, headers }) => (method === 'GET' ? url.includes('probe.challenge=') : 'x-probe-signature' in headers),
  async verify({ method, url, headers, body }) {
    if (method === 'GET')
      return {
        answer: {
          status: 200,
          type: 'text/plain',
          body: new URL(url, 'http://here').searchParams.get('probe.challenge') ?? '',
        },
      }
    const wanted = createHmac('sha256', secret).update(body).digest()
    const given = Buffer.from(headers['x-probe-signature'] ?? '', 'hex')
    if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) throw new Failure('forbidden')
    return { orgId, connectionId: null }
  },
  keyOf: ({ headers }) => headers['x-probe-id'] ?? null,
  data: z.object({ said: z.string() }),
  async read({ said }, { emit, newId }) {
    await emit(workspaceEvents.changed, newId(), { before: {}, after: { name: said } })
    if (trouble) throw new Error('the reader stumbles')
  },
})

/** A function: an action with an address of its own. */
const shout = action({
  name: 'shout',
  summary: 'Say it louder',
  who: 'member',
  transports: ['function'],
  effect: 'read',
  input: z.object({ text: z.string() }),
  output: z.object({ text: z.string() }),
  errors: [],
  async run({ text }) {
    return { text: text.toUpperCase() }
  },
})

before(async () => {
  app = await startApp({
    product: {
      actions: [...(catalogue as readonly AnyAction[]), shout],
      inbound: [probe],
      jobs: [...(jobs as readonly AnyJob[]).filter(({ name }) => name !== 'read-inbox'), readInbox([probe])],
    },
  })
  orgId = app.owner.orgId
})
after(() => app.stop())

const signed = (body: string | Buffer): string => createHmac('sha256', secret).update(body).digest('hex')

const tell = async (
  body: string | Buffer,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: unknown }> => {
  const response = await fetch(`${app.url}/gateway`, {
    method: 'POST',
    headers: { 'x-probe-signature': signed(body), 'content-type': 'application/json', ...headers },
    body: body as string,
  })
  return { status: response.status, body: await response.json() }
}

const stored = () =>
  app.database.inOrg(orgId, (db) => db.selectFrom('inbox').selectAll().where('org_id', '=', orgId).orderBy('id').execute())
const said = async (text: string): Promise<number> =>
  (
    await app.database.inOrg(orgId, (db) =>
      db.selectFrom('events').select('payload').where('org_id', '=', orgId).where('type', '=', 'workspace.changed').execute(),
    )
  ).filter(({ payload }) => (payload as { after: { name: string } }).after.name.includes(text)).length

const until = async (isSo: () => Promise<boolean>): Promise<void> => {
  for (let tries = 0; tries < 300; tries++) {
    if (await isSo()) return
    await new Promise((done) => setTimeout(done, 100))
  }
  assert.fail('it did not come about within 15 s')
}

test('an unproven request is refused with 403, and none of it is stored', async () => {
  const before = (await stored()).length
  for (const signature of ['', '00', signed('another body'), 'f'.repeat(64)]) {
    const { status } = await tell('{"said":"forged"}', { 'x-probe-signature': signature })
    assert.equal(status, 403, signature)
  }
  assert.equal((await stored()).length, before)
})

test('the answer 200 means that the bytes are stored, as they came', async () => {
  const body = Buffer.from('{ "said" :\t"h\\u00e9llo" }\r\n')
  assert.deepEqual(await tell(body), { status: 200, body: { success: true } })
  const row = (await stored()).at(-1)
  assert.equal(row?.state, 'stored')
  assert.deepEqual(row?.body, body)
})

test('the same message, however often and at once, is kept and read once', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => tell('{"said":"twice"}', { 'x-probe-id': 'message-7' })))
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
  assert.equal((await stored()).filter(({ dedup_key }) => dedup_key === 'message-7').length, 1)
  const worker = await app.startWorker()
  await until(async () => (await said('twice')) === 1)
  await worker.stop()
  await tell('{"said":"twice"}', { 'x-probe-id': 'message-7' })
  assert.equal((await stored()).filter(({ dedup_key, state }) => dedup_key === 'message-7' && state === 'read').length, 1)
})

test('an unreadable webhook is answered 200, stored, and shown as unreadable', async () => {
  assert.equal((await tell('{"said":7}', { 'x-probe-id': 'odd' })).status, 200)
  assert.equal((await tell('not json at all', { 'x-probe-id': 'rubbish' })).status, 200)
  const worker = await app.startWorker()
  await until(async () => (await stored()).filter(({ state }) => state === 'unreadable').length === 2)
  await worker.stop()
  const odd = (await stored()).find(({ dedup_key }) => dedup_key === 'odd')
  assert.match(odd?.error ?? '', /^said: /)
})

test('a reader that stumbles leaves nothing half done, and reads it whole the next time', async () => {
  trouble = true
  await tell('{"said":"stumble"}', { 'x-probe-id': 'stumble' })
  const worker = await app.startWorker()
  const row = async () => (await stored()).find(({ dedup_key }) => dedup_key === 'stumble')
  await until(async () => (await row())?.state === 'failed')
  assert.equal(await said('stumble'), 0)
  trouble = false
  await until(async () => (await row())?.state === 'read')
  await worker.stop()
  assert.equal(await said('stumble'), 1)
  assert.ok(((await row())?.tries ?? 0) >= 2)
})

test('a body over the limit gets 413 and is not kept', async () => {
  const before = (await stored()).length
  assert.equal((await tell(`{"said":"${'x'.repeat(10_000)}"}`)).status, 413)
  assert.equal((await stored()).length, before)
})

test("a provider's check of the address is answered as plain text and stores nothing", async () => {
  const before = (await stored()).length
  const response = await fetch(`${app.url}/gateway?probe.challenge=%3Cb%3E42`)
  assert.deepEqual([response.status, await response.text()], [200, '<b>42'])
  assert.match(response.headers.get('content-type') ?? '', /^text\/plain/)
  assert.equal(response.headers.get('x-content-type-options'), 'nosniff')
  assert.equal((await stored()).length, before)
})

test('the gateway is unchanged beside the inbound webhooks', async () => {
  assert.match(await (await fetch(`${app.url}/gateway`)).text(), /^Foyer is up/)
  assert.equal((await app.call('show-workspace')).status, 200)
})

test('a function has its own address, and the same caller, limits and errors as any action', async () => {
  const ask = async (name: string, body: unknown, token: string | null = app.owner.token): Promise<Answer> => {
    const response = await fetch(`${app.url}/functions/v1/${name}`, {
      method: 'POST',
      headers: token ? { authorization: `Bearer ${token}` } : {},
      body: JSON.stringify(body),
    })
    return { status: response.status, headers: response.headers, body: (await response.json()) as Answer['body'] }
  }
  const answer = await ask('shout', { text: 'hello' })
  assert.deepEqual(answer.body, { text: 'HELLO' })
  assert.match(answer.headers.get('ratelimit-policy') ?? '', /q=120;w=60/)
  assert.equal((await ask('shout', { text: 'hello' }, null)).status, 401)
  assert.equal((await ask('shout', {})).body.error, 'Missing required field: text')
  assert.equal((await ask('shout', { text: 'hello', orgId: crypto.randomUUID() })).status, 403)
  assert.equal((await ask('list-keys', {})).status, 404)
  assert.equal((await fetch(`${app.url}/functions/v1/shout`)).status, 405)
})

// ── Every hook of the product ───────────────────────────────────────────────────────────────────────────────────────

const hmac = (algorithm: string, key: string, text: string | Buffer) => createHmac(algorithm, key).update(text)

/** What each provider of the product signs its bodies with, and how. Without an entry here a new hook has no promise. */
const signers: Readonly<
  Record<
    string,
    {
      readonly provider: 'stripe' | 'razorpay' | 'twilio' | 'whatsapp' | 'apollo' | 'meta'
      sign(body: Buffer, url: string): Record<string, string>
      /** Where the address itself is the proof: made for one connection. */
      address?(app: TestApp, connectionId: string): Promise<string>
    }
  >
> = {
  'stripe-webhook': {
    provider: 'stripe',
    sign(body) {
      const t = Math.floor(Date.now() / 1_000)
      return {
        'stripe-signature': `t=${t},v1=${hmac('sha256', secret, Buffer.concat([Buffer.from(`${t}.`), body])).digest('hex')}`,
      }
    },
  },
  'razorpay-webhook': {
    provider: 'razorpay',
    sign: (body) => ({ 'x-razorpay-signature': hmac('sha256', secret, body).digest('hex') }),
  },
  'whatsapp-webhook': {
    provider: 'whatsapp',
    sign: (body) => ({ 'x-hub-signature-256': `sha256=${hmac('sha256', secret, body).digest('hex')}` }),
  },
  'voice-webhook': {
    provider: 'twilio',
    // As Twilio signs what is no form: the address with the digest of the body stands for it.
    sign: (_body, url) => ({ 'x-twilio-signature': hmac('sha1', secret, url).digest('base64'), 'content-type': 'text/plain' }),
  },
  'apollo-numbers': {
    provider: 'apollo',
    sign: () => ({}),
    async address({ url, owner: { orgId }, database }, connectionId) {
      const [id, ofCall] = [newId(), 'A'.repeat(22)]
      await database.inOrg(orgId, (db) =>
        db
          .insertInto('prospect_calls')
          .values({
            ...{ org_id: orgId, id, connection_id: connectionId, people: 1, with_mobiles: true, reserved: 9, credits: 9 },
            ...{ state: 'settled', lease_until: new Date(), hook_hash: createHash('sha256').update(ofCall).digest() },
          })
          .execute(),
      )
      return `${url}/functions/v1/apollo-numbers?call=${orgId}.${id}.${ofCall}`
    },
  },
  'meta-leads-webhook': {
    provider: 'meta',
    sign: (body) => ({ 'x-hub-signature-256': `sha256=${hmac('sha256', secret, body).digest('hex')}` }),
    // One address for all pages of an app: a body that names none is known by the app that its address names.
    async address({ url, owner: { orgId }, database }, connectionId) {
      const id = newId()
      const ofPage = { org_id: orgId, source_id: id, page_id: '4711' }
      await database.inOrg(orgId, async (db) => {
        await db
          .insertInto('lead_sources')
          .values({ org_id: orgId, id, kind: 'meta', name: 'x', address: newAddress(), settings: '{"kind":"meta"}' })
          .execute()
        await db
          .insertInto('meta_pages')
          .values({ ...ofPage, connection_id: connectionId })
          .execute()
        await db
          .insertInto('directory.meta_pages')
          .values({ ...ofPage, is_on: true, app_id: id })
          .execute()
      })
      return `${url}/functions/v1/meta-leads?app=${id}`
    },
  },
}

const credentials: Readonly<Record<string, Record<string, string>>> = {
  stripe: { secretKey: 'sk_test_hooks', webhookSecret: secret },
  razorpay: { keyId: 'rzp_test_hooks', keySecret: 'hush', webhookSecret: secret },
  twilio: { accountSid: `AC${'0'.repeat(32)}`, authToken: secret, callerId: '+14155550100' },
  apollo: { apiKey: 'a-key-of-hooks' },
  meta: { accessToken: 'EAAx', clientId: '1', clientSecret: secret },
  whatsapp: {
    phoneNumberId: '106601',
    businessAccountId: '206601',
    appSecret: secret,
    verifyToken: 'verify',
    accessToken: 'EAAx',
  },
}

/** All but hints, of whose bodies nothing is read: they have tests of their own. */
const hints = ['calendar-changed', 'mailbox-changed']
const withBodies = inbound.filter(({ name }) => !hints.includes(name))

/** Rightly signed, and nothing that any of them sends. */
const oddBodies: readonly (readonly [why: string, body: Buffer])[] = [
  ['nothing', Buffer.from('')],
  ['no JSON', Buffer.from('not json at all')],
  ['half of it', Buffer.from('{"id":"evt_1","type":')],
  ['null', Buffer.from('null')],
  ['a list', Buffer.from('[1]')],
  ['another object', Buffer.from('{"id":"x"}')],
  ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x00, 0x80])],
  ['a NUL', Buffer.from('a\u0000b')],
  [
    'an id with a NUL',
    Buffer.from('{"id":"evt_\\u0000","type":"charge.updated","created":1,"livemode":false,"data":{"object":{}}}'),
  ],
  [
    'an id without end',
    Buffer.from(
      JSON.stringify({ id: `evt_${'x'.repeat(20_000)}`, type: 'x', created: 1, livemode: false, data: { object: {} } }),
    ),
  ],
  ['a type that is a number', Buffer.from('{"id":"evt_1","type":7,"event":{},"object":[],"entry":{}}')],
]

test('every correctly signed webhook of a provider is answered 200, stored with its connection, and reported when it cannot be read', async () => {
  const whole = await startApp()
  const own = whole.owner.orgId
  try {
    const sent: { hook: string; connectionId: string; digest: string }[] = []
    for (const { name } of withBodies) {
      const signer = signers[name]
      assert.ok(signer, `${name}: how its provider signs is not said here`)
      const { provider, sign, address } = signer
      const connectionId = newId()
      await whole.database.inOrg(own, (db) =>
        addConnection(db, connecting, {
          ...{ orgId: own, id: connectionId, provider: provider as ProviderName, mode: 'test', account: null },
          ...{ credentials: credentials[provider] ?? {}, personId: null },
        }),
      )
      const base = address ? await address(whole, connectionId) : webhookAddress(whole.url, provider, connectionId)
      for (const [why, body] of oddBodies) {
        const digest = createHash('sha256').update(body).digest('hex')
        const url = `${base}${provider === 'twilio' ? `&bodySHA256=${digest}` : ''}`
        const headers = { 'content-type': 'application/json', ...sign(body, url) }
        for (let n = 0; n < 2; n++) {
          const response = await fetch(url, { method: 'POST', headers, body: new Uint8Array(body) })
          assert.equal(response.status, 200, `${name}, ${why}: ${await response.text()}`)
        }
        sent.push({ hook: name, connectionId, digest })
      }
    }
    const rows = () => whole.database.inOrg(own, (db) => db.selectFrom('inbox').selectAll().where('org_id', '=', own).execute())
    const kept = await rows()
    for (const { hook: name, connectionId, digest } of sent) {
      const found = kept.filter((row) => row.hook === name && createHash('sha256').update(row.body).digest('hex') === digest)
      assert.deepEqual(
        found.map((row) => row.connection_id),
        [connectionId],
        `${name}: a repeat is kept once, with its connection`,
      )
    }
    // News of a payment, and another account is connected before it is read.
    const news = Buffer.from(
      JSON.stringify({
        ...{ id: 'evt_of_before', type: 'charge.refunded', created: 1, livemode: false },
        data: { object: { id: 'ch_1', payment_intent: 'pi_1' } },
      }),
    )
    const before = sent.find(({ hook: name }) => name === 'stripe-webhook')?.connectionId ?? ''
    const url = webhookAddress(whole.url, 'stripe', before)
    const stripeSigner = signers['stripe-webhook']
    const told = await fetch(url, { method: 'POST', headers: stripeSigner?.sign(news, url) ?? {}, body: new Uint8Array(news) })
    assert.equal(told.status, 200)
    await whole.database.inOrg(own, async (db) => {
      const row = await findConnection(db, own, before)
      assert.ok(row)
      await disconnectConnection(db, row, connecting, { now: new Date() })
      await addConnection(db, connecting, {
        ...{ orgId: own, id: newId(), provider: 'stripe', mode: 'test', account: null },
        ...{ credentials: credentials.stripe ?? {}, personId: null },
      })
    })
    const worker = await whole.startWorker()
    const read = await untilThere('all of it is read', async () => {
      const all = await rows()
      return all.every(({ state }) => state !== 'stored') ? all : undefined
    })
    await worker.stop()
    assert.deepEqual(
      [...new Set(read.map(({ state }) => state))].sort(),
      ['read', 'unreadable'],
      'tried again is only what may be read another time',
    )
    const asked = await whole.database.pool.query<{ connection: string }>(
      `select data ->> 'connectionId' as connection from jobs.job where name = 'look-at-payment-news' and data ->> 'orgId' = $1`,
      [own],
    )
    assert.deepEqual(
      [...new Set(asked.rows.map(({ connection }) => connection))],
      [before],
      'it is asked for with the connection that proved it',
    )
    const { body } = await whole.call('list-background-work', { state: 'failed', limit: 100 })
    const unreadable = read.filter(({ state }) => state === 'unreadable')
    assert.equal((body.counts as unknown as { failed: number }).failed, unreadable.length)
    for (const { name } of withBodies)
      assert.ok(
        unreadable.some((row) => row.hook === name),
        `${name} reads whatever comes`,
      )
    const notices = (await whole.call('list-notices', { limit: 100 })).body.notices as unknown as { subject_id: string }[]
    for (const row of unreadable)
      assert.ok(
        notices.some(({ subject_id }) => subject_id === row.id),
        `${row.hook}: nobody is told`,
      )
  } finally {
    await whole.stop()
  }
})
