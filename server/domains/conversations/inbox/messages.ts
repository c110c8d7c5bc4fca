import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { changedFields } from '#core/events/changes.ts'
import { recordEvent, wakeVisitor } from '#core/events/events.ts'
import { digestId, newId } from '#core/ids.ts'
import type { Tables } from '#db/tables.ts'
import { Referral } from '#domains/crm/identities/referrals.ts'
import { choice } from '#shapes'
import { TemplatePart } from '#shapes/whatsapp-templates.ts'
import { lockThread, previewLength } from './conversations.ts'
import { inboxErrors } from './errors.ts'
import { messageEvents } from './events.ts'

export type MessageRow = Selectable<Tables['messages']>

export const Channel = choice('MessageChannel', ['whatsapp', 'web_chat', 'email', 'note'])
export type Channel = z.output<typeof Channel>

/** How far a message of ours has come. `uncertain`: it was handed over and no answer came; it may have been sent. */
export const messageStates = ['queued', 'sending', 'sent', 'delivered', 'read', 'failed', 'uncertain'] as const
export const MessageState = choice('MessageState', messageStates)
export type MessageState = z.output<typeof MessageState>

/** A file of a message: named by the platform until it was fetched, and kept here afterwards. */
export const Attachment = z.object({
  kind: z.string(),
  media_id: z.string().nullable(),
  name: z.string().nullable(),
  type: z.string().nullable(),
  sha256: z.string().nullable().default(null),
  bytes: z.int().nullable().default(null),
  /** `gone`: the platform has it no longer. */
  state: z.enum(['waiting', 'stored', 'gone']),
  /** Its name in the store of files. */
  file: z.string().nullable().default(null),
})
export type Attachment = z.output<typeof Attachment>

export const SentTemplate = z.object({
  name: z.string(),
  language: z.string(),
  values: z.array(z.string()),
  /** What the client got, from above to below. Older ones have none. */
  parts: z.array(TemplatePart).optional(),
  /** A code for one person: neither values nor parts have it. */
  hidden: z.boolean().optional(),
})

/** What a message holds beside its text, by its kind. Read loosely: older versions may have kept less. */
export const Content = z.object({
  attachments: z.array(Attachment).optional(),
  template: SentTemplate.optional(),
  location: z
    .object({ latitude: z.number(), longitude: z.number(), name: z.string().nullable(), address: z.string().nullable() })
    .optional(),
  contacts: z.array(z.object({ name: z.string(), phones: z.array(z.string()), emails: z.array(z.string()) })).optional(),
  /** An empty emoji takes it away. `about`: the message, by the provider's id. */
  reaction: z.object({ emoji: z.string(), about: z.string() }).optional(),
  /** Answers to a form that was sent. */
  form: z
    .object({
      name: z.string().nullable(),
      token: z.string().nullable(),
      fields: z.array(z.object({ name: z.string(), value: z.string() })),
    })
    .optional(),
  /** The advertisement or post by which they came. */
  referral: Referral.optional(),
  /** Where we wrote it, if not here. */
  via: z.enum(['business_app']).optional(),
  /** Their number from now on, digits without plus: a notice of the platform. */
  changed_to: z.string().optional(),
  /** Who wrote, as the platform names them. */
  sender: z.object({ user_id: z.string().nullable(), username: z.string().nullable() }).optional(),
  /** What this version does not know how to show. */
  raw: z.record(z.string(), z.unknown()).optional(),
})
export type Content = z.output<typeof Content>

export interface GivenMessage {
  /** The record whose way it came or goes, so that it stays with it when merged records are parted; the thread is the person's. */
  readonly contactId: string
  readonly channel: Channel
  readonly direction: 'in' | 'out' | 'note'
  readonly kind: string
  readonly body: string | null
  readonly content?: Content
  /** Made when it came, where it is read later: of two of one second the one that came first stands first. */
  readonly id?: string
  /** Who wrote it here. */
  readonly personId?: string | null
  /** By the platform's clock; the database's unless given. */
  readonly at?: Date
  readonly clientMessageId?: string | null
  /** What was asked for with that id, as `digestOfAsked` says it: with something else the id is refused. */
  readonly clientDigest?: string | null
  readonly providerMessageId?: string | null
  readonly replyTo?: string | null
  readonly connectionId?: string | null
  readonly address?: string | null
  readonly dealId?: string | null
  /** The mail that stands here, and what copies of it in other mailboxes have in common with it. */
  readonly mail?: { readonly id: string; readonly key: string }
  /** Of what came in: its sender has not proven who it is, as in the chat of a website or a form. */
  readonly isUnverified?: boolean
  /** From before the number was connected: it has its place in the thread, reopens nothing and creates no notice. */
  readonly isImported?: boolean
  /** Of one that goes out. */
  readonly state?: MessageState
  /** Why one that goes out is `failed` from the start. */
  readonly error?: { readonly code: string; readonly text: string }
  /** Values that no member reads, encrypted: kept until the message has left, or that time has come. */
  readonly hidden?: { readonly sealed: string; readonly until: Date }
}

