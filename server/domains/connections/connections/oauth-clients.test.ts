import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { startSandbox, type TestSandbox } from '#test/support/sandbox.ts'
import { allowService, beginService, connectService, grantsAt, rowOf } from '#test/support/services.ts'

let sandbox: TestSandbox
let app: TestApp
before(async () => {
  sandbox = await startSandbox()
  app = await startApp({
    env: {
      ...{ AIRTABLE_API_BASE: `${sandbox.address}/sandbox/airtable`, NOTION_API_BASE: `${sandbox.address}/sandbox/notion` },
      ...{ NOTION_CLIENT_ID: 'operators', NOTION_CLIENT_SECRET: 'operators-secret' },
      ...{ GOOGLE_OAUTH_BASE: `${sandbox.address}/sandbox/google`, HUBSPOT_API_BASE: `${sandbox.address}/sandbox/hubspot` },
    },
  })
})
after(async () => {
  await app.stop()
  await sandbox.stop()
})

const save = (who: Someone, provider: string, clientId: string, clientSecret?: string) =>
  app.call('save-oauth-client', { provider, clientId, ...(clientSecret !== undefined && { clientSecret }) }, who)
const refresh = (who: Someone, connectionId: string) => app.call('integration-refresh', { connectionId, orgId: who.orgId }, who)
const clientAsked = async (who: Someone, provider: string): Promise<string | null> => {
  const begun = await beginService(app, who, rowOf(provider))
  return begun.status === 200 ? new URL(String(begun.body.authorizeUrl)).searchParams.get('client_id') : null
}
/** A renewal within ten seconds of another is the same one. */
const later = (who: Someone) =>
  app.database.inOrg(who.orgId, (db) =>
    db
      .updateTable('token_renewals')
      .set({ renewed_at: new Date(Date.now() - 60_000), failed_at: null })
      .where('org_id', '=', who.orgId)
      .execute(),
  )
const statusOf = async (who: Someone): Promise<unknown> => {
  const { body } = await app.call('integration-connections', { orgId: who.orgId }, who)
  return (body.connections as unknown as { status: string; last_error: string | null }[]).map(({ status }) => status)
}

test('an owner’s client is asked with in place of the operator’s, for that workspace alone, and an admin may not save one', async () => {
  const [owner, other] = [await app.given.organization(), await app.given.organization()]
  assert.equal(await clientAsked(owner, 'airtable'), null)
  assert.equal(await clientAsked(owner, 'notion'), 'operators')
  assert.equal((await save(owner, 'airtable', ' ours ', 'our-secret')).status, 200)
  assert.equal((await save(owner, 'notion', 'ours', 'our-secret')).status, 200)
  assert.deepEqual([await clientAsked(owner, 'airtable'), await clientAsked(owner, 'notion')], ['ours', 'ours'])
  assert.deepEqual([await clientAsked(other, 'airtable'), await clientAsked(other, 'notion')], [null, 'operators'])
  const admin = await app.given.person(owner.orgId, 'admin')
  for (const action of ['save-oauth-client', 'remove-oauth-client', 'show-oauth-client'])
    assert.equal((await app.call(action, { provider: 'notion', clientId: 'x', clientSecret: 'y' }, admin)).status, 403)
})

test('the secret is sealed, and neither shown, logged nor part of an address', async () => {
  const owner = await app.given.organization()
  await save(owner, 'airtable', 'ours', 'a-secret-like-no-other')
  await connectService(app, owner, 'airtable')
  const shown = await app.call('show-oauth-client', { provider: 'airtable' }, owner)
  assert.deepEqual(shown.body.client, {
    ...{
      provider: 'airtable',
      redirect_uri: `${app.url}/functions/v1/integration-callback`,
      client_id: 'ours',
      connections: 1,
    },
    origin: 'workspace',
    register: rowOf('airtable').oauth?.register,
    scopes: ['user.email:read', 'data.records:read', 'schema.bases:read', 'data.records:write'],
    saved_at: (shown.body.client as unknown as { saved_at: string }).saved_at,
  })
  const rows = await app.database.inOrg(owner.orgId, async (db) => [
    await db.selectFrom('oauth_clients').selectAll().execute(),
    await db.selectFrom('connections').selectAll().execute(),
    await db.selectFrom('events').selectAll().execute(),
  ])
  for (const text of [JSON.stringify(rows), JSON.stringify(shown.body), app.logged()])
    assert.ok(!text.includes('a-secret-like-no-other'))
})

