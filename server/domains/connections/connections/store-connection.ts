import type { Db } from '#core/context.ts'
import { type ConnectionMode, type ConnectionRow, findConnections, findOwnConnections, lockConnection } from './connections.ts'
import { openCredentials } from './credentials.ts'
import { addConnection, type Connecting, replaceCredentials, type WantedConnection } from './lifecycle.ts'
import { oneConsentAtATime } from './oauth-flows.ts'
import type { ProviderName } from './providers.ts'

/**
 * Stores credentials in the connection of their account, or in a new one: data of two accounts never mixes. By the service's own id: an
 * address can be reassigned, and one person can have several. Answers the
 * connection's id, and the row as it was before.
 */
export const storeConnection = async (
  db: Db,
  connecting: Connecting,
  wanted: WantedConnection & { readonly mode: ConnectionMode; readonly provider: ProviderName; readonly accountId: string },
): Promise<{ readonly id: string; readonly before: ConnectionRow | null }> => {
  const { orgId, provider, mode, ownerId, accountId } = wanted
  await oneConsentAtATime(db, orgId, provider)
  const known = ownerId ? await findOwnConnections(db, orgId, provider, ownerId) : await findConnections(db, orgId)
  const same = known.find(
    (each) =>
      each.provider === provider &&
      each.mode === mode &&
      (each.account_id ?? openCredentials(connecting.vault, each).accountId ?? null) === accountId,
  )
  const held = same && (await lockConnection(db, orgId, same.id))
  if (held && held.status !== 'disconnected') {
    await replaceCredentials(db, connecting, held, wanted)
    return { id: held.id, before: held }
  }
  await addConnection(db, connecting, wanted)
  return { id: wanted.id, before: null }
}
