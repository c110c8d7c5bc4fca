import { Failure } from '#core/errors.ts'
import { setConnectionStatus } from './connection-health.ts'
import { lockConnection } from './connections.ts'
import { openCredentials } from './credentials.ts'
import { connectionErrors } from './errors.ts'
import { needsConsent, type TokenContext } from './tokens.ts'

/**
 * A fresh token is refused, too: a person must consent again, unless another token has come meanwhile. Answers the failure to throw.
 */
export const endConsent = (
  { orgId, inOrg, vault }: Pick<TokenContext, 'orgId' | 'inOrg' | 'vault'>,
  connectionId: string,
  last: { readonly token: string; readonly reason: string },
): Promise<Failure> =>
  inOrg(async (db) => {
    const row = await lockConnection(db, orgId, connectionId)
    if (!row || row.status === 'disconnected') return new Failure(connectionErrors.connection_not_found)
    if (openCredentials(vault, row).accessToken !== last.token)
      return new Failure(connectionErrors.provider_unreachable, { retryAfterSeconds: 5 })
    await setConnectionStatus(db, orgId, connectionId, 'needs_reauth', last.reason)
    return needsConsent(last.reason)
  })
