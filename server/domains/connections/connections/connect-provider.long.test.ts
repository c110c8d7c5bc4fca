import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { makeVault } from '#core/vault.ts'
import { findNumbers } from '#domains/conversations/whatsapp/numbers.ts'
import { eventually } from '#test/promises/tenant-rows.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { sentInvoice } from '#test/support/paying.ts'
import type { Answer } from '#test/support/requests.ts'
import { startSandbox, type TestSandbox } from '#test/support/sandbox.ts'
import { until } from '#test/support/until.ts'
import { phonesAt } from '#test/support/whatsapp.ts'
import { findConnection } from './connections.ts'
import { openCredentials } from './credentials.ts'
import { deleteOldCalls } from './provider-calls.ts'

const vault = makeVault(Buffer.alloc(32, 7)) // as startApp has it

interface Shown {
  id: string
  provider: string
  status: string
  mode: string
  account: string | null
  last_error: string | null
  last_call: { operation: string; outcome: string; status: number | null } | null
  circuit: string
  webhook_url: string | null
  webhook_state: string | null
}

let sandbox: TestSandbox
let app: TestApp
let worker: { stop(): Promise<void> }
before(async () => {
  sandbox = await startSandbox()
  // The one sandbox stands for the vendors' own servers, the other is Foyer's.
  app = await startApp({
    env: {
      ...{ SANDBOX: 'on', ALLOWED_ORIGIN_DOMAIN: 'example.com' },
      ...{ RAZORPAY_API_BASE: sandbox.address, STRIPE_API_BASE: sandbox.address, WHATSAPP_API_BASE: sandbox.address },
    },
  })
  worker = await app.startWorker()
})
after(async () => {
  await worker?.stop()
  await app?.stop()
  await sandbox?.stop()
})

let counter = 0
const someKey = (kind = 'test') => ({ keyId: `rzp_${kind}_connect${++counter}`, keySecret: `secret-of-${counter}` })
const connect = (credentials: object, as: Someone): Promise<Answer> =>
  app.call('connect-provider', { provider: 'razorpay', credentials }, as)
const connected = async (credentials: object, as: Someone): Promise<Shown> => {
  const { status, body } = await connect(credentials, as)
  assert.equal(status, 200, JSON.stringify(body))
  return body.connection as unknown as Shown
}
const list = async (as: Someone): Promise<Shown[]> =>
  (await app.call('list-connections', {}, as)).body.connections as unknown as Shown[]
const stored = async ({ orgId }: Someone, id: string) => {
  const row = await app.database.inOrg(orgId, (db) => findConnection(db, orgId, id))
  assert.ok(row)
  return openCredentials(vault, row)
}
const failed = ({ status, body }: Answer) => [status, body.code, body.field]

test('a key that the provider accepts is stored sealed, shown with the account, and no answer or log ever has it', async () => {
  const admin = await app.given.organization()
  const key = someKey()
  const shown = await connected(key, admin)
  assert.deepEqual(
    [shown.provider, shown.status, shown.mode, shown.account, shown.circuit],
    ['razorpay', 'connected', 'test', key.keyId, 'closed'],
  )
  assert.equal(shown.webhook_url, `${app.url}/functions/v1/razorpay-webhook?connection=${shown.id}`)
  assert.deepEqual(await stored(admin, shown.id), key)
  const [again] = await eventually(
    () => list(admin),
    ([each]) => each?.webhook_state === 'by_hand',
  )
  assert.equal(again?.id, shown.id)
  assert.doesNotMatch(JSON.stringify([again, shown]) + app.logged(), new RegExp(key.keySecret))
})

