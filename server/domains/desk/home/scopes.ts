import { type RawBuilder, sql } from 'kysely'

/** Counts end here: a page says 99+. */
export const mostCounted = 100

/** Rows of a section. */
export const shownRows = 6

/**
 * Rows of a member and rows that are unassigned, each from the beginning of an index: `column = x or column is null` in one
 * condition would read all rows of both and sort them. Without a member, all rows.
 */
export const ofMember = (
  memberId: string | null,
  column: RawBuilder<unknown>,
  select: (which: RawBuilder<unknown>) => RawBuilder<unknown>,
): RawBuilder<unknown> =>
  memberId === null
    ? select(sql`true`)
    : sql`(${select(sql`${column} = ${memberId}`)}) union all (${select(sql`${column} is null`)})`

/** The first rows and how many there are, of a list that was read to one more than is counted. */
export const counted = <Row>(rows: readonly Row[], most = shownRows): { rows: Row[]; count: number } => ({
  rows: rows.slice(0, most),
  count: Math.min(rows.length, mostCounted),
})
