import { createHash } from 'node:crypto'
import type { SimulatorContext } from '../simulators.ts'
import { deadToken, invalidParameter, noSuchObject, Refused, undeliverable, windowClosed } from './refusals.ts'
import type { Business, File, Message, Phone, Received, Template, TemplateStatus, Written } from './rows.ts'
import { filledTemplate, sampleTemplates } from './templates.ts'
import { changeOf, customerOf, messageOnWire, statusOnWire, userIdOf, type Value, webhookOf } from './wire.ts'

/** Free text may go for so long after the customer's last message. */
const windowSeconds = 24 * 60 * 60

/** Every business's number and every phone: what is written, how far it has come, and who is told. */
export const openStore = (context: SimulatorContext) => {
  const businesses = context.table<Business>('businesses')
  const phones = context.table<Phone>('phones')
  const messages = context.table<Message>('messages')
  const templates = context.table<Template>('templates')
  const files = context.table<File>('files')
  const seconds = (): number => Math.floor(context.now().getTime() / 1_000)
  const digitsId = (): string => String(BigInt(`0x${digest(context.newId('')).slice(0, 12)}`)).padStart(15, '1')

  if (phones.count === 0) for (const phone of [...firstPhones].reverse()) phones.put(phone)

  // ── Who is told ─────────────────────────────────────────────────────────────────────────────────────────────────────

  const send = (business: Business, id: string, entries: readonly (readonly object[])[]): void => {
    // Who never asked for webhooks is never told.
    if (business.callbackUrl === null) return
    const field = (entries[0]?.[0] as { field?: string } | undefined)?.field ?? 'messages'
    const endpoint = { id: business.id, url: business.callbackUrl, secret: business.appSecret }
    context.deliver(endpoint, { id, type: field, body: escaped(JSON.stringify(webhookOf(business, entries))) })
  }
  const tell = (business: Business, id: string, value: Value): void => send(business, id, [[changeOf(business, value)]])

  const sendMessageWebhook = (message: Written): void => {
    const [business, phone] = [businesses.find(message.business), phones.find(message.phone)]
    if (business && phone)
      tell(business, message.id, {
        contacts: [customerOf(business, phone)],
        messages: [messageOnWire(business, phone, message)],
      })
  }
  const sendStatusWebhook = (message: Received): void => {
    const [business, phone] = [businesses.find(message.business), phones.find(message.phone)]
    if (business && phone)
      tell(business, `${message.id} ${message.status}`, { statuses: [statusOnWire(business, phone, message, seconds())] })
  }

  // ── The business ────────────────────────────────────────────────────────────────────────────────────────────────────

  /** The business of a token; it begins with its first use. */
  const enter = (token: string): Business => {
    if (!isToken(token)) throw deadToken()
    const id = digest(token).slice(0, 16)
    return businesses.find(id) ?? begin(id, token)
  }
  const begin = (id: string, token: string): Business => {
    // A token of the sandbox tells everything else: its app's secret and its number are known before it is used.
    const [, hex, number = null] = /^EAAsandbox([0-9a-f]{32})(\d{15})$/.exec(token) ?? []
    const business = businesses.put({
      id,
      token,
      appSecret: hex ?? digest(`app of ${token}`).slice(0, 32),
      phoneNumberId: number === null ? null : `1${number}`,
      businessAccountId: number === null ? null : `2${number}`,
      displayNumber: `1555${digest(id).replace(/\D/g, '').padEnd(7, '0').slice(0, 7)}`,
      name: `Business ${businesses.count + 1}`,
      callbackUrl: null,
      refusesLate: false,
    })
    for (const sample of [...sampleTemplates].reverse())
      templates.put({ status: 'APPROVED', reason: 'NONE', ...sample, id: digitsId(), business: id })
    return business
  }
  /** The business of a token with this id; the first id that a token names is its own, unless it belongs to another. */
  const enterBy = (token: string, name: 'phoneNumberId' | 'businessAccountId', id: string): Business => {
    const owner = businesses.list().find((each) => each[name] === id)
    if (owner && owner.token !== token) throw isToken(token) ? noSuchObject(id) : deadToken()
    const business = enter(token)
    if (business[name] === id) return business
    if (business[name] !== null) throw noSuchObject(id)
    return businesses.put({ ...business, [name]: id })
  }
  /** By its own id, its number’s or its account’s; without one the newest that listens. */
  const findBusiness = (wanted: string | undefined): Business | undefined => {
    const all = businesses.list()
    if (!wanted) return all.find(({ callbackUrl }) => callbackUrl !== null) ?? all[0]
    return all.find((each) => [each.id, each.phoneNumberId, each.businessAccountId].includes(wanted))
  }

  const chat = (business: Business, phone: Phone): Message[] =>
    messages
      .list()
      .filter((each) => each.business === business.id && each.phone === phone.id)
      .reverse()

  const isOpen = (business: Business, phone: Phone): boolean => {
    const written = chat(business, phone).filter((each) => each.from === 'customer' && !each.isHeld && each.type !== 'system')
    const lastAt = Math.max(0, ...written.map(({ at }) => at))
    return seconds() - lastAt < windowSeconds
  }

  /** The owner of a number; a new number becomes a phone, unless it ends in 0000: that one has no WhatsApp. */
  const phoneOf = (business: Business, to: string): Phone => {
    const known = phones
      .list()
      .find((each) => variantsOf(each.number).includes(digitsOf(to)) || userIdOf(business, each) === to)
    if (known) return known
    const number = digitsOf(to)
    if (!/^\d{7,15}$/.test(number)) throw undeliverable()
    if (number.endsWith('0000')) throw undeliverable()
    return phones.put({ ...newPhone, id: context.newId('phone_'), name: `+${number}`, number })
  }

  /** Takes a message of a business, as the platform does. Throws Refused. */
  const take = (business: Business, given: Readonly<Record<string, unknown>>): Received => {
    const wanted = readMessage(given)
    const trouble = (refused: Refused): Received['trouble'] => {
      if (!business.refusesLate) throw refused
      return { code: refused.code, title: refused.message, details: refused.details ?? refused.message }
    }
    const phone = phoneOf(business, wanted.to)
    const template =
      wanted.template &&
      filledTemplate(
        templates
          .list()
          .find(
            (each) =>
              each.business === business.id &&
              each.name === wanted.template?.name &&
              each.language === wanted.template.language,
          ),
        wanted.template,
      )
    const isBlocked = phone.blocks.includes(business.id)
    const isLate = !wanted.template && !isOpen(business, phone)
    const why = isBlocked ? trouble(undeliverable()) : isLate ? trouble(windowClosed()) : null

    const about = wanted.type === 'reaction' ? messages.find(wanted.about ?? '') : undefined
    if (wanted.type === 'reaction') {
      if (!about) throw new Refused(131009, 'Parameter value is not valid', { details: 'The message to react to is unknown.' })
      messages.put({ ...about, reactions: { ...about.reactions, business: wanted.text || null } })
    }
    return messages.put({
      id: wamid(context.newId('')),
      business: business.id,
      phone: phone.id,
      from: 'business',
      to: wanted.to,
      type: wanted.type,
      content: (given[wanted.type] ?? {}) as Record<string, unknown>,
      text: template ? template.text : wanted.text,
      replyTo: wanted.replyTo,
      at: seconds(),
      reactions: { customer: null, business: null },
      status: 'accepted',
      trouble: why,
      callbackData: wanted.callbackData,
      buttons: template?.buttons ?? [],
    }) as Received
  }

  const advance = (message: Received, status: Received['status']): Received => {
    const changed: Received = { ...message, status }
    messages.put(changed)
    sendStatusWebhook(changed)
    return changed
  }
  /** What happens by itself: what was taken goes out, and reaches a phone that is on. */
  const checkTheClock = (): void => {
    for (const message of [...messages.list()].reverse()) {
      if (message.from !== 'business') continue
      if (message.status === 'accepted') advance(message, message.trouble ? 'failed' : 'sent')
      else if (message.status === 'sent' && phones.find(message.phone)?.isOnline) advance(message, 'delivered')
    }
  }

  // ── The customer ────────────────────────────────────────────────────────────────────────────────────────────────────

  const write = (business: Business, phone: Phone, wanted: Wanted): Written => {
    if (phone.blocks.includes(business.id)) throw new Refused(409, 'This phone blocks the business.', { status: 409 })
    const about = wanted.type === 'reaction' ? messages.find(String(wanted.content.message_id)) : undefined
    if (about) messages.put({ ...about, reactions: { ...about.reactions, customer: wanted.text || null } })
    const message: Written = {
      id: wamid(context.newId('')),
      business: business.id,
      phone: phone.id,
      from: 'customer',
      type: wanted.type,
      content: wanted.content,
      text: wanted.text,
      replyTo: wanted.replyTo,
      at: seconds() - wanted.ageSeconds,
      reactions: { customer: null, business: null },
      isHeld: !phone.isOnline,
    }
    messages.put(message)
    if (!message.isHeld) sendMessageWebhook(message)
    return message
  }

  /** The customer looks at the chat. */
  const readChat = (business: Business, phone: Phone): void => {
    if (!phone.isOnline) return
    for (const message of chat(business, phone))
      if (message.from === 'business' && message.status === 'delivered') advance(message, 'read')
  }

  const turnOn = (phone: Phone, isOnline: boolean): Phone => {
    const changed = phones.put({ ...phone, isOnline })
    const held = messages.list().filter((each) => each.from === 'customer' && each.phone === phone.id && each.isHeld)
    for (const message of isOnline ? ([...held].reverse() as Written[]) : []) {
      const sent = { ...message, isHeld: false }
      messages.put(sent)
      sendMessageWebhook(sent)
    }
    return changed
  }

  /** Every business that the phone ever wrote with hears of its new number. */
  const changeNumber = (phone: Phone, number: string): Phone => {
    if (phones.list().some((each) => each.id !== phone.id && each.number === number))
      throw new Refused(409, 'Another phone already uses this number.', { status: 409 })
    const changed = phones.put({ ...phone, number, generation: phone.generation + 1 })
    const known = new Set(messages.list().flatMap((each) => (each.phone === phone.id ? [each.business] : [])))
    for (const id of known) {
      const business = businesses.find(id)
      if (!business) continue
      const message: Written = {
        id: wamid(context.newId('')),
        business: id,
        phone: phone.id,
        from: 'customer',
        type: 'system',
        content: {
          body: `User ${phone.name} changed from ${phone.number} to ${number}`,
          wa_id: number,
          type: 'user_changed_number',
          user_id: userIdOf(business, changed),
          previous_user_id: userIdOf(business, phone),
        },
        text: `Changed the number to +${number}`,
        replyTo: null,
        at: seconds(),
        reactions: { customer: null, business: null },
        isHeld: false,
      }
      messages.put(message)
      // From the number that was, and without contacts.
      tell(business, message.id, { messages: [messageOnWire(business, phone, message)] })
    }
    return changed
  }

  /** One webhook with two entries of two changes of three messages each. */
  const writeBatch = (business: Business, from: readonly Phone[]): Written[] => {
    const written: Written[] = []
    const entries = [1, 2].map((entry) =>
      [1, 2].map((change) => {
        const phone = from[(entry + change) % from.length] as Phone
        const three = [1, 2, 3].map((n): Written => {
          const text = `Batch ${entry}.${change}.${n}`
          const message: Written = {
            id: wamid(context.newId('')),
            business: business.id,
            phone: phone.id,
            from: 'customer',
            type: 'text',
            content: { body: text },
            text,
            replyTo: null,
            at: seconds(),
            reactions: { customer: null, business: null },
            isHeld: false,
          }
          messages.put(message)
          return message
        })
        written.push(...three)
        return changeOf(business, {
          contacts: [customerOf(business, phone)],
          messages: three.map((message) => messageOnWire(business, phone, message)),
        })
      }),
    )
    send(business, written[0]?.id ?? '', entries)
    return written
  }

  /** Time passes in a chat: everything in it was so much longer ago. The business is not told. */
  const letPass = (business: Business, phone: Phone, passed: number): void => {
    for (const message of chat(business, phone)) messages.put({ ...message, at: message.at - passed })
  }

  const judge = (template: Template, status: TemplateStatus, reason: string): Template => {
    const changed = templates.put({ ...template, status, reason })
    const business = businesses.find(template.business)
    const value = {
      event: status,
      message_template_id: Number(template.id),
      message_template_name: template.name,
      message_template_language: template.language,
      reason,
    }
    if (business) send(business, `${template.id} ${status}`, [[{ value, field: 'message_template_status_update' }]])
    return changed
  }

  return {
    businesses,
    phones,
    messages,
    templates,
    files,
    seconds,
    digitsId,
    enter,
    findBusiness,
    enterNumber: (token: string, id: string) => enterBy(token, 'phoneNumberId', id),
    enterAccount: (token: string, id: string) => enterBy(token, 'businessAccountId', id),
    chat,
    isOpen,
    take,
    checkTheClock,
    write,
    readChat,
    turnOn,
    changeNumber,
    writeBatch,
    letPass,
    judge,
  }
}
export type Store = ReturnType<typeof openStore>

