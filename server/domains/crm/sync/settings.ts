import type { Selectable } from 'kysely'
import type { Db } from '#core/context.ts'
import type { Tables } from '#db/tables.ts'
import { type CrmEntity, crmEntities } from '#ports/crm.ts'
import { SavedMapping } from './mappings.ts'

/** By kind, what a CRM calls fields for which Foyer has no name, by the names that its API has for them. */
export type SavedLabels = { readonly [Entity in CrmEntity]?: Readonly<Record<string, string>> }

type SettingsRow = Selectable<Tables['crm_settings']>

export interface SyncSettings {
  readonly mapping: SavedMapping
  readonly entities: readonly CrmEntity[]
  readonly schedule: 'off' | 'hourly' | 'daily'
  /** Percent of the vendor's limits. */
  readonly share: number
  /** Of amounts that name none. Null: as the CRM says, or as most deals here. */
  readonly currency: string | null
  /** Of which kinds records are made there that are only here. */
  readonly creates: readonly CrmEntity[]
  /** Up to when changes were read, in the vendor's time. */
  readonly watermarks: { readonly [Entity in CrmEntity]?: string }
  readonly nextRunAt: Date | null
  /** When fields or stages were mapped anew. */
  readonly remappedAt: Date | null
  /** As the last run read them. */
  readonly labels: SavedLabels
}

export const usualSettings: SyncSettings = {
  mapping: { fields: [], stages: {} },
  entities: crmEntities,
  schedule: 'off',
  share: 50,
  currency: null,
  creates: [],
  watermarks: {},
  nextRunAt: null,
  remappedAt: null,
  labels: {},
}

const entitiesIn = (names: readonly string[]): CrmEntity[] => crmEntities.filter((entity) => names.includes(entity))

const asSettings = (row: SettingsRow): SyncSettings => ({
  mapping: SavedMapping.parse(row.mapping),
  entities: entitiesIn(row.entities),
  schedule: row.schedule as SyncSettings['schedule'],
  share: row.share,
  currency: row.currency,
  creates: entitiesIn(row.creates),
  watermarks: row.watermarks as SyncSettings['watermarks'],
  nextRunAt: row.next_run_at,
  remappedAt: row.remapped_at,
  labels: row.labels as SavedLabels,
})

/** What a workspace chose for a connection; as usual where it chose nothing. */
export const readSettings = async (db: Db, orgId: string, connectionId: string): Promise<SyncSettings> => {
  const row = await db
    .selectFrom('crm_settings')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('connection_id', '=', connectionId)
    .executeTakeFirst()
  return row ? asSettings(row) : usualSettings
}

/** Changes what is given. */
export const writeSettings = async (
  db: Db,
  orgId: string,
  connectionId: string,
  change: Partial<SyncSettings>,
): Promise<void> => {
  const values = {
    ...(change.mapping && { mapping: JSON.stringify(change.mapping) }),
    ...(change.entities && { entities: [...change.entities] }),
    ...(change.schedule && { schedule: change.schedule }),
    ...(change.share !== undefined && { share: change.share }),
    ...(change.currency !== undefined && { currency: change.currency }),
    ...(change.creates && { creates: [...change.creates] }),
    ...(change.watermarks && { watermarks: JSON.stringify(change.watermarks) }),
    ...(change.nextRunAt !== undefined && { next_run_at: change.nextRunAt }),
    ...(change.remappedAt !== undefined && { remapped_at: change.remappedAt }),
    ...(change.labels && { labels: JSON.stringify(change.labels) }),
  }
  await db
    .insertInto('crm_settings')
    .values({ org_id: orgId, connection_id: connectionId, ...values })
    .onConflict((conflict) => conflict.columns(['org_id', 'connection_id']).doUpdateSet({ ...values, updated_at: new Date() }))
    .execute()
}

/**
 * What is read after an undo is read from the beginning, since what is no longer here is not to be taken for known; and not before a person asks
 * for it, since it would bring back all that was undone.
 */
export const startOverAfterUndo = async (db: Db, orgId: string, connectionId: string): Promise<void> => {
  await db
    .updateTable('crm_settings')
    .set({ watermarks: '{}', schedule: 'off', next_run_at: null })
    .where('org_id', '=', orgId)
    .where('connection_id', '=', connectionId)
    .execute()
}

/** Kinds without a watermark are read whole. */
export const without = (watermarks: SyncSettings['watermarks'], entities: readonly CrmEntity[]): SyncSettings['watermarks'] =>
  Object.fromEntries(Object.entries(watermarks).filter(([entity]) => !(entities as readonly string[]).includes(entity)))

const hourMs = 3_600_000

/** When a connection is synced again by its schedule. */
export const nextRunAfter = (schedule: SyncSettings['schedule'], now: Date): Date | null =>
  schedule === 'off' ? null : new Date(now.getTime() + (schedule === 'hourly' ? hourMs : 24 * hourMs))
