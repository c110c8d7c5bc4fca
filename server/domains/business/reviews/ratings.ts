import { sql } from 'kysely'
import type { Db } from '#core/context.ts'

/** How many reviews that are still there have how many stars. */
export interface Ratings {
  readonly locationId: string
  /** With one star, two, … five. */
  readonly counts: readonly [number, number, number, number, number]
  readonly total: number
  readonly unanswered: number
}

export const findRatings = async (db: Db, orgId: string): Promise<readonly Ratings[]> => {
  const { rows } = await sql<{ location_id: string; stars: number | null; count: number; unanswered: number }>`
    select location_id, stars, count(*)::int as count,
      count(*) filter (where reply_text is null or reply_standing = 'rejected')::int as unanswered
    from reviews where org_id = ${orgId} and gone_at is null group by location_id, stars`.execute(db)
  const byLocation = Map.groupBy(rows, (row) => row.location_id)
  return [...byLocation].map(([locationId, of]) => {
    const count = (stars: number): number => of.find((row) => row.stars === stars)?.count ?? 0
    const sum = (field: 'count' | 'unanswered'): number => of.reduce((total, row) => total + row[field], 0)
    const counts = [count(1), count(2), count(3), count(4), count(5)] as const
    return { locationId, counts, total: sum('count'), unanswered: sum('unanswered') }
  })
}

/** To two decimals; null without a review that has stars. */
export const averageIn = (counts: readonly number[]): number | null => {
  const rated = counts.reduce((total, count) => total + count, 0)
  const stars = counts.reduce((total, count, index) => total + count * (index + 1), 0)
  return rated === 0 ? null : Math.round((stars / rated) * 100) / 100
}

/** Of one location, or of all. */
export const averageOf = async (db: Db, orgId: string, locationId: string | undefined): Promise<number | null> => {
  const ratings = (await findRatings(db, orgId)).filter((each) => locationId === undefined || each.locationId === locationId)
  return averageIn([0, 1, 2, 3, 4].map((index) => ratings.reduce((total, { counts }) => total + (counts[index] ?? 0), 0)))
}
