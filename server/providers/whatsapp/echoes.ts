import { z } from 'zod'
import type { EchoedMessage, MessageSender } from '#ports/messaging.ts'
import { contentOf, digits, nothing } from './contents.ts'
import { type Place, recordNumber, Timestamp, timeOf, type WritableNews } from './webhook-contents.ts'

/*
 * A number that is used in the WhatsApp Business app and by the Cloud API at once (coexistence,
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/embedded-signup/onboarding-business-app-users):
 * what is written in the app is told here, and once what was written before.
 */

/** `smb_message_echoes`: the business wrote in its app. */
export const readEchoes = (news: WritableNews, raw: unknown, place: Place): void => {
  const value = EchoesValue.safeParse(raw)
  if (!value.success) {
    news.unread.push(place.where)
    return
  }
  const account = accountOf(news, value.data.metadata, place)
  for (const [at, each] of value.data.message_echoes.entries())
    keep(news, readWritten(each, null, { ...account, isHistory: false, own: value.data.metadata.display_phone_number }), {
      ...place,
      where: `${place.where}, echo ${at}`,
    })
}

/**
 * `history`: what was said before the number was connected, thread by thread, in pieces and in any order; and afterwards the
 * files of what is younger than two weeks, as messages that are known. Refused by the business, it comes with errors.
 */
export const readHistory = (news: WritableNews, raw: unknown, place: Place): void => {
  const value = HistoryValue.safeParse(raw)
  if (!value.success) {
    news.unread.push(place.where)
    return
  }
  const { metadata, history = [], messages = [] } = value.data
  const account = { ...accountOf(news, metadata, place), isHistory: true, own: metadata.display_phone_number }
  for (const [chunk, { threads, errors }] of history.entries()) {
    if (errors) news.others.push({ field: 'history.errors', businessAccountId: place.businessAccountId, value: errors })
    for (const [n, thread] of (threads ?? []).entries())
      for (const [at, each] of thread.messages.entries()) {
        const where = `${place.where}, piece ${chunk}, thread ${n}, message ${at}`
        keep(news, readWritten(each, digits(thread.id), account), { ...place, where })
      }
  }
  for (const [at, each] of messages.entries())
    keep(news, readWritten(each, null, account), { ...place, where: `${place.where}, message ${at}` })
}

/** `smb_app_state_sync`: the address book of the app. */
export const readNames = (news: WritableNews, raw: unknown, place: Place): void => {
  const value = NamesValue.safeParse(raw)
  if (!value.success) {
    news.unread.push(place.where)
    return
  }
  const account = accountOf(news, value.data.metadata, place)
  for (const each of value.data.state_sync) {
    const { action, contact } = each ?? {}
    const phoneDigits = digits(contact?.phone_number)
    const name = contact?.full_name || contact?.first_name || null
    if (action !== 'remove' && phoneDigits !== null && name !== null) news.names.push({ ...account, phoneDigits, name })
  }
}

const accountOf = (
  news: WritableNews,
  { phone_number_id: phoneNumberId, display_phone_number: shownAs }: z.infer<typeof Metadata>,
  { businessAccountId }: Place,
) => {
  const account = { phoneNumberId, businessAccountId }
  recordNumber(news, account, shownAs)
  return account
}

const keep = (news: WritableNews, message: EchoedMessage | string, { where }: Place): void => {
  if (typeof message === 'string') news.unread.push(`${where}: ${message}`)
  else news.echoes.push(message)
}

/** One message as it was written, on either side; or why it cannot be read. */
const readWritten = (
  given: unknown,
  thread: string | null,
  {
    own,
    isHistory,
    ...account
  }: Pick<EchoedMessage, 'phoneNumberId' | 'businessAccountId' | 'isHistory'> & { own: string | null | undefined },
): EchoedMessage | string => {
  const read = Written.safeParse(given)
  if (!read.success) return `no ${read.error.issues[0]?.path.join('.') || 'message'}`
  const message = read.data
  if (message.group_id != null) return 'from a group'
  const context = message.history_context
  const [from, to] = [digits(message.from), digits(message.to)]
  const isOurs = !isHistory || context?.from_me === true || to !== null || (from !== null && from === digits(plain(own)))
  const phoneDigits = isOurs ? (to ?? thread) : (from ?? thread)
  const person: MessageSender = {
    phoneDigits,
    userId: isOurs ? (message.to_user_id ?? null) : null,
    username: null,
    name: null,
  }
  if (person.phoneDigits === null && person.userId === null) return 'without a recipient'
  const inside = contentOf(message.type, given as Record<string, unknown>)
  return {
    ...account,
    messageId: message.id,
    sender: person,
    at: timeOf(message.timestamp),
    replyTo: message.context?.id ?? null,
    ...nothing,
    ...(inside ?? { kind: 'unsupported' }),
    // The app has the name of the contact's new number.
    changedTo: null,
    changedUserId: null,
    raw: given as Record<string, unknown>,
    direction: isOurs ? 'out' : 'in',
    isHistory,
    state: isOurs ? (states[(context?.status ?? '').toLowerCase() as keyof typeof states] ?? 'sent') : null,
  }
}

const plain = (number: string | null | undefined): string => (number ?? '').replace(/[\s()+-]/g, '')

const states = { delivered: 'delivered', read: 'read', played: 'read', error: 'failed' } as const

const Metadata = z.object({ phone_number_id: z.string().min(1), display_phone_number: z.string().nullish().catch(null) })
const EchoesValue = z.object({ metadata: Metadata, message_echoes: z.array(z.unknown()) })
const HistoryValue = z.object({
  metadata: Metadata,
  history: z
    .array(
      z.object({
        threads: z.array(z.object({ id: z.string().nullish().catch(null), messages: z.array(z.unknown()) })).nullish(),
        errors: z.array(z.unknown()).nullish(),
      }),
    )
    .optional(),
  messages: z.array(z.unknown()).optional(),
})
const NamesValue = z.object({
  metadata: Metadata,
  state_sync: z.array(
    z
      .object({
        action: z.string().nullish(),
        contact: z
          .object({ full_name: z.string().nullish(), first_name: z.string().nullish(), phone_number: z.string().nullish() })
          .nullish(),
      })
      .nullish()
      .catch(null),
  ),
})
const Written = z.object({
  id: z.string().min(1),
  timestamp: Timestamp,
  type: z.string().catch('unknown'),
  from: z.string().nullish().catch(null),
  to: z.string().nullish().catch(null),
  to_user_id: z.string().nullish().catch(null),
  group_id: z.string().nullish().catch(null),
  context: z.object({ id: z.string().nullish() }).nullish().catch(null),
  history_context: z.object({ status: z.string().nullish(), from_me: z.boolean().nullish() }).nullish().catch(null),
})
