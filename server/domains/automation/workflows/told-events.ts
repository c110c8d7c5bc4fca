import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { idFloor } from '#core/ids.ts'
import { mergeGroupOf } from '#domains/crm/identities/merge-groups.ts'

/** Events that are looked through, newest first: some 20 ms. And of those from the beginning of what is asked about. */
const mostLookedThrough = 10_000
const mostOfBeginning = 5_000
/** Leads and deals of one contact whose events count as the contact's. */
const mostRelated = 200

/** An event as the log keeps it. */
export interface LoggedEvent {
  readonly id: string
  readonly type: string
  readonly subject_id: string
  readonly payload: Readonly<Record<string, unknown>>
  readonly at: Date
}

/** What is asked about: its ids, and when the first of it came. */
export interface Asked {
  readonly ids: readonly string[]
  readonly since: Date
}

/** A lead, a contact with its leads and deals, or a deal; null where there is none. */
export const findAsked = async (db: Db, orgId: string, id: string): Promise<Asked | null> => {
  const { rows } = await sql<{ kind: string; created_at: Date }>`
    select 'contact' as kind, created_at from contacts where org_id = ${orgId} and id = ${id}
    union all select 'lead', received_at from leads where org_id = ${orgId} and id = ${id}
    union all select 'deal', created_at from deals where org_id = ${orgId} and id = ${id}`.execute(db)
  const [found] = rows
  if (!found) return null
  if (found.kind !== 'contact') return { ids: [id], since: found.created_at }
  const group = await mergeGroupOf(db, orgId, id)
  const { rows: related } = await sql<{ id: string }>`
    (select id from leads where org_id = ${orgId} and contact_id = any (${group}::uuid[]) order by id desc limit ${mostRelated})
    union all
    (select id from deals where org_id = ${orgId} and contact_id = any (${group}::uuid[]) order by id desc limit ${mostRelated})`.execute(
    db,
  )
  return { ids: [id, ...group, ...related.map((row) => row.id)], since: found.created_at }
}

/**
 * The newest events of these types, about what is asked or all of them; and how far back was looked, where that was not to the beginning of the log. The log
 * has no index by subject: it would cost each lead that comes in.
 */
export const findTold = async (
  db: Db,
  orgId: string,
  { types, asked, limit }: { readonly types: readonly string[]; readonly asked: Asked | null; readonly limit: number },
): Promise<{ events: LoggedEvent[]; lookedBackTo: Date | null }> => {
  const ids = [...(asked?.ids ?? [])]
  const { rows } = await sql<LoggedEvent & { readonly looked: number; readonly oldest: Date }>`
    with newest as materialized (
      select e.id, e.type, e.subject_id, e.payload, e.at from events e where e.org_id = ${orgId} order by e.id desc limit ${mostLookedThrough}),
    beginning as materialized (
      select e.id, e.type, e.subject_id, e.payload, e.at from events e
      where e.org_id = ${orgId} and ${asked !== null} and e.id >= ${idFloor(new Date((asked?.since.getTime() ?? 0) - 1_000))}
      order by e.id limit ${mostOfBeginning}),
    looked as (select count(*)::int as looked, min(at) as oldest from newest)
    select e.*, l.looked, l.oldest from (select * from newest union select * from beginning) e, looked l
    where e.type = any (${types}::text[]) and (${asked === null} or e.subject_id = any (${ids}::uuid[])
      or e.payload ->> 'contact_id' = any (${ids}::text[]) or e.payload ->> 'lead_id' = any (${ids}::text[]) or e.payload ->> 'deal_id' = any (${ids}::text[]))
    order by e.id desc limit ${limit}`.execute(db)
  const [first] = rows
  return {
    events: rows.map(({ looked: _, oldest: __, ...event }) => event),
    lookedBackTo: first && first.looked === mostLookedThrough ? first.oldest : null,
  }
}
