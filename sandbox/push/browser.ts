import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'

/** A browser with a subscription: what the push service knows of it, and what only the browser knows. */
export interface Browser {
  readonly id: string
  /** By which key of a server it subscribed (VAPID), base64url. */
  readonly applicationServerKey: string
  readonly publicKey: string
  readonly privateKey: string
  readonly auth: string
  readonly isGone: boolean
}

export const newBrowser = (id: string, applicationServerKey: string): Browser => {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  return {
    ...{ id, applicationServerKey, isGone: false },
    publicKey: pair.getPublicKey('base64url'),
    privateKey: pair.getPrivateKey('base64url'),
    auth: randomBytes(16).toString('base64url'),
  }
}

const derive = (secret: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes))

/** As the browser reads it (RFC 8188, RFC 8291); null where it cannot. */
export const decrypt = (browser: Browser, body: Buffer): string | null => {
  try {
    const salt = body.subarray(0, 16)
    const keyBytes = body.readUInt8(20)
    const senderKey = body.subarray(21, 21 + keyBytes)
    const record = body.subarray(21 + keyBytes)
    const own = createECDH('prime256v1')
    own.setPrivateKey(browser.privateKey, 'base64url')
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), senderKey])
    const secret = derive(own.computeSecret(senderKey), Buffer.from(browser.auth, 'base64url'), info, 32)
    const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
    const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
    const decipher = createDecipheriv('aes-128-gcm', key, nonce)
    decipher.setAuthTag(record.subarray(-16))
    const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
    const end = padded.lastIndexOf(2)
    return end < 0 ? null : padded.subarray(0, end).toString()
  } catch {
    return null
  }
}

const daySeconds = 86_400

/** Why the sender is not believed (RFC 8292); null where they are. */
export const doubtOf = (
  authorization: string,
  { origin, key, now }: { readonly origin: string; readonly key: string; readonly now: Date },
): 401 | 403 | null => {
  const [, token = '', sender = ''] = /^vapid t=([\w.-]+),\s*k=([\w-]+)$/i.exec(authorization) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  if (signature === '') return 401
  if (sender !== key) return 403
  try {
    const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>
    const at = now.getTime() / 1_000
    if (aud !== origin || typeof exp !== 'number' || exp < at || exp > at + daySeconds) return 403
    if (typeof sub !== 'string' || !/^(mailto|https):/.test(sub)) return 403
    const point = Buffer.from(sender, 'base64url')
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
    const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' } })
    const signed = Buffer.from(`${head}.${claims}`)
    const isGood = verify('sha256', signed, { key: publicKey, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))
    return isGood ? null : 403
  } catch {
    return 403
  }
}
