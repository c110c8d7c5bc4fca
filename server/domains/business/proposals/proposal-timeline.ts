import { sql } from 'kysely'
import { contribution } from '#core/within.ts'
import { entriesOf, timelineParts } from '#domains/crm/identities/timeline-parts.ts'

/** What happened to proposals of the deals: sent, accepted, declined, and ended. */
export const proposalTimeline = contribution({
  name: 'proposal-timeline',
  to: timelineParts,
  run: async ({ most }, { orgId }) => ({
    tables: sql`offers as materialized (
      select o.id, o.title, o.currency from proposals o where o.org_id = ${orgId} and o.deal_id in (select id from these))`,
    entries: [
      entriesOf(
        'proposal',
        sql`select 'proposal:' || e.id, e.at, 'proposal', null, case when e.kind in ('accepted', 'declined') then 'in' else 'out' end, o.title,
         jsonb_build_object('kind', e.kind, 'version', e.version, 'name', e.name, 'currency', o.currency,
           'amount_minor', case when e.kind = 'accepted' then a.total_minor end), o.id,
         case when e.workflow is not null then 'workflow' when e.kind in ('sent', 'withdrawn') then 'person' when e.kind = 'expired' then 'system'
           else 'client' end, null, e.workflow, e.person_id
       from proposal_events e join offers o on o.id = e.proposal_id
       left join proposal_acceptances a on a.org_id = e.org_id and a.proposal_id = e.proposal_id, place p
       where e.org_id = ${orgId} and e.kind <> 'created' and (e.at, 'proposal:' || e.id) < (p.at, p.id)
       order by 2 desc, 1 desc limit ${most}`,
      ),
    ],
  }),
})
