import { z } from 'zod'
import { formatMoney } from '#shapes/amounts.ts'
import type { Language } from '#shapes/languages.ts'
import { sayTime } from '#shapes/time-texts.ts'
import type { CardWords } from './card-words/en.ts'

/** The names of records, by their ids. */
export type Names = ReadonlyMap<string, string>

/** How values are said: names of records, the reader's language and zone. */
export interface Saying {
  readonly known: Names
  readonly zone: string
  readonly language: Language
  readonly words: CardWords
  readonly currency: string | null
}

/** What a field is called; one that has no words of ours, such as a question of a form, by its own name. */
export const labelOf = (field: string, { words }: Pick<Saying, 'words'>): string =>
  (words.fields as Readonly<Record<string, string>>)[field] ?? field

/** A value in words. What it is not sure of, it says as it stands. */
export const sayValue = (value: unknown, field: string, saying: Saying): string => {
  const { words, language, currency, zone } = saying
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return value ? words.yes : words.no
  if (typeof value === 'number')
    return field.toLowerCase().endsWith('minor') && currency !== null
      ? formatMoney(value, currency, language)
      : sayNumber(value, language)
  if (Array.isArray(value)) return value.map((each) => sayValue(each, field, saying)).join('\n') || '–'
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([inner, member]) => `${labelOf(inner, saying)}: ${sayValue(member, inner, saying)}`)
      .join(', ')
  const text = String(value)
  const named = saying.known.get(text)
  if (named !== undefined) return named
  const choice = (words.choices as Readonly<Record<string, Readonly<Record<string, string>>>>)[field]?.[text]
  if (choice !== undefined) return choice
  if (field.endsWith('On') && z.iso.date().safeParse(text).success) return sayDay(text, saying)
  const isInstant = z.iso.datetime({ offset: true }).safeParse(text).success
  return isInstant ? sayTime(new Date(text), { locale: language, zone }).whole : text
}

/** Without groups of thousands, which would make another number of one that is a name. */
const sayNumber = (value: number, language: Language): string =>
  new Intl.NumberFormat(language, { maximumFractionDigits: 20, useGrouping: false, numberingSystem: 'latn' }).format(value)

/** A day of the calendar, which is the same in every zone. */
export const sayDay = (day: string, { language }: Pick<Saying, 'language'>): string =>
  z.iso.date().safeParse(day).success ? sayTime(new Date(`${day}T12:00:00Z`), { locale: language, zone: 'UTC' }).day : day

/** Texts that are no id of their own accord are named nowhere. */
export const idsIn = (value: unknown): string[] => [...textsIn(value)].filter((text) => z.uuid().safeParse(text).success)

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  else if (typeof value === 'object' && value !== null) for (const member of Object.values(value)) yield* textsIn(member)
}

/*
 * Control characters, marks of direction, and what takes no room: a person who approves sees that they are there. Joiners belong to Hindi and
 * to emoji, and stay.
 */
const unseen =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is shown
  /\u034f|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\u{e0000}-\u{e007f}]/gu

/** As it is shown for approval: nothing in it is hidden, or turns round what stands beside it. */
export const visible = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll('\r\n', '\n')
    .replace(unseen, (sign) => `⟨U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`)
