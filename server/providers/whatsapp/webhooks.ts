import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { IncomingMessage, MediaReference, MessageSender, MessageStatus, MessagingNews } from '#ports/messaging.ts'
import { withoutSecrets } from './calls.ts'

/**
 * Whether the raw body was signed with the app's secret
 * (https://developers.facebook.com/docs/graph-api/webhooks/getting-started#validate-payloads). What is not ASCII comes escaped: a
 * body that was parsed and written again has another signature.
 */
export const isSignedByWhatsapp = (
  sent: { readonly headers: Readonly<Record<string, string | undefined>>; readonly body: Buffer },
  appSecret: string,
): boolean => {
  const [, given = ''] = /^sha256=([0-9a-f]{64})$/.exec(sent.headers['x-hub-signature-256'] ?? '') ?? []
  if (appSecret === '' || given === '') return false
  const right = createHmac('sha256', appSecret).update(sent.body).digest()
  return timingSafeEqual(Buffer.from(given, 'hex'), right)
}

/**
 * Every entry, change, message and status of a webhook, in its order
 * (https://developers.facebook.com/docs/whatsapp/cloud-api/webhooks/components). One part that cannot be read takes no other with it:
 * it is named in `unread`, without a word of what it says. Null for what is no webhook of WhatsApp.
 */
export const parseWhatsappWebhook = (body: Buffer): MessagingNews | null => {
  const whole = Webhook.safeParse(asJson(body))
  if (!whole.success) return null
  const news: Writable = { numbers: [], messages: [], statuses: [], others: [], unread: [] }
  for (const [at, each] of whole.data.entry.entries()) {
    const entry = Entry.safeParse(each)
    if (!entry.success) news.unread.push(`entry ${at}`)
    for (const [index, change] of (entry.data?.changes ?? []).entries())
      readChange(news, change, { businessAccountId: entry.data?.id ?? null, where: `entry ${at}, change ${index}` })
  }
  return news
}

type Writable = { -readonly [Name in keyof MessagingNews]: MessagingNews[Name][number][] }
interface Place {
  readonly businessAccountId: string | null
  /** For whoever looks for what could not be read. */
  readonly where: string
}

const readChange = (news: Writable, given: unknown, { businessAccountId, where }: Place): void => {
  const change = Change.safeParse(given)
  if (!change.success) {
    news.unread.push(where)
    return
  }
  const { field, value: raw } = change.data
  const value = field === 'messages' ? MessagesValue.safeParse(raw) : undefined
  if (!value?.success) {
    // Everything else has other values; so may this one have, some day.
    if (field === 'messages') news.unread.push(where)
    else news.others.push({ field, businessAccountId, value: raw })
    return
  }
  const { metadata, messages = [], statuses = [], errors, contacts } = value.data
  const account = { phoneNumberId: metadata.phone_number_id, businessAccountId }
  if (!news.numbers.some((known) => known.phoneNumberId === account.phoneNumberId)) news.numbers.push(account)
  const people = contactsOf(contacts, messages)
  for (const [at, each] of messages.entries()) {
    const message = readMessage(each, people, account)
    if (typeof message === 'string') news.unread.push(`${where}, message ${at}: ${message}`)
    else news.messages.push(message)
  }
  for (const [at, each] of statuses.entries()) {
    const status = Status.safeParse(each)
    if (!status.success) news.unread.push(`${where}, status ${at}`)
    else if (status.data.status in states) news.statuses.push(shownStatus(status.data, account))
    else news.others.push({ field: `statuses.${status.data.status}`, businessAccountId, value: each })
  }
  if (errors !== undefined) news.others.push({ field: 'errors', businessAccountId, value: errors })
  if (!value.data.messages && !value.data.statuses && errors === undefined)
    news.others.push({ field, businessAccountId, value: raw })
}

/** The message, or why it cannot be read. */
const readMessage = (
  given: unknown,
  people: readonly Person[],
  account: Pick<IncomingMessage, 'phoneNumberId' | 'businessAccountId'>,
): IncomingMessage | string => {
  const read = Message.safeParse(given)
  if (!read.success) return `no ${read.error.issues[0]?.path.join('.') || 'message'}`
  const message = read.data
  if (message.group_id != null) return 'of a group'
  const sender = senderOf(message, people)
  if (sender.waId === null && sender.userId === null && sender.username === null) return 'from nobody'
  const inside = contentOf(message, given as Record<string, unknown>)
  return {
    ...account,
    messageId: message.id,
    sender,
    at: new Date(Number(message.timestamp) * 1_000),
    replyTo: message.context?.id ?? null,
    ...nothing,
    ...(inside ?? { kind: 'unsupported' }),
    raw: given as Record<string, unknown>,
  }
}