/**
 * Writes a message into the thread of its person: once, by the provider's id or the sender's own, however often and from however
 * many workers it comes. What came in opens a closed or sleeping thread. The thread is held first: so what came in later is
 * later by the database's clock too, so no read mark can jump over it.
 */
export const recordMessage = async (
  db: Db,
  orgId: string,
  given: GivenMessage,
): Promise<{ messageId: string; isNew: boolean }> => {
  const known = await findMessageBy(db, orgId, given)
  if (known) return { messageId: known, isNew: false }
  const { id: person } = await lockThread(db, orgId, given.contactId, given.dealId ?? null)
  const address = given.address ?? null
  const messageId = given.id ?? newId()
  const inserted = await db
    .insertInto('messages')
    .values({
      org_id: orgId,
      id: messageId,
      contact_id: given.contactId,
      deal_id: given.dealId ?? null,
      channel: given.channel,
      direction: given.direction,
      person_id: given.personId ?? null,
      kind: given.kind,
      body: given.body,
      content: JSON.stringify(given.content ?? {}),
      reply_to: given.replyTo ?? null,
      connection_id: given.connectionId ?? null,
      address,
      provider_message_id: given.providerMessageId ?? null,
      client_message_id: given.clientMessageId ?? null,
      client_digest: given.clientMessageId ? (given.clientDigest ?? null) : null,
      state: given.direction === 'out' ? (given.state ?? 'queued') : null,
      state_at: given.direction === 'out' ? sql`clock_timestamp()` : null,
      ...(given.error && { error_code: given.error.code, error: given.error.text }),
      ...(given.hidden && { values_sealed: given.hidden.sealed, values_until: given.hidden.until }),
      is_unverified: given.isUnverified ?? false,
      is_imported: given.isImported ?? false,
      ...(given.mail && { mail_id: given.mail.id, mail_key: given.mail.key }),
      // Cursors are in milliseconds.
      at: given.at ?? sql`date_trunc('milliseconds', clock_timestamp())`,
    })
    // Of several workers that hold the same message, of different threads perhaps, one writes it.
    .onConflict((conflict) => conflict.doNothing())
    .returning('at')
    .executeTakeFirst()
  if (!inserted) {
    const other = await findMessageBy(db, orgId, given)
    if (!other) throw new Error('a message was rejected as a duplicate but cannot be found')
    return { messageId: other, isNew: false }
  }
  if (given.channel === 'web_chat' && given.direction === 'out' && address !== null) await wakeVisitor(db, address)
  await updateConversation(db, orgId, person, given, { messageId, ...inserted })
  const facts = { contact_id: person, deal_id: given.dealId ?? null, channel: given.channel }
  if (given.isImported)
    await recordEvent(db, orgId, messageEvents.changed, messageId, {
      ...{ ...facts, change: 'imported' },
      ...{ before: null, after: { state: given.direction === 'out' ? (given.state ?? 'queued') : null } },
    })
  else if (given.direction === 'in') await recordEvent(db, orgId, messageEvents.received, messageId, facts)
  else await recordEvent(db, orgId, messageEvents.written, messageId, facts)
  return { messageId, isNew: true }
}

/** What a sender asked for with an id of theirs: whom to, and what. Only what the sender gave, so that a repeat says the same. */
export const digestOfAsked = (asked: Readonly<Record<string, unknown>>): string => digestId(JSON.stringify(asked))

/**
 * The message that is known by the provider's id, or by the sender's own. Throws `client_id_reused` where the sender's id was used
 * for something else: a 200 would look like a message that is never delivered.
 */
