import { type Described, type Field, fieldsOf } from './api-model.ts'
import { addedTo, type JsonSchema, nameOf, shapesOf } from './json-schema.ts'
import { publicEventsDescribed } from './public-events.ts'

/** A named shape as a reader meets it. */
export interface DescribedShape {
  readonly name: string
  readonly io: 'input' | 'output'
  /** The shape that it extends: `fields` are what it adds. */
  readonly base: string | null
  readonly fields: readonly Field[]
  /** Of a choice: one of these. */
  readonly words: readonly unknown[]
  /** Which actions take or answer it, by itself or in another one. */
  readonly actions: readonly string[]
  readonly events: readonly string[]
}

export const describeShapes = (actions: readonly Described[]): DescribedShape[] => {
  const events = publicEventsDescribed()
  return shapesOf([...actions, ...events]).map(({ id, io, schema, base }, _at, shapes) => ({
    name: id,
    io,
    base: base ?? null,
    fields: fieldsOf(addedTo(schema, shapes.find((shape) => shape.id === base)?.schema), shapes),
    words: schema.enum ?? [],
    actions: actions.filter(({ named }) => named.some((shape) => shape.id === id)).map(({ name }) => name),
    events: events.filter(({ named }) => named.some((shape) => shape.id === id)).map(({ type }) => type),
  }))
}

/** Where it stands on the page of schemas. */
export const anchorOf = (shape: string): string => shape.toLowerCase()

/** What an action takes or answers as a whole, where that is a named shape or one of several. */
export const wholesOf = ({ $ref, oneOf, anyOf }: JsonSchema): string[] =>
  $ref === undefined ? (oneOf ?? anyOf ?? []).flatMap(wholesOf) : [nameOf($ref)]

/** A type with what `link` makes of the named shapes in it; what stands between them goes through `plain`. */
export const linkedType = (
  { type, shapes }: Pick<Field, 'type' | 'shapes'>,
  { plain, link }: { plain: (text: string) => string; link: (shape: string) => string },
): string =>
  type
    .split(/\b/)
    .map((word) => (shapes.includes(word) ? link(word) : plain(word)))
    .join('')
