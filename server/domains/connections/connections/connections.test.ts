import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { inspect } from 'node:util'
import type { Enqueue } from '#core/context.ts'
import { newId } from '#core/ids.ts'
import type { CallRecord } from '#core/outbound/provider-calls.ts'
import { revealed } from '#ports/secret.ts'
import { startApp, type TestApp } from '#test/support/app.ts'
import { connecting } from '#test/support/connecting.ts'
import { type ConnectionRow, connectionOf, findConnection, orgOfConnection } from './connections.ts'
import { openCredentials } from './credentials.ts'
import { addConnection, disconnectConnection, replaceCredentials } from './lifecycle.ts'
import { findProviderCalls, keepCalls } from './provider-calls.ts'
import { usableConnection } from './usable-connections.ts'

const { vault } = connecting
const ordered: unknown[] = []
const enqueue: Enqueue = async (_order, data) => void ordered.push(data)
const on = { ...connecting, enqueue, settings: { hasSandbox: true } }
const off = { ...connecting, enqueue, settings: { hasSandbox: false } }

let app: TestApp
before(async () => {
  app = await startApp()
})
after(() => app.stop())

const connected = async (orgId: string): Promise<string> => {
  const id = newId()
  await app.database.inOrg(orgId, (db) =>
    addConnection(db, connecting, {
      orgId,
      id,
      provider: 'stripe',
      mode: 'test',
      account: 'acct_1',
      credentials: { secretKey: 'sk_test_0123456789' },
      personId: null,
    }),
  )
  return id
}
const look = async (orgId: string, id: string): Promise<ConnectionRow> => {
  const row = await app.database.inOrg(orgId, (db) => findConnection(db, orgId, id))
  assert.ok(row)
  return row
}
const eventsOf = async (orgId: string, id: string): Promise<string[]> => {
  const rows = await app.database.inOrg(orgId, (db) =>
    db.selectFrom('events').select('type').where('subject_id', '=', id).orderBy('id').execute(),
  )
  return rows.map(({ type }) => type)
}
const noticesOf = async (orgId: string) => {
  const rows = await app.database.inOrg(orgId, (db) =>
    db.selectFrom('notices').select(['kind', 'facts']).where('kind', '=', 'connection_failed').execute(),
  )
  return rows.map(({ facts }) => facts)
}
const call = (orgId: string, connectionId: string, facts: Partial<CallRecord>): CallRecord => ({
  orgId,
  connectionId,
  provider: 'stripe',
  operation: 'balance.retrieve',
  method: 'GET',
  host: 'api.stripe.com',
  status: 200,
  outcome: 'ok',
  tries: 1,
  durationMs: 12,
  providerRequestId: 'req_1',
  at: new Date(),
  begun: performance.now(),
  ...facts,
})

test('credentials stand sealed, open for their own connection only, and are gone once it is disconnected', async () => {
  const { orgId } = app.owner
  const id = await connected(orgId)
  const row = await look(orgId, id)
  assert.doesNotMatch(JSON.stringify(row), /sk_test/)
  assert.deepEqual(openCredentials(vault, row), { secretKey: 'sk_test_0123456789' })
  assert.throws(() => openCredentials(vault, { ...row, id: newId() }))
  assert.equal(await orgOfConnection(app.database.db, id), orgId)

  await app.database.inOrg(orgId, (db) => disconnectConnection(db, row, connecting, { now: new Date() }))
  const gone = await look(orgId, id)
  assert.deepEqual([gone.status, gone.credentials, openCredentials(vault, gone)], ['disconnected', null, {}])
  assert.deepEqual(await eventsOf(orgId, id), ['connection.connected', 'connection.disconnected'])
})

