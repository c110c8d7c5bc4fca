import type { z } from 'zod'
import type { Db } from '#core/context.ts'
import { type Deal, showDeals } from '../deals/deals.ts'

/** More than one page shows. */
const mostDeals = 50

/** The deals of a person, newest first. */
export const findDealsOf = async (db: Db, orgId: string, mergeGroup: readonly string[]): Promise<z.output<typeof Deal>[]> => {
  const found = await db
    .selectFrom('deals')
    .select('id')
    .where('org_id', '=', orgId)
    .where('contact_id', 'in', mergeGroup)
    .orderBy('id', 'desc')
    .limit(mostDeals)
    .execute()
  return showDeals(
    db,
    orgId,
    found.map((deal) => deal.id),
  )
}
