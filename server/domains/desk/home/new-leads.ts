import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { idFloor } from '#core/ids.ts'
import { rootId } from '#domains/crm/identities/root-ids.ts'
import { companyOf } from '#domains/crm/leads/leads.ts'
import { MemberReference, shape } from '#shapes'
import { mostCounted, rowOf, shownRows } from './scopes.ts'

export const NewLead = shape('NewLead', {
  id: z.uuid(),
  contact_id: z.uuid().describe('That it was merged into, where it was'),
  name: z.string().nullable().describe('Of the lead; else its email address or number'),
  company: z.string().nullable(),
  note: z.string().nullable().describe('How its text begins'),
  source: z.string(),
  received_at: z.iso.datetime(),
  owner: MemberReference.nullable(),
  email: z.string().nullable().describe('Of its contact, else as it came'),
  phone: z.string().nullable().describe('In E.164'),
  has_conversation: z.boolean().describe('There is a conversation with its contact'),
})

export const NewLeads = z.object({
  since: z.iso.datetime(),
  count: z.int().describe('Counted up to 100'),
  rows: z.array(NewLead),
})

/** So many of the newest are looked at: 20 ms. A file of more would hide what came in before it. */
const newestRead = 5_000

/** Leads since a moment that are still new, newest first. Rows of a file that a member uploaded are no news, unless the upload
 * says that they wait. */
export const findNewLeads = async (
  db: Db,
  orgId: string,
  memberId: string | null,
  since: Date,
): Promise<z.output<typeof NewLeads>> => {
  const { rows } = await sql<{
    id: string
    contact_id: string
    name: string | null
    metadata: unknown
    note: string | null
    source: string
    received_at: Date
    owner_id: string | null
    owner_name: string | null
    email: string | null
    phone: string | null
    has_thread: boolean
    found: number
  }>`
    select n.found, l.id, r.id as contact_id, coalesce(l.full_name, l.email, l.phone) as name, l.metadata, left(l.note, 200) as note, l.source, l.received_at,
      l.owner_id, o.name as owner_name, coalesce(r.email, l.email) as email, coalesce(r.phone, l.phone_e164) as phone,
      v.id is not null as has_thread
    from (
      select id, count(*) over ()::int as found from (
        select id from (
          select id, via, waits, owner_id from leads
          where org_id = ${orgId} and id >= ${idFloor(since)} and state is null and deleted_at is null
          order by id desc limit ${newestRead}) newest
        where (via <> 'upload' or waits) and coalesce(owner_id, ${memberId}) is not distinct from coalesce(${memberId}, owner_id)
        limit ${mostCounted}) counted
      order by id desc limit ${shownRows}) n
    join ${rowOf('leads', orgId, sql`n.id`)} l on true
    join ${rowOf('contacts', orgId, sql`l.contact_id`)} c on true
    join ${rowOf('contacts', orgId, rootId('c'))} r on true
    left join ${rowOf('conversations', orgId, sql`r.id`)} v on true
    left join directory.people o on o.id = l.owner_id
    order by l.id desc`.execute(db)
  return {
    since: since.toISOString(),
    count: rows[0]?.found ?? 0,
    rows: rows.map((row) => ({
      ...{ id: row.id, contact_id: row.contact_id, name: row.name, company: companyOf(row.metadata), note: row.note },
      ...{ source: row.source, received_at: row.received_at.toISOString() },
      owner: row.owner_id === null ? null : { id: row.owner_id, name: row.owner_name },
      ...{ email: row.email, phone: row.phone, has_conversation: row.has_thread },
    })),
  }
}
