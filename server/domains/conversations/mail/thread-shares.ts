import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '#core/context.ts'
import type { MailboxShares } from '#domains/connections/mailboxes/mailboxes.ts'

type Shares = z.output<typeof MailboxShares>

/** What an owner chose for the thread of a contact; null takes it back: the mailbox decides again. */
export const shareThreadOf = async (
  db: Db,
  orgId: string,
  { mailboxId, mergeGroup, shares }: { mailboxId: string; mergeGroup: readonly string[]; shares: Shares | null },
): Promise<void> => {
  // What was chosen before contacts were merged is replaced as well.
  await db
    .deleteFrom('mailbox_thread_shares')
    .where('org_id', '=', orgId)
    .where('mailbox_id', '=', mailboxId)
    .where('contact_id', 'in', mergeGroup)
    .execute()
  const [contactId] = mergeGroup
  if (shares === null || contactId === undefined) return
  await db
    .insertInto('mailbox_thread_shares')
    .values({ org_id: orgId, mailbox_id: mailboxId, contact_id: contactId, shares })
    .onConflict((conflict) => conflict.columns(['org_id', 'mailbox_id', 'contact_id']).doUpdateSet({ shares }))
    .execute()
}

/** Of contacts that were merged after each was chosen for, the narrowest counts. `b` is the mailbox. */
export const chosenShares = (orgId: string, mergeGroup: readonly string[]) => sql<Shares | null>`(
  select t.shares from mailbox_thread_shares t
  where t.org_id = ${orgId} and t.mailbox_id = b.id and t.contact_id = any(${[...mergeGroup]}::uuid[])
  order by array_position(array['time', 'subject', 'all'], t.shares) limit 1)`
