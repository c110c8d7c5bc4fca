import type { Selectable } from 'kysely'
import type { z } from 'zod'
import type { Db } from '#core/context.ts'
import { newId } from '#core/ids.ts'
import type { Vault } from '#core/vault.ts'
import type { Tables } from '#db/tables.ts'
import type { OAuthAccount, OAuthClient } from '#ports/oauth.ts'
import { choice } from '#shapes'
import { setConnectionStatus } from './connection-health.ts'
import { type ConnectionRow, lockConnection } from './connections.ts'
import { openableCredentials, sealCredentials } from './credentials.ts'

/** Whose client a consent is asked with. */
export const ClientOrigin = choice('ServiceClientOrigin', ['workspace', 'operator', 'sandbox'])

export type OAuthClientRow = Selectable<Tables['oauth_clients']>

export const sealOf = (clientRowId: string): string => `oauth client ${clientRowId}`

export const findOAuthClient = (db: Db, orgId: string, provider: string): Promise<OAuthClientRow | undefined> =>
  db.selectFrom('oauth_clients').selectAll().where('org_id', '=', orgId).where('provider', '=', provider).executeTakeFirst()

export const openClient = (vault: Vault, row: Pick<OAuthClientRow, 'id' | 'client_id' | 'secret_sealed'>): OAuthClient => ({
  id: row.client_id,
  secret: vault.open(row.secret_sealed, sealOf(row.id)),
})

/** The client of its own that a workspace consents with at a service; null: the operator's. */
export const ownClient = async (db: Db, vault: Vault, orgId: string, provider: string): Promise<OAuthClient | null> => {
  const row = await findOAuthClient(db, orgId, provider)
  return row ? openClient(vault, row) : null
}

/** Which services a workspace has clients of its own at. */
export const providersWithClient = async (db: Db, orgId: string): Promise<ReadonlySet<string>> => {
  const rows = await db.selectFrom('oauth_clients').select('provider').where('org_id', '=', orgId).execute()
  return new Set(rows.map(({ provider }) => provider))
}

/**
 * Saves a client. A new secret of the same client is that of its connections, too: the old one may be dead. Those that were made with
 * another client keep it, for a service renews a token only for the client that it was given to.
 */
export const saveClient = async (
  db: Db,
  vault: Vault,
  { orgId, provider, client, personId }: { orgId: string; provider: string; client: OAuthClient; personId: string },
): Promise<void> => {
  const before = await findOAuthClient(db, orgId, provider)
  const id = before?.id ?? newId()
  const saved = { client_id: client.id, secret_sealed: vault.seal(client.secret, sealOf(id)), saved_by: personId }
  await db
    .insertInto('oauth_clients')
    .values({ org_id: orgId, id, provider, ...saved })
    .onConflict((conflict) => conflict.columns(['org_id', 'provider']).doUpdateSet({ ...saved, saved_at: new Date() }))
    .execute()
  for (const row of await connectionsOfClient(db, vault, orgId, provider, client.id))
    await keepCredentials(db, vault, row, { clientSecret: client.secret })
}

/** Removes the client, and forgets its secret everywhere: accounts that were connected with it have to be connected again. */
export const removeClient = async (
  db: Db,
  vault: Vault,
  { org_id: orgId, id, provider, client_id }: OAuthClientRow,
): Promise<number> => {
  await db.deleteFrom('oauth_clients').where('org_id', '=', orgId).where('id', '=', id).execute()
  const rows = await connectionsOfClient(db, vault, orgId, provider, client_id)
  for (const row of rows) {
    await keepCredentials(db, vault, row, { clientSecret: null }, 1)
    await setConnectionStatus(db, orgId, row.id, 'needs_reauth', 'The OAuth client that connected it was removed.')
  }
  return rows.length
}

/** The connections that were made with a client. */
export const connectionsOfClient = async (
  db: Db,
  vault: Vault,
  orgId: string,
  provider: string,
  clientId: string,
): Promise<ConnectionRow[]> => {
  const rows = await db
    .selectFrom('connections')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('provider', '=', provider)
    .where('kind', '=', 'oauth')
    .where('status', '<>', 'disconnected')
    .orderBy('id')
    .execute()
  return rows.filter((row) => openableCredentials(vault, row).clientId === clientId)
}

/** Beside the tokens, whose version stays unless these are over: a renewal that is under way is not to lose what it was given. */
const keepCredentials = async (
  db: Db,
  vault: Vault,
  { org_id, id }: ConnectionRow,
  changes: Readonly<Record<string, string | null>>,
  versions = 0,
): Promise<void> => {
  const row = await lockConnection(db, org_id, id)
  if (!row || row.status === 'disconnected') return
  const kept = Object.entries({ ...openableCredentials(vault, row), ...changes })
  const credentials = Object.fromEntries(kept.filter((entry): entry is [string, string] => entry[1] !== null))
  await db
    .updateTable('connections')
    .set((set) => ({ credentials: sealCredentials(vault, row.id, credentials), version: set('version', '+', versions) }))
    .where('org_id', '=', row.org_id)
    .where('id', '=', row.id)
    .execute()
}

/** Null: there is none. */
export const originOf = (isOwn: boolean, mode: OAuthAccount['mode'] | null): z.output<typeof ClientOrigin> | null => {
  if (mode === null) return null
  if (isOwn) return 'workspace'
  return mode === 'sandbox' ? 'sandbox' : 'operator'
}
