import {
  exportJWK,
  exportPKCS8,
  generateKeyPair,
  importJWK,
  importPKCS8,
  type JSONWebKeySet,
  type JWK,
  jwtVerify,
  SignJWT,
} from 'jose'
import { type Kysely, sql } from 'kysely'
import type { Caller, Role } from '#core/caller.ts'
import { roles } from '#core/caller.ts'
import { newId } from '#core/ids.ts'
import type { Vault } from '#core/vault.ts'
import type { Tables } from '#db/tables.ts'

type Db = Kysely<Tables>

export const tokenMinutes = 15
const algorithm = 'ES256'
const audience = 'foyer'
const typ = 'at+jwt'
/** Of whom a token speaks; `sessionId` is null for one that no session stands behind. */
export interface Claims {
  readonly personId: string
  readonly orgId: string
  readonly role: Role
  readonly sessionId: string | null
}
/** How far two clocks may be apart. */
const leewaySeconds = 60
/** Longer than this no token of ours is; whoever sends more is not asking to be let in. */
const maxTokenLength = 4_096

/**
 * The tokens of the gateway: JWTs signed by our own keys, 15 minutes long. The algorithm is the key's, never the
 * token's; a key is chosen by its id among ours, never fetched from where a token points.
 */
export const openTokens = async (db: Db, vault: Vault, issuer: () => string, now: () => Date) => {
  let keys = await readKeys(db, vault)
  if (keys.length === 0) {
    await makeKey(db, vault)
    keys = await readKeys(db, vault)
  }

  const sign = async (claims: Claims): Promise<{ token: string; expiresAt: Date }> => {
    const key = keys[0]
    if (!key) throw new Error('no signing key')
    const issuedAt = Math.floor(now().getTime() / 1_000)
    const expires = issuedAt + tokenMinutes * 60
    const token = await new SignJWT({
      org: claims.orgId,
      role: claims.role,
      ...(claims.sessionId && { sid: claims.sessionId }),
    })
      .setProtectedHeader({ alg: algorithm, typ, kid: key.kid })
      .setIssuer(issuer())
      .setAudience(audience)
      .setSubject(claims.personId)
      .setJti(newId())
      .setIssuedAt(issuedAt)
      .setExpirationTime(expires)
      .sign(key.privateKey)
    return { token, expiresAt: new Date(expires * 1_000) }
  }

  /** The person a token speaks for, or null when it is not good for whatever reason. */
  const read = async (token: string): Promise<Extract<Caller, { kind: 'person' }> | null> => {
    if (token.length > maxTokenLength) return null
    try {
      const { payload } = await jwtVerify(
        token,
        async ({ kid }) => {
          let key = keys.find((each) => each.kid === kid)
          if (!key) {
            // Another process may have made one.
            keys = await readKeys(db, vault)
            key = keys.find((each) => each.kid === kid)
          }
          if (!key) throw new Error('unknown key')
          return key.publicKey
        },
        {
          algorithms: [algorithm],
          audience,
          issuer: issuer(),
          typ,
          clockTolerance: leewaySeconds,
          currentDate: now(),
          requiredClaims: ['sub', 'org', 'role', 'jti', 'exp', 'iat'],
        },
      )
      const { sub, org, role, sid, iat } = payload
      if (typeof sub !== 'string' || typeof org !== 'string' || !roles.includes(role as Role)) return null
      return {
        kind: 'person',
        personId: sub,
        orgId: org,
        role: role as Role,
        sessionId: typeof sid === 'string' ? sid : null,
        issuedAt: new Date((iat as number) * 1_000),
      }
    } catch {
      return null
    }
  }

  return { sign, read, keySet: (): JSONWebKeySet => ({ keys: keys.map(({ jwk }) => jwk) }) }
}

export type Tokens = Awaited<ReturnType<typeof openTokens>>

const readKeys = async (db: Db, vault: Vault) => {
  const rows = await db
    .selectFrom('directory.signing_keys')
    .selectAll()
    .where('retired_at', 'is', null)
    .orderBy('created_at', 'desc')
    .execute()
  return Promise.all(
    rows.map(async (row) => {
      const jwk = row.public_jwk as JWK
      return {
        kid: row.kid,
        jwk,
        publicKey: await importJWK(jwk, algorithm),
        privateKey: await importPKCS8(vault.open(row.sealed_private, `signing key ${row.kid}`), algorithm),
      }
    }),
  )
}

/** Two processes that start at once make one key: the lock lets the second see the first's. */
const makeKey = async (db: Db, vault: Vault): Promise<void> => {
  const pair = await generateKeyPair(algorithm, { extractable: true })
  const kid = newId()
  const jwk: JWK = { ...(await exportJWK(pair.publicKey)), kid, alg: algorithm, use: 'sig' }
  const sealed = vault.seal(await exportPKCS8(pair.privateKey), `signing key ${kid}`)
  await db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(7316026)`.execute(transaction)
    const known = await transaction
      .selectFrom('directory.signing_keys')
      .select('kid')
      .where('retired_at', 'is', null)
      .executeTakeFirst()
    if (known) return
    await transaction
      .insertInto('directory.signing_keys')
      .values({ kid, public_jwk: JSON.stringify(jwk), sealed_private: sealed, retired_at: null })
      .execute()
  })
}