test('a value that does not look like a key is sent nowhere, and a key that the provider rejects is not stored', async () => {
  const admin = await app.given.organization()
  assert.deepEqual(failed(await connect({}, admin)), [400, 'missing_field', 'keyId'])
  assert.deepEqual(failed(await connect({ ...someKey(), keyId: 'sk_test_0123456789' }, admin)), [
    400,
    'credentials_malformed',
    'keyId',
  ])

  const key = someKey()
  await connected(key, admin)
  const wrong = await connect({ ...key, keySecret: 'not-the-secret' }, admin)
  assert.deepEqual(failed(wrong), [400, 'credentials_refused', undefined])
  assert.doesNotMatch(JSON.stringify(wrong.body) + app.logged(), /not-the-secret/)
  const [kept] = await list(admin)
  assert.deepEqual([kept?.status, await stored(admin, kept?.id ?? '')], ['connected', key])

  const stranger = await app.given.organization()
  assert.equal((await connect({ ...key, keySecret: 'not-the-secret' }, stranger)).status, 400)
  assert.deepEqual(await list(stranger), [])
})

test('a provider that does not answer is no reason to store or to forget a key', async () => {
  const admin = await app.given.organization()
  await sandbox.turn('razorpay', { kind: 'error_503' })
  try {
    assert.deepEqual(failed(await connect(someKey(), admin)).slice(0, 2), [503, 'provider_unreachable'])
    assert.deepEqual(await list(admin), [])
  } finally {
    await sandbox.turn('razorpay')
  }
})

test('a restricted key that lacks permissions is refused with the name of each; permissions lost later are named and raised', async () => {
  const admin = await app.given.organization()
  const tryKey = (secretKey: string, more: object = {}) =>
    app.call('connect-provider', { provider: 'stripe', credentials: { secretKey, ...more } }, admin)
  const poor = await tryKey('rk_test_restrictedOne_without_dispute_read_without_checkout_session_write_without_webhook_write')
  assert.deepEqual(failed(poor).slice(0, 2), [400, 'credentials_refused'])
  for (const right of ['Dispute: read', 'Checkout session: write', 'Webhook: write'])
    assert.ok(String(poor.body.error).includes(right), String(poor.body.error))
  assert.deepEqual(await list(admin), [])
  const byHand = { webhookSecret: 'whsec_0123456789abcdef' }
  assert.equal((await tryKey('rk_test_restrictedTwo_without_webhook_write', byHand)).status, 200, 'a webhook made by hand')

  const whole = await tryKey('rk_test_restrictedOne')
  assert.equal(whole.status, 200, JSON.stringify(whole.body))
  const shown = whole.body.connection as unknown as Shown
  assert.match(shown.account ?? '', /^acct_/, 'the refusal of its own account names it')
  await app.database.inOrg(admin.orgId, async (db) => {
    const credentials = { secretKey: 'rk_test_restrictedOne_without_checkout_session_write', webhookSecret: 'whsec_x' }
    await db
      .updateTable('connections')
      .set({ credentials: vault.seal(JSON.stringify(credentials), `connection ${shown.id}`) })
      .where('id', '=', shown.id)
      .execute()
  })
  const { invoiceId } = await sentInvoice(app.database, admin.orgId)
  const pages = { successUrl: 'https://app.example.com/paid', cancelUrl: 'https://app.example.com/' }
  const wanted = { invoiceId, clientEmail: 'maya@example.com', targetCurrency: 'EUR', ...pages }
  assert.equal((await app.call('create-payment', wanted, admin)).body.code, 'provider_credentials')
  const [lacking] = await list(admin)
  assert.deepEqual([lacking?.status, lacking?.last_error], ['error', 'The key lacks permissions: Checkout session: write.'])
  const { body } = await app.call('list-notices', {}, admin)
  assert.ok((body.notices as unknown as { subject_id: string }[]).some(({ subject_id }) => subject_id === shown.id))
})

/** A checkout for an invoice of a workspace. */
const openFor = async (admin: Someone, currency: string): Promise<Answer> => {
  const { invoiceId } = await sentInvoice(app.database, admin.orgId, { currency })
  const pages = { successUrl: 'https://app.example.com/paid', cancelUrl: 'https://app.example.com/' }
  const answer = await app.call(
    'create-payment',
    { invoiceId, clientEmail: 'maya@example.com', targetCurrency: currency, ...pages },
    admin,
  )
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer
}

