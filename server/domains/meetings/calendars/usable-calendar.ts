import type { Db } from '#core/context.ts'
import type { Fail } from '#core/errors.ts'
import { findConnection } from '#domains/connections/connections/connections.ts'
import { findUsableMailbox, type MailboxRow } from '#domains/connections/mailboxes/mailboxes.ts'

type AccessFail = Fail<'foreign_mailbox' | 'mailbox_not_connected'>

/** The mailbox that a caller names by its address, connected; another member’s, a stranger’s and none at all are refused alike. */
export const findConnectedMailbox = async (
  db: Db,
  orgId: string,
  viewer: { readonly id: string },
  email: string,
  fail: AccessFail,
): Promise<MailboxRow> => {
  const mailbox = await findUsableMailbox(db, orgId, viewer, email)
  if (!mailbox) throw fail('foreign_mailbox', { field: 'userEmail' })
  const connection = await findConnection(db, orgId, mailbox.id)
  if (connection?.status !== 'connected' && connection?.status !== 'error')
    throw fail('mailbox_not_connected', { field: 'userEmail' })
  return mailbox
}
