import canonicalize from 'canonicalize'
import { z } from 'zod'
import { Failure } from '#core/errors.ts'
import { checkLetters } from '#core/unsupported-characters.ts'
import type { FieldKind, FieldPlace, OverlayDocument } from '#ports/documents.ts'
import type { Coverage } from '#shapes/letters.ts'
import { tidyLine } from '#shapes/letters.ts'
import { sha256Of } from '#shapes/sha256.ts'
import { documentErrors } from './errors.ts'
import { mostPictureBytes, readSignaturePicture } from './signature-pictures.ts'

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
export const isRequired = ({
  kind,
  required,
}: Pick<PlacedField, 'kind'> & { readonly required?: boolean | undefined }): boolean => required ?? kind !== 'tick'

/** Those that a signer fills in, as a document has them. */
export const fieldsOf = ({ fields }: { readonly fields: unknown }, signerId: string): PlacedField[] =>
  (fields as PlacedField[]).filter((field) => field.signerId === signerId)

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

/** A picture of a signature, as base64. */
const Pictured = z.object({ png: z.string().max(Math.ceil(mostPictureBytes / 3) * 4) })

/** What a signer fills in, by field: words, a tick, or what they drew. */
export const FieldValues = z
  .record(z.string().max(40), z.union([z.string().max(500), z.boolean(), Drawn, Pictured]))
  .refine((given) => Object.keys(given).length <= 300, 'at most 300 fields')
  .describe(
    'By field: words, `true` for a tick, the strokes of a drawn signature, or `{png}`: a picture of one in base64, at most 150 KB and 800 × 400 pixels, 8 bits a channel',
  )
export type FieldValues = z.output<typeof FieldValues>

/** A picture as it is kept: written anew, and once for all fields that show it. */
type PictureMark = { readonly png: string } | { readonly like: string }

/** What stands in the fields of one signer once they have signed. */
export type Marks = Readonly<Record<string, string | true | z.output<typeof Drawn> | PictureMark>>

/** A signature and initials; what a signer sends is kept for years. */
const mostPictures = 2

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
  const pictures = new Map<string, string>()
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
      marks[id] = 'png' in value ? pictureMark(value.png, { id, called, pictures }) : value
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

/** SHA-256 of the canonical JSON of what a signer filled in, in hexadecimal. */
export const marksDigest = (marks: Marks): string => {
  const told = canonicalize(marks)
  if (told === undefined) throw new Error('marks that have no canonical form')
  return sha256Of(Buffer.from(told)).toString('hex')
}

/**
 * SHA-256 of the canonical JSON of where fields stand and whose they are, and how large the pages are, in hexadecimal. Labels are left out: they may
 * name a person, and have a digest of their own (`labelsDigest`).
 */
export const placesDigest = (
  fields: readonly PlacedField[],
  pages: readonly { readonly width: number; readonly height: number }[],
): string => {
  const told = canonicalize({
    fields: fields.map(({ id, kind, signerId, required, page, x, y, width, height }) => ({
      ...{ id, kind, signer: signerId, required: isRequired({ kind, required }) },
      ...{ page, x, y, width, height },
    })),
    pages: pages.map(({ width, height }) => ({ width, height })),
  })
  if (told === undefined) throw new Error('places that have no canonical form')
  return sha256Of(Buffer.from(told)).toString('hex')
}

/** SHA-256 of the canonical JSON of the labels of a signer's fields, by field, in hexadecimal: what they read where they filled in. */
export const labelsDigest = (fields: readonly Pick<PlacedField, 'id' | 'label'>[]): string => {
  const told = canonicalize(Object.fromEntries(fields.flatMap(({ id, label }) => (label === null ? [] : [[id, label]]))))
  if (told === undefined) throw new Error('labels that have no canonical form')
  return sha256Of(Buffer.from(told)).toString('hex')
}

/** A picture that was read before is named by the field that holds it. */
const pictureMark = (
  given: string,
  { id, called, pictures }: { readonly id: string; readonly called: string; readonly pictures: Map<string, string> },
): PictureMark => {
  const like = pictures.get(given)
  if (like !== undefined) return { like }
  if (pictures.size === mostPictures) throw wrong(id, called, `is another picture: a signer has at most ${mostPictures}`)
  const picture = readSignaturePicture(Buffer.from(given, 'base64'))
  if ('fault' in picture) throw wrong(id, called, `${picture.fault}`)
  pictures.set(given, id)
  return { png: picture.png.toString('base64') }
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

/** A mark as it is drawn onto its page; null where its field is empty. Pictures are put beside, each once. */
export const drawingOf = (field: PlacedField, marks: Marks, pictures: Uint8Array[]): Drawing | null => {
  const { kind, page: _, id, signerId: _signer, label: _label, required: _required, ...box } = field
  const mark = marks[id]
  if (mark === undefined) return null
  if (mark === true) return { kind: 'tick', ...box }
  if (typeof mark === 'string')
    return { kind: kind === 'signature' || kind === 'initials' ? 'written' : 'text', text: mark, ...box }
  if ('png' in mark || 'like' in mark) return { kind: 'picture', picture: placeOf(mark, marks, pictures), ...box }
  return {
    kind: 'drawn',
    box: { width: mark.width, height: mark.height },
    strokes: mark.strokes.map((stroke) => stroke.map(([x = 0, y = 0]) => [x, y] as const)),
    ...box,
  }
}

const placeOf = (mark: PictureMark, marks: Marks, pictures: Uint8Array[]): number => {
  const held = 'like' in mark ? marks[mark.like] : mark
  if (typeof held !== 'object' || !('png' in held)) throw new Error('a mark is like one that is no picture')
  const png = Buffer.from(held.png, 'base64')
  const known = pictures.findIndex((each) => png.equals(each))
  return known === -1 ? pictures.push(png) - 1 : known
}
