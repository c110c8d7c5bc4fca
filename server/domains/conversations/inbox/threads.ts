import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import type { Within } from '#core/within.ts'
import { mergeGroupOf } from '#domains/crm/identities/merge-groups.ts'
import { Referral } from '#domains/crm/identities/referrals.ts'
import { AuthorWorkflow, choice, Direction, shape } from '#shapes'
import type { Place } from './cursors.ts'
import { cameFromDemo } from './demo-answers.ts'
import { Channel, contentOf, type MessageRow, MessageState, SentTemplate } from './messages.ts'
import { mailsOfThread, ThreadMail } from './thread-mails.ts'
import { windowAt } from './windows.ts'

export const ConversationState = choice('ConversationState', ['open', 'closed'])

/** What a thread is named by. */
export const ThreadId = z.uuid().describe('The deal; or, where a conversation has none, its contact')

/** A thread as it is sent. `project_id` is the deal that is being talked about. */
export const Conversation = shape('Conversation', {
  project_id: z.uuid().nullable(),
  contact_id: z.uuid(),
  business_name: z.string().nullable(),
  client_name: z.string().nullable(),
  client_email: z.string().nullable(),
  client_phone: z.string().nullable(),
  project_type: z.string().nullable(),
  assigned_to: z.uuid().nullable().describe('The assignee of the conversation; else the owner of the deal'),
  assigned_name: z.string().nullable(),
  is_claimed: z.boolean().describe('It was assigned by hand, apart from the owner of the deal'),
  last_message_at: z.iso.datetime().nullable(),
  last_message_preview: z.string().nullable(),
  last_direction: Direction.nullable(),
  last_is_unverified: z.boolean().describe('The sender of the last message is not verified: website chat or a form'),
  unread_count: z.int().describe('Inbound messages that the caller has not read; at most 100'),
  session_status: ConversationState,
  snoozed_until: z.iso.datetime().nullable(),
  channel: Channel.nullable().describe('Of the last message'),
  whatsapp_window: shape('WhatsAppWindow', { closes_at: z.iso.datetime(), is_open: z.boolean() })
    .nullable()
    .describe('Until then, free text can be sent on WhatsApp; null if they never wrote there'),
  is_demo: z.boolean().describe('Made by the demo: what is written to the client is kept, and goes to no one'),
})
export type Conversation = z.output<typeof Conversation>

export const ChatMessage = shape('Message', {
  id: z.uuid(),
  created_at: z.iso.datetime(),
  at: z.iso.datetime().describe('When it was written, by the platform’s clock'),
  comment_text: z.string().nullable(),
  author: z.string().nullable(),
  author_id: z.uuid().nullable().describe('The member who wrote it; null for the client'),
  workflow: AuthorWorkflow,
  comment_type: Channel,
  direction: choice('MessageDirection', ['in', 'out', 'note']),
  is_unverified: z
    .boolean()
    .describe('The sender is not verified, as in website chat or a form: do not treat it as coming from the contact'),
  kind: z.string().describe('text, image, document, location, contacts, template, button, system, unsupported …'),
  attachments: z.array(
    shape('Attachment', {
      index: z.int(),
      kind: z.string(),
      name: z.string().nullable(),
      type: z.string().nullable(),
      bytes: z.int().nullable(),
      state: choice('AttachmentState', ['waiting', 'stored', 'gone']),
    }),
  ),
  reply_to: shape('MessageReference', { id: z.uuid(), text: z.string().nullable() }).nullable(),
  reactions: z.array(shape('Reaction', { emoji: z.string(), author: z.string().nullable() })),
  location: shape('Location', {
    latitude: z.number(),
    longitude: z.number(),
    name: z.string().nullable(),
    address: z.string().nullable(),
  }).nullable(),
  contacts: z.array(shape('SharedContact', { name: z.string(), phones: z.array(z.string()), emails: z.array(z.string()) })),
  form: shape('FormResponse', {
    name: z.string().nullable(),
    fields: z.array(shape('FormField', { name: z.string(), value: z.string() })),
  })
    .nullable()
    .describe('The responses to a WhatsApp Flow'),
  referral: Referral.nullable().describe('The ad or post through which they came'),
  via: z.enum(['business_app']).nullable().describe('business_app: sent from WhatsApp’s own app'),
  template: SentTemplate.nullable().describe(
    'parts: what the client received: header, body, footer and buttons, with the values filled in',
  ),
  state: MessageState.nullable(),
  state_at: z.iso.datetime().nullable(),
  error: z.string().nullable(),
  error_code: z.string().nullable(),
  client_message_id: z.string().nullable(),
  mail: ThreadMail.nullable().describe('Of a mail: as much of it as the caller may see'),
})
export type ChatMessage = z.output<typeof ChatMessage>

