import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { findConnection } from '#domains/connections/connections/connections.ts'
import { mailboxErrors } from '#domains/connections/mailboxes/errors.ts'
import { findUsableMailbox, type MailboxRow } from '#domains/connections/mailboxes/mailboxes.ts'
import { keyOf } from '#shapes/mime/addresses.ts'
import { emailErrors } from './errors.ts'

interface Usable {
  readonly mailbox: MailboxRow
  /** The address of it that was named. */
  readonly from: string
}

/**
 * The mailbox of an address that a caller may use: one of the team, or a member's own, by its address or one that its provider confirms.
 * Every other address is refused alike, so that none can be found out. `viewer` null: a key or a workflow.
 */
export const usableMailbox = async (
  db: Db,
  orgId: string,
  viewer: { readonly id: string } | null,
  userEmail: string,
): Promise<Usable> => {
  const found = await ownMailbox(db, orgId, viewer, userEmail)
  await refuseUnconnected(db, orgId, found.mailbox)
  return found
}

/** The same mailbox, also while it must be connected again: what was written in it and did not leave is seen and taken back then too. */
export const ownMailbox = async (
  db: Db,
  orgId: string,
  viewer: { readonly id: string } | null,
  userEmail: string,
): Promise<Usable> => {
  const key = keyOf({ email: userEmail.trim() })
  if (key === null) throw new Failure(mailboxErrors.foreign_mailbox, { field: 'userEmail' })
  const mailbox = (await findUsableMailbox(db, orgId, viewer, userEmail)) ?? (await byAlias(db, orgId, viewer, key))
  if (!mailbox) throw new Failure(mailboxErrors.foreign_mailbox, { field: 'userEmail' })
  return { mailbox, from: mailbox.email_key === key ? mailbox.email : userEmail.trim() }
}

export const refuseUnconnected = async (db: Db, orgId: string, mailbox: MailboxRow): Promise<void> => {
  const connection = await findConnection(db, orgId, mailbox.id)
  if (!connection || connection.status === 'needs_reauth' || connection.status === 'disconnected')
    throw new Failure(mailboxErrors.mailbox_not_connected)
  if (!mailbox.has_mail) throw new Failure(emailErrors.mail_not_allowed)
}

const byAlias = async (
  db: Db,
  orgId: string,
  viewer: { readonly id: string } | null,
  key: string,
): Promise<MailboxRow | undefined> => {
  const rows = await db
    .selectFrom('mailboxes')
    .innerJoin('mailbox_readings', (join) =>
      join.onRef('mailbox_readings.org_id', '=', 'mailboxes.org_id').onRef('mailbox_readings.id', '=', 'mailboxes.id'),
    )
    .selectAll('mailboxes')
    .select('mailbox_readings.aliases')
    .where('mailboxes.org_id', '=', orgId)
    .where('mailboxes.ended_at', 'is', null)
    .where((row) => row.or([row('mailboxes.person_id', '=', viewer?.id ?? null), row('mailboxes.kind', '=', 'team')]))
    .execute()
  return rows.find(({ aliases }) => aliases.some((email) => keyOf({ email }) === key))
}

/** A mail of that mailbox; a mail of another mailbox is not there. */
export const mailOf = async (db: Db, orgId: string, mailbox: MailboxRow, id: string) => {
  const mail = await db
    .selectFrom('mailbox_mails')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('mailbox_id', '=', mailbox.id)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!mail) throw new Failure(emailErrors.email_not_found, { field: 'id' })
  return mail
}
