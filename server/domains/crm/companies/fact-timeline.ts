import { sql } from 'kysely'
import { contribution } from '#core/within.ts'
import { entriesOf, timelineParts } from '../identities/timeline-parts.ts'

/** What was found out of the deals’ businesses and the companies of a person. */
export const factTimeline = contribution({
  name: 'fact-timeline',
  to: timelineParts,
  run: async ({ most }, { orgId }) => ({
    entries: [
      entriesOf(
        'fact',
        sql`select 'fact:' || t.id, t.at, 'fact', null, null, t.field || ': ' || t.value,
         jsonb_build_object('field', t.field, 'state', t.state, 'source', t.source, 'model', t.model), t.subject_id,
         case when t.person_id is not null then 'person' when t.source in ('workflow', 'key') then t.source else 'model' end, null,
         coalesce(t.workflow, t.model), t.person_id
       from (select 'deal' as kind, id from these
             union
             select 'company', k.id from companies k where k.org_id = ${orgId} and k.id in (
               select r.id from record r where r.kind = 'company'
               union select m.id from companies m where m.org_id = ${orgId} and m.root_id in (select r.id from record r where r.kind = 'company')
               union select d.company_id from these d
               union select c.company_id from contacts c where c.org_id = ${orgId} and c.id in (select id from merge_group))) s
         join facts t on t.org_id = ${orgId} and t.subject_kind = s.kind and t.subject_id = s.id, place p
       where t.state in ('current', 'pinned')
         and (t.at, 'fact:' || t.id) < (p.at, p.id)
       order by 2 desc, 1 desc limit ${most}`,
      ),
    ],
  }),
})
