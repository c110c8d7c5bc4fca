import { Failure } from '#core/errors.ts'
import { recordEvent } from '#core/events/events.ts'
import { contribution } from '#core/within.ts'
import { emailKey } from '#domains/platform/users/users.ts'
import { findConnection } from '../connections/connections.ts'
import { connected } from '../connections/moments.ts'
import { clearEnded } from './end-mailboxes.ts'
import { mailboxErrors } from './errors.ts'
import { mailboxEvents } from './events.ts'
import { usesOf } from './uses.ts'

/** A connection that a member made for themselves is their mailbox; a new consent may allow more or less than the one before. */
export const enterMailbox = contribution({
  name: 'enter-mailbox',
  to: connected,
  async run({ connectionId, provider }, { db, orgId }) {
    const connection = await findConnection(db, orgId, connectionId)
    if (!connection?.owner_id || connection.account === null) return
    const uses = usesOf(connection)
    const address = { email: connection.account, email_key: emailKey(connection.account) }
    const other = await db
      .selectFrom('mailboxes')
      .select('id')
      .where('org_id', '=', orgId)
      .where('email_key', '=', address.email_key)
      .where('ended_at', 'is', null)
      .where('id', '<>', connectionId)
      .executeTakeFirst()
    if (other) throw new Failure(mailboxErrors.mailbox_taken)
    await db
      .insertInto('mailboxes')
      .values({ org_id: orgId, id: connectionId, person_id: connection.owner_id, provider, ...address, ...uses })
      .onConflict((conflict) => conflict.columns(['org_id', 'id']).doUpdateSet({ ...address, ...uses, ended_at: null }))
      .execute()
    await clearEnded(db, orgId, connection.account)
    await recordEvent(db, orgId, mailboxEvents.updated, connectionId, { change: 'connected', person_id: connection.owner_id })
  },
})