/** What a customer wants to say. */
export interface Wanted {
  readonly type: string
  readonly content: Readonly<Record<string, unknown>>
  readonly text: string
  readonly replyTo: string | null
  /** How long ago the platform says that it was written. */
  readonly ageSeconds: number
}

const isToken = (text: string): boolean => /^EAA\w{4,}$/.test(text) && !text.startsWith('EAAexpired')

const newPhone = { username: null, hidesNumber: false, isOnline: true, blocks: [], generation: 0 } as const

/** From the start. The Mexican one shows that the platform’s number is not always the one that people write. */
const firstPhones: readonly Phone[] = [
  { ...newPhone, id: 'sheena', name: 'Sheena Nelson', number: '16505551234' },
  { ...newPhone, id: 'joerg', name: 'Jörg Müller', number: '4915112345678' },
  { ...newPhone, id: 'maria', name: 'María Hernández', number: '5215512345678' },
  { ...newPhone, id: 'ravi', name: 'Ravi', number: '919812345678', username: 'ravi.k', hidesNumber: true },
]

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

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

const wamid = (chance: string): string => `wamid.${Buffer.from(`sandbox${chance}`).toString('base64')}`

/** What is not ASCII, and each slash, comes escaped. */
const escaped = (json: string): string =>
  json.replaceAll('/', '\\/').replace(/[^ -~]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)

