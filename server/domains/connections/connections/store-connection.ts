import type { Db } from '#core/context.ts'
import { crmProviderNames } from '#ports/providers.ts'
import {
  type ConnectionMode,
  type ConnectionRow,
  findConnections,
  findEndedConnection,
  findOwnConnections,
  lockConnection,
} from './connections.ts'
import { openCredentials } from './credentials.ts'
import { addConnection, type Connecting, connectAgain, replaceCredentials, type WantedConnection } from './lifecycle.ts'
import { oneConsentAtATime } from './oauth-flows.ts'
import type { ProviderName } from './providers.ts'

/**
 * Stores credentials in the connection of their account, or in a new one: data of two accounts never mixes. By the service's own id: an
 * address can be reassigned, and one person can have several. A CRM's account that was disconnected gets its old connection again: the ids of
 * its records are kept by that, and under another each record would come a second time. Answers the connection's id, and the row as it was
 * before where it had credentials.
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
  const ended = keepsRecords(provider) && !ownerId ? await findEndedConnection(db, wanted) : undefined
  if (ended) {
    await connectAgain(db, connecting, ended, wanted)
    return { id: ended.id, before: null }
  }
  await addConnection(db, connecting, wanted)
  return { id: wanted.id, before: null }
}

const keepsRecords = (provider: ProviderName): boolean => (crmProviderNames as readonly string[]).includes(provider)
