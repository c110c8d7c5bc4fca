import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startApp, type TestApp } from '#test/support/app.ts'

let one: TestApp
let other: TestApp
before(async () => {
  one = await startApp()
  other = await startApp({ target: one.target })
})
after(async () => {
  await other.stop()
  await one.stop()
})

const until = async (done: () => Promise<boolean>): Promise<number> => {
  const begun = performance.now()
  while (!(await done())) {
    if (performance.now() - begun > 5_000) throw new Error('it did not come within 5 s')
    await new Promise((wait) => setTimeout(wait, 20))
  }
  return performance.now() - begun
}

test('a revoked key is refused within a second by every server process, under use', async () => {
  const key = await one.given.key(one.owner.orgId)
  for (const app of [one, other]) assert.equal((await app.post({ email: 'a@example.com' }, key.text)).status, 200)
  assert.equal((await one.call('revoke-key', { keyId: key.id })).status, 200)
  for (const app of [one, other]) {
    const tookMs = await until(async () => (await app.post({ email: 'a@example.com' }, key.text)).body.code === 'key_revoked')
    assert.ok(tookMs < 1_000, `${tookMs} ms`)
  }
})

test('revoking twice changes nothing and is no error', async () => {
  const key = await one.given.key(one.owner.orgId)
  const first = await one.call('revoke-key', { keyId: key.id })
  const second = await one.call('revoke-key', { keyId: key.id })
  assert.deepEqual(second.body, first.body)
})