const sendTypes = [
  'text',
  'template',
  'reaction',
  'image',
  'video',
  'audio',
  'document',
  'sticker',
  'location',
  'contacts',
  'interactive',
]

/** A message as a business sends it: https://developers.facebook.com/docs/whatsapp/cloud-api/reference/messages */
const readMessage = (given: Readonly<Record<string, unknown>>) => {
  if (given.messaging_product !== 'whatsapp') throw invalidParameter('messaging_product must be whatsapp.')
  const type = given.type ?? 'text'
  if (typeof type !== 'string' || !sendTypes.includes(type))
    throw invalidParameter(`Param type must be one of {${sendTypes.join(', ').toUpperCase()}}.`)
  // A number goes before an id.
  const to = given.to ?? given.recipient
  if (typeof to !== 'string' || to === '') throw invalidParameter('The parameter to is required.')
  const inside = given[type]
  if (inside === null || typeof inside !== 'object') throw invalidParameter(`The parameter ${type} is required.`)
  const content = inside as Readonly<Record<string, unknown>>
  const callbackData = given.biz_opaque_callback_data ?? null
  if (callbackData !== null && (typeof callbackData !== 'string' || callbackData.length > 512))
    throw invalidParameter('Param biz_opaque_callback_data must be at most 512 characters long.')
  const { message_id: replyTo = null } = (given.context ?? {}) as { message_id?: string }
  const common = { type, to, callbackData, replyTo, about: null, template: null, text: `[${type}]` }

  if (type === 'text') {
    const { body } = content
    if (typeof body !== 'string' || body.trim() === '') throw invalidParameter("The parameter text['body'] is required.")
    if (body.length > 4_096) throw invalidParameter("Param text['body'] must be at most 4096 characters long.")
    return { ...common, text: body }
  }
  if (type === 'reaction') {
    const { message_id, emoji } = content
    if (typeof message_id !== 'string') throw invalidParameter("The parameter reaction['message_id'] is required.")
    return { ...common, about: message_id, text: typeof emoji === 'string' ? emoji : '' }
  }
  if (type === 'template') {
    const { name, language, components } = content as { name?: unknown; language?: { code?: unknown }; components?: unknown }
    if (typeof name !== 'string') throw invalidParameter("The parameter template['name'] is required.")
    if (typeof language?.code !== 'string') throw invalidParameter("The parameter template['language'] is required.")
    return {
      ...common,
      text: '',
      template: { name, language: language.code, components: Array.isArray(components) ? components : [] },
    }
  }
  return common
}
