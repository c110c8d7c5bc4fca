import { Failure } from '#core/errors.ts'
import { isId } from '#core/ids.ts'
import { accessToken } from '#domains/connections/connections/access-tokens.ts'
import { type ConnectionRow, connectionOf, findConnection } from '#domains/connections/connections/connections.ts'
import { openCredentials } from '#domains/connections/connections/credentials.ts'
import { connectionErrors } from '#domains/connections/connections/errors.ts'
import { titleOf } from '#domains/connections/connections/providers.ts'
import type { OAuthService } from '#ports/provider.ts'
import { findProvider } from '#ports/providers.ts'
import { knownHost } from '#shapes/known-hosts.ts'
import type { Done, EffectParts } from './doings.ts'
import { findCredential, openSecretOf } from './http-credentials.ts'

/** Headers with credentials, and the texts of them that an answer must not bring back into a run. */
export interface RequestCredentials {
  readonly headers: Readonly<Record<string, string>>
  readonly secrets: readonly string[]
  /** Whose they are, in words; null: it is sent without. */
  readonly whose: string | null
}

const failedFor = (code: string, message: string): Done => ({ state: 'failed', isFinal: true, error: { code, message } })
const elsewhere = (whose: string): Done =>
  failedFor('credentials_elsewhere', `The credentials of ${whose} are not sent to this address: it is not one of its own.`)
const away = (whose: string): Done => ({ state: 'paused', code: 'http_not_connected', reason: `Connect ${whose} again.` })

/** The receiver does not accept what it was sent with: the run goes on when it is connected, or saved, anew. */
export const notAccepted = (whose: string, status: number, host: string): Done => ({
  state: 'paused',
  code: 'http_not_connected',
  reason: `${host} answered ${status}: it does not accept the credentials of ${whose}. Connect or save them again.`,
})

/**
 * What a request is sent with by a connection: only to the origin that the credential is for, or to hosts of the connection's provider. Answers
 * what came of the step where it cannot be sent so.
 */
export const credentialsFor = async (
  parts: Pick<EffectParts, 'database' | 'vault' | 'ports' | 'now' | 'log'>,
  orgId: string,
  connection: string,
  url: URL,
): Promise<RequestCredentials | Done> => {
  const inOrg: Parameters<typeof accessToken>[0]['inOrg'] = (work) => parts.database.inOrg(orgId, work)
  if (!isId(connection)) return away('the account that this step sends with')
  const own = await inOrg((db) => findCredential(db, orgId, connection))
  if (own) {
    if (own.origin !== url.origin) return elsewhere(`“${own.name}”`)
    const secret = openSecretOf(parts.vault, own)
    return { headers: { [own.header]: secret }, secrets: [secret, ...secret.split(' ').slice(1)], whose: `“${own.name}”` }
  }
  const row = await inOrg(async (db) => {
    const named = await findConnection(db, orgId, connection)
    return named?.status === 'disconnected' ? inItsPlace(named, await connectionOf(db, orgId, named.provider as never)) : named
  })
  if (!row || row.owner_id !== null) return away('the account that this step sends with')
  const title = titleOf(row.provider)
  const service = findProvider(row.provider)?.oauth?.service
  if (row.status === 'disconnected') return away(title)
  if (row.kind !== 'oauth' || !service)
    return failedFor(
      'connection_without_requests',
      `Requests cannot be sent with the key of ${title}: save it as a credential.`,
    )
  if (row.mode === 'sandbox')
    return failedFor('connection_is_simulated', `${title} is simulated here: no request is sent to it.`)
  const { apiBase } = openCredentials(parts.vault, row)
  if (!isHostOf(service, apiBase, url)) return elsewhere(title)
  try {
    const token = await accessToken({ ...parts, orgId, inOrg }, row.id)
    return { headers: headersOf(service, token), secrets: [token], whose: title }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const { code, message } = error
    if (code === connectionErrors.provider_unreachable.code)
      return { state: 'failed', isFinal: false, error: { code, message } }
    return code === connectionErrors.connection_needs_consent.code ? { state: 'paused', code, reason: message } : away(title)
  }
}

/** The same account, connected again after it had been disconnected. */
const inItsPlace = (before: ConnectionRow, now: ConnectionRow | undefined): ConnectionRow =>
  now && now.account_id !== null && now.account_id === before.account_id && now.mode === before.mode ? now : before

/** Where the service says whose a token is, where the account's own API is, and nowhere else. */
const isHostOf = ({ whose, api }: OAuthService, apiBase: string | undefined, url: URL): boolean => {
  if (url.protocol !== 'https:' || url.port !== '') return false
  const own = [whose.url, apiBase].flatMap((address) =>
    address !== undefined && URL.canParse(address) ? [new URL(address).hostname] : [],
  )
  return own.includes(url.hostname) || (api !== undefined && knownHost(url.hostname, api.hosts) !== null)
}

const headersOf = ({ whose }: OAuthService, token: string): Record<string, string> => ({
  ...whose.headers,
  ...(whose.tokenHeader ? { [whose.tokenHeader]: token } : { authorization: `${whose.scheme ?? 'Bearer'} ${token}` }),
})
