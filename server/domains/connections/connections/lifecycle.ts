import { sql } from 'kysely'
import type { Db, Enqueue } from '#core/context.ts'
import { recordEvent } from '#core/events/events.ts'
import { newId } from '#core/ids.ts'
import type { Vault } from '#core/vault.ts'
import type { Within } from '#core/within.ts'
import { clearNotice } from '#domains/platform/notifications/notices.ts'
import type { LoginProviderName } from '#ports/providers.ts'
import { setConnectionStatus } from './connection-health.ts'
import { type ConnectionMode, type ConnectionRow, connectionOf } from './connections.ts'
import { type Credentials, sealCredentials } from './credentials.ts'
import { connectionEvents } from './events.ts'
import { connected, disconnected, stillOpen } from './moments.ts'
import { connectionNotices } from './notices.ts'
import { type ProviderName, providerOf } from './providers.ts'
import { registerWebhookJob } from './webhooks.ts'

/** What a connection is made, changed and ended with. */
export interface Connecting {
  readonly vault: Vault
  readonly enqueue: Enqueue
  readonly within: Within
}

/** The connection of the sandbox, also when it is created concurrently. Undefined where a user has to consent. */
export const connectSandbox = async (
  db: Db,
  orgId: string,
  provider: ProviderName,
  personId: string | null,
  connecting: Connecting,
): Promise<ConnectionRow | undefined> => {
  const credentials = providerOf(provider).sandbox?.credentials?.()
  if (!credentials) return undefined
  const [id, account] = [newId(), 'Sandbox']
  if (await addConnection(db, connecting, { orgId, id, provider, mode: 'sandbox', account, credentials, personId }))
    await connecting.enqueue(registerWebhookJob, { orgId, connectionId: id })
  return connectionOf(db, orgId, provider)
}

export interface WantedConnection {
  readonly orgId: string
  readonly id: string
  readonly provider: ProviderName | LoginProviderName
  /** How it was connected, where the provider can be connected in several ways. */
  readonly kind?: 'key' | 'oauth'
  readonly mode: ConnectionMode
  readonly account: string | null
  /** The provider's own id of the account; null where it tells none. */
  readonly accountId?: string | null
  readonly credentials: Credentials
  readonly scopes?: readonly string[]
  /** Of the access token. */
  readonly expiresAt?: Date | null
  readonly personId: string | null
  /** A member's own; without one it is the workspace's. */
  readonly ownerId?: string | null
}

