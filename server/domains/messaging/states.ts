import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { holdMessage, type MessageState, setMessageState } from '#domains/chat/messages.ts'
import type { MessageStatus } from '#ports/messaging.ts'

/*
 * How far a message has come is told by the platform in any order, more than once, and also before its own answer to the send
 * came. What is told is joined: sent < delivered < read, and failed stays. So the same set of words gives the same end,
 * whatever their order (P14).
 */

const ranks = { sent: 1, delivered: 2, read: 3, failed: 4 } as const
type Told = keyof typeof ranks

const isTold = (state: string): state is Told => state in ranks

/** Joins one word of the platform to what is known, and moves the message if it is here already. */
export const takeStatus = async (db: Db, orgId: string, status: MessageStatus): Promise<void> => {
  const { rows } = await sql<{ state: Told; error_code: string | null; error: string | null }>`
    insert into message_states as s (org_id, id, state, sent_at, delivered_at, read_at, failed_at, error_code, error, client_message_id, recipient)
    values (${orgId}, ${status.messageId}, ${status.state},
      ${status.state === 'sent' ? status.at : null}, ${status.state === 'delivered' ? status.at : null},
      ${status.state === 'read' ? status.at : null}, ${status.state === 'failed' ? status.at : null},
      ${status.error?.code ?? null}, ${status.error?.reason ?? null}, ${status.ours}, ${status.recipient})
    on conflict (org_id, id) do update set
      state = case when ${rankOf('excluded.state')} > ${rankOf('s.state')} then excluded.state else s.state end,
      sent_at = least(s.sent_at, excluded.sent_at), delivered_at = least(s.delivered_at, excluded.delivered_at),
      read_at = least(s.read_at, excluded.read_at), failed_at = least(s.failed_at, excluded.failed_at),
      error_code = least(s.error_code, excluded.error_code), error = least(s.error, excluded.error),
      client_message_id = least(s.client_message_id, excluded.client_message_id), recipient = least(s.recipient, excluded.recipient)
    returning state, error_code, error`.execute(db)
  const joined = rows[0]
  if (!joined) throw new Error('a status was joined to nothing')
  const message = await messageOf(db, orgId, status)
  if (message) await moveTo(db, orgId, message, status.messageId, joined)
}

/** The rank of a state, in SQL. */
const rankOf = (column: 'excluded.state' | 's.state') =>
  sql`array_position(array['sent', 'delivered', 'read', 'failed'], ${sql.ref(column)})`

interface Known {
  readonly id: string
  readonly state: string | null
  readonly provider_message_id: string | null
}

/** The message of a status: by the platform's id, else by ours, which it hands back: so one whose answer was lost is found. */
const messageOf = async (db: Db, orgId: string, { messageId, ours }: MessageStatus): Promise<Known | undefined> => {
  const query = db
    .selectFrom('messages')
    .select(['id', 'state', 'provider_message_id'])
    .where('org_id', '=', orgId)
    .where('direction', '=', 'out')
    .forUpdate()
  const byProvider = await query.where('provider_message_id', '=', messageId).executeTakeFirst()
  if (byProvider || ours === null || !/^[0-9a-f-]{36}$/.test(ours)) return byProvider
  const byOurs = await query.where('id', '=', ours).executeTakeFirst()
  // Sent again by a person's decision, a message has two ids there; the first keeps it.
  return byOurs?.provider_message_id === null ? byOurs : undefined
}

const moveTo = async (
  db: Db,
  orgId: string,
  message: Known,
  providerMessageId: string,
  joined: { state: Told; error_code: string | null; error: string | null },
): Promise<void> => {
  const isForward = message.state === null || !isTold(message.state) || ranks[joined.state] > ranks[message.state]
  if (!isForward && message.provider_message_id !== null) return
  await setMessageState(db, orgId, message.id, {
    state: isForward ? joined.state : (message.state as MessageState),
    ...(joined.state === 'failed' && { errorCode: joined.error_code, error: joined.error }),
    ...(message.provider_message_id === null && { providerMessageId }),
  })
}

/** A message that was handed over and of which nothing came back: nobody knows whether it left, and it is shown so. */
export const noteCutOff = (db: Db, orgId: string, messageId: string): Promise<void> =>
  setMessageState(db, orgId, messageId, { state: 'uncertain', error: 'It was handed over and no answer came.' })

/**
 * Writes down that the platform took a message, under which id, and joins what it has said of that id meanwhile. The row of the
 * id is held first, as `takeStatus` does, so that neither misses the other.
 */
export const noteSent = async (
  db: Db,
  orgId: string,
  messageId: string,
  sent: { providerMessageId: string; address: string | null },
): Promise<void> => {
  const { rows } = await sql<{ state: Told; error_code: string | null; error: string | null }>`
    insert into message_states as s (org_id, id, state, sent_at) values (${orgId}, ${sent.providerMessageId}, 'sent', null)
    on conflict (org_id, id) do update set state = s.state
    returning state, error_code, error`.execute(db)
  const joined = rows[0] ?? { state: 'sent' as const, error_code: null, error: null }
  const message = await holdMessage(db, orgId, messageId)
  if (!message || (message.state !== null && isTold(message.state) && ranks[message.state] >= ranks[joined.state])) return
  await setMessageState(db, orgId, messageId, {
    state: joined.state,
    ...(joined.state === 'failed' && { errorCode: joined.error_code, error: joined.error }),
    providerMessageId: sent.providerMessageId,
    ...(sent.address !== null && { address: sent.address }),
  })
}
