import { sql } from 'kysely'
import { contribution } from '#core/within.ts'
import { entriesOf, timelineParts } from '#domains/crm/identities/timeline-parts.ts'

/** Runs of workflows about the person, their leads, and the deals; and those that a message, booking or invoice of theirs started. */
export const runTimeline = contribution({
  name: 'run-timeline',
  to: timelineParts,
  run: async ({ most }, { orgId }) => ({
    entries: [
      entriesOf(
        'workflow',
        sql`select 'run:' || r.id, r.created_at, 'workflow', null, null, w.name,
         jsonb_build_object('state', r.state, 'reason', r.reason, 'workflow_id', r.workflow_id, 'started_by', r.trigger -> 'kind'), r.id,
         case when r.person_id is not null then 'person' else 'workflow' end, r.workflow_id, case when r.person_id is null then w.name end, r.person_id
       from (
         select r.id from records s join workflow_runs r on r.org_id = ${orgId} and r.subject_id = s.id
         union select r.id from merge_group g join workflow_runs r on r.org_id = ${orgId} and r.contact_id = g.id
         union select r.id from these d join workflow_runs r on r.org_id = ${orgId} and r.deal_id = d.id) about
         join workflow_runs r on r.org_id = ${orgId} and r.id = about.id
         join workflows w on w.org_id = r.org_id and w.id = r.workflow_id, place p
       where (r.created_at, 'run:' || r.id) < (p.at, p.id)
       order by 2 desc, 1 desc limit ${most}`,
      ),
    ],
  }),
})
