import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { type NewEvent, recordAll } from '#core/events/events.ts'
import type { MessageStatus } from '#ports/messaging.ts'
import { type MessageMove, setMessageStates } from '../inbox/message-changes.ts'
import { lockMessage, type MessageState, setMessageState } from '../inbox/messages.ts'

/*
 * How far a message has come is told by the platform in any order, more than once, and also before its own answer to the send
 * came. What is told is joined: sent < delivered < read, and failed stays. So the same set of words gives the same end,
 * whatever their order (P14).
 */

const ranks = { sent: 1, delivered: 2, read: 3, failed: 4 } as const
type ReportedState = keyof typeof ranks

const isReported = (state: string): state is ReportedState => state in ranks

interface Joined {
  readonly id: string
  readonly state: ReportedState
  readonly error_code: string | null
  readonly error: string | null
}

/** Joins what the platform says to what is known, and moves the messages that are here already; in few statements however many. */
export const recordStatuses = async (db: Db, orgId: string, statuses: readonly MessageStatus[]): Promise<void> => {
  if (statuses.length === 0) return
  const reported = statuses.map(({ messageId, state, at, error, ours, recipient }) => ({
    ...{ id: messageId, state, at, ours, recipient },
    ...{ code: error?.code ?? null, error: error?.reason ?? null },
  }))
  const join = sql<Joined>`
    insert into message_states as s (org_id, id, state, sent_at, delivered_at, read_at, failed_at, error_code, error, client_message_id, recipient)
    select ${orgId}, id, (${ranked})[max(array_position(${ranked}, state))],
      min(at) filter (where state = 'sent'), min(at) filter (where state = 'delivered'),
      min(at) filter (where state = 'read'), min(at) filter (where state = 'failed'),
      min(code), min(error), min(ours), min(recipient)
    from jsonb_to_recordset(${JSON.stringify(reported)}::jsonb) as t (id text, state text, at timestamptz, code text, error text, ours text, recipient text)
    group by id order by id
    on conflict (org_id, id) do update set
      state = (${ranked})[greatest(array_position(${ranked}, excluded.state), array_position(${ranked}, s.state))],
      sent_at = least(s.sent_at, excluded.sent_at), delivered_at = least(s.delivered_at, excluded.delivered_at),
      read_at = least(s.read_at, excluded.read_at), failed_at = least(s.failed_at, excluded.failed_at),
      error_code = least(s.error_code, excluded.error_code), error = least(s.error, excluded.error),
      client_message_id = least(s.client_message_id, excluded.client_message_id), recipient = least(s.recipient, excluded.recipient)
    returning id, state, error_code, error`
  // In one trip, and one after the other: the messages are held after the rows of their ids, as `recordSent` does it.
  const [{ rows }, known] = await Promise.all([join.execute(db), lockMessagesOf(db, orgId, statuses)])
  await moveMessages(db, orgId, statuses, { joined: new Map(rows.map((row) => [row.id, row])), known })
}

/** The states by their rank, in SQL. */
const ranked = sql`array['sent', 'delivered', 'read', 'failed']`

