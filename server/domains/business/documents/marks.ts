import { z } from 'zod'
import { Failure } from '#core/errors.ts'
import { checkLetters } from '#core/unsupported-characters.ts'
import type { FieldKind, FieldPlace, OverlayDocument } from '#ports/documents.ts'
import type { Coverage } from '#shapes/letters.ts'
import { tidyLine } from '#shapes/letters.ts'
import { documentErrors } from './errors.ts'

/** A field of a document with its place. */
export interface PlacedField extends FieldPlace {
  readonly id: string
  readonly kind: FieldKind
  readonly signerId: string
  readonly label: string | null
  /** Of a text or a tick; without it, as in documents from a text, a text is and a tick is not. */
  readonly required?: boolean
}

/** Whether a signer has to fill in a field; the kinds that are filled in for them say true. */
export const isRequired = ({ kind, required }: Pick<PlacedField, 'kind' | 'required'>): boolean => required ?? kind !== 'tick'

const coordinate = z.number().min(0).max(4_000)
/** Strokes of a drawn signature, in the box that it was drawn in: some 40 KB at most. */
const Drawn = z.object({
  width: coordinate.min(1),
  height: coordinate.min(1),
  strokes: z
    .array(z.array(z.array(coordinate).length(2)).min(1).max(1_000))
    .min(1)
    .max(60),
})

/** What a signer fills in, by field: words, a tick, or what they drew. */
export const FieldValues = z
  .record(z.string().max(40), z.union([z.string().max(500), z.boolean(), Drawn]))
  .refine((given) => Object.keys(given).length <= 300, 'at most 300 fields')
  .describe('By field: words, `true` for a tick, or the strokes of a drawn signature')
export type FieldValues = z.output<typeof FieldValues>

/** What stands in the fields of one signer once they have signed. */
export type Marks = Readonly<Record<string, string | true | z.output<typeof Drawn>>>

/**
 * What a signer's fields hold: names, initials and dates are filled in for them, a signature without anything is their typed name. Refuses
 * what is missing, does not fit, or no font has, while the signer can still change it.
 */
export const readMarks = (
  fields: readonly PlacedField[],
  values: FieldValues,
  { name, day, coverage }: { readonly name: string; readonly day: string; readonly coverage: Coverage },
): Marks => {
  const unknown = Object.keys(values).find((id) => !fields.some((field) => field.id === id))
  if (unknown !== undefined) throw wrong(unknown, unknown, 'is none of your fields')
  const marks: Record<string, Marks[string]> = {}
  for (const field of fields) {
    const { id, kind, label } = field
    const value = values[id]
    const called = label || id
    if (kind === 'tick') {
      if (value !== undefined && typeof value !== 'boolean') throw wrong(id, called, 'is a tick: true or false')
      if (value === true) marks[id] = true
      else if (isRequired(field)) throw missing(id, called)
      continue
    }
    if (typeof value === 'boolean') throw wrong(id, called, 'is no tick')
    if (typeof value === 'object') {
      if (kind !== 'signature' && kind !== 'initials') throw wrong(id, called, 'takes words')
      marks[id] = value
      continue
    }
    const words = tidyLine(value ?? '').trim()
    if (kind === 'date') marks[id] = day
    else if (kind === 'text') {
      if (words !== '') marks[id] = words
      else if (isRequired(field)) throw missing(id, called)
    } else marks[id] = words || (kind === 'initials' ? initialsOf(name) : name)
  }
  checkLetters(
    coverage,
    Object.fromEntries(
      Object.entries(marks).flatMap(([id, mark]) => (typeof mark === 'string' ? [[`values.${id}`, mark]] : [])),
    ),
  )
  return marks
}

const missing = (id: string, called: string): Failure =>
  new Failure(documentErrors.field_missing, { field: `values.${id}`, message: `values: ${called} is empty` })

const wrong = (id: string, called: string, says: string): Failure =>
  new Failure(documentErrors.field_wrong, { field: `values.${id}`, message: `values: ${called} ${says}` })

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .flatMap((part) =>
      [...new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(part)].slice(0, 1).map(({ segment }) => segment),
    )
    .slice(0, 4)
    .join('')

type Drawing = OverlayDocument['pages'][number]['marks'][number]

/** A mark as it is drawn onto its page. */
export const drawingOf = (
  { kind, page: _, id: _id, signerId: _signer, label: _label, required: _required, ...box }: PlacedField,
  mark: Marks[string],
): Drawing => {
  if (mark === true) return { kind: 'tick', ...box }
  if (typeof mark === 'string')
    return { kind: kind === 'signature' || kind === 'initials' ? 'written' : 'text', text: mark, ...box }
  return {
    kind: 'drawn',
    box: { width: mark.width, height: mark.height },
    strokes: mark.strokes.map((stroke) => stroke.map(([x = 0, y = 0]) => [x, y] as const)),
    ...box,
  }
}
