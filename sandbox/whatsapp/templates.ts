import { send } from './notifications.ts'
import { invalidParameter, Refused } from './refusals.ts'
import type { Component, Template, TemplateStatus } from './rows.ts'
import type { Store } from './store.ts'

const body = (text: string, examples: readonly string[] = []): Component => ({
  type: 'BODY',
  text,
  ...(examples.length > 0 && { example: { body_text: [examples] } }),
})

type Sample = Pick<Template, 'name' | 'language' | 'category' | 'components'> & { status?: TemplateStatus; reason?: string }

/** What every business of the sandbox has from the start: none to three values, two languages, one paused, one rejected. */
export const sampleTemplates: readonly Sample[] = [
  {
    name: 'hello_world',
    language: 'en_US',
    category: 'UTILITY',
    components: [
      { type: 'HEADER', format: 'TEXT', text: 'Hello World' },
      body('Welcome and congratulations! This message shows that you can send templates.'),
      { type: 'FOOTER', text: 'WhatsApp in the sandbox' },
    ],
  },
  {
    name: 'follow_up',
    language: 'en_US',
    category: 'UTILITY',
    components: [body('Hello {{1}}, may we come back to your question?', ['Sheena'])],
  },
  {
    name: 'follow_up',
    language: 'de',
    category: 'UTILITY',
    components: [body('Hallo {{1}}, dürfen wir auf Ihre Frage zurückkommen?', ['Sheena'])],
  },
  {
    name: 'appointment_reminder',
    language: 'en_US',
    category: 'UTILITY',
    components: [
      body('Hello {{1}}, we meet on {{2}}.', ['Sheena', 'Monday at 10:00']),
      {
        type: 'BUTTONS',
        buttons: [
          { type: 'QUICK_REPLY', text: 'See you then' },
          { type: 'QUICK_REPLY', text: 'Another time' },
        ],
      },
    ],
  },
  {
    name: 'appointment_reminder',
    language: 'de',
    category: 'UTILITY',
    components: [body('Hallo {{1}}, wir sehen uns am {{2}}.', ['Sheena', 'Montag um 10:00'])],
  },
  {
    name: 'order_update',
    language: 'en_US',
    category: 'UTILITY',
    components: [
      { type: 'HEADER', format: 'TEXT', text: 'Order {{1}}', example: { header_text: ['A-17'] } },
      body('Your order is {{1}}.', ['on its way']),
      {
        type: 'BUTTONS',
        buttons: [{ type: 'URL', text: 'Follow it', url: 'https://shop.example.com/orders/{{1}}' }],
      },
    ],
  },
  {
    name: 'booking_confirmed',
    language: 'en_US',
    category: 'UTILITY',
    components: [body('Hello {{customer_name}}, your booking for {{starts_at}} is confirmed.')],
  },
  {
    name: 'spring_offer',
    language: 'en_US',
    category: 'MARKETING',
    status: 'PAUSED',
    components: [body('Everything is green again, {{1}}: 20 % off until Sunday.', ['Sheena'])],
  },
  {
    name: 'free_money',
    language: 'en_US',
    category: 'MARKETING',
    status: 'REJECTED',
    reason: 'ABUSIVE_CONTENT',
    components: [body('You have won! Send us your bank details.')],
  },
  {
    name: 'how_to_find_us',
    language: 'en_US',
    category: 'UTILITY',
    components: [
      { type: 'HEADER', format: 'LOCATION' },
      body('Hello {{1}}, this is where we meet.', ['Sheena']),
      { type: 'BUTTONS', buttons: [{ type: 'FLOW', text: 'Tell us more', flow_id: '1700000000000001' }] },
    ],
  },
  {
    name: 'summer_picture',
    language: 'en_US',
    category: 'MARKETING',
    components: [
      { type: 'HEADER', format: 'IMAGE' },
      body('Summer is here, {{1}}.', ['Sheena']),
      { type: 'BUTTONS', buttons: [{ type: 'COPY_CODE', text: 'Copy offer code' }] },
    ],
  },
  {
    name: 'login_code',
    language: 'en_US',
    category: 'AUTHENTICATION',
    components: [
      body('*{{1}}* is your verification code.', ['123456']),
      {
        type: 'BUTTONS',
        buttons: [
          { type: 'URL', text: 'Copy code', url: 'https://www.whatsapp.com/otp/code/?otp_type=COPY_CODE&code=otp{{1}}' },
        ],
      },
    ],
  },
  {
    name: 'our_rooms',
    language: 'en_US',
    category: 'MARKETING',
    components: [
      body('Our rooms, {{1}}:', ['Sheena']),
      { type: 'CAROUSEL', cards: [{ components: [{ type: 'HEADER', format: 'IMAGE' }, body('The garden room')] }] },
    ],
  },
]

