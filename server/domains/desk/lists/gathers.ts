import { type RawBuilder, sql } from 'kysely'
import { highestId, nilId } from '#core/ids.ts'
import type { IndexedColumn, ListDefinition } from './list-fields.ts'

/** An end of a range of values. */
export interface Edge {
  readonly value: string | number
  readonly isIncluded: boolean
}

/** From one value to another of an indexed column; an end that is left out is open. `isNull`: those that have none. */
export interface Range {
  readonly from?: Edge | undefined
  readonly to?: Edge | undefined
  readonly isNull?: true | undefined
  /** Of amounts. */
  readonly currency?: string | undefined
}

export const only = (value: string | number): Range => ({ from: { value, isIncluded: true }, to: { value, isIncluded: true } })

const cast = (value: string | number, as: string): RawBuilder<unknown> => sql`${value}::${sql.raw(as)}`

/**
 * What lies in a range, as conditions that an index (org_id, column, id) reads from one end to the other. The id is compared along: a
 * plain `column = value` would be dropped from the order, and the planner might walk the primary key in the hope of finding enough.
 */
export const within = (column: IndexedColumn, { from, to, isNull, currency }: Range): RawBuilder<boolean> => {
  if (column.as === 'id')
    return and([
      from && sql<boolean>`r.id >= ${cast(from.value, 'uuid')}`,
      to && sql<boolean>`r.id < ${cast(to.value, 'uuid')}`,
    ])
  if (isNull) return sql<boolean>`${column.by} is null`
  if (column.isEqual && from) return sql<boolean>`${column.by} = ${cast(from.value, column.as)}`
  const of = (edge: Edge, isLow: boolean): RawBuilder<unknown> => {
    const id = edge.isIncluded === isLow ? nilId : highestId
    return sql`(${currency === undefined ? sql`` : sql`${currency}::text, `}${cast(edge.value, column.as)}, ${id}::uuid)`
  }
  const keys = sql`(${currency === undefined ? sql`` : sql`${column.currency}, `}${column.by}, r.id)`
  return and([
    from ? sql<boolean>`${keys} >= ${of(from, true)}` : sql<boolean>`${column.by} is not null`,
    to && sql<boolean>`${keys} <= ${of(to, false)}`,
    currency !== undefined && (!from || !to) && sql<boolean>`${column.currency} = ${currency}`,
    column.partial?.where,
    // A comparison of rows does not tell the planner that the value is one: it would not read the index of values.
    column.hasBlanksById && from && sql<boolean>`${column.by} is not null`,
  ])
}

/** By which columns a range is read in order. */
export const keysOf = (column: IndexedColumn, range: Range): RawBuilder<unknown>[] => {
  if (column.as === 'id' || column.isEqual || (range.isNull && column.hasBlanksById)) return [sql`r.id`]
  return [...(range.currency !== undefined && column.currency ? [column.currency] : []), column.by, sql`r.id`]
}

export const and = (parts: readonly (RawBuilder<boolean> | false | undefined)[]): RawBuilder<boolean> => {
  const given = parts.filter((part) => part !== undefined && part !== false)
  return given.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(given, sql` and `)})`
}

export const or = (parts: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  parts.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join([...parts], sql` or `)})`

/** Ids of records, so many at the most, read from one index. */
export interface Gather {
  (most: number): RawBuilder<unknown>
  /** The records themselves, each once, where the index is one of their own table: none is looked up by its key again. */
  readonly rows?: (most: number) => RawBuilder<unknown>
}

export const gatherRange = (list: ListDefinition, orgId: string, column: IndexedColumn, range: Range): Gather => {
  const where = and([sql<boolean>`r.org_id = ${orgId}`, within(column, range), column.isName === true && list.indexed])
  const { rows } = list
  if (rows) return (most) => sql`(select r.id from ${rows({ orgId, where, isDescending: false, most })} r)`
  const read = (what: RawBuilder<unknown>) => (most: number) =>
    sql`(select ${what} from ${list.table} r where ${where} order by ${sql.join(keysOf(column, range))} limit ${most})`
  return Object.assign(read(sql`r.id`), { rows: read(sql`r.*`) })
}

export const gatherAll = (gathers: readonly Gather[]): Gather => {
  const [first, ...others] = gathers
  if (!first) return () => sql`(select null::uuid as id where false)`
  if (others.length === 0) return first
  return (most) =>
    sql`(select g.id from (${sql.join(
      gathers.map((gather) => gather(most)),
      sql` union all `,
    )}) g limit ${most})`
}
