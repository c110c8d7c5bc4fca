import { advance, messagesOf } from './messages.ts'
import { send, sendMessageWebhook, sendValue } from './notifications.ts'
import { Refused } from './refusals.ts'
import type { Business, Phone, Written } from './rows.ts'
import type { Store } from './store.ts'
import { changeOf, customerOf, messageOnWire, userIdOf } from './wire.ts'

/** What a customer wants to say. */
export interface Wanted {
  readonly type: string
  readonly content: Readonly<Record<string, unknown>>
  readonly text: string
  readonly replyTo: string | null
  /** How long ago the platform says that it was written. */
  readonly ageSeconds: number
}

/** Stores what a customer wrote, now and on the platform already unless `more` says otherwise. */
const putWritten = (
  store: Store,
  business: Business,
  phone: Phone,
  more: Pick<Written, 'type' | 'content' | 'text'> & Partial<Written>,
): Written => {
  const message: Written = {
    id: store.wamid(),
    business: business.id,
    phone: phone.id,
    from: 'customer',
    replyTo: null,
    at: store.seconds(),
    reactions: { customer: null, business: null },
    isHeld: false,
    ...more,
  }
  store.messages.put(message)
  return message
}

export const write = (store: Store, business: Business, phone: Phone, wanted: Wanted): Written => {
  if (phone.blocks.includes(business.id)) throw new Refused(409, 'This phone blocks the business.', { status: 409 })
  const about = wanted.type === 'reaction' ? store.messages.find(String(wanted.content.message_id)) : undefined
  if (about) store.messages.put({ ...about, reactions: { ...about.reactions, customer: wanted.text || null } })
  const { ageSeconds, ...said } = wanted
  const message = putWritten(store, business, phone, {
    ...said,
    at: store.seconds() - ageSeconds,
    isHeld: !phone.isOnline,
  })
  if (!message.isHeld) sendMessageWebhook(store, message)
  return message
}

/** The customer looks at the chat. */
export const readChat = (store: Store, business: Business, phone: Phone): void => {
  if (!phone.isOnline) return
  for (const message of messagesOf(store, business, phone))
    if (message.from === 'business' && message.status === 'delivered') advance(store, message, 'read')
}

export const turnOn = (store: Store, phone: Phone, isOnline: boolean): Phone => {
  const changed = store.phones.put({ ...phone, isOnline })
  const held = store.messages.list().filter((each) => each.from === 'customer' && each.phone === phone.id && each.isHeld)
  for (const message of isOnline ? ([...held].reverse() as Written[]) : []) {
    const sent = { ...message, isHeld: false }
    store.messages.put(sent)
    sendMessageWebhook(store, sent)
  }
  return changed
}

export const requireFreeNumber = (store: Store, number: string, ownId?: string): void => {
  if (store.phones.list().some((each) => each.id !== ownId && each.number === number))
    throw new Refused(409, 'Another phone already uses this number.', { status: 409 })
}

/** Every business that the phone ever wrote with hears of its new number. */
export const changeNumber = (store: Store, phone: Phone, number: string): Phone => {
  requireFreeNumber(store, number, phone.id)
  const changed = store.phones.put({ ...phone, number, generation: phone.generation + 1 })
  const known = new Set(store.messages.list().flatMap((each) => (each.phone === phone.id ? [each.business] : [])))
  for (const id of known) {
    const business = store.businesses.find(id)
    if (!business) continue
    const message = putWritten(store, business, phone, {
      type: 'system',
      content: {
        body: `User ${phone.name} changed from ${phone.number} to ${number}`,
        wa_id: number,
        type: 'user_changed_number',
        user_id: userIdOf(business, changed),
        previous_user_id: userIdOf(business, phone),
      },
      text: `Changed the number to +${number}`,
    })
    // From the number that was, and without contacts.
    sendValue(store, business, message.id, { messages: [messageOnWire(business, phone, message)] })
  }
  return changed
}

/** One webhook with two entries of two changes of three messages each. */
export const writeBatch = (store: Store, business: Business, from: readonly Phone[]): Written[] => {
  const written: Written[] = []
  const entries = [1, 2].map((entry) =>
    [1, 2].map((change) => {
      const phone = from[(entry + change) % from.length] as Phone
      const three = [1, 2, 3].map((n): Written => {
        const text = `Batch ${entry}.${change}.${n}`
        return putWritten(store, business, phone, { type: 'text', content: { body: text }, text })
      })
      written.push(...three)
      return changeOf(business, {
        contacts: [customerOf(business, phone)],
        messages: three.map((message) => messageOnWire(business, phone, message)),
      })
    }),
  )
  send(store, business, written[0]?.id ?? '', entries)
  return written
}
