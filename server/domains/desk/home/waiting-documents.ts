import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { rootId } from '#domains/crm/identities/root-ids.ts'
import { ContactReference, Reference, shape } from '#shapes'
import { mostCounted, shownRows } from './scopes.ts'

export const WaitingDocument = shape('WaitingDocument', {
  id: z.uuid(),
  title: z.string(),
  deal: Reference.nullable(),
  contact: ContactReference.nullable(),
  signed: z.int().describe('Signers who have signed'),
  signers: z.int(),
  waits_for: z.object({ signer_id: z.uuid(), name: z.string() }).nullable().describe('The signer whose turn it is'),
  waits_for_you: z.boolean().describe('The caller is that signer'),
  ends_at: z.iso.datetime().describe('When it expires'),
})

export const WaitingDocuments = z.object({
  count: z.int().describe('Counted up to 100'),
  rows: z.array(WaitingDocument),
})

/** Documents that wait for signatures, those first that expire first. A member's: those that they sent, and those that they sign. */
export const findWaitingDocuments = async (
  db: Db,
  orgId: string,
  memberId: string | null,
  viewerId: string,
): Promise<z.output<typeof WaitingDocuments>> => {
  const { rows } = await sql<{
    id: string
    title: string
    deal_id: string | null
    deal_name: string | null
    contact_id: string | null
    full_name: string | null
    signed: number
    signers: number
    signer_id: string | null
    signer_name: string | null
    person_id: string | null
    ends_at: Date
  }>`
    select d.id, d.title, e.id as deal_id, e.name as deal_name, r.id as contact_id, r.full_name, d.ends_at,
      n.signed, n.signers, w.id as signer_id, w.name as signer_name, w.person_id
    from (
      select * from documents d
      where d.org_id = ${orgId} and d.status = 'pending_signature'
        and (${memberId}::uuid is null or d.made_by = ${memberId} or exists (
          select from document_signers s where s.org_id = d.org_id and s.document_id = d.id and s.person_id = ${memberId} and s.state = 'asked'))
      order by d.ends_at limit ${mostCounted}) d
    left join deals e on e.org_id = d.org_id and e.id = d.deal_id
    left join contacts c on c.org_id = d.org_id and c.id = d.contact_id
    left join contacts r on r.org_id = d.org_id and r.id = ${rootId('c')}
    left join lateral (
      select count(*) filter (where s.state = 'signed')::int as signed, count(*) filter (where s.state <> 'replaced')::int as signers
      from document_signers s where s.org_id = d.org_id and s.document_id = d.id) n on true
    left join lateral (
      select s.id, s.name, s.person_id from document_signers s
      where s.org_id = d.org_id and s.document_id = d.id and s.state in ('asked', 'waiting') order by s.turn, s.id limit 1) w on true
    order by d.ends_at, d.id`.execute(db)
  return {
    count: rows.length,
    rows: rows.slice(0, shownRows).map((row) => ({
      ...{ id: row.id, title: row.title, signed: row.signed, signers: row.signers },
      waits_for: row.signer_id === null ? null : { signer_id: row.signer_id, name: row.signer_name ?? '' },
      deal: row.deal_id === null ? null : { id: row.deal_id, name: row.deal_name ?? '' },
      contact: row.contact_id === null ? null : { id: row.contact_id, name: row.full_name },
      waits_for_you: row.person_id === viewerId,
      ends_at: row.ends_at.toISOString(),
    })),
  }
}
