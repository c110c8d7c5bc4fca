import { type RawBuilder, sql } from 'kysely'

/** A time as JSON carries it, written by the database: `2026-11-30T09:00:00.000Z`. */
export const jsonTime = (column: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
