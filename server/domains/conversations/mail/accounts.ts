import type { ExternalCallContext, JobContext } from '#core/context.ts'
import { accessToken, inAction, inJob } from '#domains/connections/connections/access-tokens.ts'
import { type ConnectionRow, findConnection } from '#domains/connections/connections/connections.ts'
import { clientIn, openCredentials } from '#domains/connections/connections/credentials.ts'
import { isResting } from '#domains/connections/connections/usable-connections.ts'
import { openMailLogin } from '#domains/connections/mailboxes/typed-logins.ts'
import type { MailboxAccount, Mailboxes } from '#ports/mailboxes.ts'

/** The account of a mailbox, ready for calls; null where it was disconnected, or rests. No transaction is open meanwhile. */
export const openMailbox = async (context: JobContext, orgId: string, mailboxId: string): Promise<Mailboxes | null> => {
  const connection = await context.inOrg(orgId, (db) => findConnection(db, orgId, mailboxId))
  if (!connection) return null
  return open(context, connection, () => accessToken(inJob(context, orgId), mailboxId))
}

/** The same in an action. */
export const openMailboxNow = async (context: ExternalCallContext, mailboxId: string): Promise<Mailboxes | null> => {
  const connection = await context.inOrg(({ db }) => findConnection(db, context.org.id, mailboxId))
  if (!connection) return null
  return open(context, connection, () => accessToken(inAction(context), mailboxId))
}

const open = (
  { ports, vault }: Pick<JobContext, 'ports' | 'vault'>,
  connection: ConnectionRow,
  token: MailboxAccount['accessToken'],
): Mailboxes | null => {
  if (connection.status === 'disconnected' || isResting(connection)) return null
  return ports.mailboxes.open({
    ...{ orgId: connection.org_id, mailboxId: connection.id, provider: connection.provider },
    mode: connection.mode as MailboxAccount['mode'],
    accessToken: token,
    login: openMailLogin(vault, connection),
    ownClientId: clientIn(openCredentials(vault, connection))?.id ?? null,
  })
}
