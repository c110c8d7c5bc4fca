import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { eventOf, type NewEvent } from '#core/events/events.ts'
import { previewLength } from './conversations.ts'
import { messageEvents } from './events.ts'
import type { Channel, Content, MessageState } from './messages.ts'

/** A message that a platform tells of, as one of several. */
export interface ToldMessage {
  /** Made when it came. */
  readonly id: string
  /** Whose thread it is: the record that stands for the person. */
  readonly personId: string
  /** Whose way it came. */
  readonly contactId: string
  /** Null without a deal: a notice of the platform, or a contact without one. */
  readonly dealId: string | null
  readonly channel: Exclude<Channel, 'note'>
  readonly kind: string
  readonly body: string | null
  readonly content: Content
  readonly at: Date
  readonly providerMessageId: string
  readonly replyTo: string | null
  readonly connectionId: string
  readonly address: string | null
  /** What the business wrote elsewhere has a state; null: it came in. */
  readonly state: MessageState | null
  /** From before the number was connected: it has its place in the thread, reopens nothing and creates no notice. */
  readonly isImported: boolean
}

/**
 * Writes several messages that a platform tells of, as `recordMessage` writes one: each once by the provider's id, their threads held
 * first and in the order of their ids, and changed once. The caller locks the contacts, so that no thread moves meanwhile.
 * Answers the ids of those that are new, and what is to be told of them.
 */
export const recordMessages = async (
  db: Db,
  orgId: string,
  messages: readonly ToldMessage[],
): Promise<{ isNew: ReadonlySet<string>; events: readonly NewEvent[] }> => {
  if (messages.length === 0) return { isNew: new Set(), events: [] }
  const rows = messages.map((message) => ({
    id: message.id,
    person_id: message.personId,
    contact_id: message.contactId,
    deal_id: message.dealId,
    channel: message.channel,
    kind: message.kind,
    body: message.body,
    content: message.content,
    at: message.at,
    provider_message_id: message.providerMessageId,
    reply_to: message.replyTo,
    connection_id: message.connectionId,
    address: message.address,
    direction: message.state === null ? 'in' : 'out',
    state: message.state,
    is_imported: message.isImported,
  }))
  const write = sql<{ id: string }>`
    with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (id uuid, person_id uuid, contact_id uuid, deal_id uuid,
        channel text, kind text, body text, content jsonb, at timestamptz, provider_message_id text, reply_to text,
        connection_id uuid, address text, direction text, state text, is_imported boolean)),
    -- Of several workers that hold the same message, of different threads perhaps, one writes it.
    written as (
      insert into messages (org_id, id, contact_id, deal_id, channel, direction, kind, body, content, at, provider_message_id,
        reply_to, connection_id, address, state, state_at, is_imported)
      select ${orgId}, id, contact_id, deal_id, channel, direction, kind, body, content, at, provider_message_id, reply_to,
        connection_id, address, state, case when state is not null then clock_timestamp() end, is_imported
      from given order by id
      on conflict do nothing
      returning id, created_at),
    -- What the platform notes in a chat, another number say, nobody said: no window opens by it, and no closed conversation.
    said as (
      select g.*, w.created_at, g.kind <> 'reaction' and g.kind <> 'system' as is_said, g.direction = 'in' and not g.is_imported as came_in
      from written w join given g on g.id = w.id),
    threads as (
      select person_id as id, max(created_at) filter (where is_said and came_in) as inbound_at,
        max(at) filter (where channel = 'whatsapp' and kind <> 'system' and came_in) as whatsapp_at
      from said group by person_id),
    -- The newest by the platform's clock is the last one, in whatever order they come in.
    newest as (
      select distinct on (person_id) person_id, id, at, channel, direction, left(coalesce(body, kind), ${previewLength}::int) as preview
      from said where is_said order by person_id, at desc, id desc),
    noted as (
      update conversations c set
        channel = case when n.is_last then n.channel else c.channel end,
        last_message_id = case when n.is_last then n.id else c.last_message_id end,
        last_message_at = case when n.is_last then n.at else c.last_message_at end,
        last_preview = case when n.is_last then n.preview else c.last_preview end,
        last_direction = case when n.is_last then n.direction else c.last_direction end,
        last_is_unverified = case when n.is_last then false else c.last_is_unverified end,
        session_status = case when t.inbound_at is null then c.session_status else 'open' end,
        closed_at = case when t.inbound_at is null then c.closed_at end,
        closed_by = case when t.inbound_at is null then c.closed_by end,
        snoozed_until = case when t.inbound_at is null then c.snoozed_until end,
        last_inbound_at = coalesce(t.inbound_at, c.last_inbound_at),
        whatsapp_inbound_at = greatest(c.whatsapp_inbound_at, t.whatsapp_at)
      from threads t
      join conversations o on o.org_id = ${orgId} and o.id = t.id
      left join lateral (
        select w.*, o.last_message_at is null or (o.last_message_at, o.last_message_id) < (w.at, w.id) as is_last
        from newest w where w.person_id = t.id) n on true
      where c.org_id = ${orgId} and c.id = t.id)
    select id from written`
  // In one trip, and one after the other: what is written sees the threads as they are once they are held.
  const [, written] = await Promise.all([lockThreads(db, orgId, messages), write.execute(db)])
  const isNew = new Set(written.rows.map(({ id }) => id))
  return { isNew, events: messages.filter(({ id }) => isNew.has(id)).map(told) }
}

const told = ({ id, personId, dealId, channel, state, isImported }: ToldMessage): NewEvent => {
  const facts = { contact_id: personId, deal_id: dealId, channel }
  if (isImported) return eventOf(messageEvents.changed, id, { ...facts, change: 'imported', before: null, after: { state } })
  return eventOf(state === null ? messageEvents.received : messageEvents.written, id, facts)
}

/**
 * Makes the threads that are not there, and holds them all until the transaction ends. One with past messages only needs no reply: it
 * begins closed.
 */
const lockThreads = async (db: Db, orgId: string, messages: readonly ToldMessage[]): Promise<void> => {
  const deals = new Map(messages.map(({ personId }) => [personId, null as string | null]))
  for (const { personId, dealId } of messages) if (dealId !== null) deals.set(personId, dealId)
  const ids = [...deals.keys()].sort()
  const isPresent = new Set(messages.filter(({ isImported }) => !isImported).map(({ personId }) => personId))
  // Where nothing is written the row is held all the same.
  await sql`
    insert into conversations as c (org_id, id, deal_id, session_status, closed_at)
    select ${orgId}, t.id, t.deal_id, case when t.is_present then 'open' else 'closed' end, case when not t.is_present then now() end
    from unnest(${ids}::uuid[], ${ids.map((id) => deals.get(id) ?? null)}::uuid[], ${ids.map((id) => isPresent.has(id))}::boolean[])
      as t (id, deal_id, is_present)
    on conflict (org_id, id) do update set deal_id = excluded.deal_id where c.deal_id is null`.execute(db)
}
