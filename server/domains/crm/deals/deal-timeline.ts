import { type RawBuilder, sql } from 'kysely'
import { contribution } from '#core/within.ts'
import { entriesOf, timelineParts } from '../identities/timeline-parts.ts'

/** Deals and their stages, whose they became, and tasks that were done. */
export const dealTimeline = contribution({
  name: 'deal-timeline',
  to: timelineParts,
  run: async ({ most, isWanted }, { orgId }) => ({
    entries: [
      { kinds: ['deal', 'stage'] as const, select: moves(orgId, whichOf(isWanted), most) },
      entriesOf(
        'assignment',
        sql`select 'assignment:' || a.id, a.at, 'assignment', null, null, a.because ->> 'reason',
         jsonb_build_object('assigned_to', a.person_id, 'assigned_name', o.name, 'because', a.because, 'deal', d.name), d.id,
         case when a.by_person_id is not null then 'person' when a.workflow is not null and a.because ->> 'rule' = 'person' then 'workflow'
           else coalesce(a.because ->> 'rule', 'turns') end, null, case when a.because ->> 'rule' = 'person' then a.workflow end, a.by_person_id
       from assignments a join these d on d.id = a.deal_id left join directory.people o on o.id = a.person_id, place p
       where a.org_id = ${orgId} and (a.at, 'assignment:' || a.id) < (p.at, p.id)
       order by 2 desc, 1 desc limit ${most}`,
      ),
      entriesOf(
        'task',
        sql`select 'task:' || k.id, k.done_at, 'task', null, null, k.title,
         jsonb_build_object('kind', k.kind, 'outcome', k.outcome, 'done_at', k.done_at), k.id,
         case when k.done_by is not null then 'person' when k.done_workflow is not null then 'workflow' else 'system' end, null,
         k.done_workflow, k.done_by
       from tasks k, place p
       where k.org_id = ${orgId} and k.done_at is not null
         and k.id in (select t.id from tasks t where t.org_id = ${orgId} and t.deal_id in (select id from these)
                      union select t.id from tasks t where t.org_id = ${orgId} and t.contact_id in (select id from merge_group)
                      union select t.id from tasks t where t.org_id = ${orgId} and t.company_id in (select id from company_ids))
         and (k.done_at, 'task:' || k.id) < (p.at, p.id)
       order by 2 desc, 1 desc limit ${most}`,
      ),
    ],
  }),
})

/** One select for both: each move is read once. */
const whichOf = (isWanted: (kind: 'deal' | 'stage') => boolean) => {
  if (isWanted('deal') && isWanted('stage')) return sql`true`
  return isWanted('deal') ? sql`v.from_stage_id is null` : sql`v.from_stage_id is not null`
}

/** Where a deal began, or its way from stage to stage. */
const moves = (orgId: string, which: RawBuilder<unknown>, most: number) =>
  sql`select 'move:' || v.id, v.at, case when v.from_stage_id is null then 'deal' else 'stage' end, null, null, d.name,
         jsonb_build_object('from', f.name, 'to', t.name, 'why', v.why, 'deal', d.name,
           'lost_reason', case when t.kind = 'lost' and d.stage_id = t.id then d.lost_reason end), d.id,
         case when v.workflow is null then v.cause else 'workflow' end, null, v.workflow, v.person_id
       from deal_moves v join these d on d.id = v.deal_id
         left join stages f on f.org_id = v.org_id and f.id = v.from_stage_id
         join stages t on t.org_id = v.org_id and t.id = v.to_stage_id, place p
       where v.org_id = ${orgId} and ${which} and (v.at, 'move:' || v.id) < (p.at, p.id)
       order by 2 desc, 1 desc limit ${most}`
