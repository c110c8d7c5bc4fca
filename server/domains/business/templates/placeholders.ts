import { z } from 'zod'
import { type Fail, Failure } from '#core/errors.ts'
import { checkLetters } from '#core/unsupported-characters.ts'
import { choice, shape } from '#shapes'
import type { Coverage } from '#shapes/letters.ts'
import { tidyText } from '#shapes/letters.ts'
import { templateErrors } from './errors.ts'
import { googleErrors } from './google-errors.ts'
import { placeholderKey } from './template-texts.ts'

/** What a value may be: `line` has no line break, `text` may have several, the others are read and kept as written. */
export const PlaceholderType = choice('PlaceholderType', ['line', 'text', 'number', 'date', 'email'])
export type PlaceholderType = z.output<typeof PlaceholderType>

export const Placeholder = shape('Placeholder', {
  key: z.string().describe('As in the template, without braces, in capitals'),
  type: PlaceholderType,
  label: z.string().nullable().describe('What the app calls it'),
  default: z.string().nullable().describe('Where a document is made without a value for it'),
})
export type Placeholder = z.output<typeof Placeholder>

const valueMost = 10_000

export const PlaceholderInput = z.object({
  key: z.string().trim().min(1).max(68).transform(placeholderKey),
  type: PlaceholderType.default('text'),
  label: z.string().trim().min(1).max(80).nullish(),
  default: z.string().max(valueMost).nullish(),
})

/** Values by placeholder, with braces or without. */
export const Replacements = z
  .record(z.string().max(80), z.union([z.string().max(valueMost), z.number(), z.boolean()]).transform(String))
  .refine((given) => Object.keys(given).length <= 200, 'at most 200 values')
  .describe('Keys with or without braces; a value is put in as it is, and never read again')

/** The placeholders that a text has, with what is known of each; what is said of others that it has not is dropped. */
export const describePlaceholders = (
  keys: readonly string[],
  given: readonly z.output<typeof PlaceholderInput>[],
): Placeholder[] =>
  keys.map((key) => {
    const known = given.find((each) => each.key === key)
    return { key, type: known?.type ?? 'text', label: known?.label ?? null, default: known?.default ?? null }
  })

type FillFail = Fail<'unknown_placeholder' | 'missing_placeholder' | 'placeholder_wrong'>

/** Values by the keys of their placeholders. Two spellings of one key are refused: which of the two is meant is not for us to say. */
export const readReplacements = (replacements: Readonly<Record<string, string>>): ReadonlyMap<string, string> => {
  const given = new Map<string, string>()
  for (const [written, value] of Object.entries(replacements)) {
    const key = placeholderKey(written)
    if (given.has(key))
      throw new Failure(templateErrors.placeholder_doubled, {
        field: 'replacements',
        message: `replacements: two values for ${key}`,
      })
    given.set(key, tidyText(value))
  }
  return given
}

/** White space, and what draws nothing: joiners, marks of direction, fillers, the blank of Braille. */
const blank = /^[\s\p{Default_Ignorable_Code_Point}\u2800]*$/u

/** What a placeholder is given, or filled in with by default; null where neither shows anything on paper. */
export const filledIn = ({ key, default: usual }: Placeholder, given: ReadonlyMap<string, string>): string | null =>
  [given.get(key) ?? '', tidyText(usual ?? '')].find((value) => !blank.test(value)) ?? null

/** The value of each placeholder; refuses what the template does not have, what is left without a value, and what no font can show. */
export const resolveValues = (
  placeholders: readonly Placeholder[],
  replacements: Readonly<Record<string, string>>,
  coverage: Coverage,
  fail: FillFail,
): ReadonlyMap<string, string> => {
  const given = readReplacements(replacements)
  const unknown = [...given.keys()].filter((key) => !placeholders.some((each) => each.key === key))
  if (unknown.length > 0)
    throw fail('unknown_placeholder', { field: 'replacements', message: `replacements: the template has no ${named(unknown)}` })
  const values = new Map<string, string>()
  for (const each of placeholders) {
    const value = filledIn(each, given)
    if (value !== null) values.set(each.key, value)
  }
  const missing = placeholders.filter(({ key }) => !values.has(key)).map(({ key }) => key)
  if (missing.length > 0)
    throw fail('missing_placeholder', { field: 'replacements', message: `replacements: no value for ${named(missing)}` })
  for (const { key, type } of placeholders) {
    const trouble = troubleOf(type, values.get(key) as string)
    if (trouble) throw fail('placeholder_wrong', { field: 'replacements', message: `replacements: {{${key}}} ${trouble}` })
  }
  checkLetters(coverage, Object.fromEntries([...values].map(([key, value]) => [`replacements.${key}`, value])))
  return values
}

const named = (keys: readonly string[]): string =>
  keys
    .slice(0, 10)
    .map((key) => `{{${key}}}`)
    .join(', ') + (keys.length > 10 ? ` and ${keys.length - 10} more` : '')

const troubleOf = (type: PlaceholderType, value: string): string | null => {
  if (type !== 'text' && value.includes('\n')) return 'is one line'
  if (type === 'number' && !/^[+-]?\d[\d.,' \u00a0\u202f]*$/.test(value)) return 'is a number'
  if (type === 'date' && !/\d/.test(value)) return 'is a date'
  if (type === 'email' && !z.email().safeParse(value).success) return 'is an email address'
  return null
}

/** Of names in braces that no placeholder can have, while the person can still write others. */
export const oddNames = (written: readonly string[], field = 'body'): Failure =>
  new Failure(templateErrors.template_unreadable, {
    field,
    message: `${field}: no value can take the place of ${written.slice(0, 10).join(', ')}. The name of a placeholder has letters, digits, spaces and _ - . alone.`,
  })

/** Of a document that would be sent with these in its text. */
export const placeholderLeft = (written: readonly string[]): Failure =>
  new Failure(googleErrors.placeholder_left, {
    message: `The finished document would still contain ${[...new Set(written)].slice(0, 10).join(', ')}.`,
  })

/** For the type of a template that refuses. */
export const unreadable = (faults: readonly string[], field = 'body'): Failure =>
  new Failure(templateErrors.template_unreadable, { field, message: `${field}: ${faults.slice(0, 5).join('; ')}` })