test('another account of Stripe is another connection with a webhook of its own; another key of the same account is not', async () => {
  const admin = await app.given.organization()
  const connectStripe = async (secretKey: string): Promise<Shown> => {
    const { status, body } = await app.call('connect-provider', { provider: 'stripe', credentials: { secretKey } }, admin)
    assert.equal(status, 200, JSON.stringify(body))
    return body.connection as unknown as Shown
  }
  const ready = (id: string) =>
    eventually(
      () => list(admin),
      (all) => all.some((each) => each.id === id && each.webhook_state === 'ready'),
    )
  const first = await connectStripe('sk_test_firstAccount')
  await ready(first.id)
  await openFor(admin, 'EUR')
  const rolled = await connectStripe('sk_test_firstAccount_key2')
  assert.deepEqual([rolled.id, rolled.account, rolled.webhook_state], [first.id, first.account, 'ready'])

  const other = await connectStripe('sk_test_otherAccount')
  assert.notEqual(other.id, first.id)
  await ready(other.id)
  assert.deepEqual(
    (await list(admin)).map(({ id }) => id),
    [other.id],
  )
  const endpoints = async (key: string): Promise<string[]> => {
    const response = await fetch(`${sandbox.address}/v1/webhook_endpoints`, { headers: { authorization: `Bearer ${key}` } })
    return ((await response.json()) as { data: { url: string }[] }).data.map(({ url }) => url)
  }
  assert.deepEqual(await endpoints('sk_test_otherAccount'), [other.webhook_url])
  const opened = await openFor(admin, 'EUR')
  assert.match(String(opened.body.url), /cs_test_/)
})

test('a new key of the same account takes the place of the old one under the same id and webhook; one of another account or kind is another connection', async () => {
  const admin = await app.given.organization()
  const old = someKey()
  const first = await connected({ ...old, webhookSecret: 'agreed-upon' }, admin)
  assert.equal(first.webhook_state, 'ready')
  await openFor(admin, 'INR')
  // Razorpay names no account: the new key knows the order that the old one made.
  const key = { keyId: `${old.keyId}_key2`, keySecret: 'another-secret' }
  const second = await connected(key, admin)
  assert.deepEqual([second.id, second.webhook_url, second.account], [first.id, first.webhook_url, key.keyId])
  assert.deepEqual(await stored(admin, first.id), { ...key, webhookSecret: 'agreed-upon' })
  const stranger = await connected(someKey(), admin)
  assert.notEqual(stranger.id, first.id)
  assert.equal((await stored(admin, stranger.id)).webhookSecret, undefined, 'a secret of another account proves nothing')

  const live = await connected(someKey('live'), admin)
  assert.notEqual(live.id, first.id)
  assert.deepEqual(
    (await list(admin)).map(({ id, mode }) => [id, mode]),
    [[live.id, 'live']],
  )
  assert.deepEqual(await stored(admin, stranger.id), {})
  assert.deepEqual(failed(await app.call('connect-sandbox', { provider: 'razorpay' }, admin)), [
    409,
    'connection_exists',
    undefined,
  ])
})

test('the sandbox takes the place of a provider when asked to, registers its own webhook, and gives way to a real key', async () => {
  const admin = await app.given.organization()
  const { body } = await app.call('connect-sandbox', { provider: 'razorpay' }, admin)
  const simulated = body.connection as unknown as Shown
  assert.deepEqual([simulated.mode, simulated.status], ['sandbox', 'connected'])
  const [ready] = await eventually(
    () => list(admin),
    ([each]) => each?.webhook_state === 'ready',
  )
  assert.equal(ready?.id, simulated.id)
  const repeated = await app.call('connect-sandbox', { provider: 'razorpay' }, admin)
  assert.equal((repeated.body.connection as unknown as Shown).id, simulated.id)
  const tried = await app.call('integration-test', { connectionId: simulated.id, orgId: admin.orgId }, admin)
  assert.equal(tried.body.success, true)

  const real = await connected(someKey(), admin)
  assert.notEqual(real.id, simulated.id)
  assert.deepEqual(
    (await list(admin)).map(({ mode }) => mode),
    ['test'],
  )
  assert.deepEqual(failed(await app.call('connect-sandbox', { provider: 'google' }, admin)), [
    400,
    'provider_wants_consent',
    'provider',
  ])
})

