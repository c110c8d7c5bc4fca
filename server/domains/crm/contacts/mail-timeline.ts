import { sql } from 'kysely'
import { contribution } from '#core/within.ts'
import { timelineParts } from '../identities/timeline-parts.ts'

/** Templates that go to those outside; the others are for people who work here. */
const mailsToClients = ['invoice', 'invoice-reminder', 'receipt']

/** Mails to a person. The outbox stands below and knows no contacts, so its part is here. */
export const mailTimeline = contribution({
  name: 'mail-timeline',
  to: timelineParts,
  run: async ({ most }, { orgId }) => ({
    entries: [
      sql`select 'mail:' || e.id, coalesce(e.sent_at, e.created_at), 'mail', null, 'out', e.subject,
         jsonb_build_object('template', e.template, 'state', e.state), e.id,
         case when e.person_id is null then 'system' else 'person' end, null, null, e.person_id
       from mails e, place p
       where e.org_id = ${orgId} and e.template = any(${mailsToClients}::text[])
         and lower(e.to_email) in (select lower(c.email) from contacts c where c.org_id = ${orgId} and c.id in (select id from merge_group) and c.email is not null)
         and (coalesce(e.sent_at, e.created_at), 'mail:' || e.id) < (p.at, p.id)
       order by 2 desc, 1 desc limit ${most}`,
    ],
  }),
})