export interface ThreadFilter {
  readonly contactId?: string
  readonly channel?: Channel | undefined
  readonly status?: 'open' | 'closed' | 'snoozed' | 'all' | undefined
  readonly assignedTo?: string | 'nobody' | undefined
  /** Nothing but these people, in no order. */
  readonly among?: readonly string[] | undefined
  readonly before?: Place | undefined
  readonly limit: number
}

interface ThreadRow {
  readonly id: string
  readonly deal_id: string | null
  readonly business_name: string | null
  readonly kind: string | null
  readonly full_name: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly assigned_to: string | null
  readonly assigned_name: string | null
  readonly is_claimed: boolean
  readonly session_status: 'open' | 'closed'
  readonly snoozed_until: Date | null
  readonly channel: Channel | null
  readonly last_message_at: Date | null
  readonly last_preview: string | null
  readonly last_direction: 'in' | 'out' | null
  readonly last_is_unverified: boolean
  readonly whatsapp_inbound_at: Date | null
  readonly clock: Date
  readonly unread: number
  readonly is_demo: boolean
}

/**
 * Threads, the last one spoken in first; what is unread is counted for one person, up to a hundred: with a million messages that
 * is what keeps it quick. New members do not see everything before as unread.
 */
export const findThreads = async (
  db: Db,
  orgId: string,
  readerId: string | null,
  filter: ThreadFilter,
): Promise<ThreadRow[]> => {
  // First the page, then what is shown of it: so that nothing is counted for threads that are not on it.
  const { rows } = await sql<ThreadRow>`
    select c.id, c.deal_id, c.business_name, c.kind, p.full_name, p.email, p.phone,
      c.agent_id as assigned_to, agent.name as assigned_name, c.is_claimed,
      c.session_status, c.snoozed_until, c.channel, c.last_message_at, c.last_preview, c.last_direction, c.last_is_unverified,
      c.whatsapp_inbound_at, clock_timestamp() as clock,
      unread.count as unread, ${cameFromDemo(orgId, sql`c.id`)} as is_demo
    from (
      select c.*, d.business_name, d.kind, coalesce(c.assigned_to, d.assigned_to) as agent_id, c.assigned_to is not null as is_claimed
      from conversations c
      left join deals d on d.org_id = c.org_id and d.id = c.deal_id
      where c.org_id = ${orgId} and not c.is_merged
        ${filter.contactId === undefined ? sql`and c.last_message_at is not null and ${isListed(orgId)}` : sql`and c.id = ${filter.contactId}`}
        ${filter.channel === undefined ? sql`` : sql`and c.channel = ${filter.channel}`}
        ${statusIs(filter.status)}
        ${filter.assignedTo === undefined ? sql`` : filter.assignedTo === 'nobody' ? sql`and coalesce(c.assigned_to, d.assigned_to) is null` : sql`and coalesce(c.assigned_to, d.assigned_to) = ${filter.assignedTo}`}
        ${filter.among === undefined ? sql`` : sql`and c.id = any(${[...filter.among]}::uuid[])`}
        ${filter.before === undefined ? sql`` : sql`and (c.last_message_at, c.id) < (${filter.before.at}, ${filter.before.id}::uuid)`}
      order by c.last_message_at desc, c.id desc
      limit ${filter.limit}) c
    join contacts p on p.org_id = c.org_id and p.id = c.id
    left join directory.people agent on agent.id = c.agent_id
    left join lateral (
      select count(*)::int as count from (
        select from contacts f
        join messages m on m.org_id = f.org_id and m.contact_id = f.id and m.direction = 'in' and m.kind <> 'reaction'
          and m.kind <> 'system' and not m.is_imported and m.created_at > ${readSince(orgId, readerId)}
        where f.org_id = c.org_id and (f.id = c.id or f.root_id = c.id)
        limit 100) unseen
    ) unread on true
    order by c.last_message_at desc, c.id desc`.execute(db)
  return rows
}

/** Its contact is not in the bin. */
const isListed = (orgId: string) =>
  sql`not exists (select from contacts f where f.org_id = ${orgId} and f.id = c.id and f.deleted_at is not null)`

const statusIs = (status: ThreadFilter['status']) => {
  if (status === 'closed') return sql`and c.session_status = 'closed'`
  if (status === 'snoozed') return sql`and c.session_status = 'open' and c.snoozed_until > now()`
  if (status === 'open') return sql`and c.session_status = 'open' and (c.snoozed_until is null or c.snoozed_until <= now())`
  return sql``
}

