import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { recordEvent } from '#core/events/events.ts'
import { canonicalContactOf } from '#domains/crm/identities/merge-groups.ts'
import { keyOf } from '#shapes/mime/addresses.ts'
import { setMessageState } from '../inbox/messages.ts'
import { emailEvents } from './events.ts'
import { type MailRow, peopleOf } from './mails.ts'
import { findContactOf } from './thread-mails.ts'

/** What is kept of a delivery report (RFC 3464). */
export const Report = z.object({
  messageId: z.string().nullable(),
  recipients: z
    .array(
      z.object({
        email: z.string(),
        action: z.string(),
        status: z.string().nullable(),
        diagnostic: z.string().nullable(),
      }),
    )
    .readonly(),
})
export type Report = z.output<typeof Report>

const Returned = z.array(z.object({ email: z.string(), words: z.string() }))

/**
 * A delivery report belongs to the mail that it is about: one that left this mailbox, to a recipient whom the report names. A
 * stranger can write a report, so it says no more than that one came. A repeat changes nothing.
 */
export const recordBounce = async (db: Db, orgId: string, mailboxId: string, report: Report): Promise<void> => {
  const failed = report.recipients.filter(({ action }) => action === 'failed')
  if (report.messageId === null || failed.length === 0) return
  const mail = await db
    .selectFrom('mailbox_mails')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('mailbox_id', '=', mailboxId)
    .where('direction', '=', 'out')
    .where((row) => row.or([row('message_id', '=', report.messageId), row('given_message_id', '=', report.messageId)]))
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!mail) return
  const recipients = [mail.to_list, mail.cc_list, mail.bcc_list].flatMap(peopleOf).map(({ email }) => email.toLowerCase())
  const before = Returned.parse(mail.returned)
  const about = failed.filter(
    ({ email }) =>
      recipients.includes(email.toLowerCase()) && !before.some((known) => known.email.toLowerCase() === email.toLowerCase()),
  )
  if (about.length === 0) return
  const returned = [
    ...before,
    ...about.map(({ email, status, diagnostic }) => ({
      email,
      words: [email, status, diagnostic].filter(Boolean).join(': ').slice(0, 500),
    })),
  ]
  const words = returned.map((each) => each.words).join('; ')
  await db
    .updateTable('mailbox_mails')
    .set({ bounced_at: sql`coalesce(bounced_at, now())`, bounce: words.slice(0, 1_000), returned: JSON.stringify(returned) })
    .where('org_id', '=', orgId)
    .where('id', '=', mail.id)
    .execute()
  await showReturned(db, orgId, { ...mail, returned })
  await recordEvent(db, orgId, emailEvents.updated, mail.id, { mailbox_id: mailboxId, change: 'bounced' })
}

/** The thread of a person whom a mail did not reach says so; those of the others do not. */
export const showReturned = async (
  db: Db,
  orgId: string,
  { id, returned }: Pick<MailRow, 'id' | 'returned'>,
): Promise<void> => {
  const unreached = Returned.parse(returned)
  if (unreached.length === 0) return
  const rows = await db
    .selectFrom('messages')
    .select(['id', 'contact_id', 'address'])
    .where('org_id', '=', orgId)
    .where('mail_id', '=', id)
    .where('direction', '=', 'out')
    .where((row) => row.or([row('error_code', 'is', null), row('error_code', '!=', 'bounced')]))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  for (const message of rows) {
    const theirs: string[] = []
    for (const { email, words } of unreached)
      if (keyOf({ email }) === message.address || (await isTheirs(db, orgId, message.contact_id, email))) theirs.push(words)
    if (theirs.length === 0) continue
    const error = `A mail server returned it: ${theirs.join('; ')}`.slice(0, 500)
    await setMessageState(db, orgId, message.id, { state: 'failed', errorCode: 'bounced', error })
  }
}

/** A person has one thread, and may have been written to at two addresses. */
const isTheirs = async (db: Db, orgId: string, contactId: string, email: string): Promise<boolean> => {
  const found = await findContactOf(db, orgId, email)
  return found !== null && (await canonicalContactOf(db, orgId, found)) === (await canonicalContactOf(db, orgId, contactId))
}

/** Reports in its mailbox that are about a mail, and where they lie. */
export const findReports = async (
  db: Db,
  orgId: string,
  mail: Pick<MailRow, 'mailbox_id' | 'message_id' | 'given_message_id'>,
): Promise<{ readonly folders: readonly string[]; readonly report: Report }[]> => {
  const ids = [mail.message_id, mail.given_message_id].filter((each) => each !== null)
  if (ids.length === 0) return []
  const { rows } = await sql<{ folders: string[]; report: unknown }>`
    select m.folders, b.report from mailbox_bodies b join mailbox_mails m on m.org_id = b.org_id and m.id = b.id
    where b.org_id = ${orgId} and b.report is not null and b.report ->> 'messageId' = any(${ids}::text[])
      and m.mailbox_id = ${mail.mailbox_id} and m.gone_at is null
    order by m.at, m.id limit 20`.execute(db)
  return rows.map(({ folders, report }) => ({ folders, report: Report.parse(report) }))
}