test('the sandbox replaces unconnected services, once however many requests come at a time, and no others', async () => {
  const { orgId } = await app.given.organization()
  const ask = (how: typeof on) => app.database.inOrg(orgId, (db) => usableConnection(db, orgId, 'stripe', how))
  assert.equal(await ask(off), null)
  const asked = await Promise.all(Array.from({ length: 8 }, () => ask(on)))
  const [first] = asked
  assert.equal(new Set(asked.map((each) => each?.connectionId)).size, 1)
  assert.equal(first?.mode, 'sandbox')
  assert.match(first?.credentials.secretKey?.reveal() ?? '', /^sk_test_sandbox_[0-9a-f]{32}$/)

  await app.database.inOrg(orgId, async (db) => {
    const row = await connectionOf(db, orgId, 'stripe')
    if (row) await disconnectConnection(db, row, connecting, { now: new Date() })
  })
  const real = await connected(orgId)
  await keepCalls(app.database.inOrg, [call(orgId, real, { status: 401, outcome: 'refused' })])
  const used = await ask(on)
  assert.deepEqual([used?.connectionId, used?.mode], [real, 'test'])
})

test('rejected credentials need attention, until a call works or they are replaced; the id stays', async () => {
  const { orgId } = await app.given.organization()
  const id = await connected(orgId)
  const keep = (...facts: Partial<CallRecord>[]) =>
    keepCalls(
      app.database.inOrg,
      facts.map((each) => call(orgId, id, each)),
    )

  await keep({ status: 401, outcome: 'refused' }, { status: 401, outcome: 'refused' })
  const failed = await look(orgId, id)
  assert.deepEqual([failed.status, failed.last_error], ['error', 'Stripe rejects the credentials (401).'])
  assert.deepEqual(await noticesOf(orgId), [
    { provider: 'Stripe', status: 'error', reason: 'Stripe rejects the credentials (401).' },
  ])
  await keep({ status: 503, outcome: 'failed' }, { status: 404, outcome: 'refused' })
  assert.equal((await look(orgId, id)).status, 'error')

  await keep({})
  assert.deepEqual([(await look(orgId, id)).status, await noticesOf(orgId)], ['connected', []])

  // Under way when they were replaced.
  const begun = performance.now() - 1_000
  await app.database.inOrg(orgId, (db) =>
    replaceCredentials(db, connecting, failed, {
      credentials: { secretKey: 'sk_test_new' },
      account: 'acct_1',
      personId: null,
    }),
  )
  await keep({ status: 401, outcome: 'refused', begun })
  const replaced = await look(orgId, id)
  assert.deepEqual([replaced.status, openCredentials(vault, replaced)], ['connected', { secretKey: 'sk_test_new' }])
  assert.deepEqual(await eventsOf(orgId, id), ['connection.connected', 'connection.failed', 'connection.connected'])
})

test('a provider’s own error is recorded in words and cleared, and raises nothing', async () => {
  const { orgId } = await app.given.organization()
  const id = await connected(orgId)
  await keepCalls(app.database.inOrg, [call(orgId, id, { status: null, outcome: 'timed_out' })])
  const slow = await look(orgId, id)
  assert.deepEqual([slow.status, slow.last_error, slow.last_ok_at], ['connected', 'It timed out.', null])
  await keepCalls(app.database.inOrg, [call(orgId, id, {})])
  const well = await look(orgId, id)
  assert.deepEqual([well.last_error, well.last_ok_at?.getTime()], [null, well.last_call_at?.getTime()])
  assert.deepEqual(await eventsOf(orgId, id), ['connection.connected'])
  const calls = await app.database.inOrg(orgId, (db) => findProviderCalls(db, orgId, id, { limit: 10 }))
  assert.deepEqual(
    calls.map(({ outcome }) => outcome),
    ['ok', 'timed_out'],
  )
})

test('a connection’s credentials are printed nowhere: JSON, logs and texts say [secret]', async () => {
  const { orgId } = await app.given.organization()
  const connection = await app.database.inOrg(orgId, (db) => usableConnection(db, orgId, 'stripe', on))
  const secretKey = connection?.credentials.secretKey ?? assert.fail('no key')
  const printed = [JSON.stringify(connection), inspect(connection, { depth: 5 }), `${secretKey}`, `${inspect(secretKey)}`]
  for (const text of printed) assert.match(text, /\[secret\]/)
  assert.doesNotMatch(printed.join(), /sk_test_/)
  assert.match(secretKey.reveal(), /^sk_test_sandbox_/)
  assert.equal(revealed(connection?.credentials ?? {}).secretKey, secretKey.reveal())
})
