import type { IncomingHttpHeaders } from 'node:http'
import { type Caller, lesser, type Role } from '#core/actions/caller.ts'
import { readCookie, sessionCookie } from '#core/http/replies.ts'
import type { Callers } from '#core/http/routes.ts'
import type { Vault } from '#core/vault.ts'
import { type Database, insideAs } from '#db/connect.ts'
import { readVisitor, visitorTokenPrefix } from '#domains/conversations/web-chat/visitor-tokens.ts'
import type { KnownKeys } from '#domains/platform/api-keys/known-keys.ts'
import { findSession } from '#domains/platform/users/sessions.ts'
import type { Tokens } from '#domains/platform/users/tokens.ts'
import { findMember, roleOf } from '#domains/platform/users/users.ts'

/** As much of a request as says who asks. */
type Asker = { readonly headers: IncomingHttpHeaders }

/** Finds out who asks. A key is recognised so that it can be refused by name: it does one thing, and not here. */
export const makeCallers = (parts: {
  database: Database
  tokens: Tokens
  keys: KnownKeys
  vault: Vault
  now: () => Date
}): Callers => {
  const ofHeader = async (header: string | undefined): Promise<Caller> => {
    const text = header !== undefined && /^bearer /i.test(header) ? header.slice(7).trim() : ''
    if (text === '') return { kind: 'nobody' }
    if (text.startsWith('fo_live_')) {
      const key = await parts.keys.find(text)
      if (!key || key.revoked || (key.expiresAtMs !== null && key.expiresAtMs <= parts.now().getTime()))
        return { kind: 'nobody' }
      return { kind: 'key', keyId: key.keyId, orgId: key.orgId, scopes: key.scopes, ratePerMinute: key.ratePerMinute }
    }
    if (text.startsWith(visitorTokenPrefix)) return readVisitor(parts.vault, text, parts.now()) ?? { kind: 'nobody' }
    return (await parts.tokens.read(text)) ?? { kind: 'nobody' }
  }

  const ofCookie = async (request: Asker): Promise<Extract<Caller, { kind: 'session' }> | { kind: 'nobody' }> => {
    const token = readCookie(request.headers.cookie, sessionCookie)
    if (!token) return { kind: 'nobody' }
    const session = await findSession(parts.database.db, token, parts.now())
    return session
      ? {
          kind: 'session',
          personId: session.person_id,
          orgId: session.org_id,
          sessionId: session.id,
          tokenHash: session.token_hash,
        }
      : { kind: 'nobody' }
  }

  /** Whether what a token says still holds: its person is a member, its session open. Dispatch asks by itself. */
  const isStillIn = (person: Extract<Caller, { kind: 'person' }>): Promise<boolean> =>
    parts.database.transact(insideAs(person.orgId, person, true), async (_db, role) => role !== null)

  /** A user with the current role, which may be lower than in their token; null, once they are no longer a member. */
  const asNow = async (caller: Caller): Promise<Caller> => {
    if (caller.kind !== 'person') return caller
    const role = await parts.database.transact(insideAs(caller.orgId, caller, true), async (_db, roleNow) => roleNow)
    return role === null ? { kind: 'nobody' } : { ...caller, role: lesser(caller.role, role as Role) }
  }

  return {
    asNow,
    isStillIn,
    /** For transports without dispatch: removed or signed-out users are rejected there too. */
    ofMember: async (request: Asker): Promise<Caller> => {
      const caller = await ofHeader(request.headers.authorization)
      return caller.kind !== 'person' || (await isStillIn(caller)) ? caller : { kind: 'nobody' }
    },
    ofHeader: (request: Asker): Promise<Caller> => ofHeader(request.headers.authorization),
    ofCookie,
    /** For reading by a plain link: the token if there is one, else the session's person with the role they have now. */
    ofEither: async (request: Asker): Promise<Caller> => {
      const caller = await ofHeader(request.headers.authorization)
      if (caller.kind !== 'nobody') return caller
      const session = await ofCookie(request)
      if (session.kind === 'nobody') return session
      const member = await parts.database.inOrg(session.orgId, (db) => findMember(db, session.orgId, session.personId))
      return member
        ? {
            kind: 'person',
            personId: session.personId,
            orgId: session.orgId,
            role: roleOf(member),
            sessionId: session.sessionId,
            issuedAt: parts.now(),
          }
        : { kind: 'nobody' }
    },
  }
}
