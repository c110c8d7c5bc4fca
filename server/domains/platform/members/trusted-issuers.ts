import { type JWTPayload, jwtVerify } from 'jose'
import { type Caller, lesser, type Role, roles } from '#core/actions/caller.ts'
import { Failure } from '#core/errors.ts'
import type { Log } from '#core/log.ts'
import { makeHttp } from '#core/outbound/http.ts'
import { openKeySet } from '#core/outbound/key-sets.ts'
import type { Database } from '#db/connect.ts'
import type { AllowedTarget } from '#shapes/networks.ts'
import type { TrustedIssuer } from '#shapes/trusted-issuers.ts'
import { isId, leewaySeconds, type OtherIssuers } from '../users/tokens.ts'
import { Email, findMember, roleOf } from '../users/users.ts'
import { findMemberByEmail } from './seats.ts'

/** How long a token of theirs is believed without looking again: a key that they withdraw, or an address that moves, counts after this. */
const believedMs = 5 * 60_000
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
        keys: openKeySet({ issuer: issuer.issuer, url: issuer.jwks, http, log: parts.log }),
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
