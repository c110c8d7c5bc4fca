import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { changedFields } from '#core/events/changes.ts'
import { eventOf, type NewEvent, recordEvent, recordEvents } from '#core/events/events.ts'
import { joinedOrg } from '#core/joined-org.ts'
import { canonicalContactOf } from '#domains/crm/identities/merge-groups.ts'
import { refreshConversation } from './conversations.ts'
import { messageEvents } from './events.ts'
import { type Content, type MessageRow, type MessageState, setMessageState } from './messages.ts'

/** How far a message has come, as its platform says. */
export interface MessageMove {
  readonly id: string
  readonly state: MessageState
  readonly providerMessageId: string
  readonly errorCode: string | null
  readonly error: string | null
}

interface Moved {
  readonly id: string
  readonly contact_id: string
  readonly deal_id: string | null
  readonly channel: string
  readonly state: string | null
  readonly was: string | null
}

/** Several messages, which the caller holds, move on in one statement. Answers what is to be told of them. */
export const setMessageStates = async (db: Db, orgId: string, moves: readonly MessageMove[]): Promise<NewEvent[]> => {
  if (moves.length === 0) return []
  const { rows } = await sql<Moved>`
    update messages m set state = t.state, state_at = clock_timestamp(), error_code = t."errorCode", error = t.error,
      provider_message_id = t."providerMessageId", values_sealed = null, values_until = null
    from jsonb_to_recordset(${JSON.stringify(moves)}::jsonb)
      as t (id uuid, state text, "providerMessageId" text, "errorCode" text, error text)
      join messages held on held.org_id = ${joinedOrg(orgId)} and held.id = t.id
    where m.org_id = ${joinedOrg(orgId)} and m.id = t.id
    returning m.id, m.contact_id, m.deal_id, m.channel, m.state, held.state as was`.execute(db)
  return rows.map(({ id, was, state, ...message }) =>
    eventOf(messageEvents.changed, id, { ...message, change: 'state', ...changedFields({ state: was }, { state }) }),
  )
}

/** A message that failed goes once more, as another message to its platform. The caller holds it. */
export const requeueMessage = async (db: Db, orgId: string, messageId: string): Promise<void> => {
  await db
    .updateTable('messages')
    .set({ provider_message_id: null })
    .where('org_id', '=', orgId)
    .where('id', '=', messageId)
    .execute()
  await setMessageState(db, orgId, messageId, { state: 'queued' })
}

/** What a message says turned out to be more than was known of it. The caller holds it. */
export const setMessageContent = async (
  db: Db,
  orgId: string,
  { id, contact_id, deal_id, channel }: Pick<MessageRow, 'id' | 'contact_id' | 'deal_id' | 'channel'>,
  { content, ...said }: { readonly kind?: string; readonly body?: string | null; readonly content: Content },
): Promise<void> => {
  await db
    .updateTable('messages')
    .set({ ...said, content: JSON.stringify(content) })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .execute()
  await recordEvent(db, orgId, messageEvents.changed, id, {
    ...{ contact_id, deal_id, channel, change: 'content' },
    ...{ before: {}, after: {} },
  })
}

/** How many there are of some contacts. */
export const countMessages = async (db: Db, orgId: string, contactIds: readonly string[]): Promise<number> => {
  const { count } = await db
    .selectFrom('messages')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('org_id', '=', orgId)
    .where('contact_id', 'in', contactIds)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** A mail in a thread shows another copy of it, and more or less of what it says: its mailbox was shared, or is no longer. */
export const showMailText = async (
  db: Db,
  orgId: string,
  messageId: string,
  { mailId, mailboxId, body }: { readonly mailId: string; readonly mailboxId: string; readonly body: string | null },
): Promise<void> => {
  const changed = await db
    .updateTable('messages')
    .set({ mail_id: mailId, connection_id: mailboxId, body })
    .where('org_id', '=', orgId)
    .where('id', '=', messageId)
    .where((row) => row.or([row('body', 'is distinct from', body), row('mail_id', 'is distinct from', mailId)]))
    .returning(['contact_id', 'deal_id', 'channel'])
    .executeTakeFirst()
  if (!changed) return
  await refreshConversation(db, orgId, await canonicalContactOf(db, orgId, changed.contact_id))
  await recordEvent(db, orgId, messageEvents.changed, messageId, { ...changed, change: 'content', before: {}, after: {} })
}

/** Several messages say no more than that there was a mail, in threads and in lists, in three statements however many they are. */
export const hideMailTexts = async (db: Db, orgId: string, messageIds: readonly string[]): Promise<void> => {
  if (messageIds.length === 0) return
  const hidden = await db
    .updateTable('messages')
    .set({ body: null })
    .where('org_id', '=', orgId)
    .where(sql<boolean>`id = any(${[...messageIds]}::uuid[])`)
    .returning(['id', 'contact_id', 'deal_id', 'channel'])
    .execute()
  await db
    .updateTable('conversations')
    .set({ last_preview: 'email' })
    .where('org_id', '=', orgId)
    .where(sql<boolean>`last_message_id = any(${[...messageIds]}::uuid[])`)
    .execute()
  await recordEvents(
    db,
    orgId,
    messageEvents.changed,
    hidden.map(({ id, ...message }) => ({ subjectId: id, facts: { ...message, change: 'content', before: {}, after: {} } })),
  )
}

/** A mail that was deleted in its mailbox is in no thread any more, or in those only where it stays. */
export const removeMailMessages = async (
  db: Db,
  orgId: string,
  mailId: string,
  staying: readonly string[] = [],
): Promise<void> => {
  const removed = await db
    .deleteFrom('messages')
    .where('org_id', '=', orgId)
    .where('mail_id', '=', mailId)
    .$if(staying.length > 0, (query) => query.where('id', 'not in', [...staying]))
    .returning(['id', 'contact_id', 'deal_id', 'channel'])
    .execute()
  for (const { id, ...message } of removed) {
    await refreshConversation(db, orgId, await canonicalContactOf(db, orgId, message.contact_id))
    await recordEvent(db, orgId, messageEvents.changed, id, { ...message, change: 'content', before: {}, after: {} })
  }
}

/** The threads that a mail stands in move on with it. */
export const setMailState = async (
  db: Db,
  orgId: string,
  mailId: string,
  change: { readonly state: MessageState; readonly errorCode?: string | null; readonly error?: string | null },
): Promise<void> => {
  const rows = await db
    .selectFrom('messages')
    .select('id')
    .where('org_id', '=', orgId)
    .where('mail_id', '=', mailId)
    .where('direction', '=', 'out')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  for (const { id } of rows) await setMessageState(db, orgId, id, change)
}

/** Everything that came or went over a connection goes: a personal mailbox that was disconnected leaves no trace with colleagues. */
export const removeMessagesOfConnection = async (db: Db, orgId: string, connectionId: string): Promise<void> => {
  const removed = await db
    .deleteFrom('messages')
    .where('org_id', '=', orgId)
    .where('connection_id', '=', connectionId)
    .where('channel', '=', 'email')
    .returning('contact_id')
    .execute()
  for (const contactId of new Set(removed.map(({ contact_id }) => contact_id)))
    await refreshConversation(db, orgId, await canonicalContactOf(db, orgId, contactId))
}
