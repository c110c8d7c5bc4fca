/*
 * The types of expressions: what a value may be, as far as a schema says. Small, because people read their names in messages.
 */

export type Type =
  /** Nothing is known of it: checked when it is used. */
  | { readonly kind: 'any' }
  | { readonly kind: 'null' }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'number' }
  /** `words` where it is one of a few. */
  /** `isHtml`: values that are put into it are text in it, never markup. */
  | { readonly kind: 'text'; readonly words?: readonly string[]; readonly isHtml?: true }
  /** In data an RFC 3339 text; computed ones are `Date`. */
  | { readonly kind: 'instant' }
  | { readonly kind: 'duration' }
  | { readonly kind: 'list'; readonly of: Type }
  | RecordType
  | { readonly kind: 'union'; readonly of: readonly Type[] }

export interface RecordType {
  readonly kind: 'record'
  readonly names: readonly string[]
  /** Of a member that is known; one that may be missing may be null. Made when it is asked for: schemas refer to themselves. */
  member(name: string): Type | undefined
  /** What may be given for a member: not null only because it may be missing. */
  taken(name: string): Type | undefined
  /** Of members that have no name here; null where there are none. */
  readonly rest: Type | null
  readonly required: ReadonlySet<string>
}

/** The names that an expression may begin with, each with its type. */
export type TypeScope = Readonly<Record<string, Type>>

export const anyType: Type = { kind: 'any' }
export const nullType: Type = { kind: 'null' }
export const booleanType: Type = { kind: 'boolean' }
export const numberType: Type = { kind: 'number' }
export const textType: Type = { kind: 'text' }
export const instantType: Type = { kind: 'instant' }
export const durationType: Type = { kind: 'duration' }
export const listOf = (of: Type): Type => ({ kind: 'list', of })

/** A record whose members are all known. */
export const recordOf = (members: Readonly<Record<string, Type>>): RecordType => {
  const byName = new Map(Object.entries(members))
  return {
    kind: 'record',
    names: [...byName.keys()],
    member: (name) => byName.get(name),
    taken: (name) => byName.get(name),
    rest: null,
    required: new Set(byName.keys()),
  }
}

/** What a value of a type may be, one by one. */
export const alternativesOf = (type: Type): readonly Type[] => (type.kind === 'union' ? type.of : [type])

/** More alternatives than these say no more than `any`. */
const mostAlternatives = 12

/** One of several types. Texts become one, and lists one of their elements; records stay apart. */
export const unionOf = (types: readonly Type[]): Type => {
  const parts = types.flatMap(alternativesOf)
  if (parts.some(({ kind }) => kind === 'any')) return anyType
  const merged: Type[] = []
  for (const part of parts) {
    const at = merged.findIndex((each) => each === part || (each.kind === part.kind && each.kind !== 'record'))
    const before = merged[at]
    if (before === undefined) merged.push(part)
    else merged[at] = mergedOf(before, part)
  }
  if (merged.length > mostAlternatives) return anyType
  const [only] = merged
  return merged.length === 1 && only ? only : { kind: 'union', of: merged }
}

const mergedOf = (a: Type, b: Type): Type => {
  if (a.kind === 'text' && b.kind === 'text')
    return a.words && b.words
      ? { kind: 'text', words: [...new Set([...a.words, ...b.words])] }
      : { kind: 'text', ...((a.isHtml || b.isHtml) && { isHtml: true as const }) }
  if (a.kind === 'list' && b.kind === 'list') return a === b ? a : listOf(unionOf([a.of, b.of]))
  return a
}

export const orNull = (type: Type): Type => (type.kind === 'any' ? type : unionOf([type, nullType]))
export const mayBeNull = (type: Type): boolean => alternativesOf(type).some(({ kind }) => kind === 'null')
export const withoutNull = (type: Type): Type => {
  const parts = alternativesOf(type)
  const rest = parts.filter(({ kind }) => kind !== 'null')
  return rest.length === parts.length ? type : unionOf(rest)
}

const nouns: Readonly<Record<Exclude<Type['kind'], 'union'>, string>> = {
  any: 'anything',
  null: 'empty',
  boolean: 'true or false',
  number: 'a number',
  text: 'text',
  instant: 'an instant',
  duration: 'a duration',
  list: 'a list',
  record: 'an object',
}

/** What a value is, in words. */
export const nameOfKind = (kind: Exclude<Type['kind'], 'union'>): string => nouns[kind]

/** A type in words: `text`, `a number`, `a list of text`, `text or empty`. */
export const nameOfType = (type: Type): string => {
  if (type.kind === 'union') return [...new Set(type.of.map(nameOfType))].join(' or ')
  if (type.kind === 'list' && type.of.kind !== 'any' && type.of.kind !== 'union')
    return `a list of ${nameOfType(type.of).replace(/^an? /, '')}${/^an? /.test(nameOfType(type.of)) ? 's' : ''}`
  return nouns[type.kind]
}

/** The type of a member of a value; undefined where none of its alternatives can have it. A member of nothing is nothing. */
export const memberOf = (type: Type, name: string): Type | undefined => {
  const found = alternativesOf(type).map((each): Type | undefined => {
    if (each.kind === 'any' || each.kind === 'null') return each
    if (each.kind === 'record') return each.member(name) ?? (each.rest ? orNull(each.rest) : undefined)
    return undefined
  })
  const known = found.filter((each) => each !== undefined)
  if (!known.some(({ kind }) => kind !== 'null'))
    return known.length === found.length && type.kind !== 'union' ? nullType : undefined
  return unionOf(known.length === found.length ? known : [...known, nullType])
}

/** The names that members of a value have. */
export const memberNamesOf = (type: Type): readonly string[] =>
  alternativesOf(type).flatMap((each) => (each.kind === 'record' ? each.names : []))
