import { sql } from 'kysely'
import type { Db } from '#core/context.ts'

export interface LeadCount {
  /** From 0: which of the parts. */
  readonly part: number
  readonly source: string
  readonly count: number
}

/**
 * Leads that are not deleted by the part of a span in which they came in, and their source. Read from counts by quarters of
 * an hour, which each statement that changes leads changes in its own transaction: exact at any moment, and a year of a million in some
 * thousand rows (decision 0122). Of a member: theirs, and those that are unassigned.
 */
export const countLeads = async (
  db: Db,
  orgId: string,
  { borders, to, memberId = null }: { borders: readonly Date[]; to: Date; memberId?: string | null },
): Promise<LeadCount[]> => {
  const within = sql`org_id = ${orgId} and quarter >= ${borders[0] ?? to} and quarter < ${to}`
  const { rows } = await sql<LeadCount>`
    select width_bucket(quarter, ${[...borders]}::timestamptz[]) - 1 as part, source, sum(count)::int as count
    from (
      select quarter, source, owner_id, count from lead_counts where ${within}
      union all
      select quarter, source, owner_id, count from lead_count_changes where ${within}) c
    ${memberId === null ? sql`` : sql`where owner_id is null or owner_id = ${memberId}`}
    group by 1, 2 having sum(count) <> 0 order by 1, 2`.execute(db)
  return rows
}