test('a test shows its duration and account; a key revoked at the provider needs a member’s action', async () => {
  const admin = await app.given.organization()
  const key = someKey()
  const { id } = await connected(key, admin)
  const member = await app.given.person(admin.orgId, 'member')
  const test = () => app.call('integration-test', { connectionId: id, orgId: admin.orgId }, member)
  const well = await test()
  assert.deepEqual([well.body.success, well.body.account, well.body.error], [true, key.keyId, null])
  assert.ok(Number.isInteger(well.body.latency_ms))

  const revoked = someKey()
  await app.database.inOrg(admin.orgId, async (db) => {
    await db
      .updateTable('connections')
      .set({ credentials: vault.seal(JSON.stringify({ ...key, keySecret: revoked.keySecret }), `connection ${id}`) })
      .where('id', '=', id)
      .execute()
  })
  const broken = await test()
  assert.deepEqual([broken.status, broken.body.success], [200, false])
  const [shown] = await eventually(
    () => list(admin),
    ([each]) => each?.status === 'error',
  )
  assert.deepEqual(
    [shown?.last_error, shown?.last_call?.status, shown?.last_call?.outcome],
    ['Razorpay rejects the credentials (401).', 401, 'refused'],
  )
  const { body } = await app.call('list-notices', {}, admin)
  assert.deepEqual(
    (body.notices as unknown as { kind: string; subject_id: string }[]).map(({ kind, subject_id }) => [kind, subject_id]),
    [['connection_failed', id]],
  )
  assert.equal((await app.call('list-provider-calls', { connectionId: id }, member)).status, 403)

  const mended = await connected(key, admin)
  assert.deepEqual([mended.id, mended.status], [id, 'connected'])
  assert.deepEqual((await app.call('list-notices', {}, admin)).body.notices, [])
})

test('a disconnected account is no longer used at once, a repeat changes nothing, and its calls can still be read', async () => {
  const admin = await app.given.organization()
  const { id } = await connected(someKey(), admin)
  await app.call('integration-test', { connectionId: id, orgId: admin.orgId }, admin)
  const end = () => app.call('integration-disconnect', { connectionId: id, orgId: admin.orgId }, admin)
  assert.deepEqual((await end()).body.success, true)
  assert.deepEqual((await end()).body.success, true)
  assert.deepEqual([await list(admin), await stored(admin, id)], [[], {}])
  const ended = (await app.call('integration-connections', { orgId: admin.orgId }, admin)).body.connections
  assert.deepEqual(
    (ended as unknown as Shown[]).map((each) => [each.id, each.status]),
    [[id, 'disconnected']],
  )
  const tried = await app.call('integration-test', { connectionId: id, orgId: admin.orgId }, admin)
  assert.deepEqual([tried.body.success, tried.body.latency_ms], [false, null])
  // The call that tried the key, and the test.
  await eventually(
    async () => (await app.call('list-provider-calls', { connectionId: id }, admin)).body.calls as unknown as unknown[],
    (found) => found.length === 2,
  )
})

