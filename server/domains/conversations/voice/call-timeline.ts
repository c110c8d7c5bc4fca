import { sql } from 'kysely'
import { contribution } from '#core/within.ts'
import { entriesOf, longestText, timelineParts } from '#domains/crm/identities/timeline-parts.ts'

/** Calls with a person; of one that was logged, what its author wrote. */
export const callTimeline = contribution({
  name: 'call-timeline',
  to: timelineParts,
  run: async ({ most }, { orgId }) => ({
    entries: [
      entriesOf(
        'call',
        sql`select 'call:' || c.id, c.started_at, 'call', null, c.direction, left(c.note, ${longestText}),
         jsonb_build_object('state', c.state, 'is_missed', c.is_missed, 'duration_s', c.duration_s, 'from', c.from_number,
           'to', c.to_number, 'refused_because', c.refused_because, 'outcome', c.outcome, 'edited_at', c.edited_at,
           'body', case when length(c.note) > ${longestText} then c.note end), c.id,
         case when c.person_id is not null then 'person' when c.outcome is not null then 'key' else 'voice' end, null, null, c.person_id
       from calls c, place p
       where c.org_id = ${orgId} and c.contact_id in (select id from merge_group) and c.deleted_at is null and (c.started_at, 'call:' || c.id) < (p.at, p.id)
       order by 2 desc, 1 desc limit ${most}`,
      ),
    ],
  }),
})
