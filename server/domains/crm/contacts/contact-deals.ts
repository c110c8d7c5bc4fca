import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { extension } from '#shapes'
import { Deal, showDeals } from '../deals/deals.ts'

export const ContactDeal = extension('ContactDeal', Deal, {
  is_further: z.boolean().describe('The deal has another first contact, or none; this one is a further contact of it'),
})

/** More than one page shows. */
const mostDeals = 50

/** The deals of a person, newest first: those of which they are the first contact, and those in which they are a further one. */
export const findDealsOf = async (
  db: Db,
  orgId: string,
  mergeGroup: readonly string[],
): Promise<z.output<typeof ContactDeal>[]> => {
  const { rows } = await sql<{ id: string; is_further: boolean }>`
    select id, bool_and(is_further) as is_further from (
      (select d.id, false as is_further from deals d
        where d.org_id = ${orgId} and d.contact_id = any(${[...mergeGroup]}::uuid[]) and d.deleted_at is null order by d.id desc limit ${mostDeals})
      union all
      (select distinct f.deal_id, true from deal_people f
        join deals d on d.org_id = f.org_id and d.id = f.deal_id and d.deleted_at is null
        where f.org_id = ${orgId} and f.contact_id = any(${[...mergeGroup]}::uuid[]) order by f.deal_id desc limit ${mostDeals})) theirs
    group by id order by id desc limit ${mostDeals}`.execute(db)
  const isFurther = new Map(rows.map((row) => [row.id, row.is_further]))
  const deals = await showDeals(db, orgId, [...isFurther.keys()])
  return deals.map((deal) => ({ ...deal, is_further: isFurther.get(deal.id) === true }))
}
