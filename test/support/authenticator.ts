import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest()

/** CBOR (RFC 8949), as much of it as an attestation needs: whole numbers, bytes, texts, and maps of these. */
const cbor = (value: number | string | Buffer | Map<number | string, unknown>): Buffer => {
  const head = (major: number, n: number): Buffer => {
    if (n < 24) return Buffer.from([(major << 5) | n])
    if (n < 256) return Buffer.from([(major << 5) | 24, n])
    return Buffer.from([(major << 5) | 25, n >> 8, n & 255])
  }
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, each]) => [cbor(key), cbor(each as Buffer)])])
}

const flags = { present: 0x01, verified: 0x04, attested: 0x40 } as const

/** How a device behaves; each can be made to behave badly. */
export interface Behaviour {
  readonly origin: string
  readonly rpId: string
  /** False: its person did not unlock it. */
  readonly isVerified?: boolean
  readonly counter?: number
  readonly type?: string
  readonly userHandle?: string | null
  /** Signs with the key of somebody else. */
  readonly key?: KeyObject
}

/** An authenticator in software: makes one passkey (ES256, attestation "none") and signs with it, as WebAuthn 3 has it. */
export const makeAuthenticator = () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  let userHandle: string | undefined

  const dataOf = (how: Behaviour, more: number): Buffer => {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(how.counter ?? 0)
    const flag = flags.present | (how.isVerified === false ? 0 : flags.verified) | more
    return Buffer.concat([sha256(how.rpId), Buffer.from([flag]), counter])
  }
  const clientData = (how: Behaviour, type: string, challenge: string): Buffer =>
    Buffer.from(JSON.stringify({ type: how.type ?? type, challenge, origin: how.origin, crossOrigin: false }))

  return {
    privateKey,
    /** What `navigator.credentials.create()` would give. */
    create(options: { challenge: string; user: { id: string } }, how: Behaviour) {
      userHandle = options.user.id
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const key = cbor(
        new Map<number, number | Buffer>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      )
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const authData = Buffer.concat([dataOf(how, flags.attested), Buffer.alloc(16), length, credentialId, key])
      const attestation = cbor(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData],
        ]),
      )
      return {
        id: credentialId.toString('base64url'),
        rawId: credentialId.toString('base64url'),
        type: 'public-key',
        authenticatorAttachment: 'platform',
        clientExtensionResults: { credProps: { rk: true } },
        response: {
          clientDataJSON: clientData(how, 'webauthn.create', options.challenge).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    /** What `navigator.credentials.get()` would give. */
    get(options: { challenge: string }, how: Behaviour) {
      const authData = dataOf(how, 0)
      const client = clientData(how, 'webauthn.get', options.challenge)
      const signature = sign('sha256', Buffer.concat([authData, sha256(client)]), how.key ?? privateKey)
      return {
        id: credentialId.toString('base64url'),
        rawId: credentialId.toString('base64url'),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle: how.userHandle === undefined ? userHandle : how.userHandle,
        },
      }
    },
  }
}

export type Authenticator = ReturnType<typeof makeAuthenticator>
