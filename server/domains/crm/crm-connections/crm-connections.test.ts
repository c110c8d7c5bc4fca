import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { makeVault } from '#core/vault.ts'
import { findConnection } from '#domains/connections/connections/connections.ts'
import { openCredentials } from '#domains/connections/connections/credentials.ts'
import { crmProviderNames } from '#ports/providers.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { consentAt } from '#test/support/consent.ts'
import { beginCrmConsent, connectCrm, crmEnv, returnFromCrm } from '#test/support/crm-consent.ts'
import { startSandbox, type TestSandbox } from '#test/support/sandbox.ts'

const vault = makeVault(Buffer.alloc(32, 7)) // as startApp has it

interface Shown {
  id: string
  provider: string
  status: string
  last_sync: string | null
  kind: string
  mode: string
  account: string | null
  last_error: string | null
}

let sandbox: TestSandbox
let app: TestApp
before(async () => {
  sandbox = await startSandbox()
  app = await startApp({ env: crmEnv(sandbox.address) })
})
after(async () => {
  await app?.stop()
  await sandbox?.stop()
})
beforeEach(async () => {
  for (const provider of crmProviderNames) await sandbox.turn(provider)
})

const list = async (who: Someone): Promise<Shown[]> =>
  (await app.call('crm-connections', { orgId: who.orgId }, who)).body.connections as unknown as Shown[]
const stored = async ({ orgId }: Someone, id: string) => {
  const row = await app.database.inOrg(orgId, (db) => findConnection(db, orgId, id))
  assert.ok(row)
  return openCredentials(vault, row)
}

for (const provider of crmProviderNames) {
  test(`a consent at ${provider} ends in a connection whose tokens are sealed`, async () => {
    const owner = await app.given.organization()
    const id = await connectCrm(app, owner, provider)
    const [shown, ...others] = await list(owner)
    assert.deepEqual(
      [others.length, shown?.id, shown?.provider, shown?.status, shown?.kind, shown?.mode, shown?.last_sync],
      [0, id, provider, 'connected', 'oauth', 'test', null],
    )
    assert.ok(shown?.account)
    const { accessToken = '', refreshToken = '', accountId } = await stored(owner, id)
    assert.ok(accountId)
    for (const secret of [accessToken, refreshToken]) {
      assert.ok(secret.length > 20)
      assert.ok(!app.logged().includes(secret), 'a token is in the log')
    }
    const tried = await app.call('integration-test', { connectionId: id, orgId: owner.orgId }, owner)
    assert.deepEqual([tried.body.success, tried.body.account], [true, shown.account])
  })

  test(`the same account of ${provider} again renews its connection, and another account is another connection`, async () => {
    const owner = await app.given.organization()
    const first = await connectCrm(app, owner, provider)
    const other = await connectCrm(app, owner, provider, 'birch@')
    const before = await stored(owner, first)
    assert.equal(await connectCrm(app, owner, provider), first)
    assert.notEqual(other, first)
    assert.notEqual((await stored(owner, first)).accessToken, before.accessToken)
    assert.notEqual((await stored(owner, other)).accountId, before.accountId)
    assert.equal((await list(owner)).length, 2)
  })

  test(`disconnecting ${provider} revokes the consent there and clears the tokens here; a second call does nothing`, async () => {
    const owner = await app.given.organization()
    const id = await connectCrm(app, owner, provider)
    const { accessToken } = await stored(owner, id)
    for (let times = 0; times < 2; times++) {
      const ended = await app.call('crm-disconnect', { connectionId: id, orgId: owner.orgId }, owner)
      assert.deepEqual([ended.status, ended.body], [200, { success: true }])
    }
    assert.deepEqual(await stored(owner, id), {})
    assert.deepEqual(
      (await list(owner)).map(({ status }) => status),
      ['disconnected'],
    )
    const { consents } = (await (await fetch(`${sandbox.address}/sandbox/${provider}/consents`)).json()) as {
      consents: { ending: string | null }[]
    }
    assert.equal(consents[0]?.ending, 'revoked by the app')
    assert.ok(accessToken)
  })

  test(`a declined consent at ${provider} is reported, and nothing is connected`, async () => {
    const owner = await app.given.organization()
    const back = await consentAt(await beginCrmConsent(app, owner, provider), { answer: 'deny', account: 'alder@' })
    const { status, body } = await returnFromCrm(app, owner, back)
    assert.deepEqual([status, body.code], [400, 'consent_denied'])
    assert.deepEqual(await list(owner), [])
  })
}

test('only admins connect and disconnect CRMs; every member sees them, and other workspaces nothing of them', async () => {
  const owner = await app.given.organization()
  const member = await app.given.person(owner.orgId, 'member')
  const stranger = await app.given.organization()
  const id = await connectCrm(app, owner, 'hubspot')
  const asked = { provider: 'hubspot', orgId: owner.orgId, userId: member.personId }
  assert.equal((await app.call('crm-init-oauth', asked, member)).status, 403)
  assert.equal((await app.call('crm-save-api-key', { ...asked, apiKey: 'pat-eu1-some' }, member)).status, 403)
  assert.equal((await app.call('crm-disconnect', { connectionId: id, orgId: owner.orgId }, member)).status, 403)
  assert.equal((await app.call('crm-disconnect', { connectionId: id, orgId: stranger.orgId }, stranger)).status, 404)
  assert.deepEqual(
    (await list(member)).map((each) => each.id),
    [id],
  )
  assert.deepEqual(await list(stranger), [])
})

test('the pages of payments and models do not offer CRMs, and their actions say where to connect one', async () => {
  const owner = await app.given.organization()
  const { available } = (await app.call('list-connections', {}, owner)).body as unknown as { available: { provider: string }[] }
  assert.deepEqual(
    available.filter(({ provider }) => (crmProviderNames as string[]).includes(provider)),
    [],
  )
  const asked = { provider: 'hubspot', orgId: owner.orgId, userId: owner.personId }
  const codes = await Promise.all([
    app.call('integration-init-oauth', asked, owner),
    app.call('connect-provider', { provider: 'hubspot', credentials: { apiKey: 'pat-eu1-some' } }, owner),
  ])
  assert.deepEqual(
    codes.map(({ status, body }) => [status, body.code]),
    Array(2).fill([400, 'provider_is_crm']),
  )
})
