import { sql } from 'kysely'
import { reaction } from '#core/events/reaction.ts'
import { contactEvents } from '#domains/crm/identities/events.ts'
import { leadEvents } from '#domains/crm/leads/events.ts'
import { fileAgainJob } from './job-references.ts'

/** A person is often written to before they are a contact: those mails come into the thread once there is one. */
export const fileEarlierMail = reaction({
  name: 'earlier-mail',
  summary: 'Show mails from before a person was a contact in their thread',
  on: [leadEvents.received, contactEvents.changed],
  failing: { retries: 8, delaySeconds: 1, atLast: 'pass' },
  // Old mails are not waited for.
  yields: { burstMs: 15_000, steadyMs: 3_000 },
  async orgs(db) {
    const { rows } = await sql<{ org_id: string }>`select org_id from foyer.orgs_with_mail()`.execute(db)
    return rows.map(({ org_id }) => org_id)
  },

  async run(events, { db, org, enqueue }) {
    const ids = events.flatMap((event) =>
      event.type === 'contact.changed' ? event.subjectId : (event.facts?.contact_id ?? []),
    )
    const { rows } = await sql<{ mailbox_id: string; address: string }>`
      with people as materialized (
        select c.id, lower(c.email) as address from contacts c
        where c.org_id = ${org.id} and c.id = any(${[...new Set(ids)]}::uuid[]) and c.email is not null)
      select u.mailbox_id, u.address from unthreaded_mails(${org.id},
        array(select distinct address from people), array(select id from people)) u
      order by 1, 2`.execute(db)
    for (const { mailbox_id: mailboxId, address } of rows)
      await enqueue(fileAgainJob, { orgId: org.id, mailboxId, with: address })
  },
})
