import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeVault } from '#core/vault.ts'
import { newSecret, openSecret, sealSecret, signedHeaders } from './secrets.ts'

test('the example of the Standard Webhooks specification is signed as there', () => {
  // github.com/standard-webhooks/standard-webhooks, libraries/javascript, its first vector.
  const headers = signedHeaders(['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'], {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    at: new Date(1_614_265_330_000),
    body: '{"test": 2432232314}',
  })
  assert.deepEqual(headers, {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

test('a sealed secret opens for its own endpoint and no other', () => {
  const vault = makeVault(Buffer.alloc(32, 1))
  const secret = newSecret()
  const sealed = sealSecret(vault, 'org', 'webhook', secret)
  assert.equal(openSecret(vault, 'org', 'webhook', sealed), secret)
  assert.throws(() => openSecret(vault, 'other', 'webhook', sealed))
  assert.throws(() => openSecret(vault, 'org', 'other', sealed))
})
