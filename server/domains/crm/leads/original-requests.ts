import type { Kysely } from 'kysely'
import type { Tables } from '#db/tables.ts'

type Db = Kysely<Tables>

/** What brought a lead, to the letter, and which members of it were not read. */
export const receivedOf = async (
  db: Db,
  orgId: string,
  lead: { delivery_id: string | null; received: string | null },
): Promise<{ text: string | null; unused: string[] }> => {
  if (lead.delivery_id === null) return { text: lead.received, unused: [] }
  const delivery = await db
    .selectFrom('deliveries')
    .select(['body', 'flags'])
    .where('org_id', '=', orgId)
    .where('id', '=', lead.delivery_id)
    .executeTakeFirst()
  const unused = (delivery?.flags ?? []).filter((flag) => flag.startsWith('unused:')).map((flag) => flag.slice(7))
  return { text: delivery?.body?.toString('utf8') ?? null, unused }
}

/** The requests that spoke of a lead: the one that brought it, and repeats of it. */
export const deliveriesOfLead = async (db: Db, orgId: string, lead: { id: string; delivery_id: string | null }) => {
  const rows = await db
    .selectFrom('deliveries as d')
    .leftJoin('api_keys as k', (join) => join.onRef('k.org_id', '=', 'd.org_id').onRef('k.id', '=', 'd.key_id'))
    .select(['d.id', 'd.received_at', 'd.status', 'd.outcome', 'd.flags', 'k.name as key_name'])
    .where('d.org_id', '=', orgId)
    .where((is) =>
      is.or([
        is.and([is('d.lead_id', '=', lead.id), is('d.outcome', '<>', 'accepted')]),
        ...(lead.delivery_id ? [is('d.id', '=', lead.delivery_id)] : []),
      ]),
    )
    .orderBy('d.id', 'desc')
    .limit(50)
    .execute()
  return rows.map((row) => ({ ...row, received_at: row.received_at.toISOString() }))
}
