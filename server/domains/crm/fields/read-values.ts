import { z } from 'zod'
import { exponentOf, mostMinor } from '#shapes/amounts.ts'
import { isLongerThan, isStorable } from '#shapes/texts.ts'
import { isKnownTime } from '#shapes/times.ts'
import type { Field } from './fields.ts'

export const longestText = 4_000
export const longestLink = 2_048
const mostNumber = 1e15
const decimals = 6

/** One row of `field_values`: of the four one is set. */
export interface ValueRow {
  readonly text_value?: string
  /** As written: a `numeric` keeps each digit. */
  readonly number_value?: string
  readonly date_value?: string
  readonly id_value?: string
}

/** The rows of a value, none for none; or what is wrong with it, as the rest of a sentence that begins with the field's name. */
export type ReadValue = { readonly rows: readonly ValueRow[] } | { readonly fault: string }

export interface Known {
  /** Who can be chosen: members, by id; an address names one too. */
  readonly people: ReadonlyMap<string, { readonly id: string; readonly email: string }>
  /** Choices that cannot be chosen any more, and that the record has. */
  readonly kept: ReadonlySet<string>
}

const none: ReadValue = { rows: [] }
const one = (row: ValueRow): ReadValue => ({ rows: [row] })

/**
 * Reads a value for a field: as `set-fields` takes it, a form sends it, a file has it or the API brings it. null, a blank text and an empty
 * list are none. Never throws, and never repeats what was given.
 */
export const readValue = (field: Field, given: unknown, known: Known): ReadValue => {
  const value = typeof given === 'string' ? given.trim() : given
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return none
  if (typeof value === 'string' && !isStorable(value)) return { fault: 'has characters that cannot be stored' }
  return readers[field.type](value, field, known)
}

const readText = (value: unknown): ReadValue => {
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
  if (typeof text !== 'string') return { fault: 'must be a text' }
  if (isLongerThan(text, longestText)) return { fault: `is longer than ${longestText.toLocaleString('en')} characters` }
  return one({ text_value: text })
}

const readLink = (value: unknown): ReadValue => {
  const fault = { fault: 'must be an address that begins with http:// or https://' }
  if (typeof value !== 'string') return fault
  const text = /^[a-z][a-z0-9+.-]*:/i.test(value) || !/^[^\s/]+\.[^\s/]+/.test(value) ? value : `https://${value}`
  if (/\s/.test(text) || !URL.canParse(text)) return fault
  if (isLongerThan(text, longestLink)) return { fault: `is longer than ${longestLink.toLocaleString('en')} characters` }
  return ['http:', 'https:'].includes(new URL(text).protocol) ? one({ text_value: text }) : fault
}

/**
 * `1,250.50`, `1.250,50`, `1 250,5`, `1'250`: of two signs the last one parts the decimals; one alone parts thousands where a comma, or
 * several of the sign, stand before groups of three digits, else decimals.
 */
