import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { choice, shape } from '#shapes'
import { listDefinitions } from '../lists/list-definitions.ts'
import type { ChangedKind } from './wanted-changes.ts'

/**
 * waiting: it will be changed · done: it was · skipped: left as it was, for a reason · failed: it could not be changed · undone: it is again as
 * it was · kept: not undone, for a reason
 */
export const ChangedRecordState = choice('ChangedRecordState', ['waiting', 'done', 'skipped', 'failed', 'undone', 'kept'])
export type ChangedRecordState = z.output<typeof ChangedRecordState>

export interface ChangedRow {
  readonly place: number
  readonly record_id: string
  readonly before: Readonly<Record<string, unknown>>
  readonly after: Readonly<Record<string, unknown>>
}

/** What became so of a record. */
export interface Outcome {
  readonly id: string
  readonly state: Exclude<ChangedRecordState, 'waiting'>
  readonly reason?: string
  readonly before?: Readonly<Record<string, unknown>>
  readonly after?: Readonly<Record<string, unknown>>
}

interface OfChange {
  readonly org_id: string
  readonly id: string
}

/** Writes records down behind those that are there, each once. Answers how many are new. */
export const addRecords = async (
  db: Db,
  { org_id, id }: OfChange,
  { behind, ids }: { readonly behind: number; readonly ids: readonly string[] },
): Promise<number> => {
  if (ids.length === 0) return 0
  const { numAffectedRows } = await sql`
    insert into bulk_change_records (org_id, change_id, place, record_id)
    select ${org_id}, ${id}, ${behind} + row_number() over (order by min(w.place)), w.record_id
    from unnest(${ids}::uuid[]) with ordinality as w (record_id, place)
    where not exists (
      select from bulk_change_records r where r.org_id = ${org_id} and r.change_id = ${id} and r.record_id = w.record_id)
    group by w.record_id`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** The next ones in a state behind a place, in their order. */
export const nextRecords = (
  db: Db,
  { org_id, id }: OfChange,
  { state, behind, limit }: { readonly state: 'waiting' | 'done'; readonly behind: number; readonly limit: number },
): Promise<ChangedRow[]> =>
  db
    .selectFrom('bulk_change_records')
    .select(['place', 'record_id', 'before', 'after'])
    .where('org_id', '=', org_id)
    .where('change_id', '=', id)
    .where('place', '>', behind)
    .where('state', '=', state)
    .orderBy('place')
    .limit(limit)
    .execute() as Promise<ChangedRow[]>

/** What was before is kept where it is not said anew. */
export const settleRecords = async (db: Db, { org_id, id }: OfChange, outcomes: readonly Outcome[]): Promise<void> => {
  await sql`
    update bulk_change_records r set state = o.state, reason = o.reason,
      before = coalesce(o.before, r.before), after = coalesce(o.after, r.after)
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as o (id uuid, state text, reason text, before jsonb, after jsonb)
    where r.org_id = ${org_id} and r.change_id = ${id} and r.record_id = o.id`.execute(db)
}

// ── As they are sent ────────────────────────────────────────────────────────────────────────────────────────────────

export const ChangedRecord = shape('ChangedRecord', {
  place: z.int(),
  id: z.uuid().describe('The record'),
  name: z.string().nullable().describe('Null: it has none, or is gone'),
  state: ChangedRecordState,
  reason: z.string().nullable().describe('A code: why it was left as it was, could not be changed, or was not undone'),
})

/** Those with a reason, or in a state, in their order. */
export const listRecordsOf = async (
  db: Db,
  { org_id, id, kind }: OfChange & { readonly kind: ChangedKind },
  page: { readonly state?: ChangedRecordState | undefined; readonly behind: number; readonly limit: number },
): Promise<z.output<typeof ChangedRecord>[]> => {
  const list = listDefinitions[kind]
  const { rows } = await sql<z.output<typeof ChangedRecord>>`
    select w.place, w.record_id as id, ${list.called} as name, w.state, w.reason from (
      select * from bulk_change_records b where b.org_id = ${org_id} and b.change_id = ${id} and b.place > ${page.behind}
        and ${page.state === undefined ? sql`b.reason is not null` : sql`b.state = ${page.state}`}
      order by b.place limit ${page.limit}) w
    left join lateral (select * from ${list.table} t where t.org_id = ${org_id} and t.id = w.record_id limit 1) r on true
    order by w.place`.execute(db)
  return rows
}
