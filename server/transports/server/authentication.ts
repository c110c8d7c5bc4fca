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

  const ofCookie: Callers['ofCookie'] = async (request) => {
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

  const isStillIn: Callers['isStillIn'] = (person) =>
    parts.database.transact(insideAs(person.orgId, person, true), async (_db, role) => role !== null)

  return {
    async asNow(caller) {
      if (caller.kind !== 'person') return caller
      const role = await parts.database.transact(insideAs(caller.orgId, caller, true), async (_db, roleNow) => roleNow)
      return role === null ? { kind: 'nobody' } : { ...caller, role: lesser(caller.role, role as Role) }
    },
    isStillIn,
    async ofMember(request) {
      const caller = await ofHeader(request.headers.authorization)
      return caller.kind !== 'person' || (await isStillIn(caller)) ? caller : { kind: 'nobody' }
    },
    ofHeader: (request) => ofHeader(request.headers.authorization),
    ofCookie,
    async ofEither(request) {
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
