import { sql } from 'kysely'
import { contribution } from '#core/within.ts'
import { entriesOf, timelineParts } from '#domains/crm/identities/timeline-parts.ts'

/** Payments of `bills`, which the part of invoices brings. */
export const paymentTimeline = contribution({
  name: 'payment-timeline',
  to: timelineParts,
  run: async ({ most }, { orgId }) => ({
    entries: [
      entriesOf(
        'payment',
        sql`select 'payment:' || y.id, y.received_at, 'payment', null, 'in', b.label,
         jsonb_build_object('kind', case when y.dispute_state = 'open' then 'disputed' when y.lost_minor > 0 then 'lost' when y.refunded_minor >= y.amount_minor then 'refunded' else 'received' end,
           'amount_minor', y.amount_minor, 'currency', y.currency, 'refunded_minor', y.refunded_minor, 'invoice_id', y.invoice_id,
           'provider', y.provider, 'is_live', y.is_live), y.id,
         'provider', y.invoice_id, null, null
       from payments y join bills b on b.id = y.invoice_id, place p
       where y.org_id = ${orgId} and (y.received_at, 'payment:' || y.id) < (p.at, p.id)
       order by 2 desc, 1 desc limit ${most}`,
      ),
    ],
  }),
})
