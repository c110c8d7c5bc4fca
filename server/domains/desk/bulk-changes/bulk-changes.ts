import { type Selectable, sql, type Updateable } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { changedFields } from '#core/events/changes.ts'
import { recordEvent } from '#core/events/events.ts'
import type { Tables } from '#db/tables.ts'
import { choice, Reference, shape } from '#shapes'
import { bulkChangeErrors } from './errors.ts'
import { bulkChangeEvents } from './events.ts'
import { mostUnderWay } from './limits.ts'
import { ChangedKind, ChangeType, WantedChange } from './wanted-changes.ts'

/**
 * selecting → changing → done → undoing → undone
 *
 * Selecting writes down what is to be changed, and nothing is changed before all of it is. One that is cancelled or fails keeps what it has
 * changed, and that can be undone as well.
 */
export const bulkChangeStates = ['selecting', 'changing', 'done', 'cancelled', 'failed', 'undoing', 'undone'] as const
export const BulkChangeState = choice('BulkChangeState', bulkChangeStates)
export type BulkChangeState = z.output<typeof BulkChangeState>

const moves: Readonly<Record<BulkChangeState, readonly BulkChangeState[]>> = {
  selecting: ['changing', 'cancelled', 'failed'],
  changing: ['done', 'cancelled', 'failed'],
  done: ['undoing'],
  cancelled: ['undoing'],
  failed: ['undoing'],
  undoing: ['undone', 'failed'],
  undone: [],
}

/** The worker has it. */
export const underWay = ['selecting', 'changing', 'undoing'] as const
export const isUnderWay = (state: BulkChangeState): boolean => (underWay as readonly string[]).includes(state)

export type BulkChangeRow = Omit<Selectable<Tables['bulk_changes']>, 'state' | 'kind' | 'change'> & {
  readonly state: BulkChangeState
  readonly kind: ChangedKind
  readonly change: WantedChange
}

const rowIn = (row: Selectable<Tables['bulk_changes']>): BulkChangeRow => ({
  ...row,
  state: row.state as BulkChangeState,
  kind: row.kind as ChangedKind,
  change: WantedChange.parse(row.change),
})

