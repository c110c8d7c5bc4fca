import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { newToken, nilId } from '#core/ids.ts'
import type { Vault } from '#core/vault.ts'
import { hashToken } from '#domains/platform/users/sessions.ts'
import type { OAuthAccount } from '#ports/oauth.ts'

/** How long the user may take on the service's page. */
export const flowMs = 10 * 60_000

/** Where services send the browser back to, and where CRMs do. To the letter what is registered there. */
export const callbackPath = '/functions/v1/integration-callback'
export const crmCallbackPath = '/functions/v1/crm-callback'

/** Who consents: a person in an organization, in one browser. A program with a token has no browser, so any of the person's will do. */
export interface Consenting {
  readonly orgId: string
  readonly personId: string
  readonly sessionId: string | null
}

export const sealOf = (flowId: string): string => `oauth flow ${flowId}`

/** Remembers what was begun. Answers what goes to the service: the state, of which only the hash is kept, and PKCE's verifier. */
export const beginFlow = async (
  db: Db,
  vault: Vault,
  wanted: Consenting & {
    readonly id: string
    readonly connectionId: string
    readonly provider: string
    readonly mode: OAuthAccount['mode']
    readonly redirectUri: string
    readonly scopes: readonly string[]
    /** Of a client of the workspace's own. */
    readonly clientId: string | null
    /** Of a service where each account has its own. */
    readonly server: string | null
    /** The member whose own account it is going to be; without one it is the workspace's. */
    readonly ownerId?: string
    /** A path of this app, where the browser goes afterwards. */
    readonly returnTo?: string
    readonly now: Date
  },
): Promise<{ readonly state: string; readonly verifier: string }> => {
  await db.deleteFrom('oauth_flows').where('org_id', '=', wanted.orgId).where('expires_at', '<', wanted.now).execute()
  const state = newToken()
  const verifier = newToken()
  await db
    .insertInto('oauth_flows')
    .values({
      org_id: wanted.orgId,
      id: wanted.id,
      state_hash: hashToken(state),
      provider: wanted.provider,
      mode: wanted.mode,
      connection_id: wanted.connectionId,
      person_id: wanted.personId,
      session_id: wanted.sessionId,
      verifier_sealed: vault.seal(verifier, sealOf(wanted.id)),
      redirect_uri: wanted.redirectUri,
      scopes: [...wanted.scopes],
      client_id: wanted.clientId,
      server: wanted.server,
      owner_id: wanted.ownerId ?? null,
      return_to: wanted.returnTo ?? null,
      expires_at: new Date(wanted.now.getTime() + flowMs),
    })
    .execute()
  return { state, verifier }
}

/**
 * Spends a started flow, for its own user only; of several concurrent ones, one gets it. Undefined for a
 * state that does not exist, was used, is too old, or belongs to another browser or another address to come back to.
 */
export const spendFlow = (
  db: Db,
  who: Consenting,
  { state, redirectUri }: { readonly state: string; readonly redirectUri: string },
  now: Date,
) =>
  db
    .deleteFrom('oauth_flows')
    .where('org_id', '=', who.orgId)
    .where('state_hash', '=', hashToken(state))
    .where('redirect_uri', '=', redirectUri)
    .where('person_id', '=', who.personId)
    .where((flow) => flow.or([flow('session_id', 'is', null), flow('session_id', '=', who.sessionId ?? nilId)]))
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()

/** Two consents for one account at once must not make two connections of it: the second waits for the first. */
export const oneConsentAtATime = async (db: Db, orgId: string, provider: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`consent ${orgId} ${provider}`}, 0))`.execute(db)
}

/** A path, and nothing that a browser reads as another host: `//evil.example`, `/\\evil.example`. */
export const isOwnPath = (path: string, publicUrl: string): boolean =>
  /^\/(?![/\\])[^\s\\\p{Cc}]*$/u.test(path) && new URL(path, publicUrl).origin === new URL(publicUrl).origin
