import type { ExternalCallContext } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { ProviderError } from '#ports/provider-error.ts'
import { revokeGrant } from './access-tokens.ts'
import { type ConnectionRow, lockConnection } from './connections.ts'
import { connectionErrors } from './errors.ts'
import { disconnectConnection } from './lifecycle.ts'
import { isResting } from './usable-connections.ts'

/**
 * Disconnects an account of the workspace, forgets its credentials and revokes its consent at the service. `isMeant`: which connections
 * can be ended here. Answers how many checkouts are still open. Throws `connection_not_found`.
 */
export const endConnection = async (
  { org, inOrg, ports, vault, within, log, now }: ExternalCallContext,
  connectionId: string,
  { immediately, isMeant }: { readonly immediately: boolean; readonly isMeant: (row: ConnectionRow) => boolean },
): Promise<number> => {
  const { row, open } = await inOrg(async ({ db, enqueue }) => {
    const known = await lockConnection(db, org.id, connectionId)
    // A member's own mailbox is theirs to disconnect.
    const held = known?.owner_id === null && isMeant(known) ? known : undefined
    return {
      row: held,
      open: held ? await disconnectConnection(db, held, { enqueue, within }, { now: now(), immediately }) : 0,
    }
  })
  if (!row) throw new Failure(connectionErrors.connection_not_found)
  // A sandbox that is off cannot be notified.
  if (row.kind === 'oauth' && row.credentials !== null && !isResting(row))
    await revokeGrant({ ports, vault }, row).catch((error: unknown) => {
      // The tokens are deleted here: that the service still knows them is no reason to keep them.
      if (!(error instanceof ProviderError)) throw error
      log.warn({ connection_id: connectionId, kind: error.kind }, 'a consent could not be revoked at its service')
    })
  return open
}
