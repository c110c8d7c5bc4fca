import { sql } from 'kysely'
import { contribution } from '#core/within.ts'
import { entriesOf, timelineParts } from './timeline-parts.ts'

/** How the records of a person came together, and parted. */
export const mergeTimeline = contribution({
  name: 'merge-timeline',
  to: timelineParts,
  run: async ({ most }, { orgId }) => ({
    entries: [
      entriesOf(
        'merge',
        sql`select g.kind || ':' || m.id, g.at, 'merge', null, null, case when m.person_id is not null and g.kind = 'merge' then m.reason end,
         jsonb_build_object('source_id', m.source_id, 'source_name', coalesce(s.full_name, s.email, s.phone), 'undone', g.kind = 'unmerge'), m.id,
         case when g.kind = 'unmerge' then 'undo' else m.cause end, null, null,
         case when g.kind = 'unmerge' then m.undone_by else m.person_id end
       from contact_merges m left join contacts s on s.org_id = m.org_id and s.id = m.source_id
         cross join lateral (values ('merge', m.at), ('unmerge', m.undone_at)) as g(kind, at), place p
       where m.org_id = ${orgId} and m.target_id in (select id from merge_group) and g.at is not null and (g.at, g.kind || ':' || m.id) < (p.at, p.id)
       order by 2 desc, 1 desc limit ${most}`,
      ),
    ],
  }),
})