test('a connection renews with the client that made it, whatever is saved afterwards', async () => {
  const owner = await app.given.organization()
  await save(owner, 'airtable', 'first', 'first-secret')
  const connectionId = await connectService(app, owner, 'airtable')
  await save(owner, 'airtable', 'second', 'second-secret')
  assert.equal((await refresh(owner, connectionId)).status, 200)
  assert.equal((await grantsAt(sandbox.address, 'airtable'))[0]?.clientId, 'first')
  // A new consent of the account is the new client's.
  assert.equal(await connectService(app, owner, 'airtable'), connectionId)
  assert.equal((await grantsAt(sandbox.address, 'airtable'))[0]?.clientId, 'second')
  assert.equal((await refresh(owner, connectionId)).status, 200)
})

test('one made with the operator’s client goes on with that, too', async () => {
  const owner = await app.given.organization()
  const connectionId = await connectService(app, owner, 'notion')
  await save(owner, 'notion', 'ours', 'our-secret')
  assert.equal((await refresh(owner, connectionId)).status, 200)
})

test('a new secret of the same client is that of its connections; without one the old stays', async () => {
  const owner = await app.given.organization()
  await save(owner, 'airtable', 'ours', 'right-secret')
  const connectionId = await connectService(app, owner, 'airtable')
  // The simulator takes every secret but those that begin so.
  await save(owner, 'airtable', 'ours', 'wrong-secret')
  // The token that there is goes on for as long as it is good.
  assert.equal((await refresh(owner, connectionId)).status, 200)
  assert.deepEqual(await statusOf(owner), ['error'])
  await save(owner, 'airtable', 'ours', 'right-again')
  await later(owner)
  assert.equal((await refresh(owner, connectionId)).status, 200)
  assert.deepEqual(await statusOf(owner), ['connected'])
  assert.equal((await save(owner, 'airtable', 'ours')).status, 200)
  await later(owner)
  assert.equal((await refresh(owner, connectionId)).status, 200)
  const missing = await save(owner, 'airtable', 'another')
  assert.deepEqual([missing.status, missing.body.code, missing.body.field], [400, 'missing_field', 'clientSecret'])
})

test('removing a client forgets its secret, and its connections have to be made again', async () => {
  const owner = await app.given.organization()
  await save(owner, 'notion', 'ours', 'our-secret')
  const connectionId = await connectService(app, owner, 'notion')
  const removed = await app.call('remove-oauth-client', { provider: 'notion' }, owner)
  assert.deepEqual(removed.body, { success: true, to_reconnect: 1 })
  assert.deepEqual(await statusOf(owner), ['needs_reauth'])
  const tested = await app.call('integration-test', { connectionId, orgId: owner.orgId }, owner)
  assert.equal(tested.body.error, 'The OAuth client that connected it was removed.')
  assert.equal((await refresh(owner, connectionId)).body.code, 'connection_needs_consent')
  assert.equal(await clientAsked(owner, 'notion'), 'operators')
  assert.equal(await connectService(app, owner, 'notion'), connectionId)
  assert.deepEqual(await statusOf(owner), ['connected'])
  assert.deepEqual((await app.call('remove-oauth-client', { provider: 'notion' }, owner)).body, {
    success: true,
    to_reconnect: 0,
  })
})

test('a consent that was begun with one client does not end with another', async () => {
  const owner = await app.given.organization()
  await save(owner, 'airtable', 'first', 'first-secret')
  const query = await allowService(app, owner, rowOf('airtable'))
  await save(owner, 'airtable', 'second', 'second-secret')
  const refused = await app.call('integration-callback', query, owner)
  assert.deepEqual([refused.status, refused.body.code], [400, 'consent_unknown'])
  assert.deepEqual(await statusOf(owner), [])
})

test('vendors that have a folder take a workspace’s client as well, and those with a key refuse one', async () => {
  const owner = await app.given.organization()
  for (const provider of ['google', 'hubspot'])
    assert.equal((await save(owner, provider, `our-${provider}`, 'secret')).status, 200)
  const wanted = { orgId: owner.orgId, userId: owner.personId }
  const asked = [
    await app.call('integration-init-oauth', { provider: 'google', ...wanted }, owner),
    await app.call('connect-mailbox', { provider: 'google' }, owner),
    await app.call('crm-init-oauth', { provider: 'hubspot', ...wanted }, owner),
  ].map(({ body }) => new URL(String(body.authorizeUrl)).searchParams.get('client_id'))
  assert.deepEqual(asked, ['our-google', 'our-google', 'our-hubspot'])
  assert.equal((await save(owner, 'stripe', 'x', 'y')).body.code, 'provider_wants_key')
  assert.equal((await save(owner, 'nonsense', 'x', 'y')).status, 400)
  assert.equal((await save(owner, 'slack', 'two words', 'y')).status, 400)
})