test('of a connection the newest thousand calls are kept, and of those only the last 30 days', async () => {
  const admin = await app.given.organization()
  const { id } = await connected(someKey(), admin)
  const { orgId } = admin
  const count = () =>
    app.database.inOrg(
      orgId,
      async (db) => (await db.selectFrom('provider_calls').select('id').where('connection_id', '=', id).execute()).length,
    )
  // Its own call is kept a moment behind, and would be one more.
  await until('its own call', async () => (await count()) > 0)
  await app.database.inOrg(orgId, (db) =>
    db
      .insertInto('provider_calls')
      .values(
        Array.from({ length: 1_200 }, (_each, n) => ({
          org_id: orgId,
          id: `0198${String(n).padStart(4, '0')}-0000-7000-8000-000000000000`,
          connection_id: id,
          provider: 'razorpay',
          operation: 'orders.all',
          method: 'GET',
          host: 'x',
          outcome: 'ok',
          tries: 1,
          duration_ms: 1,
          at: new Date(),
        })),
      )
      .execute(),
  )
  assert.ok((await app.database.inOrg(orgId, (db) => deleteOldCalls(db, orgId, '00000000-0000-0000-0000-000000000000'))) >= 200)
  assert.equal(await count(), 1_000)
  await app.database.inOrg(orgId, (db) => deleteOldCalls(db, orgId, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
  assert.equal(await count(), 0)
})

const account = (n: number) => ({
  phoneNumberId: `10654035224${n}`,
  businessAccountId: `10229013934${n}`,
  accessToken: `EAAconnect${n}`,
  appSecret: 'c0ffee00c0ffee00c0ffee00c0ffee00',
  verifyToken: 'verify-me-please',
})
const holder = async (phoneNumberId: string) =>
  (await findNumbers(app.database.db, { phoneNumberIds: [phoneNumberId], businessAccountIds: [] }))[0]

const connectNumber = async (as: Someone, credentials: object) => {
  const { status, body } = await app.call('connect-provider', { provider: 'whatsapp', credentials }, as)
  return { status, code: body.code as string | undefined, connection: body.connection as unknown as Shown }
}

test('a number is tried before it is stored, and can be looked up while it is connected', async () => {
  const somebody = await app.given.organization()
  const refused = await connectNumber(somebody, { ...account(2922), accessToken: 'EAAexpired0001' })
  assert.deepEqual([refused.status, refused.code], [400, 'credentials_refused'])
  assert.equal((await connectNumber(somebody, { ...account(2922), phoneNumberId: 'abc' })).code, 'credentials_malformed')
  assert.equal(await holder(account(2922).phoneNumberId), undefined)

  const { connection } = await connectNumber(somebody, account(2922))
  assert.equal(connection.mode, 'test', 'a number of the platform’s own sandbox')
  assert.match(connection.webhook_url ?? '', new RegExp(`/functions/v1/whatsapp-webhook\\?connection=${connection.id}$`))
  assert.deepEqual(await holder(account(2922).phoneNumberId), {
    phoneNumberId: account(2922).phoneNumberId,
    businessAccountId: account(2922).businessAccountId,
    orgId: somebody.orgId,
    connectionId: connection.id,
  })

  // The last to prove the credentials has the number; disconnecting the other one does not release it.
  const another = await app.given.organization()
  const taken = await connectNumber(another, account(2922))
  assert.equal((await holder(account(2922).phoneNumberId))?.orgId, another.orgId)
  const end = (as: Someone, connectionId: string) => app.call('integration-disconnect', { connectionId, orgId: as.orgId }, as)
  await end(somebody, connection.id)
  assert.equal((await holder(account(2922).phoneNumberId))?.orgId, another.orgId)
  await end(another, taken.connection.id)
  assert.equal(await holder(account(2922).phoneNumberId), undefined)
})

test('the sandbox replaces WhatsApp: its webhook registers automatically, and a phone’s message comes in and is answered', async () => {
  const { orgId } = app.owner
  assert.equal((await app.call('connect-sandbox', { provider: 'whatsapp' })).status, 200)
  await until('the webhook is registered', async () => (await list(app.owner))[0]?.webhook_state === 'ready')
  const [number] = await app.database.inOrg(orgId, (db) =>
    db.selectFrom('directory.whatsapp_numbers').selectAll().where('org_id', '=', orgId).execute(),
  )
  assert.ok(number)
  const phones = phonesAt(app.url, number.phone_number_id)
  await phones.write('joerg', { text: 'Grüße aus Köln' })
  await until('the message is in', async () => {
    const { body } = await app.call('fetch-admin-chats', {})
    return JSON.stringify(body).includes('Grüße aus Köln')
  })
  const sent = await app.call('send-whatsapp', { to: '+4915112345678', message: 'Grüße zurück' })
  assert.equal(sent.status, 200, JSON.stringify(sent.body))
  await phones.received('joerg', 'Grüße zurück')
})
