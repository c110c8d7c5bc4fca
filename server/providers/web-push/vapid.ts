import { createPrivateKey, sign } from 'node:crypto'
import type { PushKey } from '#ports/push.ts'

/** Push services take at most 24 hours (RFC 8292, 2). */
const signedForSeconds = 12 * 3_600

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/**
 * The Authorization header by which a push service knows the sender (RFC 8292). `contact`: an https or mailto address of the operator.
 */
export const vapidHeader = (
  { publicKey, privateKey }: PushKey,
  { endpoint, contact, now }: { readonly endpoint: string; readonly contact: string; readonly now: Date },
): string => {
  const point = Buffer.from(publicKey, 'base64url')
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      ...{ kty: 'EC', crv: 'P-256', d: privateKey },
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  })
  const exp = Math.floor(now.getTime() / 1_000) + signedForSeconds
  const signed = `${part({ typ: 'JWT', alg: 'ES256' })}.${part({ aud: new URL(endpoint).origin, exp, sub: contact })}`
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${publicKey}`
}
