import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type {
  IncomingMessage,
  MessageReferral,
  MessageSender,
  MessageStatus,
  MessagingNews,
  MessagingSent,
} from '#ports/messaging.ts'
import { parsed } from '../answers.ts'
import { withoutSecrets } from './calls.ts'
import { contentOf, digits, given, nothing } from './contents.ts'
import { readEchoes, readHistory, readNames } from './echoes.ts'
import { type Place, recordNumber, Timestamp, timeOf, type WritableNews } from './webhook-contents.ts'

const signatureHeader = 'x-hub-signature-256'

/** It carries the platform's signature, or its word for itself. */
export const isWhatsappWebhook = ({ headers, body }: MessagingSent): boolean =>
  headers[signatureHeader] !== undefined || /"object"\s*:\s*"whatsapp_business_account"/.test(body.toString('latin1', 0, 4_096))

/**
 * Whether the raw body was signed with the app's secret
 * (https://developers.facebook.com/docs/graph-api/webhooks/getting-started#validate-payloads). What is not ASCII comes escaped: a
 * body that was parsed and written again has another signature.
 */
export const isSignedByWhatsapp = (sent: MessagingSent, appSecret: string): boolean => {
  const [, given = ''] = /^sha256=([0-9a-f]{64})$/.exec(sent.headers[signatureHeader] ?? '') ?? []
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
  const whole = Webhook.safeParse(parsed(body))
  if (!whole.success) return null
  const news: WritableNews = { numbers: [], messages: [], statuses: [], echoes: [], names: [], others: [], unread: [] }
  for (const [at, each] of whole.data.entry.entries()) {
    const entry = Entry.safeParse(each)
    if (!entry.success) news.unread.push(`entry ${at}`)
    for (const [index, change] of (entry.data?.changes ?? []).entries())
      readChange(news, change, { businessAccountId: entry.data?.id ?? null, where: `entry ${at}, change ${index}` })
  }
  return news
}

const readChange = (news: WritableNews, given: unknown, { businessAccountId, where }: Place): void => {
  const change = Change.safeParse(given)
  if (!change.success) {
    news.unread.push(where)
    return
  }
  const { field, value: raw } = change.data
  const elsewhere = Object.hasOwn(elsewhereReaders, field)
    ? elsewhereReaders[field as keyof typeof elsewhereReaders]
    : undefined
  if (elsewhere) {
    elsewhere(news, raw, { businessAccountId, where })
    return
  }
  const value = field === 'messages' ? MessagesValue.safeParse(raw) : undefined
  if (!value?.success) {
    // Everything else has other values; so may this one have, some day.
    if (field === 'messages') news.unread.push(where)
    else news.others.push({ field, businessAccountId, value: raw })
    return
  }
  const { metadata, messages = [], statuses = [], errors, contacts } = value.data
  const account = { phoneNumberId: metadata.phone_number_id, businessAccountId }
  recordNumber(news, account, metadata.display_phone_number)
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

/** Of a business that writes in its own app as well (coexistence), what is said there. */
const elsewhereReaders = { smb_message_echoes: readEchoes, history: readHistory, smb_app_state_sync: readNames } as const

/** The message, or why it cannot be read. */
const readMessage = (
  given: unknown,
  people: readonly Person[],
  account: Pick<IncomingMessage, 'phoneNumberId' | 'businessAccountId'>,
): IncomingMessage | string => {
  const read = Message.safeParse(given)
  if (!read.success) return `no ${read.error.issues[0]?.path.join('.') || 'message'}`
  const message = read.data
  if (message.group_id != null) return 'from a group'
  const sender = senderOf(message, people)
  if (sender.phoneDigits === null && sender.userId === null && sender.username === null) return 'without a sender'
  const inside = contentOf(message.type, given as Record<string, unknown>)
  return {
    ...account,
    messageId: message.id,
    sender,
    at: timeOf(message.timestamp),
    replyTo: message.context?.id ?? null,
    ...nothing,
    ...(inside ?? { kind: 'unsupported' }),
    referral: message.referral ? referralOf(message.referral) : null,
    raw: given as Record<string, unknown>,
  }
}

/** The ad or post of a contact: https://developers.facebook.com/docs/whatsapp/cloud-api/webhooks/components */
const referralOf = (given: Readonly<Record<string, unknown>>): MessageReferral => {
  const text = (name: string, most = 2_048): string | null => {
    const value = given[name]
    return typeof value === 'string' && value !== '' ? value.slice(0, most) : null
  }
  return {
    type: text('source_type', 50),
    id: text('source_id', 200),
    url: text('source_url'),
    headline: text('headline', 500),
    body: text('body'),
    mediaType: text('media_type', 50),
    mediaUrl: text('image_url') ?? text('video_url'),
    clickId: text('ctwa_clid', 1_000),
  }
}

interface Person {
  readonly phoneDigits: string | null
  readonly userId: string | null
  readonly username: string | null
  readonly name: string | null
  /** The only sender in this change. */
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
      phoneDigits: digits(wa_id),
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
    people.find((each) => number !== null && each.phoneDigits === number) ??
    people.find(({ isOnly }) => isOnly)
  return {
    phoneDigits: number ?? person?.phoneDigits ?? null,
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
    at: timeOf(status.timestamp),
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

// What is asked of a webhook: only what nothing can be done without. Everything else may come, go or change.

const Webhook = z.object({ object: z.literal('whatsapp_business_account'), entry: z.array(z.unknown()) })
const Entry = z.object({ id: z.string().nullish(), changes: z.array(z.unknown()) })
const Change = z.object({ field: z.string(), value: z.unknown() })
const MessagesValue = z.object({
  metadata: z.object({ phone_number_id: z.string().min(1), display_phone_number: z.string().nullish().catch(null) }),
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
const Message = z.object({
  id: z.string().min(1),
  timestamp: Timestamp,
  type: z.string().catch('unknown'),
  from: z.string().nullish().catch(null),
  from_user_id: z.string().nullish().catch(null),
  group_id: z.string().nullish().catch(null),
  context: z.object({ id: z.string().nullish() }).nullish().catch(null),
  system: z.object({ previous_user_id: z.string().nullish() }).nullish().catch(null),
  referral: z.record(z.string(), z.unknown()).nullish().catch(null),
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
