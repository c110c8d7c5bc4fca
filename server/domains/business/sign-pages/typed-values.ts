import type { Failure } from '#core/errors.ts'
import type { UnsupportedCharacter } from '#core/unsupported-characters.ts'
import { put } from '#shapes/texts.ts'
import type { Mistake, Typed } from './field-markup.ts'
import type { SignStrings } from './sign-strings.ts'
import { entriesOf, isFilledIn, type SigningShown } from './signing-states.ts'

/** What stands in the fields of the form, as `sign-with-link` takes it. What is filled in for a signer is left out. */
export const valuesOf = (signing: SigningShown, typed: Typed): Record<string, unknown> => {
  const shown = shownOf(typed)
  const values: Record<string, unknown> = {}
  for (const { field, name } of entriesOf(signing)) {
    const value = typed[name] ?? ''
    if (field.kind === 'signature') {
      if (shown) values[field.id] = shown
    } else if (field.kind === 'tick') {
      if (value === 'true') values[field.id] = true
    } else if (field.kind !== 'date' && value.trim() !== '') values[field.id] = value
  }
  return values
}

/** The signature as strokes or as a picture; null where it is the typed name, or nothing yet. */
const shownOf = (typed: Typed): object | null => {
  if (typed.how === 'picture') return typed.png ? { png: typed.png } : null
  return typed.how === 'drawn' ? drawingOf(typed) : null
}

const isShown = ({ how }: Typed): boolean => how === 'drawn' || how === 'picture'

const drawingOf = ({ drawing }: Typed): object | null => {
  try {
    const read = JSON.parse(drawing || 'null') as { strokes?: unknown } | null
    return Array.isArray(read?.strokes) && read.strokes.length > 0 ? (read as object) : null
  } catch {
    return null
  }
}

/** What is missing, all at once: the action itself names the first thing only. */
export const findMistakes = (signing: SigningShown, typed: Typed, strings: SignStrings): Mistake[] => {
  const entries = entriesOf(signing)
  const isEmpty = (name: string): boolean => (typed[name] ?? '').trim() === ''
  const isMissing = isShown(typed) && shownOf(typed) === null
  return [
    ...(isEmpty('name') ? [{ key: 'name', text: strings.required }] : []),
    ...entries.flatMap(({ field, name }) =>
      isFilledIn(field) && isEmpty(name) ? [{ key: name, text: strings.required }] : [],
    ),
    ...(isMissing && entries.some(({ field }) => field.kind === 'signature')
      ? [{ key: 'signature', text: typed.how === 'picture' ? strings.pictureMissing : strings.drawingMissing }]
      : []),
    // The words may have changed since the page was shown: those that were read are those that are agreed to.
    ...(typed.consent !== 'true' || typed.words !== signing.consent ? [{ key: 'consent', text: strings.consentMissing }] : []),
  ]
}

/** What stands at a field whose text the document could not show. */
export const sayUnsupported = ({ letter, codes, is_invisible }: UnsupportedCharacter, strings: SignStrings): string =>
  put(is_invisible ? strings.letterUnseen : strings.letterMissing, { letter, codes })

/** A failure of `sign-with-link` at the field of the form that it is about, in the signer's language. */
export const mistakeOf = (failure: Failure, signing: SigningShown, typed: Typed, strings: SignStrings): Mistake => {
  const [whole, ...rest] = (failure.field ?? '').split('.')
  if (whole === 'consent') return { key: 'consent', text: strings.consentMissing }
  const text =
    failure.code === 'letter_without_font'
      ? sayUnsupported(failure.facts.unsupported as UnsupportedCharacter, strings)
      : failure.code === 'field_missing'
        ? strings.required
        : strings.badValue
  if (whole === 'name') return { key: 'name', text }
  if (whole !== 'values') return { key: null, text: sayFailure(failure, strings) }
  const id = rest.join('.')
  const entry = entriesOf(signing).find(({ field }) => field.id === id || id.startsWith(`${field.id}.`))
  if (!entry) return { key: isShown(typed) ? 'signature' : null, text }
  if (entry.field.kind === 'signature' && typed.how === 'picture') return { key: 'signature', text: strings.uploadUnusable }
  if (entry.field.kind === 'signature') return { key: isShown(typed) ? 'signature' : 'name', text }
  // Left empty, it holds what was typed as the name.
  return { key: (typed[entry.name] ?? '').trim() === '' && entry.field.kind !== 'text' ? 'name' : entry.name, text }
}

/** What goes wrong with no field in particular. */
export const sayFailure = ({ code }: Pick<Failure, 'code'>, strings: SignStrings): string =>
  code === 'rate_limited' || code === 'too_much_at_once'
    ? strings.tooMany
    : code === 'file_damaged'
      ? strings.damaged
      : strings.failed
