import { sql } from 'kysely'
import { contribution } from '#core/within.ts'
import { entriesOf, timelineParts } from '../identities/timeline-parts.ts'

/** Which fields of the record, and of what the timeline takes in beside it, were changed: from what to what. */
export const editTimeline = contribution({
  name: 'edit-timeline',
  to: timelineParts,
  run: async ({ most }, { orgId }) => ({
    entries: [
      entriesOf(
        'edit',
        sql`select 'edit:' || e.id, e.at, 'edit', null, null, null,
         jsonb_build_object('kind', e.kind, 'record_id', e.record_id, 'first_at', e.first_at, 'changes', e.changes,
           'record_name', coalesce((select d.name from these d where d.id = e.record_id),
             (select m.name from companies m where m.org_id = ${orgId} and m.id = e.record_id and e.kind = 'company'))), e.record_id,
         case when e.person_id is not null then 'person' when e.key_id is not null then 'key' when e.workflow is not null then 'workflow'
           else 'system' end,
         e.key_id, coalesce(e.workflow, (select k.name from api_keys k where k.org_id = ${orgId} and k.id = e.key_id)), e.person_id
       from (
         select r.*, 'edit:' || r.id as entry from record_edits r
         where r.org_id = ${orgId} and r.record_id in (select id from records)) e, place p
       where (e.at, e.entry) < (p.at, p.id)
       order by 2 desc, 1 desc limit ${most}`,
      ),
    ],
  }),
})