type Content = Pick<IncomingMessage, 'kind'> & Partial<IncomingMessage>
const nothing = {
  text: null,
  media: null,
  reaction: null,
  location: null,
  contacts: null,
  changedTo: null,
  changedUserId: null,
} as const

/** What is in a message of a kind that is known; null when it is none of them, or is not what its kind should be. */
const contentOf = ({ type }: z.infer<typeof Message>, raw: Readonly<Record<string, unknown>>): Content | null => {
  const reader = Object.hasOwn(readers, type) ? readers[type as keyof typeof readers] : undefined
  return reader?.(raw[type]) ?? null
}

const reading =
  <T>(shape: z.ZodType<T>, say: (value: T) => Content | null) =>
  (value: unknown): Content | null => {
    const read = shape.safeParse(value)
    return read.success ? say(read.data) : null
  }

const File = z.object({
  id: z.string().min(1),
  mime_type: z.string().nullish(),
  sha256: z.string().nullish(),
  caption: z.string().nullish(),
  filename: z.string().nullish(),
})
const media = (kind: 'image' | 'video' | 'audio' | 'document' | 'sticker') =>
  reading(File, ({ id, mime_type, sha256, caption, filename }) => {
    const reference: MediaReference = { id, type: mime_type ?? null, name: filename ?? null, sha256: sha256 ?? null }
    return { kind, text: caption || null, media: reference }
  })

const Card = z.object({
  name: z.object({ formatted_name: z.string().nullish(), first_name: z.string().nullish() }).nullish(),
  phones: z.array(z.object({ phone: z.string().nullish(), wa_id: z.string().nullish() })).nullish(),
  emails: z.array(z.object({ email: z.string().nullish() })).nullish(),
})
const given = (text: string | null | undefined): text is string => text != null && text !== ''

const readers = {
  text: reading(z.object({ body: z.string() }), ({ body }) => ({ kind: 'text', text: body })),
  image: media('image'),
  video: media('video'),
  audio: media('audio'),
  document: media('document'),
  sticker: media('sticker'),
  reaction: reading(z.object({ message_id: z.string().min(1), emoji: z.string().nullish() }), ({ message_id, emoji }) => ({
    kind: 'reaction',
    text: emoji || null,
    reaction: { emoji: emoji ?? '', about: message_id },
  })),
  location: reading(
    z.object({
      latitude: z.coerce.number().min(-90).max(90),
      longitude: z.coerce.number().min(-180).max(180),
      name: z.string().nullish(),
      address: z.string().nullish(),
    }),
    ({ latitude, longitude, name, address }) => ({
      kind: 'location',
      text: name || address || null,
      location: { latitude, longitude, name: name || null, address: address || null },
    }),
  ),
  contacts: reading(z.array(Card).min(1), (cards) => {
    const contacts = cards.map(({ name, phones, emails }) => ({
      name: name?.formatted_name || name?.first_name || '',
      phones: (phones ?? []).map(({ phone, wa_id }) => phone || wa_id).filter(given),
      emails: (emails ?? []).map(({ email }) => email).filter(given),
    }))
    return {
      kind: 'contacts',
      text:
        contacts
          .map(({ name }) => name)
          .filter(given)
          .join(', ') || null,
      contacts,
    }
  }),
  button: reading(z.object({ text: z.string() }), ({ text }) => ({ kind: 'button', text })),
  interactive: reading(
    z.object({
      button_reply: z.object({ title: z.string() }).nullish(),
      list_reply: z.object({ title: z.string() }).nullish(),
      nfm_reply: z.object({ body: z.string().nullish() }).nullish(),
    }),
    ({ button_reply, list_reply, nfm_reply }) => ({
      kind: 'interactive',
      text: button_reply?.title || list_reply?.title || nfm_reply?.body || null,
    }),
  ),
  system: reading(
    z.object({
      body: z.string().nullish(),
      type: z.string().nullish(),
      wa_id: z.string().nullish(),
      new_wa_id: z.string().nullish(),
      user_id: z.string().nullish(),
    }),
    ({ body, type, wa_id, new_wa_id, user_id }) => {
      // `customer_changed_number` until version 12. With a number the id changes too.
      const hasMoved = type === 'user_changed_number' || type === 'customer_changed_number'
      return {
        kind: 'system',
        text: body || null,
        changedTo: hasMoved ? digits(new_wa_id ?? wa_id) : null,
        changedUserId: hasMoved || type === 'user_changed_user_id' ? user_id || null : null,
      }
    },
  ),
} as const satisfies { [Kind in IncomingMessage['kind']]?: (value: unknown) => Content | null }

