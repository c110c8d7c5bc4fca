import { z } from 'zod'
import type { SimulatorContext } from '../simulators.ts'
import { isOpen, messagesOf } from './messages.ts'
import { Refused } from './refusals.ts'
import type { Business, Message, Phone } from './rows.ts'
import type { Store } from './store.ts'

/** A chat on a page; older ones are there as JSON. */
const messagesShown = 200

export const Which = z.object({ business: z.string().optional(), phone: z.string().optional(), look: z.string().optional() })

export const needPhone = (store: Store, wanted: string | undefined): Phone => {
  const phone = store.phones.list().find((each) => each.id === wanted || each.number === wanted)
  if (!phone) throw new Refused(404, 'The phone does not exist.', { status: 404 })
  return phone
}

export const shownBusiness = (business: Business): object => ({
  id: business.id,
  name: business.name,
  number: business.displayNumber,
  phone_number_id: business.phoneNumberId,
  business_account_id: business.businessAccountId,
  app_secret: business.appSecret,
  callback_url: business.callbackUrl,
  refuses_late: business.refusesLate,
})

export const shownPhone = (phone: Phone, business: Business | undefined): object => ({
  id: phone.id,
  name: phone.name,
  number: phone.number,
  username: phone.username,
  hides_number: phone.hidesNumber,
  is_online: phone.isOnline,
  is_blocking: business !== undefined && phone.blocks.includes(business.id),
})

export const summary = (store: Store, business: Business | undefined, phone: Phone): object => {
  const chat = business ? messagesOf(store, business, phone) : []
  const last = chat.findLast(({ type }) => type !== 'reaction')
  return {
    unread: chat.filter((each) => each.from === 'business' && each.status === 'delivered').length,
    last: last ? { text: last.text || last.type, at: last.at } : null,
  }
}

export const shownChat = (context: SimulatorContext, store: Store, business: Business, phone: Phone) => {
  const chat = messagesOf(store, business, phone)
  // A dropped copy among others that were taken is no loss.
  const ways = new Map<string, string>()
  for (const { messageId, state } of context.webhooks.list())
    if (ways.get(messageId) !== 'delivered') ways.set(messageId, state)
  const byId = new Map(chat.map((message) => [message.id, message]))
  const shown = (message: Message): object => {
    const answered = message.replyTo === null ? undefined : byId.get(message.replyTo)
    const { id, mime_type, filename } = message.content as { id?: string; mime_type?: string; filename?: string }
    return {
      id: message.id,
      from: message.from,
      type: message.type,
      text: message.text,
      at: message.at,
      status: message.from === 'business' ? message.status : message.isHeld ? 'held' : (ways.get(message.id) ?? 'untold'),
      trouble: message.from === 'business' && message.status === 'failed' ? (message.trouble?.title ?? null) : null,
      buttons: message.from === 'business' ? message.buttons : [],
      reply_to: message.replyTo === null ? null : { id: message.replyTo, text: answered?.text || (answered?.type ?? '…') },
      reactions: message.reactions,
      file:
        message.from === 'customer' && id !== undefined && mime_type ? { id, type: mime_type, name: filename ?? null } : null,
      content: message.content,
    }
  }
  return {
    phone: phone.id,
    window_open: isOpen(store, business, phone),
    messages: chat
      .filter(({ type }) => type !== 'reaction')
      .slice(-messagesShown)
      .map(shown),
  }
}
