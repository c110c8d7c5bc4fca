import { sql } from 'kysely'
import { contribution } from '#core/within.ts'
import { entriesOf, timelineParts } from '#domains/crm/identities/timeline-parts.ts'

/** Meetings of a person: when they were booked, and when they were cancelled. */
export const bookingTimeline = contribution({
  name: 'booking-timeline',
  to: timelineParts,
  run: async ({ most }, { orgId }) => ({
    tables: sql`meetings as materialized (
      select b.*, t.name as type_name from bookings b join event_types t on t.org_id = b.org_id and t.id = b.event_type_id
      where b.org_id = ${orgId} and b.contact_id in (select id from merge_group) and b.state not in ('held', 'expired'))`,
    entries: [
      entriesOf(
        'booking',
        sql`select 'booking:' || m.id, m.created_at, 'booking', null, 'in', m.type_name,
         jsonb_build_object('state', m.state, 'starts_at', m.starts_at), m.id,
         case when m.made_by is null then m.source else 'person' end, null, null, m.made_by
       from meetings m, place p where (m.created_at, 'booking:' || m.id) < (p.at, p.id)
       order by 2 desc, 1 desc limit ${most}`,
      ),
    ],
  }),
})
