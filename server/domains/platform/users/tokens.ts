import { type JSONWebKeySet, jwtVerify, SignJWT } from 'jose'
import type { Kysely } from 'kysely'
import type { Caller, Role } from '#core/actions/caller.ts'
import { roles } from '#core/actions/caller.ts'
import { Failure } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import type { Vault } from '#core/vault.ts'
import type { Tables } from '#db/tables.ts'
import {
  isVerifying,
  makeFirstSigningKey,
  readSigningKeys,
  type SigningKey,
  signingAlgorithm,
  signingKeyOf,
} from './signing-keys.ts'
import { readTokenForm, type TokenForm } from './token-form.ts'

type Db = Kysely<Tables>
type Person = Extract<Caller, { kind: 'person' }>

export const tokenMinutes = 15
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
export const leewaySeconds = 60

/** The keys are read anew after this long, so that one that was made or taken away counts everywhere. */
const freshMs = 5 * 60_000
/** An unknown key triggers a refresh at most this often: tokens with invented keys cost one query. */
const unknownKeyMs = 5_000

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
export const isId = (value: unknown): value is string => typeof value === 'string' && uuid.test(value)

/** A token that was found good, and until when that holds. */
export interface Verified {
  readonly caller: Person
  /** Seconds since 1970; the leeway comes on top. */
  readonly expiresAt: number
  readonly notBefore: number | null
  /** Look again after this, although it may last longer; by the clock that never jumps. */
  readonly lookAgainMs: number
}

/** Verifies tokens of other issuers; null for foreign or invalid ones. */
export interface OtherIssuers {
  verify(token: string, form: TokenForm): Promise<Verified | null>
}

/**
 * The tokens of the gateway: JWTs signed by our own keys, 15 minutes long, or by an issuer whom an operator trusts. The
 * algorithm is the key's, never the token's; a key is chosen by its id among those we have, never fetched from where a
 * token points.
 */
export const openTokens = async (
  db: Db,
  vault: Vault,
  issuer: () => string,
  now: () => Date,
  others: OtherIssuers = { verify: async () => null },
) => {
  const keys = await keepSigningKeys(db, vault, now)
  const remembered = makeMemory(keys.onChange)

  const sign = async (claims: Claims): Promise<{ token: string; expiresAt: Date }> => {
    const key = await keys.signing()
    const issuedAt = Math.floor(now().getTime() / 1_000)
    const expires = issuedAt + tokenMinutes * 60
    const token = await new SignJWT({
      org: claims.orgId,
      role: claims.role,
      ...(claims.sessionId && { sid: claims.sessionId }),
    })
      .setProtectedHeader({ alg: signingAlgorithm, typ, kid: key.kid })
      .setIssuer(issuer())
      .setAudience(audience)
      .setSubject(claims.personId)
      .setJti(newId())
      .setIssuedAt(issuedAt)
      .setExpirationTime(expires)
      .sign(key.privateKey)
    return { token, expiresAt: new Date(expires * 1_000) }
  }

  /**
   * The person a token speaks for, or null when it is not good for whatever reason. Throws `unavailable` when that cannot
   * be told, because no key can be read.
   */
  const read = async (token: string): Promise<Person | null> => {
    if (keys.isOld()) await keys.all()
    const known = remembered.get(token)
    if (known) return isTimely(known, now()) ? known.caller : null
    const form = readTokenForm(token)
    if (!form) return null
    const verified = form.payload.iss === issuer() ? await verifyOwn(token) : await others.verify(token, form)
    if (!verified || !isTimely(verified, now())) return null
    remembered.add(token, verified)
    return verified.caller
  }

  const verifyOwn = async (token: string): Promise<Verified | null> => {
    try {
      const { payload } = await jwtVerify(token, async ({ kid }) => (await keys.byId(kid)).publicKey, {
        algorithms: [signingAlgorithm],
        audience,
        issuer: issuer(),
        typ,
        clockTolerance: leewaySeconds,
        currentDate: now(),
        requiredClaims: ['sub', 'org', 'role', 'jti', 'exp', 'iat'],
      })
      const { sub, org, role, sid, iat, exp, nbf } = payload
      if (!isId(sub) || !isId(org) || !isRole(role) || !(sid === undefined || isId(sid))) return null
      return {
        caller: {
          kind: 'person',
          personId: sub,
          orgId: org,
          role,
          sessionId: sid ?? null,
          issuedAt: new Date((iat as number) * 1_000),
        },
        expiresAt: exp as number,
        notBefore: nbf ?? null,
        lookAgainMs: Number.POSITIVE_INFINITY,
      }
    } catch (error) {
      if (error instanceof Failure) throw error
      return null
    }
  }

  const keySet = async (): Promise<JSONWebKeySet> => ({
    keys: (await keys.all()).filter((key) => isVerifying(key, now())).map(({ jwk }) => jwk),
  })

  return { sign, read, keySet }
}

