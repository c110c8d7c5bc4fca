import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { eventOf, type NewEvent, recordAll } from '#core/events/events.ts'
import { previewLength } from './conversations.ts'
import { messageEvents } from './events.ts'
import type { Channel, Content } from './messages.ts'

/** A message that came in, as one of several. */
export interface CameIn {
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
}

/**
 * Writes several messages that came in, as `takeMessage` writes one: each once by the provider's id, their threads held first and
 * in the order of their ids, and changed once. The caller locks the contacts, so that no thread moves meanwhile.
 * Answers the ids of those that are new. `earlier`: what happened before them, and is told with them.
 */
export const recordMessages = async (
  db: Db,
  orgId: string,
  messages: readonly CameIn[],
  earlier: readonly NewEvent[] = [],
): Promise<ReadonlySet<string>> => {
  if (messages.length === 0) {
    await recordAll(db, orgId, earlier)
    return new Set()
  }
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
  }))
  const write = sql<{ id: string }>`
    with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (id uuid, person_id uuid, contact_id uuid, deal_id uuid,
        channel text, kind text, body text, content jsonb, at timestamptz, provider_message_id text, reply_to text,
        connection_id uuid, address text)),
    -- Of several workers that hold the same message, of different threads perhaps, one writes it.
    written as (
      insert into messages (org_id, id, contact_id, deal_id, channel, direction, kind, body, content, at, provider_message_id,
        reply_to, connection_id, address)
      select ${orgId}, id, contact_id, deal_id, channel, 'in', kind, body, content, at, provider_message_id, reply_to,
        connection_id, address
      from given order by id
      on conflict do nothing
      returning id, created_at),
    -- What the platform notes in a chat, another number say, nobody said: no window opens by it, and no closed conversation.
    said as (
      select g.*, w.created_at, g.kind <> 'reaction' and g.kind <> 'system' as is_said from written w join given g on g.id = w.id),
    threads as (
      select person_id as id, max(created_at) filter (where is_said) as inbound_at, max(at) filter (where channel = 'whatsapp' and kind <> 'system') as whatsapp_at
      from said group by person_id),
    -- The newest by the platform's clock is the last one, in whatever order they come in.
    newest as (
      select distinct on (person_id) person_id, id, at, channel, left(coalesce(body, kind), ${previewLength}::int) as preview
      from said where is_said order by person_id, at desc, id desc),
    noted as (
      update conversations c set
        channel = case when n.is_last then n.channel else c.channel end,
        last_message_id = case when n.is_last then n.id else c.last_message_id end,
        last_message_at = case when n.is_last then n.at else c.last_message_at end,
        last_preview = case when n.is_last then n.preview else c.last_preview end,
        last_direction = case when n.is_last then 'in' else c.last_direction end,
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
  const received = messages
    .filter(({ id }) => isNew.has(id))
    .map(({ id, personId, dealId, channel }) =>
      eventOf(messageEvents.received, id, { contact_id: personId, deal_id: dealId, channel }),
    )
  await recordAll(db, orgId, [...earlier, ...received])
  return isNew
}

/** Makes the threads that are not there, and holds them all until the transaction ends. */
const lockThreads = async (db: Db, orgId: string, messages: readonly CameIn[]): Promise<void> => {
  const deals = new Map(messages.map(({ personId }) => [personId, null as string | null]))
  for (const { personId, dealId } of messages) if (dealId !== null) deals.set(personId, dealId)
  const ids = [...deals.keys()].sort()
  // Where nothing is written the row is held all the same.
  await sql`
    insert into conversations as c (org_id, id, deal_id)
    select ${orgId}, t.id, t.deal_id
    from unnest(${ids}::uuid[], ${ids.map((id) => deals.get(id) ?? null)}::uuid[]) as t (id, deal_id)
    on conflict (org_id, id) do update set deal_id = excluded.deal_id where c.deal_id is null`.execute(db)
}
