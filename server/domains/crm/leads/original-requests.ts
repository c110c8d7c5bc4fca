import { type Kysely, type Selectable, sql } from 'kysely'
import type { Tables } from '#db/tables.ts'

type Db = Kysely<Tables>

type WithOrigin = Pick<Selectable<Tables['leads']>, 'id' | 'key_id' | 'delivery_id' | 'flags' | 'received'>

/** The request that made a lead is the lead itself; leads of before 0053 name its row. Null for what came by a file. */
export const requestIdOf = (lead: Pick<WithOrigin, 'id' | 'key_id' | 'delivery_id'>): string | null =>
  lead.key_id === null ? lead.delivery_id : lead.id

/** What brought a lead, to the letter, and which members of it were not read. */
export const receivedOf = async (
  db: Db,
  orgId: string,
  lead: WithOrigin,
): Promise<{ text: string | null; unused: string[] }> => {
  if (lead.delivery_id === null) return { text: lead.received, unused: unusedOf(lead.flags) }
  const delivery = await db
    .selectFrom('deliveries')
    .select(['body', 'flags'])
    .where('org_id', '=', orgId)
    .where('id', '=', lead.delivery_id)
    .executeTakeFirst()
  return { text: delivery?.body?.toString('utf8') ?? null, unused: unusedOf(delivery?.flags ?? null) }
}

const unusedOf = (flags: readonly string[] | null): string[] =>
  (flags ?? []).filter((flag) => flag.startsWith('unused:')).map((flag) => flag.slice('unused:'.length))

/** The requests that spoke of a lead, newest first: repeats of it, and last the one that made it. */
export const deliveriesOfLead = async (db: Db, orgId: string, lead: WithOrigin) => {
  const requestId = requestIdOf(lead)
  const rows = await sql<Listed>`
    select d.id, d.received_at, d.status, d.outcome, d.flags, coalesce(k.name, s.name) as key_name
    from (
      (select id, key_id, received_at, status, outcome, flags from deliveries
       where org_id = ${orgId} and lead_id = ${lead.id} and outcome <> 'accepted' order by id desc limit ${mostRepeats})
      union all
      select id, key_id, received_at, status, outcome, flags from all_deliveries where org_id = ${orgId} and id = ${requestId}) d
    left join api_keys k on k.org_id = ${orgId} and k.id = d.key_id
    left join lead_sources s on s.org_id = ${orgId} and s.id = d.key_id
    order by d.id desc`.execute(db)
  return rows.rows.map((row) => ({ ...row, received_at: row.received_at.toISOString() }))
}

const mostRepeats = 50

interface Listed {
  readonly id: string
  readonly received_at: Date
  readonly status: number
  readonly outcome: string
  readonly flags: string[]
  readonly key_name: string | null
}
