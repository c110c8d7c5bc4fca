import { sql } from 'kysely'
import { contribution } from '#core/within.ts'
import { entriesOf, timelineParts } from '../identities/timeline-parts.ts'

/** Templates that go to those outside; the others are for people who work here. */
const mailsToClients = ['invoice', 'invoice-reminder', 'receipt']

/** Mails to a person. The outbox stands below and knows no contacts, so its part is here. */
export const mailTimeline = contribution({
  name: 'mail-timeline',
  to: timelineParts,
  run: async ({ most }, { orgId }) => ({
    // Lower case is made here, before mails are compared: an index answers no question with a function in it (0049_mails_by_address.sql).
    tables: sql`addresses as materialized (
      select distinct lower(c.email) as address from contacts c
      where c.org_id = ${orgId} and c.id in (select id from merge_group) and c.email is not null)`,
    entries: [
      entriesOf(
        'mail',
        sql`select 'mail:' || e.id, coalesce(e.sent_at, e.created_at), 'mail', null, 'out', e.subject,
         jsonb_build_object('template', e.template, 'state', e.state), e.id,
         case when e.person_id is null then 'system' else 'person' end, null, null, e.person_id
       from mails e, place p
       where e.org_id = ${orgId} and e.template = any(${mailsToClients}::text[])
         and e.to_address in (select address from addresses)
         and (coalesce(e.sent_at, e.created_at), 'mail:' || e.id) < (p.at, p.id)
       order by 2 desc, 1 desc limit ${most}`,
      ),
    ],
  }),
})