export type Tokens = Awaited<ReturnType<typeof openTokens>>

const isRole = (value: unknown): value is Role => (roles as readonly unknown[]).includes(value)

/** As RFC 7519 has it, with the leeway: good before `exp` plus 60 s, and from `nbf` less 60 s on. In whole seconds, as jose counts. */
const isTimely = ({ expiresAt, notBefore }: Verified, now: Date): boolean => {
  const seconds = Math.floor(now.getTime() / 1_000)
  return seconds < expiresAt + leewaySeconds && (notBefore === null || notBefore <= seconds + leewaySeconds)
}

/** Our signing keys, as this process knows them. */
const keepSigningKeys = async (db: Db, vault: Vault, now: () => Date) => {
  let keys: readonly SigningKey[] = []
  let readAtMs = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined
  let onChange = (): void => {}

  const readAgain = (): Promise<void> => {
    readAtMs = performance.now()
    reading ??= readSigningKeys(db, vault, now())
      .then((found) => {
        const isSame = found.length === keys.length && found.every(({ kid }, n) => kid === keys[n]?.kid)
        keys = found
        if (!isSame) onChange()
      })
      .finally(() => {
        reading = undefined
      })
    return reading
  }

  const isOld = (): boolean => performance.now() - readAtMs > freshMs

  const all = async (): Promise<readonly SigningKey[]> => {
    if (isOld()) await readAgain().catch(() => {})
    return keys
  }

  /** There is none on the first start, nor after a leaked one was deleted. */
  const signing = async (): Promise<SigningKey> => {
    const key = signingKeyOf(await all(), now())
    if (key) return key
    await makeFirstSigningKey(db, vault, now())
    await readAgain()
    const made = signingKeyOf(keys, now())
    if (!made) throw new Error('a signing key just created is missing')
    return made
  }

  await readAgain()
  await signing()

  return {
    isOld,
    /** All of them; with a database that is away, as they were. */
    all,
    signing,
    /** Throws when there is none of this id, and `unavailable` when that cannot be told. */
    async byId(kid: unknown): Promise<SigningKey> {
      const find = (): SigningKey | undefined => keys.find((key) => key.kid === kid && isVerifying(key, now()))
      let key = find()
      if (!key && isId(kid) && performance.now() - readAtMs > unknownKeyMs)
        await readAgain().catch((cause: unknown) => {
          throw new Failure('unavailable', { cause, retryAfterSeconds: 2 })
        })
      else if (!key && reading) await reading.catch(() => {})
      key ??= find()
      if (!key) throw new Error('unknown key')
      return key
    },
    onChange: (watch: () => void): void => {
      onChange = watch
    },
  }
}

/** As many tokens as twice this are remembered: 8 KB each at the most, usually half a kilobyte. */
const mostRemembered = 2_000

/**
 * Tokens that were found good, by their text, so that a signature is checked once and not with every call: reading a token
 * takes 5 µs of processor in place of 280 (measured on two busy cores). What can change is judged every time: the clock here, the membership in the database.
 * Two generations: what was used since the last turn stays, what was not goes with its generation.
 */
const makeMemory = (onKeysChanged: (empty: () => void) => void) => {
  let young = new Map<string, Verified>()
  let old = new Map<string, Verified>()
  onKeysChanged(() => {
    young = new Map()
    old = new Map()
  })

  const add = (token: string, verified: Verified): void => {
    if (young.size >= mostRemembered) {
      old = young
      young = new Map()
    }
    young.set(token, verified)
  }

  return {
    add,
    get(token: string): Verified | undefined {
      let verified = young.get(token)
      if (!verified) {
        verified = old.get(token)
        if (verified) add(token, verified)
      }
      return verified && performance.now() < verified.lookAgainMs ? verified : undefined
    },
  }
}