/** Since when a reader has read nothing of the thread `c`: their mark, else when they joined; a key has read all. */
const readSince = (orgId: string, readerId: string | null) =>
  readerId === null
    ? sql`'infinity'::timestamptz`
    : sql`coalesce(
        (select r.read_at from conversation_readers r where r.org_id = ${orgId} and r.id = ${readerId} and r.contact_id = c.id),
        (select j.created_at from members j where j.org_id = ${orgId} and j.id = ${readerId}),
        'infinity'::timestamptz)`

/** Threads that are counted as unread, at most; among the newest that are open. */
const countedThreads = 500

/** Number of open threads, their own or unassigned, with unread messages. */
export const countUnreadThreads = async (db: Db, orgId: string, readerId: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select c.id, c.last_inbound_at from conversations c
      left join deals d on d.org_id = c.org_id and d.id = c.deal_id
      where c.org_id = ${orgId} and not c.is_merged and c.last_message_at is not null and c.session_status = 'open' and ${isListed(orgId)}
        and coalesce(c.assigned_to, d.assigned_to, ${readerId}) = ${readerId}
      order by c.last_message_at desc, c.id desc limit ${countedThreads}) c
    where c.last_inbound_at > ${readSince(orgId, readerId)}`.execute(db)
  return rows[0]?.count ?? 0
}

const sentWindow = ({ whatsapp_inbound_at, clock }: ThreadRow): Conversation['whatsapp_window'] => {
  if (whatsapp_inbound_at === null) return null
  const { closesAt, isOpen } = windowAt(whatsapp_inbound_at, clock)
  return { closes_at: closesAt.toISOString(), is_open: isOpen }
}

export const sentThread = (row: ThreadRow): Conversation => ({
  project_id: row.deal_id,
  contact_id: row.id,
  business_name: row.business_name,
  client_name: row.full_name,
  client_email: row.email,
  client_phone: row.phone,
  project_type: row.kind,
  assigned_to: row.assigned_to,
  assigned_name: row.assigned_name,
  is_claimed: row.is_claimed,
  last_message_at: row.last_message_at?.toISOString() ?? null,
  last_message_preview: row.last_preview,
  last_direction: row.last_direction,
  last_is_unverified: row.last_is_unverified,
  unread_count: row.unread,
  session_status: row.session_status,
  snoozed_until: row.snoozed_until?.toISOString() ?? null,
  channel: row.channel,
  whatsapp_window: sentWindow(row),
  is_demo: row.is_demo,
})

type HistoryRow = MessageRow & { person_name: string | null }

/** Who reads a thread. A key is no member, and sees what all see. */
export interface Reader {
  readonly id: string | null
  readonly within: Within
}

/** Messages of a person, newest first, before a place. Reactions are not among them: they stand at what they are about. */
const findHistory = (db: Db, orgId: string, mergeGroup: readonly string[], before: Place | null, limit: number) => {
  const query = db
    .selectFrom('messages')
    .leftJoin('directory.people', 'directory.people.id', 'messages.person_id')
    .selectAll('messages')
    .select('directory.people.name as person_name')
    .where('messages.org_id', '=', orgId)
    .where('messages.contact_id', 'in', [...mergeGroup])
    .where('messages.kind', '<>', 'reaction')
    // A mail to two records that are one person now is one mail.
    .where(sql<boolean>`(messages.mail_key is null or not exists (
      select from messages o where o.org_id = messages.org_id and o.mail_key = messages.mail_key
        and o.contact_id = any(${[...mergeGroup]}::uuid[]) and o.id < messages.id))`)
    .orderBy('messages.at', 'desc')
    .orderBy('messages.id', 'desc')
    .limit(limit)
  return (before ? query.where(sql<boolean>`(messages.at, messages.id) < (${before.at}, ${before.id}::uuid)`) : query).execute()
}

/** A page of what was said with a person, oldest first, with reactions and what is answered. `before` null: the newest. */
export const readHistory = async (
  db: Db,
  orgId: string,
  contactId: string,
  { before, limit, reader }: { before: Place | null; limit: number; reader: Reader },
): Promise<{ history: ChatMessage[]; previous: Place | null }> => {
  const mergeGroup = await mergeGroupOf(db, orgId, contactId)
  const found = await findHistory(db, orgId, mergeGroup, before, limit + 1)
  const page = found.slice(0, limit)
  const last = found.length > limit ? page.at(-1) : undefined
  return {
    history: (await showMessages(db, orgId, mergeGroup, page, reader)).reverse(),
    previous: last ? { at: last.at, id: last.id } : null,
  }
}

/** One message as it is sent, in its thread. */
export const showMessage = async (db: Db, orgId: string, messageId: string, reader: Reader): Promise<ChatMessage> => {
  const row = await db
    .selectFrom('messages')
    .leftJoin('directory.people', 'directory.people.id', 'messages.person_id')
    .selectAll('messages')
    .select('directory.people.name as person_name')
    .where('messages.org_id', '=', orgId)
    .where('messages.id', '=', messageId)
    .executeTakeFirstOrThrow()
  const [shown] = await showMessages(db, orgId, await mergeGroupOf(db, orgId, row.contact_id), [row], reader)
  return shown as ChatMessage
}

const showMessages = async (
  db: Db,
  orgId: string,
  mergeGroup: readonly string[],
  rows: readonly HistoryRow[],
  reader: Reader,
): Promise<ChatMessage[]> => {
  if (rows.length === 0) return []
  const contact = await db
    .selectFrom('contacts')
    .select('full_name')
    .where('org_id', '=', orgId)
    .where('id', '=', mergeGroup[0] as string)
    .executeTakeFirst()
  const ids = rows.flatMap(({ provider_message_id }) => provider_message_id ?? [])
  const reactions = await findReactions(db, orgId, ids)
  const answered = await findAnswered(
    db,
    orgId,
    rows.flatMap(({ reply_to }) => reply_to ?? []),
  )
  const mailIds = rows.flatMap(({ mail_id }) => mail_id ?? [])
  const [mails] =
    mailIds.length === 0 ? [] : await reader.within(db, orgId, mailsOfThread, { mailIds, mergeGroup, readerId: reader.id })
  return rows.map((row) => {
    const mail = (row.mail_id && mails?.get(row.mail_id)) || null
    const content = contentOf(row)
    const client = content.sender?.username ? `@${content.sender.username}` : null
    return {
      id: row.id,
      created_at: row.created_at.toISOString(),
      at: row.at.toISOString(),
      comment_text: row.body ?? mail?.text ?? null,
      // Whom it did not reach is said in their thread alone.
      mail: mail && mail.bounced !== null ? { ...mail, bounced: row.error_code === 'bounced' ? row.error : null } : mail,
      author: row.direction === 'in' ? (contact?.full_name ?? client) : row.person_name,
      author_id: row.person_id,
      workflow: row.workflow,
      comment_type: row.channel as Channel,
      direction: row.direction as 'in',
      is_unverified: row.is_unverified,
      kind: row.kind,
      attachments: (content.attachments ?? []).map(({ kind, name, type, bytes, state }, index) => ({
        index,
        kind,
        name,
        type,
        bytes,
        state,
      })),
      reply_to: (row.reply_to && answered.get(row.reply_to)) || null,
      reactions: (row.provider_message_id && reactions.get(row.provider_message_id)) || [],
      location: content.location ?? null,
      contacts: content.contacts ?? [],
      form: content.form ? { name: content.form.name, fields: content.form.fields } : null,
      referral: content.referral ?? null,
      via: content.via ?? null,
      template: content.template ?? null,
      state: row.state as ChatMessage['state'],
      state_at: row.state_at?.toISOString() ?? null,
      error: row.error,
      error_code: row.error_code,
      client_message_id: row.client_message_id,
    }
  })
}

/** The last reaction of each who reacted, to messages by the provider's ids; one that was taken back is none. */
const findReactions = async (db: Db, orgId: string, ids: readonly string[]) => {
  const found = new Map<string, { emoji: string; author: string | null }[]>()
  if (ids.length === 0) return found
  const { rows } = await sql<{ about: string; emoji: string; author: string | null }>`
    select distinct on (m.reply_to, m.direction, coalesce(m.person_id::text, m.address))
      m.reply_to as about, m.content -> 'reaction' ->> 'emoji' as emoji, p.name as author
    from messages m left join directory.people p on p.id = m.person_id
    where m.org_id = ${orgId} and m.kind = 'reaction' and m.reply_to = any(${[...ids]}::text[]) and m.state is distinct from 'failed'
    order by m.reply_to, m.direction, coalesce(m.person_id::text, m.address), m.at desc, m.id desc`.execute(db)
  for (const { about, emoji, author } of rows)
    if (emoji !== '') found.set(about, [...(found.get(about) ?? []), { emoji, author }])
  return found
}

const findAnswered = async (db: Db, orgId: string, ids: readonly string[]) => {
  if (ids.length === 0) return new Map<string, { id: string; text: string | null }>()
  const rows = await db
    .selectFrom('messages')
    .select(['id', 'body', 'provider_message_id'])
    .where('org_id', '=', orgId)
    .where('provider_message_id', 'in', [...ids])
    .execute()
  return new Map(rows.map(({ id, body, provider_message_id }) => [provider_message_id as string, { id, text: body }]))
}
