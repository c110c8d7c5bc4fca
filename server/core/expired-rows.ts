import { type RawBuilder, sql } from 'kysely'
import type { Db } from './context.ts'
import { batchRows } from './jobs/row-batches.ts'

/** Rows of one organization that are kept no longer: one condition, for who counts them and for who removes them. */
export interface ExpiredRows {
  readonly table: string
  /** Over the table's own columns. */
  readonly where: RawBuilder<unknown>
  /** How old a row is. */
  readonly at: RawBuilder<unknown>
}

export interface CountedRows {
  readonly rows: number
  /** Null where there are none. */
  readonly oldest: Date | null
}

export const countExpired = async (db: Db, { table, where, at }: ExpiredRows): Promise<CountedRows> => {
  const { rows } = await sql<{ rows: number; oldest: Date | null }>`
    select count(*)::int as rows, min(${at})::timestamptz as oldest from ${sql.table(table)} where ${where}`.execute(db)
  return rows[0] ?? { rows: 0, oldest: null }
}

/** Removes at most `most` of them; answers how many. */
export const deleteExpired = async (db: Db, { table, where }: ExpiredRows, most = batchRows): Promise<number> => {
  if (most <= 0) return 0
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where ctid = any(array(select ctid from ${sql.table(table)} where ${where} limit ${most}))`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}

/** The same of several, one after the other, `batchRows` together. */
export const deleteAllExpired = async (db: Db, all: readonly ExpiredRows[]): Promise<number> => {
  let removed = 0
  for (const each of all) removed += await deleteExpired(db, each, batchRows - removed)
  return removed
}

/** When a row was made whose id has the time in it. */
export const madeAt = (id: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`to_timestamp(('x' || substr(replace(${id}::text, '-', ''), 1, 12))::bit(48)::bigint / 1000.0)`
