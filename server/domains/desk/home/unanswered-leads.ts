import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { idFloor } from '#core/ids.ts'
import { rootId } from '#domains/crm/identities/root-ids.ts'
import { mostCounted, rowOf } from './scopes.ts'

/**
 * A lead that is late for so many days is waited for no longer, as the response times count it too: who lets leads lie here, because another
 * program has them, finds the list of today in Home.
 */
const lateDays = 30
/** With the longest target that a workspace may have. */
export const longestDays = lateDays + 30
/**
 * Of each owner, so many of those that wait longest are looked at for an answer or a deal, by key: almost none has one, because both move
 * the lead, unless a member made it new again.
 */
const readOfOwner = 500
/** Of all owners, so many are looked at for a contact who waits elsewhere: four reads by key each, 16 µs. */
const readOfAll = 500

/** Since when leads are looked at, and when those came whose answers are due now. */
export const bordersOf = (now: Date, targetMinutes: number): { readonly oldest: Date; readonly due: Date } => {
  const due = new Date(now.getTime() - targetMinutes * 60_000)
  return { oldest: new Date(due.getTime() - lateDays * 86_400_000), due }
}

interface Wanted {
  /** Null: of all members; else of this one, and those without an owner. */
  readonly memberId: string | null
  /** Ids between two moments: `idFloor`. */
  readonly from: string
  readonly before: string
}

/**
 * Rows of `owner_id` and `id`: new leads whose senders wait for a first answer (`lead_waits`: those of a file do not), of each owner those
 * that wait longest, up to 100. From the beginning of the index for each owner, so no owner's leads hide those of another.
 */
export const unansweredLeads = (orgId: string, { memberId, from, before }: Wanted): RawBuilder<unknown> => {
  const owners =
    memberId === null ? sql`owners_of_waiting_leads(${orgId})` : sql`(values (${memberId}::uuid), (null)) as own (owner_id)`
  const waiting = sql`
    l.org_id = ${orgId} and l.state is null and l.deleted_at is null and lead_waits(l.waits, l.via) and l.id >= ${from} and l.id < ${before}`
  return sql`
    select o.owner_id, w.id from (select owner_id from ${owners}) o
    cross join lateral (
      select n.id from (
        (select l.id from leads l where ${waiting} and l.owner_id = o.owner_id order by l.owner_id, l.id limit ${readOfOwner})
        union all
        (select l.id from leads l where o.owner_id is null and ${waiting} and l.owner_id is null
         order by l.owner_id, l.id limit ${readOfOwner})) n
      where not exists (select from lead_responses r where r.org_id = ${orgId} and r.id = n.id)
        and not exists (select from deals d where d.org_id = ${orgId} and d.lead_id = n.id)
      order by n.id limit ${mostCounted}) w`
}

export interface UnansweredLead {
  readonly id: string
  /** That it was merged into, where it was. */
  readonly contact_id: string
  readonly owner_id: string | null
  readonly received_at: Date
}

/**
 * Those of people who wait nowhere else, the longest wait first: who has written, or has a deal that waits for its first answer, waits
 * there, also where a colleague has it; of several leads of a person the first one counts.
 */
export const findUnansweredLeads = async (
  db: Db,
  orgId: string,
  memberId: string | null,
  { now, target }: { readonly now: Date; readonly target: number },
): Promise<UnansweredLead[]> => {
  const wanted = { memberId, from: idFloor(bordersOf(now, target).oldest), before: idFloor(new Date(now.getTime() + 60_000)) }
  const deal = (contact: RawBuilder<unknown>): RawBuilder<unknown> => sql`
    select true from deals d where d.org_id = ${orgId} and d.contact_id = ${contact} and d.state = 'open' and d.deleted_at is null
      and d.responded_at is null and d.response_due_at is not null limit 1`
  // A value, and no `exists`: that was planned as a join, which read all deals that wait for each of a hundred leads (300 ms of 2,000 deals).
  const { rows } = await sql<UnansweredLead>`
    select f.id, f.root_id as contact_id, f.owner_id, f.received_at
    from (
      select distinct on (root_id) l.id, l.owner_id, l.received_at, ${rootId('c')} as root_id
      from (select id from (${unansweredLeads(orgId, wanted)}) all_waiting order by id limit ${readOfAll}) w
      join ${rowOf('leads', orgId, sql`w.id`)} l on true
      join ${rowOf('contacts', orgId, sql`l.contact_id`)} c on true
      order by root_id, l.id) f
    join ${rowOf('contacts', orgId, sql`f.root_id`)} r on r.deleted_at is null
    left join ${rowOf('conversations', orgId, sql`f.root_id`)} v on true
    where v.waiting_since is null and (${deal(sql`f.root_id`)}) is null
      and not exists (
        select from contacts g cross join lateral (${deal(sql`g.id`)}) merged
        where g.org_id = ${orgId} and g.root_id = f.root_id)
    order by f.id limit ${mostCounted}`.execute(db)
  return rows
}
