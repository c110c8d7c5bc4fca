import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startApp, type TestApp } from '#test/support/app.ts'

let app: TestApp
before(async () => {
  app = await startApp()
})
after(() => app.stop())

test('a field left out of a change stays, null removes it, and a new limit applies within a second', async () => {
  const key = await app.given.key(app.owner.orgId, { ratePerMinute: 50, expiresAt: new Date(Date.now() + 3_600_000) })
  assert.equal((await app.post({ email: 'a@example.com' }, key.text)).headers.get('RateLimit-Policy'), '"default";q=50;w=60')

  const renamed = await app.call('update-key', { keyId: key.id, name: 'n8n' })
  const after1 = renamed.body.key as unknown as { name: string; rate_per_minute: number; expires_at: string | null }
  assert.deepEqual([after1.name, after1.rate_per_minute], ['n8n', 50])
  assert.notEqual(after1.expires_at, null)

  const freed = await app.call('update-key', { keyId: key.id, ratePerMinute: null, expiresAt: null })
  const after2 = freed.body.key as unknown as typeof after1
  assert.deepEqual([after2.name, after2.rate_per_minute, after2.expires_at], ['n8n', null, null])

  await new Promise((done) => setTimeout(done, 1_000))
  assert.equal((await app.post({ email: 'a@example.com' }, key.text)).headers.get('RateLimit-Policy'), '"default";q=1200;w=60')
})

test('an ended key cannot be brought back by a change', async () => {
  const expired = await app.given.key(app.owner.orgId, { expiresAt: new Date(Date.now() - 1_000) })
  const later = new Date(Date.now() + 3_600_000).toISOString()
  assert.equal((await app.call('update-key', { keyId: expired.id, expiresAt: later })).body.code, 'key_ended')
  const revoked = await app.given.key(app.owner.orgId)
  await app.call('revoke-key', { keyId: revoked.id })
  assert.equal((await app.call('update-key', { keyId: revoked.id, name: 'Again' })).body.code, 'key_ended')
})

test('an end in the past is refused, and nothing changes', async () => {
  const key = await app.given.key(app.owner.orgId)
  const answer = await app.call('update-key', { keyId: key.id, name: 'Changed', expiresAt: '2020-01-01T00:00:00Z' })
  assert.deepEqual([answer.status, answer.body.field], [400, 'expiresAt'])
  const shown = await app.call('show-key', { keyId: key.id })
  assert.equal((shown.body.key as unknown as { name: string }).name, 'Test')
})
