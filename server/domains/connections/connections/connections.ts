import type { Selectable } from 'kysely'
import type { z } from 'zod'
import type { Db } from '#core/context.ts'
import type { Tables } from '#db/tables.ts'
import { choice } from '#shapes'
import type { ProviderName } from './providers.ts'

export type ConnectionRow = Selectable<Tables['connections']>

export const connectionStatuses = ['connected', 'needs_reauth', 'error', 'disconnected'] as const
/** `needs_reauth`: a user must consent again. `error`: the provider rejects the credentials. */
export const ConnectionStatus = choice('ConnectionStatus', connectionStatuses)
export type ConnectionStatus = z.output<typeof ConnectionStatus>

/** Whose money and mail it is: real, the provider's test mode, or simulated. */
export const ConnectionMode = choice('ConnectionMode', ['live', 'test', 'sandbox'])
export type ConnectionMode = z.output<typeof ConnectionMode>

export const findConnection = (db: Db, orgId: string, id: string): Promise<ConnectionRow | undefined> =>
  db.selectFrom('connections').selectAll().where('org_id', '=', orgId).where('id', '=', id).executeTakeFirst()

/** Finds a connection and locks it until the transaction ends: for changes of its credentials. */
export const lockConnection = (db: Db, orgId: string, id: string): Promise<ConnectionRow | undefined> =>
  db.selectFrom('connections').selectAll().where('org_id', '=', orgId).where('id', '=', id).forUpdate().executeTakeFirst()

/** Those of the workspace that are connected, or should be, oldest first, and no member's own; with those that were disconnected since a moment, if one is given. */
export const findConnections = (db: Db, orgId: string, endedSince?: Date): Promise<ConnectionRow[]> =>
  db
    .selectFrom('connections')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('owner_id', 'is', null)
    .where((row) =>
      row.or([
        row('status', '<>', 'disconnected'),
        ...(endedSince === undefined ? [] : [row('disconnected_at', '>', endedSince)]),
      ]),
    )
    .orderBy('id')
    .execute()

/** The workspace's connection of an account that was disconnected, the last one of several, locked until the transaction ends. */
export const findEndedConnection = (
  db: Db,
  account: { readonly orgId: string; readonly provider: string; readonly mode: ConnectionMode; readonly accountId: string },
): Promise<ConnectionRow | undefined> =>
  db
    .selectFrom('connections')
    .selectAll()
    .where('org_id', '=', account.orgId)
    .where('provider', '=', account.provider)
    .where('mode', '=', account.mode)
    .where('account_id', '=', account.accountId)
    .where('owner_id', 'is', null)
    .where('status', '=', 'disconnected')
    .orderBy('disconnected_at', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()

/** The workspace's one of a provider that is not disconnected, newest first where there can be several. */
export const connectionOf = (db: Db, orgId: string, provider: ProviderName): Promise<ConnectionRow | undefined> =>
  db
    .selectFrom('connections')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('provider', '=', provider)
    .where('owner_id', 'is', null)
    .where('status', '<>', 'disconnected')
    .orderBy('id', 'desc')
    .executeTakeFirst()

/** A member's own of a provider that are connected, or should be. */
export const findOwnConnections = (db: Db, orgId: string, provider: ProviderName, ownerId: string): Promise<ConnectionRow[]> =>
  db
    .selectFrom('connections')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('provider', '=', provider)
    .where('owner_id', '=', ownerId)
    .where('status', '<>', 'disconnected')
    .execute()

/** Of the workspace, which every member may look at and admins change; a member's own is theirs alone. */
export const findSharedConnection = async (db: Db, orgId: string, id: string): Promise<ConnectionRow | undefined> => {
  const row = await findConnection(db, orgId, id)
  return row?.owner_id === null ? row : undefined
}

/** The organization of a connection that a stranger names; undefined for one that there is not. */
export const orgOfConnection = async (db: Db, id: string): Promise<string | undefined> =>
  (await db.selectFrom('directory.connections').select('org_id').where('id', '=', id).executeTakeFirst())?.org_id
