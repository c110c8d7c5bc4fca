import { sql } from 'kysely'
import { contribution } from '#core/within.ts'
import { entriesOf, timelineParts } from '#domains/crm/identities/timeline-parts.ts'

/** Designs that are linked to the person or to the deals, since when. A link that was taken away is none. */
export const designTimeline = contribution({
  name: 'design-timeline',
  to: timelineParts,
  run: async ({ most }, { orgId }) => ({
    entries: [
      entriesOf(
        'design',
        sql`select 'design:' || l.id, l.linked_at, 'design', null, null, d.title, jsonb_build_object('canva_id', d.vendor_id), d.id,
         case when l.linked_by is null then 'system' else 'person' end, null, null, l.linked_by
       from (select * from design_links where org_id = ${orgId} and deal_id in (select id from these)
             union all
             select * from design_links where org_id = ${orgId} and contact_id in (select id from merge_group)) l
       join designs d on d.org_id = l.org_id and d.id = l.design_id, place p
       where (l.linked_at, 'design:' || l.id) < (p.at, p.id)
       order by 2 desc, 1 desc limit ${most}`,
      ),
    ],
  }),
})
