import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { rootId } from '#domains/crm/identities/root-ids.ts'
import { previewLength } from './conversations.ts'
import type { Channel } from './messages.ts'

export interface DemoMessage {
  readonly id: string
  readonly direction: 'in' | 'out'
  readonly body: string
  readonly at: Date
}

export interface DemoThread {
  readonly contactId: string
  readonly dealId: string | null
  readonly channel: Channel
  /** Of our messages, and whose thread it is. */
  readonly personId: string
  readonly isClosed: boolean
  /** In their order. */
  readonly messages: readonly DemoMessage[]
}

/** Adds conversations of the demo: nothing is sent, and there is no event. The contacts have none yet. */
export const addDemoThreads = async (db: Db, orgId: string, threads: readonly DemoThread[]): Promise<void> => {
  for (const { contactId, dealId, channel, personId, isClosed, messages } of threads) {
    const first = messages[0]
    const last = messages.at(-1)
    const lastIn = messages.findLast(({ direction }) => direction === 'in')
    if (!first || !last) throw new Error('a conversation of the demo without a message')
    // What is written in a website's chat proves nothing of its sender.
    const isUnverified = (direction: 'in' | 'out') => direction === 'in' && channel === 'web_chat'
    await db
      .insertInto('conversations')
      .values({
        ...{ org_id: orgId, id: contactId, deal_id: dealId, channel, assigned_to: personId, assigned_at: first.at },
        ...(isClosed && { session_status: 'closed', closed_at: last.at, closed_by: personId }),
        ...{ last_message_id: last.id, last_message_at: last.at, last_preview: last.body.slice(0, previewLength) },
        ...{ last_direction: last.direction, last_is_unverified: isUnverified(last.direction) },
        last_inbound_at: lastIn?.at ?? null,
        whatsapp_inbound_at: channel === 'whatsapp' ? (lastIn?.at ?? null) : null,
        created_at: first.at,
      })
      .execute()
    await db
      .insertInto('messages')
      .values(
        messages.map(({ id, direction, body, at }) => ({
          ...{ org_id: orgId, id, contact_id: contactId, deal_id: dealId, channel, direction, kind: 'text', body, at },
          ...{ created_at: at, is_unverified: isUnverified(direction) },
          ...(direction === 'out' && { person_id: personId, state: 'delivered', state_at: at }),
        })),
      )
      .execute()
  }
}

/**
 * Removes messages of the demo, and conversations in which no other is left. What lists show of the others is of the newest message that stays.
 */
export const removeDemoMessages = async (db: Db, orgId: string, ids: readonly string[]): Promise<void> => {
  const gone = [...ids]
  const { rows } = await sql<{ id: string }>`
    select v.id from conversations v
    where v.org_id = ${orgId} and v.id in (
      select ${rootId('c')} from messages m join contacts c on c.org_id = m.org_id and c.id = m.contact_id
      where m.org_id = ${orgId} and m.id = any(${gone}::uuid[])
      union select m.contact_id from messages m where m.org_id = ${orgId} and m.id = any(${gone}::uuid[]))
    order by v.id for update`.execute(db)
  const threads = rows.map(({ id }) => id)
  await sql`delete from messages where org_id = ${orgId} and id = any(${gone}::uuid[])`.execute(db)
  const emptied = await sql<{ id: string }>`
    delete from conversations v where v.org_id = ${orgId} and v.id = any(${threads}::uuid[])
      and not exists (
        select from contacts c join messages m on m.org_id = c.org_id and m.contact_id = c.id
        where c.org_id = v.org_id and (c.id = v.id or c.root_id = v.id))
    returning v.id`.execute(db)
  const left = emptied.rows.map(({ id }) => id)
  await sql`delete from conversation_readers where org_id = ${orgId} and contact_id = any(${left}::uuid[])`.execute(db)
  await sql`
    update conversations v set last_message_id = l.id, last_message_at = l.at, last_preview = left(coalesce(l.body, l.kind), ${previewLength}),
      last_direction = l.direction, last_is_unverified = l.is_unverified, channel = l.channel
    from unnest(${threads}::uuid[]) as t (id)
    cross join lateral (
      select m.* from contacts c join messages m on m.org_id = c.org_id and m.contact_id = c.id
      where c.org_id = ${orgId} and (c.id = t.id or c.root_id = t.id) and m.channel <> 'note' and m.kind not in ('reaction', 'system')
      order by m.at desc, m.id desc limit 1) l
    where v.org_id = ${orgId} and v.id = t.id and v.last_message_id is distinct from l.id`.execute(db)
  await sql`
    update conversations v set last_message_id = null, last_message_at = null, last_preview = null, last_direction = null
    where v.org_id = ${orgId} and v.id = any(${threads}::uuid[]) and v.last_message_id = any(${gone}::uuid[])`.execute(db)
}

/** Takes conversations from deals of the demo that are removed. */
export const leaveDemoDeals = async (db: Db, orgId: string, dealIds: readonly string[]): Promise<void> => {
  await sql`update conversations set deal_id = null where org_id = ${orgId} and deal_id = any(${[...dealIds]}::uuid[])`.execute(
    db,
  )
}
