import { sql } from 'kysely'
import { contribution } from '#core/within.ts'
import { timelineParts } from '../identities/timeline-parts.ts'

/** What was found out of the deals’ businesses and the companies of a person. */
export const factTimeline = contribution({
  name: 'fact-timeline',
  to: timelineParts,
  run: async ({ most }, { orgId }) => ({
    entries: [
      sql`select 'fact:' || t.id, t.at, 'fact', null, null, t.field || ': ' || t.value,
         jsonb_build_object('field', t.field, 'state', t.state, 'source', t.source, 'model', t.model), t.subject_id,
         case when t.person_id is null then 'model' else 'person' end, null, t.model, t.person_id
       from facts t, place p
       where t.org_id = ${orgId} and t.state in ('current', 'pinned')
         and (t.subject_kind = 'deal' and t.subject_id in (select id from these)
           or t.subject_kind = 'company' and t.subject_id in (
             select d.company_id from these d where d.company_id is not null
             union select c.company_id from contacts c where c.org_id = ${orgId} and c.id in (select id from merge_group) and c.company_id is not null))
         and (t.at, 'fact:' || t.id) < (p.at, p.id)
       order by 2 desc, 1 desc limit ${most}`,
    ],
  }),
})