/** Writes down a change that is wanted. Throws `bulk_change_queue_full`. */
export const addBulkChange = async (
  db: Db,
  row: {
    readonly org_id: string
    readonly id: string
    readonly kind: ChangedKind
    readonly change: WantedChange
    readonly selection: object | null
    readonly person_id: string | null
    readonly key_id: string | null
    readonly created_at: Date
  },
): Promise<BulkChangeRow> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from bulk_changes where org_id = ${row.org_id} and state in ('selecting', 'changing', 'undoing')`.execute(
    db,
  )
  if ((rows[0]?.count ?? 0) >= mostUnderWay) throw new Failure(bulkChangeErrors.bulk_change_queue_full)
  const added = await db
    .insertInto('bulk_changes')
    .values({
      ...row,
      change: JSON.stringify(row.change),
      selection: row.selection && JSON.stringify(row.selection),
      state: row.selection ? 'selecting' : 'changing',
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const after = rowIn(added)
  await recordBulkChange(db, null, after)
  return after
}

/** Holds a change until the transaction ends. Throws `bulk_change_not_found`. */
export const lockBulkChange = async (db: Db, orgId: string, id: string): Promise<BulkChangeRow> => {
  const row = await db
    .selectFrom('bulk_changes')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Failure(bulkChangeErrors.bulk_change_not_found)
  return rowIn(row)
}

/** The one that is next: of a workspace one at a time, in the order in which they were started. It is held. */
export const lockNextBulkChange = async (db: Db, orgId: string): Promise<BulkChangeRow | undefined> => {
  const next = db
    .selectFrom('bulk_changes')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('state', 'in', underWay)
    .orderBy('id')
    .limit(1)
    .forUpdate()
  // A row that ended while this waited for it is left out, and the one behind it was not looked at: a second look has it.
  const row = (await next.executeTakeFirst()) ?? (await next.executeTakeFirst())
  return row && rowIn(row)
}

type Patch = Omit<Updateable<Tables['bulk_changes']>, 'org_id' | 'id' | 'state' | 'failed_in'>

/** What a step has done, of a change that is held. */
export const advanceBulkChange = async (db: Db, { org_id, id }: BulkChangeRow, patch: Patch): Promise<BulkChangeRow> => {
  const row = await db
    .updateTable('bulk_changes')
    .set({ tries: 0, ...patch, moved_at: sql<Date>`now()` })
    .where('org_id', '=', org_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return rowIn(row)
}

/** Moves a change that is held to another state. Throws `bulk_change_wrong_state`. */
export const moveBulkChange = async (
  db: Db,
  before: BulkChangeRow,
  to: BulkChangeState,
  patch: Patch = {},
): Promise<BulkChangeRow> => {
  if (!moves[before.state].includes(to)) throw new Failure(bulkChangeErrors.bulk_change_wrong_state)
  const row = await db
    .updateTable('bulk_changes')
    .set({
      code: null,
      tries: 0,
      ...patch,
      state: to,
      failed_in: to === 'failed' ? before.state : null,
      moved_at: sql<Date>`now()`,
      ...(!isUnderWay(to) && { finished_at: sql<Date>`now()` }),
    })
    .where('org_id', '=', before.org_id)
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const after = rowIn(row)
  await recordBulkChange(db, before, after)
  return after
}

const recordBulkChange = async (db: Db, before: BulkChangeRow | null, after: BulkChangeRow): Promise<void> => {
  const fieldsOf = ({ state, code }: BulkChangeRow) => ({ state, code })
  const { selected, done, skipped, failed, undone, kept } = after
  await recordEvent(db, after.org_id, bulkChangeEvents.changed, after.id, {
    ...{ kind: after.kind, type: after.change.type, selected, done, skipped, failed, undone, kept },
    ...changedFields(before && fieldsOf(before), fieldsOf(after)),
  })
}

// ── As it is sent ───────────────────────────────────────────────────────────────────────────────────────────────────

export const BulkChange = shape('BulkChange', {
  id: z.uuid(),
  kind: ChangedKind,
  type: ChangeType,
  change: z.record(z.string(), z.unknown()).describe('As it was asked for'),
  is_selection: z.boolean().describe('All that matched a filter, and not records that were named'),
  state: BulkChangeState,
  progress: z.number().min(0).max(1),
  selected: z.int().describe('Records that it is about: while it is selecting, those found so far'),
  done: z.int().describe('Records that it changed; when undone, those that were'),
  skipped: z.int().describe('Left as they were, with a reason'),
  failed: z.int(),
  undone: z.int(),
  kept: z.int().describe('Not undone, because they were changed since'),
  problem: shape('BulkChangeProblem', {
    code: z.string(),
    message: z.string(),
    failed_in: choice('BulkChangeStep', underWay),
  }).nullable(),
  stalled: z.boolean().describe('Without progress for a minute'),
  created_at: z.iso.datetime(),
  created_by: Reference.nullable().describe('Null: an API key'),
  undone_by: Reference.nullable(),
  finished_at: z.iso.datetime().nullable(),
  kept_until: z.iso.datetime().describe('Until then it can be undone'),
})

type Named = BulkChangeRow & { readonly created_name: string | null; readonly undone_name: string | null }

/** With the names of who started and who undid them, newest first. */
export const findBulkChanges = async (
  db: Db,
  orgId: string,
  page: { readonly id?: string; readonly before?: string | undefined; readonly isUnderWay?: boolean; readonly limit: number },
): Promise<Named[]> => {
  let query = db
    .selectFrom('bulk_changes')
    .leftJoin('directory.people as maker', 'maker.id', 'bulk_changes.person_id')
    .leftJoin('directory.people as undoer', 'undoer.id', 'bulk_changes.undone_by')
    .selectAll('bulk_changes')
    .select(['maker.name as created_name', 'undoer.name as undone_name'])
    .where('bulk_changes.org_id', '=', orgId)
  if (page.id !== undefined) query = query.where('bulk_changes.id', '=', page.id)
  if (page.before !== undefined) query = query.where('bulk_changes.id', '<', page.before)
  if (page.isUnderWay) query = query.where('bulk_changes.state', 'in', underWay)
  const rows = await query.orderBy('bulk_changes.id', 'desc').limit(page.limit).execute()
  return rows.map(({ created_name, undone_name, ...row }) => ({ ...rowIn(row), created_name, undone_name }))
}
