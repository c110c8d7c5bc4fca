import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { rootId } from '#domains/crm/identities/root-ids.ts'
import type { BinKind } from './bin-kinds.ts'

/** Why a record is not deleted: what it is evidence of, or what is agreed with its person. */
export const evidenceReasons = [
  'has_invoice',
  'has_signed_document',
  'has_accepted_proposal',
  'has_open_document',
  'has_open_proposal',
  'has_meeting',
] as const
export type EvidenceReason = (typeof evidenceReasons)[number]

type Link = 'contact_id' | 'deal_id'

/** What stands in the way of a row of `linked (id, record_id)`, by its person or deal: a row for each reason. */
const reasonsBy = (orgId: string, linked: RawBuilder<unknown>, link: Link): RawBuilder<unknown> => {
  const of = sql.ref(link)
  const agreed = sql`
    select l.record_id, case d.status when 'signed' then 'has_signed_document' else 'has_open_document' end as reason
    from ${linked} l join documents d on d.org_id = ${orgId} and d.${of} = l.id and d.status in ('signed', 'pending_signature')
    union all
    select l.record_id, case p.status when 'accepted' then 'has_accepted_proposal' else 'has_open_proposal' end
    from ${linked} l join proposals p on p.org_id = ${orgId} and p.${of} = l.id and p.status in ('accepted', 'sent')
    union all
    select l.record_id, 'has_meeting'
    from ${linked} l join bookings b on b.org_id = ${orgId} and b.${of} = l.id and b.state in ('pending', 'confirmed') and b.ends_at > now()`
  if (link === 'deal_id') return agreed
  return sql`${agreed}
    union all
    select l.record_id, 'has_invoice'
    from ${linked} l join invoices i on i.org_id = ${orgId} and i.contact_id = l.id and i.state <> 'draft'`
}

/**
 * Which of these records are evidence, with the strongest reason: paid and sent invoices, what was signed or accepted or waits to be, and
 * meetings ahead. A contact by all of its merge group, a company by its contacts and deals, a deal by itself. A lead and a task are none.
 */
export const findEvidence = async (
  db: Db,
  orgId: string,
  kind: BinKind,
  ids: readonly string[],
): Promise<ReadonlyMap<string, EvidenceReason>> => {
  const reasons = reasonsOf(orgId, kind, ids)
  if (!reasons || ids.length === 0) return new Map()
  const { rows } = await sql<{ record_id: string; reason: EvidenceReason }>`
    select distinct on (record_id) record_id, reason from (${reasons}) found
    order by record_id, array_position(${[...evidenceReasons]}::text[], reason)`.execute(db)
  return new Map(rows.map(({ record_id, reason }) => [record_id, reason]))
}

const reasonsOf = (orgId: string, kind: BinKind, ids: readonly string[]): RawBuilder<unknown> | null => {
  const wanted = sql`any(${[...ids]}::uuid[])`
  if (kind === 'contact') {
    const records = sql`(select c.id, ${rootId('c')} as record_id from contacts c
      where c.org_id = ${orgId} and (c.id = ${wanted} or c.root_id = ${wanted}))`
    return reasonsBy(orgId, records, 'contact_id')
  }
  if (kind === 'deal')
    return reasonsBy(
      orgId,
      sql`(select d.id, d.id as record_id from deals d where d.org_id = ${orgId} and d.id = ${wanted})`,
      'deal_id',
    )
  if (kind !== 'company') return null
  const of = (table: 'contacts' | 'deals') => sql`(
    select c.id, ${rootId('k')} as record_id from companies k
    join ${sql.table(table)} c on c.org_id = k.org_id and c.company_id = k.id
    where k.org_id = ${orgId} and (k.id = ${wanted} or k.root_id = ${wanted}))`
  return sql`${reasonsBy(orgId, of('contacts'), 'contact_id')} union all ${reasonsBy(orgId, of('deals'), 'deal_id')}`
}
