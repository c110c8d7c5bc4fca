import { sql } from 'kysely'
import { contribution } from '#core/within.ts'
import { entriesOf, timelineParts } from '#domains/crm/identities/timeline-parts.ts'

/** What happened to invoices. `bills` serves payments too. */
export const invoiceTimeline = contribution({
  name: 'invoice-timeline',
  to: timelineParts,
  run: async ({ most }, { orgId }) => ({
    tables: sql`bills as materialized (
      select i.* from invoices i where i.org_id = ${orgId} and i.contact_id in (select id from merge_group))`,
    entries: [
      entriesOf(
        'invoice',
        sql`select 'invoice:' || e.id, e.at, 'invoice', null, 'out', b.label,
         jsonb_build_object('kind', e.kind, 'amount_minor', b.total_minor, 'currency', b.currency), b.id,
         case when e.workflow is null then e.source else 'workflow' end, null, e.workflow, e.person_id
       from invoice_events e join bills b on b.id = e.invoice_id, place p
       where e.org_id = ${orgId} and e.kind in ('created', 'sent', 'reminded', 'paid', 'voided') and (e.at, 'invoice:' || e.id) < (p.at, p.id)
       order by 2 desc, 1 desc limit ${most}`,
      ),
    ],
  }),
})
