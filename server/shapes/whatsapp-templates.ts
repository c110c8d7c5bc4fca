import { z } from 'zod'
import { shape } from '../shapes.ts'

/** One value that a template needs, where it goes, and what it must be. */
export interface TemplateValue {
  /** What it is called: `{{1}}`, `customer_name`, `latitude` … */
  readonly name: string
  readonly of: 'header' | 'body' | 'button'
  readonly kind: 'text' | 'image' | 'video' | 'document' | 'latitude' | 'longitude' | 'place' | 'address' | 'url' | 'copy_code'
  /** The platform wants a named one with its name. */
  readonly isNamed: boolean
  /** Of a button: which. */
  readonly index: number | null
}

/** What the client sees, from above to below; `{{3}}` is the place of the third value. */
export const TemplatePart = shape('TemplatePart', { part: z.enum(['header', 'body', 'footer', 'button']), text: z.string() })
export type TemplatePart = z.output<typeof TemplatePart>

/** What a template is: which values it needs in their order (header, body, buttons), and what becomes of them. */
export interface TemplateForm {
  readonly values: readonly TemplateValue[]
  readonly parts: readonly TemplatePart[]
  /** Buttons that go along without a value of their own: the code of the text once more, or the token of a form. */
  readonly fixed: readonly { readonly index: number; readonly kind: 'otp' | 'flow' }[]
  /** What of it cannot be filled here, in words; null: it can be sent. */
  readonly unusable: string | null
}

const Component = z.object({
  type: z.string().toUpperCase(),
  format: z.string().toUpperCase().nullish(),
  text: z.string().nullish(),
  buttons: z.array(z.unknown()).nullish(),
})
type Component = z.output<typeof Component>
const Button = z.object({ type: z.string().toUpperCase(), text: z.string().nullish(), url: z.string().nullish() })

