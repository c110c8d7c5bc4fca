import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { recordEvent } from '#core/events/events.ts'
import type { Bounce } from '#shapes/mime/mails.ts'
import { setMailState } from '../inbox/message-changes.ts'
import { emailEvents } from './events.ts'
import { peopleOf } from './mails.ts'

/**
 * A delivery report belongs to the mail that it is about: one that left this mailbox, to a recipient whom the report names. A
 * stranger can write a report, so it says no more than that one came.
 */
export const recordBounce = async (
  db: Db,
  orgId: string,
  mailboxId: string,
  bounce: Pick<Bounce, 'messageId' | 'recipients'>,
): Promise<void> => {
  const failed = bounce.recipients.filter(({ action }) => action === 'failed')
  if (bounce.messageId === null || failed.length === 0) return
  const mail = await db
    .selectFrom('mailbox_mails')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('mailbox_id', '=', mailboxId)
    .where('direction', '=', 'out')
    .where((row) => row.or([row('message_id', '=', bounce.messageId), row('given_message_id', '=', bounce.messageId)]))
    .executeTakeFirst()
  if (!mail) return
  const recipients = [mail.to_list, mail.cc_list, mail.bcc_list].flatMap(peopleOf).map(({ email }) => email.toLowerCase())
  const about = failed.filter(({ email }) => recipients.includes(email.toLowerCase()))
  if (about.length === 0) return
  const words = about
    .map(({ email, status, diagnostic }) => [email, status, diagnostic].filter(Boolean).join(': '))
    .join('; ')
    .slice(0, 1_000)
  await db
    .updateTable('mailbox_mails')
    .set({ bounced_at: sql`coalesce(bounced_at, now())`, bounce: words })
    .where('org_id', '=', orgId)
    .where('id', '=', mail.id)
    .execute()
  await setMailState(db, orgId, mail.id, {
    ...{ state: 'failed', errorCode: 'bounced' },
    error: `A mail server returned it: ${words}`.slice(0, 500),
  })
  await recordEvent(db, orgId, emailEvents.updated, mail.id, { mailbox_id: mailboxId, change: 'bounced' })
}