interface Person {
  readonly waId: string | null
  readonly userId: string | null
  readonly username: string | null
  readonly name: string | null
  /** Nobody else wrote in this change. */
  readonly isOnly: boolean
}

const contactsOf = (contacts: readonly unknown[] | null | undefined, messages: readonly unknown[]): Person[] => {
  const writers = new Set(
    messages.map((each) => {
      const { from, from_user_id } = (each ?? {}) as { from?: unknown; from_user_id?: unknown }
      return `${from_user_id ?? from}`
    }),
  )
  return (contacts ?? []).flatMap((each) => {
    const read = Contact.safeParse(each)
    if (!read.success) return []
    const { wa_id, user_id, profile } = read.data
    return {
      waId: digits(wa_id),
      userId: user_id || null,
      username: profile?.username || null,
      name: profile?.name || null,
      isOnly: contacts?.length === 1 && writers.size === 1,
    }
  })
}

/**
 * Who wrote: a number, an id that is this business's own for a person, or both
 * (https://developers.facebook.com/documentation/business-messaging/whatsapp/business-scoped-user-ids). After a change of number a
 * system message names the id that was.
 */
const senderOf = ({ from, from_user_id, system }: z.infer<typeof Message>, people: readonly Person[]): MessageSender => {
  const number = digits(from)
  const userId = system?.previous_user_id || from_user_id || null
  const person =
    people.find((each) => userId !== null && each.userId === userId) ??
    people.find((each) => number !== null && each.waId === number) ??
    people.find(({ isOnly }) => isOnly)
  return {
    waId: number ?? person?.waId ?? null,
    userId: userId ?? person?.userId ?? null,
    username: person?.username ?? null,
    name: person?.name ?? null,
  }
}

const states = { sent: 'sent', delivered: 'delivered', read: 'read', played: 'read', failed: 'failed' } as const

const shownStatus = (
  status: z.infer<typeof Status>,
  account: Pick<MessageStatus, 'phoneNumberId' | 'businessAccountId'>,
): MessageStatus => {
  const [error] = status.errors ?? []
  return {
    ...account,
    messageId: status.id,
    state: states[status.status as keyof typeof states],
    at: new Date(Number(status.timestamp) * 1_000),
    recipient: status.recipient_id || status.recipient_user_id || null,
    ours: status.biz_opaque_callback_data || null,
    error: error
      ? {
          code: String(error.code),
          reason: withoutSecrets(
            [...new Set([error.title || error.message, error.error_data?.details])].filter(given).join(': '),
          ),
        }
      : null,
  }
}

/** A number as the platform writes it; null for what is none, such as an id in its place. */
const digits = (text: string | null | undefined): string | null => /^\+?(\d{5,20})$/.exec(text ?? '')?.[1] ?? null

const asJson = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

// What is asked of a webhook: only what nothing can be done without. Everything else may come, go or change.

const Webhook = z.object({ object: z.literal('whatsapp_business_account'), entry: z.array(z.unknown()) })
const Entry = z.object({ id: z.string().nullish(), changes: z.array(z.unknown()) })
const Change = z.object({ field: z.string(), value: z.unknown() })
const MessagesValue = z.object({
  metadata: z.object({ phone_number_id: z.string().min(1) }),
  contacts: z.array(z.unknown()).nullish(),
  messages: z.array(z.unknown()).optional(),
  statuses: z.array(z.unknown()).optional(),
  errors: z.array(z.unknown()).optional(),
})
const Contact = z.object({
  wa_id: z.string().nullish(),
  user_id: z.string().nullish(),
  profile: z.object({ name: z.string().nullish(), username: z.string().nullish() }).nullish(),
})
/** Seconds since 1970. */
const Timestamp = z.union([z.string().regex(/^\d{1,12}$/), z.int().min(0).max(999_999_999_999)])
const Message = z.object({
  id: z.string().min(1),
  timestamp: Timestamp,
  type: z.string().catch('unknown'),
  from: z.string().nullish().catch(null),
  from_user_id: z.string().nullish().catch(null),
  group_id: z.string().nullish().catch(null),
  context: z.object({ id: z.string().nullish() }).nullish().catch(null),
  system: z.object({ previous_user_id: z.string().nullish() }).nullish().catch(null),
})
const Status = z.object({
  id: z.string().min(1),
  status: z.string(),
  timestamp: Timestamp,
  recipient_id: z.string().nullish(),
  recipient_user_id: z.string().nullish(),
  biz_opaque_callback_data: z.string().nullish(),
  errors: z
    .array(
      z.object({
        code: z.union([z.string(), z.int()]),
        title: z.string().nullish(),
        message: z.string().nullish(),
        error_data: z.object({ details: z.string().nullish() }).nullish(),
      }),
    )
    .nullish()
    .catch(null),
})
