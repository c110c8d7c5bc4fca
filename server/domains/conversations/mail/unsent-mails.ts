import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import type { Cause } from '#db/connect.ts'
import { findMailbox } from '#domains/connections/mailboxes/mailboxes.ts'
import { noticesCleared, raiseNotice } from '#domains/platform/notifications/notices.ts'
import { findMember } from '#domains/platform/users/users.ts'
import type { MailPlace } from './list-mails.ts'
import type { MailRow } from './mails.ts'
import { emailNotices } from './notices.ts'

/** The `labelId` of mails that did not leave: no folder of a provider has this name. */
export const notSentFolder = 'FOYER_NOT_SENT'

/** The index of these mails has the same words. */
const isNotSent = sql`m.state in ('queued', 'sending', 'failed', 'uncertain')`

/** Whether a mail was written here, and has not left as far as is known. */
export const isUnsent = ({ state }: Pick<MailRow, 'state'>): boolean =>
  state === 'queued' || state === 'sending' || state === 'failed' || state === 'uncertain'

/** Those of a mailbox, newest first: what waits, what failed, and what may have left. */
export const findUnsentMails = async (
  db: Db,
  orgId: string,
  mailboxId: string,
  { before, limit }: { readonly before: MailPlace | null; readonly limit: number },
): Promise<MailRow[]> => {
  const { rows } = await sql<MailRow>`
    select m.* from mailbox_mails m
    where m.org_id = ${orgId} and m.mailbox_id = ${mailboxId} and ${isNotSent}
      ${before === null ? sql`` : sql`and (m.at, m.id) < (${before.at}, ${before.id}::uuid)`}
    order by m.at desc, m.id desc limit ${limit}`.execute(db)
  return rows
}

/** How many of them wait for a person: at most 1,000. */
export const countStuckMails = async (db: Db, orgId: string, mailboxId: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from mailbox_mails m
      where m.org_id = ${orgId} and m.mailbox_id = ${mailboxId} and ${isNotSent}
        and (m.state in ('failed', 'uncertain') or m.sending_until < now() and m.state = 'sending')
      limit 1000) stuck`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Notifies who wrote a mail that it did not leave. The owner of the mailbox is notified where a key or a workflow wrote it, or a member who
 * cannot open it any more.
 */
export const notifyOfUnsent = async (
  db: Db,
  { org_id: orgId, id, mailbox_id, person_id: writer, cause }: MailRow,
  state: 'failed' | 'uncertain',
): Promise<void> => {
  const mailbox = await findMailbox(db, orgId, mailbox_id)
  if (!mailbox) return
  const isTheirs = writer !== null && (mailbox.kind === 'team' || mailbox.person_id === writer)
  const notified = isTheirs && (await findMember(db, orgId, writer)) ? writer : mailbox.person_id
  const facts = { email: mailbox.email, state, ...(await runOf(db, orgId, cause)) }
  await raiseNotice(db, orgId, { notice: emailNotices.email_not_sent, subjectId: id, personId: notified, facts })
}

/** The run that wrote a mail, with the name of its workflow; nothing of what no workflow wrote. */
const runOf = async (db: Db, orgId: string, cause: MailRow['cause']): Promise<{ run?: string; workflow?: string }> => {
  if (cause === null) return {}
  const { run, workflow } = cause as Cause
  const { rows } = await sql<{ name: string }>`select name from workflows where org_id = ${orgId} and id = ${workflow}`.execute(
    db,
  )
  return rows[0] ? { run, workflow: rows[0].name } : {}
}

/** The mails left, were taken back or are gone. `mails`: rows of `id`. */
export const clearUnsentNotices = async (db: Db, orgId: string, mails: ReturnType<typeof sql>): Promise<void> => {
  await noticesCleared(orgId, emailNotices.email_not_sent, mails).execute(db)
}
