import { sql } from 'kysely'
import { contribution } from '#core/within.ts'
import { entriesOf, timelineParts } from '#domains/crm/identities/timeline-parts.ts'

/** Messages of a person: of each record a page by the index, for there may be ten thousand. */
export const messageTimeline = contribution({
  name: 'message-timeline',
  to: timelineParts,
  run: async ({ most }, { orgId }) => ({
    entries: [
      entriesOf(
        'message',
        sql`select 'message:' || m.id, m.at, 'message', m.channel, m.direction, m.body,
         jsonb_build_object('kind', m.kind, 'state', m.state, 'error', m.error, 'is_unverified', m.is_unverified,
           'referral', m.content -> 'referral', 'via', m.content ->> 'via'), m.id,
         case when m.person_id is not null then 'person' when m.workflow is not null then 'workflow' else m.channel end, null, m.workflow, m.person_id
       from merge_group f, place p, lateral (
         select x.* from messages x
         where x.org_id = ${orgId} and x.contact_id = f.id and x.at <= p.at and (x.at < p.at or 'message:' || x.id < p.id)
         order by x.at desc, x.id desc limit ${most}) m
       order by 2 desc, 1 desc limit ${most}`,
      ),
    ],
  }),
})