const place = /\{\{\s*(\w+)\s*\}\}/g
const media = { IMAGE: 'image', VIDEO: 'video', DOCUMENT: 'document' } as const
/** They go without a word about them. */
const plainButtons = ['QUICK_REPLY', 'PHONE_NUMBER', 'VOICE_CALL']
/** A code for a login: as it was made, and as the platform lists it. */
const isOneTimeCode = (type: string, url: string): boolean =>
  type === 'OTP' || (type === 'URL' && /^https:\/\/www\.whatsapp\.com\/otp\//.test(url))

/**
 * Reads what a template is from its components, as the platform lists them
 * (https://developers.facebook.com/docs/whatsapp/business-management-api/message-templates/components). Whether its values are
 * named shows in them: a name has letters, a position has none.
 */
export const readTemplate = (components: readonly unknown[]): TemplateForm => {
  const values: TemplateValue[] = []
  const parts: TemplatePart[] = []
  const fixed: TemplateForm['fixed'][number][] = []
  const unusable: string[] = []
  const add = (value: TemplateValue): string => `{{${values.push(value)}}}`
  /** The text with its places renumbered through the whole template; each place is one value, however often it stands there. */
  const addText = (text: string, of: TemplateValue['of'], kind: TemplateValue['kind'], index: number | null = null): string => {
    const names = [...new Set([...text.matchAll(place)].map(([, name = '']) => name))]
    const isNumber = (name: string): boolean => /^\d+$/.test(name)
    // Positions go by their numbers, wherever they stand; names in the order in which they are read.
    if (names.every(isNumber)) names.sort((a, b) => Number(a) - Number(b))
    const at = new Map(
      names.map((name) => {
        const isNamed = !isNumber(name)
        return [name, add({ name: isNamed ? name : `{{${name}}}`, of, kind, isNamed, index })]
      }),
    )
    return text.replaceAll(place, (whole, name: string) => at.get(name) ?? whole)
  }

  const read = components.flatMap((each) => Component.safeParse(each).data ?? [])
  const find = (type: string): Component | undefined => read.find((each) => each.type === type)
  const readHeader = ({ format, text }: Component): void => {
    const kind = media[format as keyof typeof media]
    const header = (shown: string): unknown => parts.push({ part: 'header', text: shown })
    const one = (name: string, valueKind: TemplateValue['kind']): string =>
      add({ name, of: 'header', kind: valueKind, isNamed: false, index: null })
    if (kind) header(one(kind, kind))
    else if (format === 'LOCATION') {
      const [latitude, longitude] = [one('latitude', 'latitude'), one('longitude', 'longitude')]
      header(`${one('place', 'place')}, ${one('address', 'address')} (${latitude}, ${longitude})`)
    } else if (format && format !== 'TEXT') unusable.push(`a header of the kind ${format}`)
    else if (text) header(addText(text, 'header', 'text'))
  }
  const readButton = (each: unknown, index: number): void => {
    const { type, text, url } = Button.safeParse(each).data ?? { type: 'of an unknown kind', text: null, url: null }
    const label = text ?? ''
    const button = (shown: string): unknown => parts.push({ part: 'button', text: shown })
    if (isOneTimeCode(type, url ?? '')) {
      fixed.push({ index, kind: 'otp' })
      button(label)
    } else if (type === 'URL') {
      const address = addText(url ?? '', 'button', 'url', index)
      button(address === url || !url ? label : `${label} · ${address}`)
    } else if (type === 'COPY_CODE') {
      button(`${label} · ${add({ name: 'code', of: 'button', kind: 'copy_code', isNamed: false, index })}`)
    } else {
      if (type === 'FLOW') fixed.push({ index, kind: 'flow' })
      else if (!plainButtons.includes(type)) unusable.push(`a button of the kind ${type}`)
      button(label)
    }
  }

  const [header, body, footer, buttons] = ['HEADER', 'BODY', 'FOOTER', 'BUTTONS'].map(find)
  if (header) readHeader(header)
  const isCode = (buttons?.buttons ?? []).some((each) => {
    const { data } = Button.safeParse(each)
    return data && isOneTimeCode(data.type, data.url ?? '')
  })
  // The text of a login code is the platform's own, and is not always told: the code is its one value.
  const bodyText = isCode && !/\{\{/.test(body?.text ?? '') ? [body?.text, '{{1}}'].filter(Boolean).join(' ') : body?.text
  if (bodyText) parts.push({ part: 'body', text: addText(bodyText, 'body', 'text') })
  if (footer?.text) parts.push({ part: 'footer', text: footer.text })
  for (const [index, each] of (buttons?.buttons ?? []).entries()) readButton(each, index)
  for (const { type } of read)
    if (!['HEADER', 'BODY', 'FOOTER', 'BUTTONS', 'CALL_PERMISSION_REQUEST'].includes(type))
      unusable.push(`a part of the kind ${type}`)
  return { values, parts, fixed, unusable: unusable.length > 0 ? [...new Set(unusable)].join(', ') : null }
}

/** The parts with their values in their places, each put in once: what the client gets. */
export const fillParts = (parts: readonly TemplatePart[], values: readonly string[]): TemplatePart[] =>
  parts.map(({ part, text }) => ({
    part,
    text: text.replaceAll(place, (whole, number: string) => values[Number(number) - 1] ?? whole),
  }))

/** Why these values do not go into it, in words that name what is needed; null: they do. */
export const faultOfValues = ({ values: wanted }: TemplateForm, values: readonly string[]): string | null => {
  if (wanted.length !== values.length) {
    const needs = wanted.map((value, at) => `${at + 1}. ${describeValue(value)}`).join('; ')
    const count = wanted.length === 1 ? '1 value' : `${wanted.length} values`
    return `This template needs ${count}, but ${values.length} were sent${needs ? `: ${needs}` : ''}.`
  }
  for (const [at, value] of wanted.entries()) {
    const fault = faultOfValue(value.kind, values[at] ?? '')
    if (fault) return `Value ${at + 1} (${describeValue(value)}) ${fault}.`
  }
  return null
}

const kindWords: Readonly<Record<TemplateValue['kind'], string>> = {
  text: '',
  image: 'the https address of an image',
  video: 'the https address of a video',
  document: 'the https address of a document',
  latitude: 'the latitude in degrees',
  longitude: 'the longitude in degrees',
  place: 'the name of the place',
  address: 'the address of the place',
  url: 'the end of the URL of a button',
  copy_code: 'the code that a button copies',
}
const describeValue = ({ name, of, kind }: TemplateValue): string => `${kindWords[kind] || name} in the ${of}`

const faultOfValue = (kind: TemplateValue['kind'], value: string): string | null => {
  if (value.trim() === '') return 'is empty'
  // The platform refuses a whole message for either (132018).
  if (/[\n\r\t]/.test(value) || / {5}/.test(value)) return 'has a line break, a tab or more than four spaces in a row'
  if (kind === 'image' || kind === 'video' || kind === 'document')
    return URL.canParse(value) && new URL(value).protocol === 'https:' ? null : 'is not an https URL'
  if (kind === 'latitude' || kind === 'longitude') {
    const most = kind === 'latitude' ? 90 : 180
    return /^-?\d{1,3}(\.\d+)?$/.test(value) && Math.abs(Number(value)) <= most
      ? null
      : `is not a number from -${most} to ${most}`
  }
  if (kind === 'url') return /\s/.test(value) ? 'has a space' : null
  if (kind === 'copy_code') return /^[A-Za-z0-9]{1,15}$/.test(value) ? null : 'is not 1 to 15 letters and digits'
  return null
}
