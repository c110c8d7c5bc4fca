import { type RawBuilder, sql } from 'kysely'

/** Counts end here: a page says 99+. */
export const mostCounted = 100

/** Rows of a section. */
export const shownRows = 6

/**
 * Rows of a member and rows that are unassigned, each from the beginning of an index: `column = x or column is null` in one
 * condition would read all rows of both and sort them. `first` comes first in the order of each: of what is null, PostgreSQL takes the
 * order of an index that begins with it only so. Without a member, all rows.
 */
export const ofMember = (
  memberId: string | null,
  column: RawBuilder<unknown>,
  select: (which: RawBuilder<unknown>, first: RawBuilder<unknown>) => RawBuilder<unknown>,
): RawBuilder<unknown> =>
  memberId === null
    ? select(sql`true`, sql``)
    : sql`(${select(sql`${column} = ${memberId}`, sql`${column},`)}) union all (${select(sql`${column} is null`, sql`${column},`)})`

/** The row of a key, whatever the planner believes of tables that it has not counted yet: it would read all of one for a hundred rows. */
export const rowOf = (table: string, orgId: string, id: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`lateral (select * from ${sql.table(table)} where org_id = ${orgId} and id = ${id} limit 1)`
