import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import type { Measure } from './definitions.ts'
import { type Grouping, groupings, type Span } from './facts.ts'

/** A value of a figure: of the whole span, of one of its parts, or of one key of a grouping. */
export interface Cell {
  readonly figure: string
  /** Null: of the whole span, or of a part. */
  readonly by: Grouping | null
  /** Null where the facts have none: no owner, no source. */
  readonly key: string | null
  /** From 0. */
  readonly part: number | null
  /** Of sums; null for what has no currency. */
  readonly currency: string | null
  readonly value: number
}

/** All values of a figure in one statement. */
export const findCells = async (
  db: Db,
  orgId: string,
  measure: Measure,
  { borders, span }: { readonly borders: readonly Date[]; readonly span: Span },
): Promise<Cell[]> => {
  const { facts, by, figure, value } = measure
  const rows = facts.counted && value === 'count' ? facts.counted(orgId, span) : facts.rows(orgId, span)
  const worth =
    value === 'count'
      ? sql`sum(n)`
      : value === 'sum'
        ? sql`sum(amount)`
        : sql`round(percentile_cont(0.5) within group (order by minutes)::numeric, 1)`
  const sets = [sql`(currency)`, sql`(currency, part)`, ...by.map((name) => sql`(currency, ${sql.ref(name)})`)]
  const { rows: found } = await sql<
    Record<Grouping, string | null> & { is_part: boolean; by: Grouping | null } & Omit<Cell, 'figure' | 'key' | 'by'>
  >`
    select currency, part, grouping(part) = 0 as is_part, ${sql.join(
      groupings.map((name) => (by.includes(name) ? sql.ref(name) : sql`null as ${sql.ref(name)}`)),
    )},
      case ${sql.join(
        by.map((name) => sql`when grouping(${sql.ref(name)}) = 0 then ${name}::text`),
        sql` `,
      )} ${by.length === 0 ? sql`when true then null::text` : sql``} end as by,
      (${worth})::float8 as value
    from (select *, width_bucket(at, ${[...borders]}::timestamptz[]) - 1 as part from (${rows}) f) f
    group by grouping sets (${sql.join(sets)})
    having sum(n) <> 0`.execute(db)
  return found.map(({ currency, part, is_part, by: name, value: worth, ...keys }) => ({
    ...{ figure, by: name, key: name && keys[name], part: is_part ? part : null, currency, value: worth },
  }))
}
