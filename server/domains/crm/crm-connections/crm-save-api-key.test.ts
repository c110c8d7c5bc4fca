import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { makeVault } from '#core/vault.ts'
import { findConnections } from '#domains/connections/connections/connections.ts'
import { openCredentials } from '#domains/connections/connections/credentials.ts'
import { findProvider } from '#ports/providers.ts'
import { type Someone, startApp, type TestApp } from '#test/support/app.ts'
import { connectCrm, crmEnv } from '#test/support/crm-consent.ts'
import type { Answer } from '#test/support/requests.ts'
import { startSandbox, type TestSandbox } from '#test/support/sandbox.ts'

const vault = makeVault(Buffer.alloc(32, 7)) // as startApp has it

/** A key is tried through the port of CRMs, which a vendor serves once its code is joined. */
const without = (...vendors: readonly string[]): string | false => {
  const missing = vendors.filter((name) => findProvider(name)?.serves.crm === undefined)
  return missing.length > 0 && `${missing.join(' and ')} serves the port of CRMs not yet`
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

const save = (who: Someone, provider: string, apiKey: string, more: object = {}): Promise<Answer> =>
  app.call('crm-save-api-key', { provider, orgId: who.orgId, userId: who.personId, apiKey, ...more }, who)
const failed = ({ status, body }: Answer) => [status, body.code, body.field]
const rowsOf = (who: Someone) => app.database.inOrg(who.orgId, (db) => findConnections(db, who.orgId))

const pipedriveKey = 'a'.repeat(40)

test('Salesforce and Zoho are connected by consent only', async () => {
  const owner = await app.given.organization()
  for (const provider of ['salesforce', 'zoho'])
    assert.deepEqual(failed(await save(owner, provider, 'some-key')), [400, 'provider_wants_consent', 'provider'])
  assert.deepEqual(await rowsOf(owner), [])
})

test('a key with a newline inside, of another form, or of ten kilobytes is sent nowhere and not stored', async () => {
  const owner = await app.given.organization()
  const malformed = [
    ['hubspot', 'pat-eu1-some\nX-Header: x'],
    ['hubspot', 'pat-eu1-some\r\nkey'],
    ['hubspot', pipedriveKey],
    ['hubspot', 'pat-eu1-'],
    ['hubspot', 'pat-eu1-schl\u00fcssel'],
    ['pipedrive', `${pipedriveKey}\n${pipedriveKey}`],
    ['pipedrive', 'short'],
    ['pipedrive', `${pipedriveKey} x`],
  ] as const
  for (const [provider, key] of malformed)
    assert.deepEqual(failed(await save(owner, provider, key)), [400, 'credentials_malformed', 'apiKey'], JSON.stringify(key))
  assert.equal((await save(owner, 'hubspot', `pat-eu1-${'x'.repeat(10_240)}`)).status, 400)
  for (const blank of [' ', '\n', '']) assert.equal((await save(owner, 'hubspot', blank)).status, 400)
  assert.deepEqual(await rowsOf(owner), [])
})

const strange = [
  ...['169.254.169.254', '..', '.', 'user@studio.pipedrive.com', 'studio.pipedrive.com:8443', 'studio.pipedrive.com/x'],
  ...['https://studio.pipedrive.com', 'studio.pipedrive.com.', 'studio.pipedrive.com.attacker.example', 'pipedrive.com'],
  ...['stud\u0131o.pipedrive.com', 'studio.pip\u0435drive.com', 'xn--pipedrve-d2a.pipedrive.com', 'studio.pipedrive.com\n'],
  ...['localhost', '[::1]', '0x7f000001', 'studio.my.salesforce.com', 'www.zohoapis.eu', 'metadata.google.internal', ''],
]
test('a company host that is none of Pipedrive’s is refused before the key is sent anywhere', async () => {
  let owner = await app.given.organization()
  for (const [at, instanceDomain] of strange.entries()) {
    // Twenty in a minute are the limit of one workspace.
    if (at % 15 === 14) owner = await app.given.organization()
    assert.deepEqual(
      failed(await save(owner, 'pipedrive', pipedriveKey, { instanceDomain })),
      [400, 'credentials_malformed', 'instanceDomain'],
      JSON.stringify(instanceDomain),
    )
  }
  const foreign = await save(owner, 'hubspot', 'pat-eu1-some', { instanceDomain: 'studio.pipedrive.com' })
  assert.deepEqual(failed(foreign), [400, 'credentials_malformed', 'instanceDomain'], 'HubSpot has no hosts of companies')
  assert.deepEqual(await rowsOf(owner), [])
})

test('no person saves a key in the name of another', async () => {
  const owner = await app.given.organization()
  const admin = await app.given.person(owner.orgId, 'admin')
  const answer = await save(owner, 'hubspot', 'pat-eu1-some', { userId: admin.personId })
  assert.deepEqual(failed(answer), [403, 'foreign_person', 'userId'])
})

test('a key that the CRM accepts is stored sealed, without the newline at its end', {
  skip: without('hubspot', 'pipedrive'),
}, async () => {
  const owner = await app.given.organization()
  for (const [provider, key, more] of [
    ['hubspot', 'pat-eu1-keyOfAlder', {}],
    ['pipedrive', pipedriveKey, { instanceDomain: 'Studio.pipedrive.com' }],
  ] as const) {
    const answer = await save(owner, provider, `${key} \n`, more)
    assert.deepEqual([answer.status, answer.body], [200, { success: true }])
    const row = (await rowsOf(owner)).find((each) => each.provider === provider)
    assert.deepEqual([row?.kind, row?.mode, row?.status], ['key', 'test', 'connected'])
    const { apiKey, apiBase } = openCredentials(vault, row as NonNullable<typeof row>)
    assert.deepEqual([apiKey, apiBase], [key, provider === 'pipedrive' ? 'https://studio.pipedrive.com' : undefined])
    assert.ok(!app.logged().includes(key))
  }
})

test('another key of the same account renews its connection; one of another account is another', {
  skip: without('hubspot'),
}, async () => {
  const owner = await app.given.organization()
  for (const key of ['pat-eu1-alder~1', 'pat-eu1-alder~2', 'pat-eu1-birch~1'])
    assert.equal((await save(owner, 'hubspot', key)).status, 200)
  const rows = await rowsOf(owner)
  assert.deepEqual(
    rows.map((row) => openCredentials(vault, row).apiKey),
    ['pat-eu1-alder~2', 'pat-eu1-birch~1'],
  )
})

test('a key that the CRM rejects is not stored, and one that is stored stays', { skip: without('hubspot') }, async () => {
  const owner = await app.given.organization()
  assert.equal((await save(owner, 'hubspot', 'pat-eu1-good')).status, 200)
  assert.deepEqual(failed(await save(owner, 'hubspot', 'pat-eu1-expired')), [400, 'credentials_refused', undefined])
  await sandbox.turn('hubspot', { kind: 'error_503' })
  assert.deepEqual(failed(await save(owner, 'hubspot', 'pat-eu1-other')).slice(0, 2), [503, 'provider_unreachable'])
  await sandbox.turn('hubspot')
  assert.deepEqual(
    (await rowsOf(owner)).map((row) => openCredentials(vault, row).apiKey),
    ['pat-eu1-good'],
  )
})

test('a connection by key is tested like any other, and disconnecting it forgets the key', {
  skip: without('hubspot'),
}, async () => {
  const owner = await app.given.organization()
  await connectCrm(app, owner, 'hubspot')
  assert.equal((await save(owner, 'hubspot', 'pat-eu1-tested')).status, 200)
  const row = (await rowsOf(owner)).find(({ kind }) => kind === 'key')
  assert.ok(row)
  const asked = { connectionId: row.id, orgId: owner.orgId }
  assert.equal((await app.call('integration-test', asked, owner)).body.success, true)
  assert.equal((await app.call('crm-disconnect', asked, owner)).status, 200)
  assert.deepEqual(
    (await rowsOf(owner)).map(({ kind }) => kind),
    ['oauth'],
  )
})
