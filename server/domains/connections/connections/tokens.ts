import type { BaseContext, Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import type { Ports } from '#ports/ports.ts'
import { findProvider } from '#ports/providers.ts'
import type { ConnectionMode, ConnectionRow } from './connections.ts'
import { clientIn, openCredentials } from './credentials.ts'
import { connectionErrors } from './errors.ts'

/** What is needed to hand out a token. A transaction of `inOrg` is short; none is open while the service is asked. */
export interface TokenContext extends Pick<BaseContext, 'vault' | 'now' | 'log'> {
  readonly orgId: string
  readonly ports: Pick<Ports, 'oauth'>
  inOrg<T>(work: (db: Db) => Promise<T>): Promise<T>
}

export interface AccessToken {
  readonly token: string
  /** Null where it has no end. */
  readonly expiresAt: Date | null
}

export const openOAuth = (
  { ports, vault }: Pick<TokenContext, 'ports' | 'vault'>,
  row: Pick<ConnectionRow, 'org_id' | 'id' | 'provider' | 'mode' | 'credentials' | 'scopes'>,
) => {
  const credentials = openCredentials(vault, row)
  const { apiBase = null, server = null, accountId = null } = credentials
  return ports.oauth.open({
    orgId: row.org_id,
    connectionId: row.id,
    provider: row.provider,
    mode: row.mode as ConnectionMode,
    apiBase,
    server,
    accountId,
    scopes: row.scopes,
    client: clientIn(credentials),
  })
}

export const needsConsent = (reason: string | null): Failure =>
  new Failure(connectionErrors.connection_needs_consent, reason === null ? {} : { message: reason })

export const tokenOf = ({ vault }: Pick<TokenContext, 'vault'>, row: ConnectionRow): AccessToken => {
  const { accessToken: token } = openCredentials(vault, row)
  if (!token) throw new Error('a connection by consent without its token')
  return { token, expiresAt: row.expires_at }
}

/** A token that ends within this time is renewed before it is used. */
const renewBeforeMs = 60_000

/** Whether its token is to be renewed before it is used. Some services renew only what is good for a while yet. */
export const isSoonOver = (row: Pick<ConnectionRow, 'expires_at' | 'provider'>, now: Date): boolean => {
  const aheadSeconds = findProvider(row.provider)?.oauth?.service.renewAheadSeconds
  return livesFor(row, now) <= (aheadSeconds === undefined ? renewBeforeMs : aheadSeconds * 1_000)
}

/** How long its token is good, in milliseconds. */
export const livesFor = (row: Pick<ConnectionRow, 'expires_at'>, now: Date): number =>
  row.expires_at === null ? Number.POSITIVE_INFINITY : row.expires_at.getTime() - now.getTime()
