import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '#core/context.ts'
import { type Deal, showDeals } from '../deals/deals.ts'

/** More than anybody reads on a page. */
const mostDeals = 50

/** The deals of a person, newest first. */
export const findDealsOf = async (db: Db, orgId: string, family: readonly string[]): Promise<z.output<typeof Deal>[]> => {
  const found = await db
    .selectFrom('deals')
    .select('id')
    .where('org_id', '=', orgId)
    .where('contact_id', 'in', family)
    .orderBy('id', 'desc')
    .limit(mostDeals)
    .execute()
  return showDeals(
    db,
    orgId,
    found.map((deal) => deal.id),
  )
}

/**
 * Whether anything but leads refers to a contact (`contacts`, under that name, in the statement): then it stays, whatever takes its
 * leads away.
 */
export const isTied = sql<boolean>`(
  contacts.root_id is not null
  or exists (select from contacts merged where merged.org_id = contacts.org_id and merged.root_id = contacts.id)
  or exists (select from deals d where d.org_id = contacts.org_id and d.contact_id = contacts.id)
  or exists (select from conversations v where v.org_id = contacts.org_id and v.id = contacts.id)
  or exists (select from messages m where m.org_id = contacts.org_id and m.contact_id = contacts.id)
  or exists (select from chat_sessions s where s.org_id = contacts.org_id and s.contact_id = contacts.id)
  or exists (select from contact_claims q where q.org_id = contacts.org_id and q.contact_id = contacts.id)
  or exists (select from calls c where c.org_id = contacts.org_id and c.contact_id = contacts.id)
  or exists (select from tasks t where t.org_id = contacts.org_id and t.contact_id = contacts.id)
  or exists (select from invoices i where i.org_id = contacts.org_id and i.contact_id = contacts.id))`
