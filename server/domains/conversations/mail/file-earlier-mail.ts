import { sql } from 'kysely'
import { reaction } from '#core/events/reaction.ts'
import { findMailbox } from '#domains/connections/mailboxes/mailboxes.ts'
import { contactEvents } from '#domains/crm/identities/events.ts'
import { leadEvents } from '#domains/crm/leads/events.ts'
import { fileAgainJob, mostAddresses } from './job-references.ts'
import { findAddressesOf, findOwnAddresses, isExcluded, isOwn, keysOf } from './own-addresses.ts'
import { findContactsOf } from './thread-mails.ts'

/** A person is often written to before they are a contact, by a lead, a member or an import: those mails come into the thread once there is one. */
export const fileEarlierMail = reaction({
  name: 'earlier-mail',
  summary: 'Show mails from before a person was a contact in their thread',
  on: [leadEvents.received, contactEvents.changed, contactEvents.imported],
  failing: { retries: 8, delaySeconds: 1, atLast: 'pass' },
  // Old mails are not waited for.
  yields: { burstMs: 15_000, steadyMs: 3_000 },
  async orgs(db) {
    const { rows } = await sql<{ org_id: string }>`select org_id from foyer.orgs_with_mail()`.execute(db)
    return rows.map(({ org_id }) => org_id)
  },

  async run(events, { db, org, enqueue }) {
    const ids = events.flatMap((event) => {
      if (event.type === 'contacts.imported') return event.facts?.ids ?? []
      return event.type === 'contact.changed' ? event.subjectId : (event.facts?.contact_id ?? [])
    })
    const people = await db
      .selectFrom('contacts')
      .select('email')
      .where('org_id', '=', org.id)
      .where(sql<boolean>`id = any(${[...new Set(ids)]}::uuid[])`)
      .where('email', 'is not', null)
      .execute()
    // A lead may claim any address. Ours stands on each mail and in no thread, and one that a claim added to a contact is not theirs yet: the mails of
    // a whole mailbox would be filed anew for nothing, as often as such a lead comes.
    const own = await findOwnAddresses(db, org.id, null)
    const claimed = people.flatMap(({ email }) => email?.toLowerCase() ?? []).filter((address) => !isOwn(address, own))
    const contacts = await findContactsOf(db, org.id, [...new Set(claimed)])
    const { rows } = await sql<{ mailbox_id: string; address: string }>`
      select u.mailbox_id, u.address
      from unthreaded_mails(${org.id}, ${[...contacts.keys()]}::text[], ${[...contacts.values()]}::uuid[]) u
      order by 1, 2`.execute(db)
    for (const [mailboxId, found] of Map.groupBy(rows, ({ mailbox_id }) => mailbox_id)) {
      const mailbox = await findMailbox(db, org.id, mailboxId)
      if (!mailbox) continue
      const itsOwn = keysOf(await findAddressesOf(db, org.id, mailbox))
      const isOpen = (address: string): boolean => !itsOwn.includes(address) && !isExcluded(address, mailbox.excluded)
      const addresses = found.map(({ address }) => address).filter(isOpen)
      for (let at = 0; at < addresses.length; at += mostAddresses)
        await enqueue(fileAgainJob, { orgId: org.id, mailboxId, with: addresses.slice(at, at + mostAddresses) })
    }
  },
})
