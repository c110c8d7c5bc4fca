import { sql } from 'kysely'
import { contribution } from '#core/within.ts'
import { entriesOf, timelineParts } from '../identities/timeline-parts.ts'

/** Leads of a person, or the one lead. */
export const leadTimeline = contribution({
  name: 'lead-timeline',
  to: timelineParts,
  run: async ({ most }, { orgId }) => ({
    entries: [
      entriesOf(
        'lead',
        sql`select 'lead:' || l.id as id, l.received_at as at, 'lead' as kind, null as channel, 'in' as direction, l.note as text,
         jsonb_build_object('source', l.source, 'via', l.via, 'name', l.full_name) as facts, l.id as subject_id,
         l.via as cause, case when l.key_id is null then coalesce(l.upload_id, l.delivery_id) else l.id end as cause_id, null as cause_words, null::uuid as person_id
       from leads l, place p
       where l.org_id = ${orgId} and l.id in (select id from lead_ids) and (l.received_at, 'lead:' || l.id) < (p.at, p.id)
       order by 2 desc, 1 desc limit ${most}`,
      ),
    ],
  }),
})
