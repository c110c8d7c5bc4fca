import { functionEntries } from './functions.ts'
import {
  alternativesOf,
  anyType,
  booleanType,
  durationType,
  instantType,
  listOf,
  mayBeNull,
  nameOfType,
  numberType,
  orNull,
  type Type,
  textType,
  unionOf,
  withoutNull,
} from './types.ts'

/** A type in a signature; `T` is bound by what is given. */
export type Pattern = { readonly orNull: boolean } & (
  | { readonly kind: 'type'; readonly type: Type }
  | { readonly kind: 'T' }
  | { readonly kind: 'list'; readonly of: Pattern }
)

export interface Parameter {
  readonly name: string
  readonly pattern: Pattern
}

export interface Signature {
  readonly text: string
  readonly parameters: readonly Parameter[]
  /** How many of them must be given. */
  readonly least: number
  /** The last one may be given more than once. */
  readonly repeats: boolean
  readonly result: Pattern
}

const simple: Readonly<Record<string, Type>> = {
  any: anyType,
  boolean: booleanType,
  number: numberType,
  text: textType,
  instant: instantType,
  duration: durationType,
  weekday: { kind: 'text', words: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] },
}

const patternOf = (text: string): Pattern => {
  const [, bare = '', mark] = /^(.*?)(\?)?$/.exec(text) ?? []
  const isNullable = mark !== undefined
  if (bare === 'T') return { kind: 'T', orNull: isNullable }
  const [, element] = /^list<(.*)>$/.exec(bare) ?? []
  if (element !== undefined) return { kind: 'list', of: patternOf(element), orNull: isNullable }
  const type = simple[bare]
  if (!type) throw new Error(`${text} is no type of a signature`)
  return { kind: 'type', type, orNull: isNullable }
}

const read = (text: string): Signature => {
  const [, inside, result] = /^\w+\((.*)\): (.+)$/.exec(text) ?? []
  if (inside === undefined || result === undefined) throw new Error(`${text} is no signature`)
  const parts = inside.split(', ')
  const repeats = parts.at(-1) === '…'
  const parameters = parts.slice(0, repeats ? -1 : undefined).map((part) => {
    const [, name = '', mark, type = ''] = /^(\w+)(\?)?: (.+)$/.exec(part) ?? []
    return { name, isOptional: mark !== undefined, pattern: patternOf(type) }
  })
  const least = parameters.filter(({ isOptional }) => !isOptional).length
  return { text, parameters, least, repeats, result: patternOf(result) }
}

export const signatures: ReadonlyMap<string, Signature> = new Map(
  [...functionEntries.values()].map(({ name, signature }) => [name, read(signature)] as const),
)

/** What `T` is, of one call. */
export interface Binding {
  type: Type | null
}

/** Whether a type can be given for a pattern: fits, fits unless it is empty, or does not. */
export const fits = (pattern: Pattern, given: Type, binding: Binding): 'yes' | 'may be empty' | 'no' => {
  if (!pattern.orNull && mayBeNull(given)) {
    const rest = withoutNull(given)
    return isNever(rest) || fits(pattern, rest, binding) === 'yes' ? 'may be empty' : 'no'
  }
  const type = withoutNull(given)
  if (isNever(type)) return 'yes'
  if (pattern.kind === 'T') {
    binding.type = binding.type ? unionOf([binding.type, type]) : type
    return 'yes'
  }
  const parts = alternativesOf(type)
  if (pattern.kind === 'type')
    return parts.every((part) => part.kind === 'any' || pattern.type.kind === 'any' || part.kind === pattern.type.kind)
      ? 'yes'
      : 'no'
  return parts.every((part) => part.kind === 'any' || (part.kind === 'list' && fits(pattern.of, part.of, binding) === 'yes'))
    ? 'yes'
    : 'no'
}

/** A union of nothing: only null was there. */
const isNever = (type: Type): boolean => type.kind === 'union' && type.of.length === 0

export const resultOf = (pattern: Pattern, { type }: Binding): Type => {
  const bare =
    pattern.kind === 'type' ? pattern.type : pattern.kind === 'T' ? (type ?? anyType) : listOf(resultOf(pattern.of, { type }))
  return pattern.orNull ? orNull(bare) : bare
}

export const nameOfPattern = (pattern: Pattern): string => {
  if (pattern.kind === 'T') return 'a value'
  return nameOfType(pattern.kind === 'type' ? pattern.type : listOf(resultOf(pattern.of, { type: null })))
}