export const plainNumber = (text: string): string | null => {
  const bare = text.replaceAll(/[\s\u00a0\u202f'’_]/g, '').replace(/^\u2212/, '-')
  if (!/^[+-]?[\d.,]*\d[\d.,]*$/.test(bare)) return null
  const signs = [...bare.matchAll(/[.,]/g)].map(([sign]) => sign)
  const last = signs.at(-1)
  if (last === undefined) return bare.replace(/^\+/, '')
  const isGrouped = /^[+-]?\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*$/.test(bare)
  const isThousands = isGrouped && (signs.length > 1 || last === ',')
  const other = last === ',' ? '.' : ','
  if (!isThousands && signs.filter((sign) => sign === last).length > 1) return null
  const whole = isThousands ? bare.replaceAll(last, '') : bare.replaceAll(other, '').replace(last, '.')
  return /^[+-]?\d+(?:\.\d+)?$/.test(whole) ? whole.replace(/^\+/, '') : null
}

const readNumber = (value: unknown, { options: { min, max } }: Field): ReadValue => {
  const text = typeof value === 'number' ? plainOf(value) : typeof value === 'string' ? plainNumber(value) : null
  const number = typeof value === 'number' ? value : text === null ? Number.NaN : Number(text)
  if (text === null || !Number.isFinite(number)) return { fault: 'must be a number' }
  if (Math.abs(number) > mostNumber) return { fault: 'must lie between -1,000,000,000,000,000 and 1,000,000,000,000,000' }
  if (Number(number.toFixed(decimals)) !== number) return { fault: `has more than ${decimals} decimals` }
  if (min !== null && number < min) return { fault: `must be ${min.toLocaleString('en')} or more` }
  if (max !== null && number > max) return { fault: `must be ${max.toLocaleString('en')} or less` }
  return one({ number_value: plainOf(number) })
}

/** Without an exponent, and without a minus before zero. */
const plainOf = (number: number): string =>
  Number.isFinite(number) ? (/e/.test(String(number)) ? number.toFixed(decimals) : String(number === 0 ? 0 : number)) : 'NaN'

const Minor = z.object({ amount_minor: z.int().min(-mostMinor).max(mostMinor), currency: z.string().nullish() })

const readMoney = (value: unknown, { options }: Field): ReadValue => {
  const currency = options.currency ?? 'EUR'
  if (typeof value === 'object') {
    const read = Minor.safeParse(value)
    if (!read.success) return { fault: 'must be {"amount_minor": …}, a whole number in the smallest unit of the currency' }
    if (read.data.currency != null && read.data.currency.toUpperCase() !== currency) return { fault: `must be in ${currency}` }
    return one({ number_value: String(read.data.amount_minor) })
  }
  const written = typeof value === 'number' ? plainOf(value) : String(value)
  const named = /[A-Z]{3}/.exec(written)?.[0]
  if (named !== undefined && named !== currency) return { fault: `must be in ${currency}` }
  const text = plainNumber(written.replaceAll(new RegExp(`${currency}|\\p{Sc}`, 'gu'), ''))
  const exponent = exponentOf(currency)
  const [, sign = '', whole = '', part = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text ?? '') ?? []
  if (whole === '') return { fault: 'must be an amount, such as 1250.50' }
  if (part.slice(exponent).replaceAll('0', '') !== '')
    return { fault: exponent === 0 ? `must be a whole number of ${currency}` : `has more than ${exponent} decimals` }
  const minor = Number(`${whole}${part.slice(0, exponent).padEnd(exponent, '0')}`)
  if (minor > mostMinor) return { fault: 'is too large an amount' }
  return one({ number_value: String(sign && minor > 0 ? -minor : minor) })
}

/** `2026-11-27`, also with a time behind it, and `27.11.2026`: with slashes it may be either of two days. */
const readDate = (value: unknown): ReadValue => {
  const fault = { fault: 'must be a day of the calendar, such as 2026-11-27' }
  if (typeof value !== 'string') return fault
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)(?:[T ]\d.*)?$/.exec(value) ?? []
  const [, d, m, y] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(value) ?? []
  const text =
    year !== undefined
      ? `${year}-${month}-${day}`
      : d !== undefined && m !== undefined
        ? `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`
        : ''
  const at = Date.parse(`${text}T00:00:00Z`)
  if (!isKnownTime(at) || new Date(at).toISOString().slice(0, 10) !== text) return fault
  return one({ date_value: text })
}

const idOrText = (value: unknown): string | null =>
  typeof value === 'string'
    ? value.trim()
    : typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'
      ? value.id
      : typeof value === 'number'
        ? String(value)
        : null

/** By its id, or by its name whatever the case. */
const choiceOf = (value: unknown, { options }: Field, { kept }: Known): string | null => {
  const named = idOrText(value)
  const found = options.choices.find(({ id }) => id === named)
  if (found) return !found.is_archived || kept.has(found.id) ? found.id : null
  const key = named?.toLowerCase()
  return options.choices.find(({ name, is_archived }) => !is_archived && name.toLowerCase() === key)?.id ?? null
}

const readChoice = (value: unknown, field: Field, known: Known): ReadValue => {
  const id = choiceOf(value, field, known)
  return id === null ? { fault: `must be one of: ${namesOf(field)}` } : one({ id_value: id })
}

const readChoices = (value: unknown, field: Field, known: Known): ReadValue => {
  const whole = typeof value === 'string' ? choiceOf(value, field, known) : null
  const parts =
    whole !== null ? [whole] : typeof value === 'string' ? value.split(/\s*[;,\n]\s*/).filter(Boolean) : [value].flat()
  const ids = parts.map((part) => choiceOf(part, field, known))
  if (ids.includes(null)) return { fault: `must be of: ${namesOf(field)}` }
  return { rows: [...new Set(ids)].map((id) => ({ id_value: id as string })) }
}

const shownChoices = 12

const namesOf = ({ options }: Field): string => {
  const names = options.choices.filter(({ is_archived }) => !is_archived).map(({ name }) => name)
  return [...names.slice(0, shownChoices), ...(names.length > shownChoices ? ['…'] : [])].join(', ')
}

const readPerson = (value: unknown, _field: Field, { people, kept }: Known): ReadValue => {
  const named = idOrText(value)?.toLowerCase()
  if (named === undefined) return { fault: 'must be a member of the workspace' }
  const found = people.get(named) ?? [...people.values()].find(({ email }) => email.toLowerCase() === named)
  if (found) return one({ id_value: found.id })
  return kept.has(named) ? one({ id_value: named }) : { fault: 'must be a member of the workspace' }
}

const ticked = ['true', 'yes', 'y', '1', 'on', 'x', '✓', '✔', 'ja', 'oui', 'si', 'sí', 'sim', 'wahr', 'vrai']
const unticked = ['false', 'no', 'n', '0', 'off', '-', 'nein', 'non', 'não', 'falsch', 'faux']

const readTick = (value: unknown): ReadValue => {
  const text = typeof value === 'string' ? value.toLowerCase() : value
  if (text === true || text === 1 || (typeof text === 'string' && ticked.includes(text))) return one({ number_value: '1' })
  if (text === false || text === 0 || (typeof text === 'string' && unticked.includes(text))) return none
  return { fault: 'must be true or false' }
}

const readers: Readonly<Record<Field['type'], (value: unknown, field: Field, known: Known) => ReadValue>> = {
  text: readText,
  number: readNumber,
  money: readMoney,
  date: readDate,
  choice: readChoice,
  choices: readChoices,
  person: readPerson,
  link: readLink,
  tick: readTick,
}
