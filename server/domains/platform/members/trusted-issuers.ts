import { createRemoteJWKSet, customFetch, type JWTPayload, jwtVerify } from 'jose'
import { type Caller, lesser, type Role, roles } from '#core/actions/caller.ts'
import { Failure } from '#core/errors.ts'
import type { Log } from '#core/log.ts'
import { type Http, makeHttp } from '#core/outbound/http.ts'
import type { Database } from '#db/connect.ts'
import type { AllowedTarget } from '#shapes/networks.ts'
import type { TrustedIssuer } from '#shapes/trusted-issuers.ts'
import { isId, leewaySeconds, type OtherIssuers } from '../users/tokens.ts'
import { Email, findMember, roleOf } from '../users/users.ts'
import { findMemberByEmail } from './seats.ts'

/** How long a token of theirs is believed without looking again: a key that they withdraw, or an address that moves, counts after this. */
const believedMs = 5 * 60_000
/** Their keys are read again after this long … */
const keysMs = 10 * 60_000
/** … and at most this often for an unknown key, or after a failure. */
const unknownKeyMs = 30_000
/** Keys that cannot be refreshed stay valid for so long: an issuer that is briefly down locks no user out. */
const staleKeysMs = 60 * 60_000
const timeoutMs = 5_000
const maxKeySetBytes = 512 * 1024
/** The accepted token types of an issuer; anything else (`logout+jwt`, `dpop+jwt`) is not meant for sign-in. */
const types = ['jwt', 'at+jwt', 'application/at+jwt']

/**
 * The issuers whom an operator trusts beside ourselves. A token of theirs lets in the person whom it names, into the
 * organization that it names in `org` if they are a member there, with the lesser of the role it names and the one they have.
 */
export const openTrustedIssuers = (parts: {
  issuers: readonly TrustedIssuer[]
  database: Pick<Database, 'inOrg'>
  log: Log
  now: () => Date
}): OtherIssuers & { close(): Promise<void> } => {
  // An operator chose these addresses, so they may be private ones; nothing else is reached by this way.
  const http = makeHttp({ allowed: parts.issuers.map(({ jwks }) => targetOf(new URL(jwks))) })
  const byName = new Map(
    parts.issuers.map((issuer) => [
      issuer.issuer,
      {
        ...issuer,
        keys: createRemoteJWKSet(new URL(issuer.jwks), {
          cooldownDuration: unknownKeyMs,
          cacheMaxAge: keysMs,
          timeoutDuration: timeoutMs,
          [customFetch]: keySetReader(issuer, http, parts.log),
        }),
      },
    ]),
  )

  return {
    async verify(token, { header, payload: claimed }) {
      const issuer = typeof claimed.iss === 'string' ? byName.get(claimed.iss) : undefined
      if (!issuer || (header.typ !== undefined && !types.includes(String(header.typ).toLowerCase()))) return null
      const payload = await jwtVerify(token, issuer.keys, {
        algorithms: issuer.algorithms,
        issuer: issuer.issuer,
        audience: issuer.audience,
        clockTolerance: leewaySeconds,
        currentDate: parts.now(),
        requiredClaims: ['exp', 'iat', 'org'],
      }).then(
        (result) => result.payload,
        (error: unknown) => {
          if (error instanceof Failure) throw error
          return null
        },
      )
      const caller = payload && (await callerOf(parts.database, issuer, payload, parts.now()))
      if (!payload || !caller) return null
      return {
        caller,
        expiresAt: payload.exp as number,
        notBefore: payload.nbf ?? null,
        lookAgainMs: performance.now() + believedMs,
      }
    },
    close: () => http.destroy(),
  }
}

const targetOf = (url: URL): AllowedTarget => ({
  host: url.hostname.replace(/^\[|\]$/g, ''),
  block: null,
  port: Number(url.port) || (url.protocol === 'https:' ? 443 : 80),
})

/** The user of the claims: a member of the organization they name, or null. */
const callerOf = async (
  database: Pick<Database, 'inOrg'>,
  { subject }: TrustedIssuer,
  { sub, org, email, email_verified, role, iat }: JWTPayload,
  now: Date,
): Promise<Extract<Caller, { kind: 'person' }> | null> => {
  const issuedAt = new Date((iat as number) * 1_000)
  // A token from the future would outlive the moment at which all tokens of a user are revoked.
  if (!isId(org) || !(issuedAt.getTime() <= now.getTime() + leewaySeconds * 1_000)) return null
  const address = subject === 'email' && email_verified === true ? Email.safeParse(email) : undefined
  if (subject === 'id' ? !isId(sub) : !address?.success) return null
  // Who has not joined as yet acts in that workspace alone: an account of the address stays untouched.
  const member = await database.inOrg(org, async (db) => {
    if (address?.success) return findMemberByEmail(db, org, address.data)
    const row = await findMember(db, org, sub as string)
    return row && { person: row, role: roleOf(row) }
  })
  if (!member) return null
  const personId = member.person.id
  return { kind: 'person', personId, orgId: org, role: lesser(boundOf(role), member.role), sessionId: null, issuedAt }
}

/** The most that a token allows: what it says, everything if it says nothing, and the least if it says what we do not know. */
const boundOf = (role: unknown): Role => {
  if (role === undefined) return 'owner'
  return roles.find((each) => each === role) ?? 'member'
}

/** Reads a key set by the guarded way out. One that cannot be read is the one that was read before, for an hour. */
const keySetReader = (issuer: TrustedIssuer, http: Http, log: Log) => {
  let last: { readonly body: string; readonly atMs: number } | undefined
  let failedAtMs = Number.NEGATIVE_INFINITY

  return async (url: string): Promise<Response> => {
    if (performance.now() - failedAtMs > unknownKeyMs) {
      try {
        const answer = await http.send({ method: 'GET', url, timeoutMs, maxBytes: maxKeySetBytes })
        const body = answer.body.toString('utf8')
        if (answer.status !== 200 || answer.isCut || !isKeySet(body)) throw new Error(`no key set, status ${answer.status}`)
        last = { body, atMs: performance.now() }
        failedAtMs = Number.NEGATIVE_INFINITY
      } catch (error) {
        failedAtMs = performance.now()
        log.warn({ err: error, issuer: issuer.issuer }, 'the keys of a trusted issuer cannot be fetched')
      }
    }
    if (!last || performance.now() - last.atMs > staleKeysMs) throw new Failure('unavailable', { retryAfterSeconds: 30 })
    return new Response(last.body, { status: 200, headers: { 'Content-Type': 'application/json' } })
  }
}

const isKeySet = (body: string): boolean => {
  try {
    const { keys } = JSON.parse(body) as { keys?: unknown }
    return Array.isArray(keys) && keys.every((key) => typeof key === 'object' && key !== null)
  } catch {
    return false
  }
}
