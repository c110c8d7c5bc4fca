import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { mostPayloadBytes, type PushAddress } from '#ports/push.ts'

/** One record holds the whole message (RFC 8291, 4). */
const recordBytes = 4_096

const derive = (secret: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes))

/** What is chosen by chance for each message; a test holds it. */
export interface Chance {
  readonly salt: Buffer
  /** The scalar of a key pair of its own. */
  readonly privateKey: Buffer
}

/**
 * A message for one browser in the encoding `aes128gcm` (RFC 8188), with keys as RFC 8291 derives them. Throws where the browser's key is no
 * point of P-256.
 */
export const encrypt = (payload: Buffer, to: Pick<PushAddress, 'p256dh' | 'auth'>, chance: Partial<Chance> = {}): Buffer => {
  if (payload.length > mostPayloadBytes) throw new RangeError('a push message is longer than one record')
  const browserKey = Buffer.from(to.p256dh, 'base64url')
  const own = createECDH('prime256v1')
  if (chance.privateKey) own.setPrivateKey(chance.privateKey)
  else own.generateKeys()
  const ownKey = own.getPublicKey()
  const salt = chance.salt ?? randomBytes(16)
  const shared = own.computeSecret(browserKey)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browserKey, ownKey])
  const secret = derive(shared, Buffer.from(to.auth, 'base64url'), info, 32)
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  // 2: the delimiter of the last record, without padding.
  const record = Buffer.concat([cipher.update(Buffer.concat([payload, Buffer.from([2])])), cipher.final(), cipher.getAuthTag()])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(recordBytes)
  return Buffer.concat([salt, size, Buffer.from([ownKey.length]), ownKey, record])
}