/** Writes a new connection. Answers whether it did: of most providers there is one at a time. */
export const addConnection = async (db: Db, connecting: Connecting, wanted: WantedConnection): Promise<boolean> => {
  const { orgId, id, provider, mode, account } = wanted
  const added = await db
    .insertInto('connections')
    .values({
      org_id: orgId,
      id,
      provider,
      kind: wanted.kind ?? providerOf(provider).kind,
      mode,
      status: 'connected',
      account,
      account_id: wanted.accountId ?? null,
      scopes: [...(wanted.scopes ?? [])],
      credentials: sealCredentials(connecting.vault, id, wanted.credentials),
      expires_at: wanted.expiresAt ?? null,
      connected_by: wanted.personId,
      owner_id: wanted.ownerId ?? null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) return false
  await db.insertInto('directory.connections').values({ id, org_id: orgId }).execute()
  const { enqueue, within } = connecting
  await within(db, orgId, connected, { connectionId: id, provider, credentials: wanted.credentials, enqueue })
  await recordEvent(db, orgId, connectionEvents.connected, id, { provider, mode })
  return true
}

/**
 * Puts new credentials in the place of the old ones; the id stays, and with it the address of the webhook. What the provider
 * refused before is forgiven. The caller holds the connection.
 */
export const replaceCredentials = async (
  db: Db,
  { vault, enqueue, within }: Connecting,
  row: Pick<ConnectionRow, 'org_id' | 'id' | 'provider'>,
  wanted: Pick<WantedConnection, 'kind' | 'credentials' | 'account' | 'accountId' | 'scopes' | 'expiresAt' | 'personId'>,
): Promise<void> => {
  await db
    .updateTable('connections')
    .set((set) => ({
      credentials: sealCredentials(vault, row.id, wanted.credentials),
      account: wanted.account,
      ...(wanted.kind && { kind: wanted.kind }),
      ...(wanted.accountId && { account_id: wanted.accountId }),
      lacks: [],
      ...(wanted.scopes && { scopes: [...wanted.scopes] }),
      expires_at: wanted.expiresAt ?? null,
      connected_at: sql`now()`,
      connected_by: wanted.personId,
      webhook_tried_at: null,
      version: set('version', '+', 1),
    }))
    .where('org_id', '=', row.org_id)
    .where('id', '=', row.id)
    .execute()
  const { org_id: orgId, id: connectionId, provider } = row
  await within(db, orgId, connected, { connectionId, provider, credentials: wanted.credentials, enqueue })
  await setConnectionStatus(db, row.org_id, row.id, 'connected', null)
}

/**
 * Connects an account again whose connection was ended, which the caller holds: under the id that it had, by which everything is kept that
 * came from it.
 */
export const connectAgain = async (
  db: Db,
  connecting: Connecting,
  row: Pick<ConnectionRow, 'org_id' | 'id' | 'provider' | 'mode'>,
  wanted: WantedConnection,
): Promise<void> => {
  await db
    .updateTable('connections')
    .set({
      status: 'connected',
      credentials: sealCredentials(connecting.vault, row.id, wanted.credentials),
      ...{ disconnected_at: null, watched_until: null, last_error: null },
    })
    .where('org_id', '=', row.org_id)
    .where('id', '=', row.id)
    .execute()
  await replaceCredentials(db, connecting, row, wanted)
  await recordEvent(db, row.org_id, connectionEvents.connected, row.id, { provider: row.provider, mode: row.mode })
}

/** Longer than a payment can be on its way (`nextLook`). */
const longestWatchMs = 21 * 86_400_000

/**
 * Ends a connection, which the caller holds. It stays as a name for what was done with it; its credentials are forgotten, but
 * where checkouts of it can still be paid: those are ended with them first, and watched where they cannot be ended.
 * `immediately`: not even then. Answers how many checkouts those are.
 */
export const disconnectConnection = async (
  db: Db,
  row: Pick<ConnectionRow, 'org_id' | 'id' | 'provider' | 'mode'>,
  { enqueue, within }: Omit<Connecting, 'vault'>,
  { now, immediately = false }: { now: Date; immediately?: boolean },
): Promise<number> => {
  const { org_id: orgId, id, provider, mode } = row
  const counts = immediately ? [] : await within(db, orgId, stillOpen, { connectionId: id, provider })
  const open = counts.reduce((sum, count) => sum + count, 0)
  const isWatched = open > 0
  const changed = await db
    .updateTable('connections')
    .set({
      status: 'disconnected',
      ...(!isWatched && { credentials: null }),
      watched_until: isWatched ? new Date(now.getTime() + longestWatchMs) : null,
      expires_at: null,
      last_error: null,
      disconnected_at: sql`now()`,
    })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('status', '<>', 'disconnected')
    .returning('id')
    .executeTakeFirst()
  if (!changed) {
    if (immediately) await forgetCredentials(db, orgId, id)
    return 0
  }
  await within(db, orgId, disconnected, { connectionId: id, provider, isWatched, enqueue })
  await clearNotice(db, orgId, connectionNotices.connection_failed, id)
  await recordEvent(db, orgId, connectionEvents.disconnected, id, { provider, mode })
  return open
}

/** Nothing is left to watch of a connection that was disconnected. */
export const forgetCredentials = async (db: Db, orgId: string, id: string): Promise<void> => {
  await db
    .updateTable('connections')
    .set({ credentials: null, watched_until: null })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where('watched_until', 'is not', null)
    .execute()
}