/** What a template message becomes on the phone. Throws what the platform refuses it with. */
export const filledTemplate = (
  template: Template | undefined,
  wanted: { readonly name: string; readonly language: string; readonly components: readonly unknown[] },
): { readonly text: string; readonly buttons: readonly string[] } => {
  if (!template || template.status === 'PENDING' || template.status === 'REJECTED')
    throw new Refused(132001, 'Template name does not exist in the translation', {
      status: 404,
      details: `template name (${wanted.name}) does not exist in ${wanted.language}`,
    })
  if (template.status === 'PAUSED')
    throw new Refused(132015, 'Template is paused', { details: 'Template is paused due to low quality.' })
  if (template.status === 'DISABLED')
    throw new Refused(132016, 'Template is disabled', { details: 'Template was paused too often and is disabled.' })

  const given = wanted.components.map((each) => readGiven(each))
  const valuesOf = (type: string): readonly Value[] => given.find((each) => each.type === type)?.values ?? []
  for (const { type } of given)
    if (type !== 'button' && !template.components.some((each) => each.type.toLowerCase() === type))
      throw mismatch(`${type}: the template has no such component`)
  const lines = template.components.flatMap((component) => {
    const of = component.type.toLowerCase()
    if (component.type === 'BUTTONS') {
      const code = valuesOf('body')[0]?.text ?? ''
      for (const [index, button] of (component.buttons ?? []).entries())
        checkButton(
          button,
          given.find((each) => each.type === 'button' && each.index === index),
          { index, code },
        )
      return []
    }
    if (component.type === 'CAROUSEL') throw missing('Cards of the carousel are missing')
    if (component.type === 'HEADER' && component.format && component.format !== 'TEXT')
      return [checkMedia(component.format.toLowerCase(), valuesOf('header'))]
    return [fill(component.text ?? '', valuesOf(of), of)]
  })
  const buttons = template.components.flatMap((component) => (component.buttons ?? []).map(({ text }) => text))
  return { text: lines.join('\n'), buttons }
}

const mismatch = (details: string): Refused =>
  new Refused(132012, 'Parameter format does not match format in the created template', { details })
const missing = (details: string): Refused => new Refused(131008, 'Required parameter is missing', { details })

interface Value {
  readonly type: string
  readonly name: string | null
  readonly text: string
}
interface Given {
  readonly type: string
  readonly subType: string
  readonly index: number
  readonly values: readonly Value[]
}

const subTypes =
  'BOOKING_CONFIRMATION, CATALOG, COPY_CODE, FLOW, MPM, ORDER_DETAILS, QUICK_REPLY, REMINDER, URL, VOICE_CALL'.split(', ')

const readGiven = (given: unknown): Given => {
  const { type, index, sub_type: sub, parameters } = (given ?? {}) as Readonly<Record<string, unknown>>
  if (typeof type !== 'string') throw invalidParameter('A component of the template has no type.')
  const subType = String(sub ?? '').toUpperCase()
  if (type.toLowerCase() === 'button' && !subTypes.includes(subType))
    throw invalidParameter(`Param sub_type must be one of {${subTypes.join(', ')}} - got "${String(sub)}".`)
  const values = (Array.isArray(parameters) ? parameters : []).map(readValue)
  return { type: type.toLowerCase(), subType, index: Number(index ?? 0), values }
}