export const findMessageBy = async (
  db: Db,
  orgId: string,
  {
    providerMessageId,
    clientMessageId,
    clientDigest,
    mail,
    contactId,
  }: Pick<GivenMessage, 'providerMessageId' | 'clientMessageId' | 'clientDigest' | 'mail' | 'contactId'>,
): Promise<string | undefined> => {
  if (!providerMessageId && !clientMessageId && !mail) return undefined
  const found = await db
    .selectFrom('messages')
    .select(['id', 'client_message_id', 'client_digest'])
    .where('org_id', '=', orgId)
    .where((row) =>
      row.or([
        ...(providerMessageId ? [row('provider_message_id', '=', providerMessageId)] : []),
        ...(clientMessageId ? [row('client_message_id', '=', clientMessageId)] : []),
        ...(mail ? [row.and([row('mail_key', '=', mail.key), row('contact_id', '=', contactId)])] : []),
      ]),
    )
    .executeTakeFirst()
  const isOfSender = clientMessageId != null && found?.client_message_id === clientMessageId
  // Messages from before the digest was kept are believed.
  if (found && isOfSender && clientDigest && found.client_digest !== null && found.client_digest !== clientDigest)
    throw new Failure(inboxErrors.client_id_reused, { field: 'clientMessageId' })
  return found?.id
}

/** What lists show of a thread. The newest by the platform's clock is the last one, in whatever order they come in. */
const updateConversation = async (
  db: Db,
  orgId: string,
  person: string,
  given: GivenMessage,
  { messageId, at }: { messageId: string; at: Date },
): Promise<void> => {
  // A notice of the platform in a chat is not a message: it opens no window, and reopens no closed conversation.
  const isNotice = given.kind === 'system'
  const isSaid = given.channel !== 'note' && given.kind !== 'reaction' && !isNotice
  if (isSaid) {
    await db
      .updateTable('conversations')
      .set({
        channel: given.channel,
        last_message_id: messageId,
        last_message_at: at,
        last_preview: (given.body ?? given.kind).slice(0, previewLength),
        last_direction: given.direction,
        last_is_unverified: given.isUnverified ?? false,
      })
      .where('org_id', '=', orgId)
      .where('id', '=', person)
      .where((row) =>
        row.or([
          row('last_message_at', 'is', null),
          row('last_message_at', '<', at),
          row.and([row('last_message_at', '=', at), row('last_message_id', '<', messageId)]),
        ]),
      )
      .execute()
  }
  if (given.direction !== 'in' || given.isImported || isNotice) return
  await db
    .updateTable('conversations')
    .set({
      ...(isSaid && {
        session_status: 'open',
        closed_at: null,
        closed_by: null,
        snoozed_until: null,
        last_inbound_at: sql`(select m.created_at from messages m where m.org_id = ${orgId} and m.id = ${messageId})`,
      }),
      ...(given.channel === 'whatsapp' && { whatsapp_inbound_at: sql`greatest(whatsapp_inbound_at, ${at})` }),
    })
    .where('org_id', '=', orgId)
    .where('id', '=', person)
    .execute()
}

export const findMessage = (db: Db, orgId: string, messageId: string): Promise<MessageRow | undefined> =>
  db.selectFrom('messages').selectAll().where('org_id', '=', orgId).where('id', '=', messageId).executeTakeFirst()

/** Finds a message and locks it: for sending it or updating its state. */
export const lockMessage = (db: Db, orgId: string, messageId: string): Promise<MessageRow | undefined> =>
  db.selectFrom('messages').selectAll().where('org_id', '=', orgId).where('id', '=', messageId).forUpdate().executeTakeFirst()

export const contentOf = (row: Pick<MessageRow, 'content'>): Content => Content.parse(row.content)

/** Moves one of our messages, which the caller holds, to a new state, and wakes live pages. */
export const setMessageState = async (
  db: Db,
  orgId: string,
  messageId: string,
  change: {
    state: MessageState
    errorCode?: string | null
    error?: string | null
    providerMessageId?: string
    address?: string | null
    hasTried?: boolean
  },
): Promise<void> => {
  const moved = await db
    .updateTable('messages')
    .from('messages as held')
    .set((set) => ({
      state: change.state,
      state_at: sql`clock_timestamp()`,
      error_code: change.errorCode ?? null,
      error: change.error ?? null,
      ...(change.providerMessageId !== undefined && { provider_message_id: change.providerMessageId }),
      ...(change.address !== undefined && { address: change.address }),
      ...(change.hasTried && { tries: set('messages.tries', '+', 1) }),
      ...(change.state !== 'queued' && change.state !== 'sending' && { values_sealed: null, values_until: null }),
    }))
    .where('messages.org_id', '=', orgId)
    .where('messages.id', '=', messageId)
    .whereRef('held.org_id', '=', 'messages.org_id')
    .whereRef('held.id', '=', 'messages.id')
    .returning(['messages.contact_id', 'messages.deal_id', 'messages.channel', 'held.state as was'])
    .executeTakeFirst()
  if (!moved) return
  const { was, ...message } = moved
  await recordEvent(db, orgId, messageEvents.changed, messageId, {
    ...{ ...message, change: 'state' },
    ...changedFields({ state: was }, { state: change.state }),
  })
}
