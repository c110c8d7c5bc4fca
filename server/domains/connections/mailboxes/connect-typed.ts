import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { emailKey } from '#domains/platform/users/users.ts'
import { lockConnection } from '../connections/connections.ts'
import { addConnection, type Connecting, replaceCredentials } from '../connections/lifecycle.ts'
import { oneConsentAtATime } from '../connections/oauth-flows.ts'
import { mailboxErrors } from './errors.ts'
import { findMailbox, type MailboxRow } from './mailboxes.ts'
import { credentialsOf, type TypedLogin } from './typed-logins.ts'

/** Stores servers that let the member in: a new mailbox, or new passwords of the one that the member has under this address. */
export const connectTyped = async (
  db: Db,
  connecting: Connecting,
  {
    orgId,
    mailboxId,
    personId,
    login,
  }: { readonly orgId: string; readonly mailboxId: string; readonly personId: string; readonly login: TypedLogin },
): Promise<MailboxRow> => {
  await oneConsentAtATime(db, orgId, 'imap')
  const other = await db
    .selectFrom('mailboxes')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('email_key', '=', emailKey(login.email))
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (other && (other.person_id !== personId || other.provider !== 'imap')) throw new Failure(mailboxErrors.mailbox_taken)
  const wanted = {
    ...{ orgId, provider: 'imap' as const, mode: 'live' as const, account: login.email, personId, ownerId: personId },
    accountId: accountIdOf(login),
    credentials: credentialsOf(login),
    scopes: [...(login.imap ? ['mail'] : []), ...(login.caldav ? ['calendar'] : [])],
  }
  const held = other && (await lockConnection(db, orgId, other.id))
  if (held && held.status !== 'disconnected')
    await replaceCredentials(db, connecting, { ...held, provider: 'imap' }, { ...wanted, expiresAt: null })
  else await addConnection(db, connecting, { ...wanted, id: mailboxId })
  const mailbox = await findMailbox(db, orgId, held ? held.id : mailboxId)
  if (!mailbox) throw new Error('a mailbox just written is missing')
  return mailbox
}

const accountIdOf = ({ imap, caldav }: TypedLogin): string =>
  imap ? `${imap.user}@${imap.host}:${imap.port}` : `${caldav?.user}@${caldav?.url}`
