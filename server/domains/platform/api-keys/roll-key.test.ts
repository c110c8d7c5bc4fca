import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startApp, type TestApp } from '#test/support/app.ts'

let app: TestApp
before(async () => {
  app = await startApp()
})
after(() => app.stop())

interface Key {
  id: string
  name: string
  state: string
  scopes: string[]
  rate_per_minute: number | null
  expires_at: string | null
  rolled_to: string | null
}
const roll = async (keyId: string, overlapHours: number) => {
  const answer = await app.call('roll-key', { keyId, overlapHours })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body as unknown as { key: Key; old: Key; secret: string }
}

test('during the overlap both keys take leads; the old one names the new and has an end', async () => {
  const first = await app.given.key(app.owner.orgId, { ratePerMinute: 77 })
  const { key, old, secret } = await roll(first.id, 24)
  assert.deepEqual([key.name, key.scopes, key.rate_per_minute, key.state], ['Test', ['leads:write'], 77, 'active'])
  assert.deepEqual([old.state, old.rolled_to], ['ending', key.id])
  const hours = (Date.parse(old.expires_at ?? '') - Date.now()) / 3_600_000
  assert.ok(hours > 23.9 && hours <= 24, `${hours} hours`)
  assert.equal((await app.post({ email: 'a@example.com' }, first.text)).status, 200)
  assert.equal((await app.post({ email: 'b@example.com' }, secret)).status, 200)
})

test('without an overlap the old key is refused within a second', async () => {
  const first = await app.given.key(app.owner.orgId)
  assert.equal((await app.post({ email: 'a@example.com' }, first.text)).status, 200)
  const { old } = await roll(first.id, 0)
  assert.equal(old.state, 'expired')
  await new Promise((done) => setTimeout(done, 1_000))
  assert.deepEqual((await app.post({ email: 'a@example.com' }, first.text)).body.code, 'key_expired')
})

test('rolling never lets the old key live longer than it would have, and gives the new one as long a life', async () => {
  const expiresAt = new Date(Date.now() + 3_600_000)
  const first = await app.given.key(app.owner.orgId, { expiresAt })
  const { key, old } = await roll(first.id, 168)
  assert.equal(old.expires_at, expiresAt.toISOString())
  const life = Date.parse(key.expires_at ?? '') - Date.now()
  assert.ok(Math.abs(life - 3_600_000) < 60_000, `${life} ms`)
})

test('a key is rolled once, also by two people at the same moment', async () => {
  const first = await app.given.key(app.owner.orgId)
  const answers = await Promise.all([1, 2, 3, 4].map(() => app.call('roll-key', { keyId: first.id, overlapHours: 1 })))
  assert.deepEqual(answers.map((answer) => answer.status).sort(), [200, 409, 409, 409])
  const refused = answers.find((answer) => answer.status === 409)
  assert.equal(refused?.body.code, 'key_rolled_already')
  const longer = await app.call('update-key', { keyId: first.id, expiresAt: new Date(Date.now() + 1e9).toISOString() })
  assert.equal(longer.body.code, 'key_rolled_already')
})

test('an ended key is not rolled, and the overlap is between 0 and 168 hours', async () => {
  const revoked = await app.given.key(app.owner.orgId)
  await app.call('revoke-key', { keyId: revoked.id })
  assert.equal((await app.call('roll-key', { keyId: revoked.id, overlapHours: 1 })).body.code, 'key_ended')
  const key = await app.given.key(app.owner.orgId)
  for (const overlapHours of [-1, 169])
    assert.equal((await app.call('roll-key', { keyId: key.id, overlapHours })).body.field, 'overlapHours')
})
