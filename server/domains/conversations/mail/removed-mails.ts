import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { recordEvent } from '#core/events/events.ts'
import { emailEvents } from './events.ts'
import { leaveThreads } from './mail-copies.ts'

/**
 * Mails that are nowhere in their mailbox any more. They go; but in a mailbox of the team one that is part of a conversation stays, marked
 * as gone, and so does one that is on its way.
 */
export const forgetMails = async (db: Db, orgId: string, mailboxId: string, mailIds: readonly string[]): Promise<void> => {
  if (mailIds.length === 0) return
  const { rows } = await sql<{ id: string }>`
    select m.id from mailbox_mails m join mailboxes b on b.org_id = m.org_id and b.id = m.mailbox_id
    where m.org_id = ${orgId} and m.mailbox_id = ${mailboxId} and m.id = any(${[...mailIds]}::uuid[])
      and coalesce(m.state, 'sent') = 'sent'
      and not (b.kind = 'team' and exists (select from messages s where s.org_id = m.org_id and s.mail_id = m.id))`.execute(db)
  for (const { id } of rows) await removeMail(db, orgId, mailboxId, id)
}

/** All of a mail that the copy has. */
export const removeMail = async (db: Db, orgId: string, mailboxId: string, id: string): Promise<void> => {
  await leaveThreads(db, orgId, { id })
  await db
    .deleteFrom('mailbox_entries')
    .where('org_id', '=', orgId)
    .where('mailbox_id', '=', mailboxId)
    .where('mail_id', '=', id)
    .execute()
  await db.deleteFrom('mailbox_places').where('org_id', '=', orgId).where('mail_id', '=', id).execute()
  await db.deleteFrom('mailbox_bodies').where('org_id', '=', orgId).where('id', '=', id).execute()
  await db.deleteFrom('mail_loads').where('org_id', '=', orgId).where('mail_id', '=', id).execute()
  await db.deleteFrom('mailbox_mails').where('org_id', '=', orgId).where('id', '=', id).execute()
  await recordEvent(db, orgId, emailEvents.updated, id, { mailbox_id: mailboxId, change: 'place' })
}
