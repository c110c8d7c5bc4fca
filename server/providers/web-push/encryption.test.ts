import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'
import { test } from 'node:test'
import { mostPayloadBytes } from '#ports/push.ts'
import { encrypt } from './encryption.ts'
import { vapidHeader } from './vapid.ts'

/** RFC 8291, appendix A. */
const vector = {
  plaintext: 'When I grow up, I want to be a watermelon',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  privateKey: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  publicKey: 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  body: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
}
const bytes = (text: string): Buffer => Buffer.from(text, 'base64url')

test('a message is encrypted as the example of RFC 8291 is, to the byte', () => {
  const body = encrypt(Buffer.from(vector.plaintext), vector, {
    salt: bytes(vector.salt),
    privateKey: bytes(vector.privateKey),
  })
  assert.equal(body.toString('base64url'), vector.body)
})

test('the longest message fills one record, a longer one is refused, and a key that is no point is too', () => {
  assert.equal(encrypt(Buffer.alloc(mostPayloadBytes, 1), vector).length, 4_096)
  assert.throws(() => encrypt(Buffer.alloc(mostPayloadBytes + 1), vector), RangeError)
  assert.throws(() => encrypt(Buffer.from('x'), { ...vector, p256dh: Buffer.alloc(65, 4).toString('base64url') }))
})

test('the sender signs for the origin of the push service and for half a day, by the key that it names (RFC 8292)', () => {
  const now = new Date('2027-01-01T00:00:00Z')
  const about = { endpoint: 'https://push.example.net/p/abc', contact: 'mailto:desk@example.com', now }
  const header = vapidHeader({ publicKey: vector.publicKey, privateKey: vector.privateKey }, about)
  const [, token = '', key] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  assert.equal(key, vector.publicKey)
  assert.deepEqual(JSON.parse(bytes(head).toString()), { typ: 'JWT', alg: 'ES256' })
  assert.deepEqual(JSON.parse(bytes(claims).toString()), {
    ...{ aud: 'https://push.example.net', exp: now.getTime() / 1_000 + 43_200, sub: 'mailto:desk@example.com' },
  })
  const point = bytes(vector.publicKey)
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } })
  assert.ok(verify('sha256', Buffer.from(`${head}.${claims}`), { key: publicKey, dsaEncoding: 'ieee-p1363' }, bytes(signature)))
})
