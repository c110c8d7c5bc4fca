import type { Db } from '#core/context.ts'
import type { Vault } from '#core/vault.ts'
import type { ConnectionRow } from '#domains/connections/connections/connections.ts'
import { openCalendarLogin } from '#domains/connections/mailboxes/typed-logins.ts'
import { findPerson } from '#domains/platform/users/users.ts'
import type { CalendarAccount } from '#ports/calendars.ts'
import { findHostZone } from '../hours/work-hours.ts'

type AccountDetails = Pick<CalendarAccount, 'login' | 'owner'>

/** Whose account a connection is, and how one signs in to it where that was typed. */
export const findAccountDetails = async (db: Db, vault: Vault, connection: ConnectionRow): Promise<AccountDetails> => {
  const { org_id: orgId, id, owner_id: ownerId } = connection
  const person = ownerId === null ? undefined : await findPerson(db, ownerId)
  const mailbox = await db
    .selectFrom('mailboxes')
    .select('email')
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirst()
  const zone = ownerId === null ? 'UTC' : await findHostZone(db, orgId, ownerId)
  const emails = [person?.email, mailbox?.email].filter((each) => each !== undefined)
  return { login: openCalendarLogin(vault, connection), owner: { emails: [...new Set(emails)], zone } }
}
