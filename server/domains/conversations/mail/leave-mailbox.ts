import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { removeMessagesOfConnection, setMailState } from '../inbox/message-changes.ts'
import { handOverThreads } from './mail-copies.ts'
import { clearUnsentNotices } from './unsent-mails.ts'

/**
 * Removes the copy of a mailbox that was disconnected, in one statement a table, for there may be a hundred thousand mails. Rows of threads
 * stay where the mailbox was the team's; of a personal one they go, with their mails, but those that another mailbox has too.
 */
export const leaveMailbox = async (db: Db, orgId: string, mailboxId: string, isTeam: boolean): Promise<void> => {
  if (!isTeam) {
    await handOverThreads(db, orgId, mailboxId)
    await removeMessagesOfConnection(db, orgId, mailboxId)
  }
  const ofMailbox = sql`org_id = ${orgId} and mailbox_id = ${mailboxId}`
  await sql`delete from mailbox_readings where org_id = ${orgId} and id = ${mailboxId}`.execute(db)
  await sql`delete from mailbox_folders where ${ofMailbox}`.execute(db)
  await sql`delete from mailbox_places where ${ofMailbox}`.execute(db)
  await sql`delete from mailbox_entries where ${ofMailbox}`.execute(db)
  // What waits can no longer be sent, and what was on its way is no longer looked for.
  const error = 'Its mailbox was disconnected.'
  const { rows: unsent } = await sql<{ id: string; state: 'failed' | 'uncertain' }>`
    update mailbox_mails set state = case state when 'queued' then 'failed' else 'uncertain' end,
      error = ${error}, error_code = 'not_connected'
    where ${ofMailbox} and state in ('queued', 'sending', 'uncertain') returning id, state`.execute(db)
  for (const { id, state } of unsent) await setMailState(db, orgId, id, { state, error, errorCode: 'not_connected' })
  await clearUnsentNotices(db, orgId, sql`select id from mailbox_mails where ${ofMailbox}`)
  await sql`delete from mailbox_mails m where m.org_id = ${orgId} and m.mailbox_id = ${mailboxId}
    and not exists (select from messages s where s.org_id = m.org_id and s.mail_id = m.id)`.execute(db)
  await sql`delete from mailbox_bodies b where b.org_id = ${orgId}
    and not exists (select from mailbox_mails m where m.org_id = b.org_id and m.id = b.id)`.execute(db)
}

/** What goes then: the mails of the copy, and of those the ones that wait to be sent. */
export const countOfMailbox = async (
  db: Db,
  orgId: string,
  mailboxId: string,
): Promise<{ readonly copied: number; readonly waiting: number }> => {
  const { rows } = await sql<{ copied: number; waiting: number }>`
    select count(*)::int as copied, count(*) filter (where state = 'queued')::int as waiting
    from mailbox_mails where org_id = ${orgId} and mailbox_id = ${mailboxId} and gone_at is null`.execute(db)
  return rows[0] ?? { copied: 0, waiting: 0 }
}
