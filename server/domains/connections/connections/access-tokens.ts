import type { BaseContext, ExternalCallContext, JobContext } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import type { Ports } from '#ports/ports.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { type ConnectionRow, findConnection } from './connections.ts'
import { openCredentials } from './credentials.ts'
import { connectionErrors } from './errors.ts'
import { renewOnce } from './renew-token.ts'
import { type AccessToken, isSoonOver, openOAuth, type TokenContext, tokenOf } from './tokens.ts'
import { isResting } from './usable-connections.ts'

/** What hands out tokens, and asks a provider with them. */
export interface CallingContext extends TokenContext {
  readonly ports: Pick<Ports, 'oauth' | 'crm'>
}

/** The context of an action that asks a provider, for handing out tokens. */
export const inAction = (context: ExternalCallContext): CallingContext => ({
  ...pick(context),
  orgId: context.org.id,
  inOrg: (work) => context.inOrg(({ db }) => work(db)),
})

/** The same of a job, or of what an action prepares, for one organization. */
export const inJob = (
  context: Pick<JobContext, 'ports' | 'vault' | 'now' | 'log' | 'inOrg'>,
  orgId: string,
): CallingContext => ({
  ...pick(context),
  orgId,
  inOrg: (work) => context.inOrg(orgId, work),
})

const pick = ({ ports, vault, now, log }: Pick<BaseContext, 'ports' | 'vault' | 'now' | 'log'>) => ({ ports, vault, now, log })

/**
 * A token that is good for a minute at least, or as long as there is one. Any number may ask at once, in any number of
 * processes: the service is asked once. Throws `connection_needs_consent` when a person must consent again, and
 * `provider_unreachable` when the service cannot be asked now and no token is left.
 */
export const accessToken = async (context: TokenContext, connectionId: string): Promise<string> =>
  tokenOfRow(context, await usableRow(context, connectionId))

const usableRow = async (context: TokenContext, connectionId: string): Promise<ConnectionRow> => {
  const row = await context.inOrg((db) => findConnection(db, context.orgId, connectionId))
  if (!row || row.status === 'disconnected') throw new Failure(connectionErrors.connection_not_found)
  if (isResting(row)) throw new Failure('sandbox_is_off')
  return row
}

const tokenOfRow = async (context: TokenContext, row: ConnectionRow): Promise<string> =>
  row.status !== 'needs_reauth' && !isSoonOver(row, context.now())
    ? tokenOf(context, row).token
    : (await renewOnce(context, row.id, 'due')).token

/** A new token although the old one is valid, because a caller requested it. */
export const renewAccessToken = (context: TokenContext, connectionId: string): Promise<AccessToken> =>
  renewOnce(context, connectionId, 'wanted')

/**
 * Calls a service on behalf of a user. A token that the service rejects before its expiry, with a
 * ProviderError of the kind `dead`, is renewed, and the call repeated once.
 */
export const withAccessToken = async <T>(
  context: TokenContext,
  connectionId: string,
  work: (token: string) => Promise<T>,
): Promise<T> => withTokenOf(context, await usableRow(context, connectionId), work)

/** The same for a caller that has just read the connection, and found it usable. */
export const withTokenOf = async <T>(
  context: TokenContext,
  row: ConnectionRow,
  work: (token: string) => Promise<T>,
): Promise<T> => {
  const token = await tokenOfRow(context, row)
  try {
    return await work(token)
  } catch (error) {
    if (!(error instanceof ProviderError && error.kind === 'dead')) throw error
    const renewed = await renewOnce(context, row.id, { refused: token })
    // The service gave no other one: it cannot be asked now.
    if (renewed.token === token) throw new Failure(connectionErrors.provider_unreachable, { cause: error })
    return work(renewed.token)
  }
}

/** Whose account a connection is for, by a call to the service that changes nothing. */
export const whoseConnection = async (context: TokenContext, row: ConnectionRow): Promise<string> =>
  (await withAccessToken(context, row.id, (token) => openOAuth(context, row).test(token))) ?? row.account ?? ''

/**
 * Revokes a connection's consent at its service; an already revoked one counts as done. Throws ProviderError, so that the
 * caller can delete the tokens anyway and report that the service still has them.
 */
export const revokeGrant = async (
  context: Pick<TokenContext, 'ports' | 'vault'>,
  row: Pick<ConnectionRow, 'org_id' | 'id' | 'provider' | 'mode' | 'credentials' | 'scopes'>,
): Promise<void> => {
  const { accessToken: token, refreshToken } = openCredentials(context.vault, row)
  if (!token) return
  await openOAuth(context, row).revoke({ accessToken: token, refreshToken: refreshToken ?? null })
}
