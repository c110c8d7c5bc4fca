import { readMessage } from './message-requests.ts'
import { sendStatusWebhook } from './notifications.ts'
import { Refused, undeliverable, windowClosed } from './refusals.ts'
import type { Business, Message, Phone, Received } from './rows.ts'
import { newPhone, type Store } from './store.ts'
import { filledTemplate } from './templates.ts'
import { userIdOf } from './wire.ts'

/** Free text may go for so long after the customer's last message. */
const windowSeconds = 24 * 60 * 60

export const messagesOf = (store: Store, business: Business, phone: Phone): Message[] =>
  store.messages
    .list()
    .filter((each) => each.business === business.id && each.phone === phone.id)
    .reverse()

export const isOpen = (store: Store, business: Business, phone: Phone): boolean => {
  const written = messagesOf(store, business, phone).filter(
    (each) => each.from === 'customer' && !each.isHeld && each.type !== 'system',
  )
  const lastAt = Math.max(0, ...written.map(({ at }) => at))
  return store.seconds() - lastAt < windowSeconds
}

/** The owner of a number; a new number becomes a phone, unless it ends in 0000: that one has no WhatsApp. */
const phoneOf = (store: Store, business: Business, to: string): Phone => {
  const known = store.phones
    .list()
    .find((each) => variantsOf(each.number).includes(digitsOf(to)) || userIdOf(business, each) === to)
  if (known) return known
  const number = digitsOf(to)
  if (!/^\d{7,15}$/.test(number)) throw undeliverable()
  if (number.endsWith('0000')) throw undeliverable()
  return store.phones.put({ ...newPhone, id: store.newId('phone_'), name: `+${number}`, number })
}

/** Numbers that reach the same phone: Mexico’s and Argentina’s mobiles with and without a digit, Brazil’s with and without the ninth. */
const variantsOf = (number: string): string[] => {
  const [, short] = /^521(\d{10})$/.exec(number) ?? []
  if (short !== undefined) return [number, `52${short}`]
  const [, mobile] = /^549(\d{10})$/.exec(number) ?? []
  if (mobile !== undefined) return [number, `54${mobile}`]
  const [, area, rest] = /^55(\d\d)9?(\d{8})$/.exec(number) ?? []
  return area === undefined ? [number] : [`55${area}${rest}`, `55${area}9${rest}`]
}

const digitsOf = (text: string): string => text.replace(/[\s()+-]/g, '')

/** Takes a message of a business, as the platform does. Throws Refused. */
export const take = (store: Store, business: Business, given: Readonly<Record<string, unknown>>): Received => {
  const wanted = readMessage(given)
  const trouble = (refused: Refused): Received['trouble'] => {
    if (!business.refusesLate) throw refused
    return { code: refused.code, title: refused.message, details: refused.details ?? refused.message }
  }
  const phone = phoneOf(store, business, wanted.to)
  const template =
    wanted.template &&
    filledTemplate(
      store.templates
        .list()
        .find(
          (each) =>
            each.business === business.id && each.name === wanted.template?.name && each.language === wanted.template.language,
        ),
      wanted.template,
    )
  const isBlocked = phone.blocks.includes(business.id)
  const isLate = !wanted.template && !isOpen(store, business, phone)
  const why = isBlocked ? trouble(undeliverable()) : isLate ? trouble(windowClosed()) : null

  const about = wanted.type === 'reaction' ? store.messages.find(wanted.about ?? '') : undefined
  if (wanted.type === 'reaction') {
    if (!about) throw new Refused(131009, 'Parameter value is not valid', { details: 'The message to react to is unknown.' })
    store.messages.put({ ...about, reactions: { ...about.reactions, business: wanted.text || null } })
  }
  return store.messages.put({
    id: store.wamid(),
    business: business.id,
    phone: phone.id,
    from: 'business',
    to: wanted.to,
    type: wanted.type,
    content: (given[wanted.type] ?? {}) as Record<string, unknown>,
    text: template ? template.text : wanted.text,
    replyTo: wanted.replyTo,
    at: store.seconds(),
    reactions: { customer: null, business: null },
    status: 'accepted',
    trouble: why,
    callbackData: wanted.callbackData,
    buttons: template?.buttons ?? [],
  }) as Received
}

export const advance = (store: Store, message: Received, status: Received['status']): Received => {
  const changed: Received = { ...message, status }
  store.messages.put(changed)
  sendStatusWebhook(store, changed)
  return changed
}

/** What happens by itself: what was taken goes out, and reaches a phone that is on. */
export const checkTheClock = (store: Store): void => {
  for (const message of [...store.messages.list()].reverse()) {
    if (message.from !== 'business') continue
    if (message.status === 'accepted') advance(store, message, message.trouble ? 'failed' : 'sent')
    else if (message.status === 'sent' && store.phones.find(message.phone)?.isOnline) advance(store, message, 'delivered')
  }
}

/** Time passes in a chat: everything in it was so much longer ago. The business is not told. */
export const letPass = (store: Store, business: Business, phone: Phone, passed: number): void => {
  for (const message of messagesOf(store, business, phone)) store.messages.put({ ...message, at: message.at - passed })
}