const readValue = (each: Readonly<Record<string, unknown>>): Value => {
  const type = String(each.type)
  const name = typeof each.parameter_name === 'string' ? each.parameter_name : null
  const inside = (each[type] ?? {}) as Readonly<Record<string, unknown>>
  if (type === 'text' || type === 'coupon_code' || type === 'payload') {
    const text = each[type]
    if (typeof text !== 'string' || text.trim() === '') throw missing(`Parameter of type ${type} is missing ${type} value`)
    if (/[\n\r\t]/.test(text) || / {5}/.test(text))
      throw new Refused(132018, 'There’s an issue with the parameters in your template message', {
        details: 'Param text cannot have new-line/tab characters or more than 4 consecutive spaces',
      })
    return { type, name, text }
  }
  if (type === 'location') {
    const { latitude, longitude, name: place, address } = inside
    if ([latitude, longitude].some((each) => each === undefined || each === '' || !Number.isFinite(Number(each))))
      throw missing('Parameter of type location is missing latitude or longitude')
    return { type, name, text: `${String(place)}, ${String(address)} (${String(latitude)}, ${String(longitude)})` }
  }
  if (type === 'image' || type === 'video' || type === 'document') {
    const { link, id } = inside
    if (id === undefined && (typeof link !== 'string' || !/^https?:\/\/\S+$/.test(link)))
      throw invalidParameter(`Param template parameter ${type}['link'] is not a valid URL.`)
    return { type, name, text: String(link ?? id) }
  }
  return { type, name, text: '' }
}

/** A picture, film, file or place above the text: exactly one parameter of that very kind. */
const checkMedia = (format: string, values: readonly Value[]): string => {
  const [value] = values
  if (!value || values.length !== 1 || value.type !== format)
    throw mismatch(
      `header: Format mismatch, expected ${format.toUpperCase()}, received ${value?.type.toUpperCase() ?? 'UNKNOWN'}`,
    )
  return value.text
}

const checkButton = (
  button: { readonly type: string; readonly url?: string },
  given: Given | undefined,
  { index, code }: { index: number; code: string },
): void => {
  const needs = (type: string): Refused =>
    new Refused(
      type === 'Flow' ? 131009 : 131008,
      type === 'Flow' ? 'Parameter value is not valid' : 'Required parameter is missing',
      {
        details: `buttons: Button at index ${index} of type ${type} requires a parameter`,
      },
    )
  if (given && given.subType !== button.type)
    throw mismatch(`buttons: Button at index ${index} is of type ${button.type}, and not ${given.subType}`)
  if (button.type === 'FLOW' && !given) throw needs('Flow')
  if (button.type === 'COPY_CODE') {
    if (given?.values[0]?.type !== 'coupon_code') throw needs('CopyCode')
    if (given.values[0].text.length > 15) throw invalidParameter('The coupon code is too long: at most 15 characters.')
  }
  if (button.type !== 'URL') return
  if (/\{\{/.test(button.url ?? '') && !given?.values.length) throw needs('Url')
  fill(button.url ?? '', given?.values ?? [], 'button')
  if (button.url?.startsWith('https://www.whatsapp.com/otp/') && given?.values[0]?.text !== code)
    throw mismatch('buttons: The code of the button is not that of the text')
}

const fill = (text: string, values: readonly Value[], of: string): string => {
  const names = [...new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name))]
  const isNamed = names.some((name) => !/^\d+$/.test(name))
  if (names.length !== values.length)
    throw new Refused(132000, 'Number of parameters does not match the expected number of params', {
      details: `${of}: number of localizable_params (${values.length}) does not match the expected number of params (${names.length})`,
    })
  if (values.some(({ type }) => type !== 'text')) throw mismatch(`${of}: Format mismatch, expected TEXT`)
  if (isNamed && values.some(({ name }) => name === null)) throw invalidParameter('Parameter name is missing or empty')
  const byName = new Map(values.map((value, at) => [isNamed ? value.name : String(at + 1), value.text]))
  if (names.some((name) => !byName.has(name))) throw mismatch(`${of}: a parameter_name does not exist in the template`)
  return text.replace(/\{\{(\w+)\}\}/g, (_all, name: string) => byName.get(name) ?? '')
}

/** What the platform decides of a template; its business hears of it. */
export const reviewTemplate = (store: Store, template: Template, status: TemplateStatus, reason: string): Template => {
  const changed = store.templates.put({ ...template, status, reason })
  const business = store.businesses.find(template.business)
  const value = {
    event: status,
    message_template_id: Number(template.id),
    message_template_name: template.name,
    message_template_language: template.language,
    reason,
  }
  if (business) send(store, business, `${template.id} ${status}`, [[{ value, field: 'message_template_status_update' }]])
  return changed
}