/** By the platform's id, else by ours, which it hands back: so one whose answer was lost is found. */
const lockMessagesOf = (db: Db, orgId: string, statuses: readonly MessageStatus[]) => {
  const ids = statuses.map(({ messageId }) => messageId)
  const ours = statuses.flatMap((status) => (uuid.test(status.ours ?? '') ? (status.ours as string) : []))
  return db
    .selectFrom('messages')
    .select(['id', 'state', 'provider_message_id'])
    .where('org_id', '=', orgId)
    .where('direction', '=', 'out')
    .where((row) =>
      row.or([
        row('provider_message_id', '=', sql<string>`any(${ids}::text[])`),
        row('id', '=', sql<string>`any(${ours}::uuid[])`),
      ]),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Moves the messages of statuses. Sent again by a person's decision, a message has two ids there; the first keeps it. */
const moveMessages = async (
  db: Db,
  orgId: string,
  statuses: readonly MessageStatus[],
  {
    joined,
    known,
  }: { readonly joined: ReadonlyMap<string, Joined>; readonly known: Awaited<ReturnType<typeof lockMessagesOf>> },
): Promise<void> => {
  const byProvider = new Map(known.map((message) => [message.provider_message_id, message]))
  const byOurs = new Map(known.map((message) => [message.id, message]))
  const moves: MessageMove[] = []
  for (const { messageId, ours: id } of inOrder(statuses)) {
    const word = joined.get(messageId)
    const mine = id === null ? undefined : byOurs.get(id)
    const message = byProvider.get(messageId) ?? (mine?.provider_message_id === null ? mine : undefined)
    if (!word || !message) continue
    const isForward = message.state === null || !isReported(message.state) || ranks[word.state] > ranks[message.state]
    if (!isForward && message.provider_message_id !== null) continue
    const state = isForward ? word.state : (message.state as MessageState)
    const isFailed = word.state === 'failed'
    moves.push({
      ...{ id: message.id, state, providerMessageId: message.provider_message_id ?? messageId },
      ...{ errorCode: isFailed ? word.error_code : null, error: isFailed ? word.error : null },
    })
    Object.assign(message, { state, provider_message_id: message.provider_message_id ?? messageId })
    byProvider.set(messageId, message)
  }
  // Of a message that was moved twice the last one holds.
  await recordAll(db, orgId, await setMessageStates(db, orgId, [...new Map(moves.map((move) => [move.id, move])).values()]))
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Of each message one, in one order in every worker; of several one that names our id. */
const inOrder = (statuses: readonly MessageStatus[]): MessageStatus[] => {
  const named = statuses.toSorted((a, b) => Number(a.ours !== null) - Number(b.ours !== null))
  return [...new Map(named.map((status) => [status.messageId, status])).values()].sort((a, b) =>
    a.messageId < b.messageId ? -1 : 1,
  )
}

/** A message that was sent without any response: whether it was delivered is unknown, and it is shown so. */
export const recordInterrupted = (db: Db, orgId: string, messageId: string): Promise<void> =>
  setMessageState(db, orgId, messageId, { state: 'uncertain', error: 'It was sent to the provider, which did not respond.' })

/**
 * Writes down that the platform took a message, under which id, and joins what it has said of that id meanwhile. The row of the
 * id is held first, as `recordStatuses` does, so that neither misses the other.
 */
export const recordSent = async (
  db: Db,
  orgId: string,
  messageId: string,
  sent: { providerMessageId: string; address: string | null },
): Promise<void> => {
  const { rows } = await sql<{ state: ReportedState; error_code: string | null; error: string | null }>`
    insert into message_states as s (org_id, id, state, sent_at) values (${orgId}, ${sent.providerMessageId}, 'sent', null)
    on conflict (org_id, id) do update set state = s.state
    returning state, error_code, error`.execute(db)
  const joined = rows[0] ?? { state: 'sent' as const, error_code: null, error: null }
  const message = await lockMessage(db, orgId, messageId)
  if (!message || (message.state !== null && isReported(message.state) && ranks[message.state] >= ranks[joined.state])) return
  await setMessageState(db, orgId, messageId, {
    state: joined.state,
    ...(joined.state === 'failed' && { errorCode: joined.error_code, error: joined.error }),
    providerMessageId: sent.providerMessageId,
    ...(sent.address !== null && { address: sent.address }),
  })
}

/**
 * The same for messages that were written here a moment ago, each with the state in which it came: in one statement, and another one
 * where the platform has said more of some. Answers what is to be told of these.
 */
export const joinStates = async (
  db: Db,
  orgId: string,
  messages: readonly { readonly id: string; readonly providerMessageId: string; readonly state: MessageState }[],
): Promise<NewEvent[]> => {
  if (messages.length === 0) return []
  const ids = messages.map(({ providerMessageId }) => providerMessageId)
  const { rows } = await sql<Joined>`
    insert into message_states as s (org_id, id, state, sent_at)
    select ${orgId}, t.id, 'sent', null from unnest(${ids}::text[]) as t (id) order by t.id
    on conflict (org_id, id) do update set state = s.state
    returning id, state, error_code, error`.execute(db)
  const joined = new Map(rows.map((row) => [row.id, row]))
  const moves = messages.flatMap(({ id, providerMessageId, state }) => {
    const word = joined.get(providerMessageId)
    if (!word || (isReported(state) && ranks[state] >= ranks[word.state])) return []
    const isFailed = word.state === 'failed'
    const errors = { errorCode: isFailed ? word.error_code : null, error: isFailed ? word.error : null }
    return [{ id, state: word.state, providerMessageId, ...errors }]
  })
  return setMessageStates(db, orgId, moves)
}
