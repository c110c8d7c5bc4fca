import { sql } from 'kysely'
import { contribution } from '#core/within.ts'
import { entriesOf, timelineParts } from '#domains/crm/identities/timeline-parts.ts'

/** What happened to documents of the deals: sent, signed by each signer, signed by all, and ended. */
export const documentTimeline = contribution({
  name: 'document-timeline',
  to: timelineParts,
  run: async ({ most }, { orgId }) => ({
    tables: sql`papers as materialized (
      select d.id, d.title, d.made_by, d.workflow from documents d where d.org_id = ${orgId} and d.deal_id in (select id from these))`,
    entries: [
      // The id is that of the document with the number of the event in its last group: there is no other for one event of a chain.
      // A link is a signer's own; what a member signs, attests or takes back is theirs. `completed` follows the last signature at once.
      entriesOf(
        'document',
        sql`select 'document:' || left(d.id::text, 24) || lpad(to_hex(e.seq), 12, '0'), e.at, 'document', null,
         case when e.kind = 'made' then 'out' else 'in' end, d.title,
         jsonb_build_object('kind', e.kind, 'name', n.value), d.id,
         case when e.kind = 'made' and d.workflow is not null then 'workflow' when e.kind in ('made', 'voided') then 'person'
           when e.kind = 'expired' then 'system' when f.facts ->> 'class' in ('session', 'attested') then 'person' else 'signer' end,
         null, case when e.kind = 'made' then d.workflow end,
         case when e.kind = 'made' then d.made_by else (f.facts ->> 'person')::uuid end
       from document_events e join papers d on d.id = e.document_id
       left join document_events s on s.org_id = e.org_id and s.document_id = e.document_id
         and s.seq = case when e.kind = 'completed' then e.seq - 1 else e.seq end
       left join document_personal n on n.org_id = e.org_id and n.document_id = e.document_id and n.seq = e.seq and n.key = 'name'
       cross join lateral (select s.said::jsonb -> 'facts' as facts) f, place p
       where e.org_id = ${orgId} and e.kind in ('made', 'signed', 'completed', 'declined', 'voided', 'expired')
         and (e.at, 'document:' || left(d.id::text, 24) || lpad(to_hex(e.seq), 12, '0')) < (p.at, p.id)
       order by 2 desc, 1 desc limit ${most}`,
      ),
    ],
  }),
})
