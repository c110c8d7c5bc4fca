import { z } from 'zod'
import type { Db, PersonContext } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import type { Vault } from '#core/vault.ts'
import type { OAuthAccount, OAuthClient } from '#ports/oauth.ts'
import type { Ports } from '#ports/ports.ts'
import { choice } from '#shapes'
import { connectionErrors } from './errors.ts'
import { ownClient } from './oauth-clients.ts'
import { beginFlow, isOwnPath } from './oauth-flows.ts'
import type { ProviderName } from './providers.ts'

/** Where the browser goes once it is back. */
export const ReturnTo = z.string().trim().max(500)

/** Which of the servers of a service with one for tests. */
export const ConsentEnvironment = choice('ConsentEnvironment', ['production', 'sandbox'])

/** Where to send the person, and the state that comes back. */
export const ConsentBegun = z.object({ authorizeUrl: z.url(), state: z.string() })

/** With which client a service is asked now: one from Settings, else the operator's or the sandbox's. */
export const clientOfConsent = async (
  { db, org, ports, vault }: { db: Db; org: { id: string }; ports: Pick<Ports, 'oauth'>; vault: Vault },
  provider: ProviderName,
): Promise<{ readonly mode: OAuthAccount['mode']; readonly client: OAuthClient | null }> => {
  const client = await ownClient(db, vault, org.id, provider)
  const mode = ports.oauth.modeOf(provider, client !== null)
  if (mode === null) throw new Failure(connectionErrors.provider_not_set_up)
  return { mode, client }
}

/** Begins a consent for the workspace, which comes back to `path`; `scopes` beside those that are always asked for. Null: the usual ones. */
export const beginConsent = async (
  { db, org, person, ports, vault, settings, now, newId }: PersonContext,
  wanted: {
    readonly provider: ProviderName
    readonly mode: OAuthAccount['mode']
    readonly client: OAuthClient | null
    /** Of a service where each account has its own. */
    readonly server?: string
    readonly path: string
    readonly scopes: readonly string[] | null
    readonly returnTo: string | undefined
  },
): Promise<z.output<typeof ConsentBegun>> => {
  const { provider, mode, client, server, returnTo } = wanted
  if (returnTo !== undefined && !isOwnPath(returnTo, settings.publicUrl))
    throw new Failure(connectionErrors.return_address_invalid, { field: 'returnTo' })
  const connectionId = newId()
  const oauth = ports.oauth.open({ orgId: org.id, connectionId, provider, mode, client, server: server ?? null })
  const scopes = [...new Set([...oauth.scopesAlways, ...(wanted.scopes ?? oauth.scopesUsual)])]
  const redirectUri = `${settings.publicUrl}${wanted.path}`
  const flow = await beginFlow(db, vault, {
    ...{ orgId: org.id, personId: person.id, sessionId: person.sessionId, id: newId(), connectionId },
    ...{ provider, mode, redirectUri, scopes, now: now(), ...(returnTo !== undefined && { returnTo }) },
    ...{ clientId: client?.id ?? null, server: server ?? null },
  })
  return { authorizeUrl: await oauth.authorizeUrl({ ...flow, redirectUri, scopes }), state: flow.state }
}
