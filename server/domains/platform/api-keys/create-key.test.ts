import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startApp, type TestApp } from '#test/support/app.ts'
import { hashKey, readKey } from './keys.ts'

let app: TestApp
before(async () => {
  app = await startApp()
})
after(() => app.stop())

interface Made {
  key: { id: string; [fact: string]: unknown }
  secret: string
}
const make = async (input: object, as = app.owner): Promise<Made> => {
  const made = await app.call('create-key', { name: 'Zapier', scopes: ['leads:write'], ...input }, as)
  assert.equal(made.status, 200, JSON.stringify(made.body))
  return made.body as unknown as Made
}

test('a new key accepts a lead at once, and reports the first rejection and the first lead', async () => {
  const { key, secret } = await make({ name: '  Zapier  ' })
  assert.equal(key.name, 'Zapier')
  assert.equal(key.hint, secret.slice(-4))
  assert.equal(key.state, 'active')
  assert.deepEqual(key.created_by && (key.created_by as { id: string }).id, app.owner.personId)

  const waiting = await app.call('show-key', { keyId: key.id })
  assert.deepEqual([waiting.body.first_lead, waiting.body.last_refusal], [null, null])

  const refused = await app.post({ email: 'no address' }, secret)
  assert.equal(refused.status, 400)
  const afterRefusal = await app.call('show-key', { keyId: key.id })
  assert.equal(afterRefusal.body.first_lead, null)
  assert.equal((afterRefusal.body as { last_refusal?: { code: string } }).last_refusal?.code, 'email_malformed')

  const taken = await app.post({ email: 'maya@example.com' }, secret)
  assert.equal(taken.status, 200)
  const afterLead = await app.call('show-key', { keyId: key.id })
  assert.equal((afterLead.body as { first_lead?: { lead_id: unknown } }).first_lead?.lead_id, taken.body.lead_id)
  assert.equal(afterLead.body.last_refusal, null)
})

test('only the hash of a key is stored, and nothing but the answer that made it holds its text', async () => {
  const { secret } = await make({})
  assert.deepEqual(readKey(secret), hashKey(secret))
  const listed = await app.call('list-keys')
  assert.ok(!JSON.stringify(listed.body).includes(secret))
  const rows = await app.database.inOrg(app.owner.orgId, (db) => db.selectFrom('api_keys').selectAll().execute())
  const hashes = await app.database.db.selectFrom('directory.key_hashes').selectAll().execute()
  assert.ok(hashes.some((row) => row.hash.equals(hashKey(secret))))
  assert.ok(!JSON.stringify([rows, hashes]).includes(secret))
  assert.ok(!app.logged().includes(secret))
})

test('a key can be given no scope that nothing honours, no empty name and no end in the past', async () => {
  const cases: [object, string][] = [
    [{ scopes: ['contacts:delete'] }, 'scopes.0'],
    [{ scopes: [] }, 'scopes'],
    [{ name: '  ' }, 'name'],
    [{ expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
    [{ expiresAt: 'tomorrow' }, 'expiresAt'],
    [{ ratePerMinute: 0 }, 'ratePerMinute'],
  ]
  for (const [input, field] of cases) {
    const answer = await app.call('create-key', { name: 'X', scopes: ['leads:write'], ...input })
    assert.deepEqual([answer.status, answer.body.field], [400, field], JSON.stringify(input))
  }
})

test('a key with an end and a limit of its own keeps both', async () => {
  const expiresAt = new Date(Date.now() + 3_000)
  const { key, secret } = await make({ expiresAt: expiresAt.toISOString(), ratePerMinute: 3 })
  assert.equal(key.expires_at, expiresAt.toISOString())
  const first = await app.post({ email: 'a@example.com' }, secret)
  assert.equal(first.headers.get('RateLimit-Policy'), '"default";q=3;w=60')
  await new Promise((done) => setTimeout(done, expiresAt.getTime() - Date.now() + 100))
  const ended = await app.post({ email: 'a@example.com' }, secret)
  assert.deepEqual([ended.status, ended.body.code], [401, 'key_expired'])
})

test('keys are the business of admins and owners of their own workspace', async () => {
  const { key } = await make({})
  const member = await app.given.person(app.owner.orgId, 'member')
  const admin = await app.given.person(app.owner.orgId, 'admin')
  const stranger = await app.given.organization()
  const calls: [string, object][] = [
    ['list-keys', {}],
    ['create-key', { name: 'X', scopes: ['leads:write'] }],
    ['show-key', { keyId: key.id }],
    ['update-key', { keyId: key.id, name: 'Y' }],
    ['roll-key', { keyId: key.id, overlapHours: 1 }],
    ['revoke-key', { keyId: key.id }],
  ]
  for (const [type, body] of calls) {
    assert.equal((await app.call(type, body, member)).status, 403, type)
    assert.equal((await app.call(type, body, null)).status, 401, type)
    if ('keyId' in body) assert.deepEqual((await app.call(type, body, stranger)).body.code, 'key_not_found', type)
  }
  assert.deepEqual((await app.call('list-keys', {}, stranger)).body.keys, [])
  assert.equal((await app.call('list-keys', {}, admin)).status, 200)
})

test('the newest key stands first', async () => {
  const one = await make({ name: 'One' })
  const two = await make({ name: 'Two' })
  const { body } = await app.call('list-keys')
  const ids = (body.keys as unknown as { id: string }[]).map((key) => key.id)
  assert.deepEqual(ids.slice(0, 2), [two.key.id, one.key.id])
})
