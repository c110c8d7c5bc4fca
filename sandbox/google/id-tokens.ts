import { createHash, createSign, generateKeyPairSync } from 'node:crypto'
import type { Account } from './rows.ts'

/** By which Google signs tokens. The key is made with the first one, and is another after a restart. */
const makeSigning = () => {
  let made: ReturnType<typeof makeKey> | undefined
  const key = (): ReturnType<typeof makeKey> => {
    made ??= makeKey()
    return made
  }
  return {
    /** `GET /oauth2/v3/certs` */
    keys: () => ({ keys: [{ ...key().jwk, alg: 'RS256', use: 'sig', kid: key().kid }] }),
    /** Good for an hour. */
    sign(claims: Readonly<Record<string, unknown>>, at: Date): string {
      const iat = Math.floor(at.getTime() / 1_000)
      const text = [
        { alg: 'RS256', kid: key().kid, typ: 'JWT' },
        { ...claims, iat, exp: iat + 3_600 },
      ]
        .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
        .join('.')
      return `${text}.${createSign('RSA-SHA256').update(text).sign(key().privateKey).toString('base64url')}`
    },
  }
}
export const signing = makeSigning()

/**
 * The identity of the user, signed (https://developers.google.com/identity/openid-connect/openid-connect): sent with each access
 * token with the scope `openid`.
 */
export const idTokenOf = (
  account: Account,
  about: {
    readonly issuer: string
    readonly clientId: string
    readonly scopes: readonly string[]
    readonly accessToken: string
    readonly at: Date
  },
): string =>
  signing.sign(
    {
      iss: about.issuer,
      azp: about.clientId,
      aud: about.clientId,
      sub: account.id,
      at_hash: createHash('sha256').update(about.accessToken).digest().subarray(0, 16).toString('base64url'),
      ...(about.scopes.includes('email') && { email: account.email, email_verified: true }),
      ...(about.scopes.includes('profile') && { name: account.name }),
    },
    about.at,
  )

const makeKey = () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  const jwk = publicKey.export({ format: 'jwk' })
  return { privateKey, jwk, kid: createHash('sha256').update(String(jwk.n)).digest('hex').slice(0, 40) }
}
