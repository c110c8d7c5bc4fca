import type { JsonSchema } from './json-schemas.ts'
import { placeholderIn } from './placeholders.ts'

/** Something in a value that does not fit a schema: where, and in words that read on from the name of the field. */
export interface Misfit {
  readonly path: readonly string[]
  readonly words: string
}

/** Schemas refer to themselves: no input is deeper. */
const mostDepth = 32

/**
 * What in a value does not fit the JSON Schema of what an action takes, as far as it stands there as it is: what an expression gives is
 * checked by its type, and by the action itself.
 */
export const misfitsOf = (value: unknown, schema: JsonSchema, path: readonly string[] = [], root = schema): Misfit[] => {
  if (path.length > mostDepth || isComputed(value)) return []
  const refers = schema.$ref?.startsWith('#/$defs/') ? root.$defs?.[schema.$ref.slice('#/$defs/'.length)] : undefined
  if (refers) return misfitsOf(value, refers, path, root)
  const ways = schema.anyOf ?? schema.oneOf
  if (ways) {
    const tried = ways.map((way) => misfitsOf(value, way, path, root))
    if (tried.some((misfits) => misfits.length === 0)) return []
    // The way that was meant is the one of the same kind.
    const meant = ways.findIndex((way) => isKind(value, way))
    return tried[meant === -1 ? 0 : meant] ?? []
  }
  if (schema.const !== undefined) return value === schema.const ? [] : [{ path, words: `must be ${String(schema.const)}` }]
  if (schema.enum)
    return schema.enum.includes(value)
      ? []
      : [{ path, words: `must be one of: ${schema.enum.slice(0, 20).map(String).join(', ')}` }]
  if (schema.type !== undefined && !isKind(value, schema)) return [{ path, words: `must be ${wordsOfType(schema.type)}` }]
  if (Array.isArray(value)) return misfitsOfList(value, schema, path, root)
  if (typeof value === 'object' && value !== null) return misfitsOfMembers(value as Record<string, unknown>, schema, path, root)
  return misfitsOfPlain(value, schema).map((words) => ({ path, words }))
}

const isComputed = (value: unknown): boolean =>
  typeof value === 'string' && (value.includes('{{') || placeholderIn(value) !== null)

const misfitsOfMembers = (
  value: Readonly<Record<string, unknown>>,
  schema: JsonSchema,
  path: readonly string[],
  root: JsonSchema,
): Misfit[] => [
  ...(schema.required ?? []).flatMap((name) =>
    value[name] === undefined || value[name] === '' ? [{ path: [...path, name], words: 'is missing' }] : [],
  ),
  ...Object.entries(value).flatMap(([name, member]) => {
    const of = schema.properties?.[name]
    if (of) return member === '' && schema.required?.includes(name) ? [] : misfitsOf(member, of, [...path, name], root)
    if (typeof schema.additionalProperties === 'object')
      return misfitsOf(member, schema.additionalProperties, [...path, name], root)
    return schema.properties && schema.additionalProperties !== true
      ? [{ path: [...path, name], words: 'is not known here' }]
      : []
  }),
]

const misfitsOfList = (value: readonly unknown[], schema: JsonSchema, path: readonly string[], root: JsonSchema): Misfit[] => [
  ...(schema.minItems !== undefined && value.length < schema.minItems
    ? [{ path, words: `needs at least ${schema.minItems}` }]
    : []),
  ...(schema.maxItems !== undefined && value.length > schema.maxItems
    ? [{ path, words: `may have at most ${schema.maxItems}` }]
    : []),
  ...value.flatMap((each, at) => (schema.items ? misfitsOf(each, schema.items, [...path, String(at)], root) : [])),
]

const misfitsOfPlain = (value: unknown, schema: JsonSchema): string[] => {
  if (typeof value === 'number') {
    if (schema.minimum !== undefined && value < schema.minimum) return [`must be at least ${schema.minimum}`]
    if (schema.exclusiveMinimum !== undefined && value <= schema.exclusiveMinimum)
      return [`must be more than ${schema.exclusiveMinimum}`]
    if (schema.maximum !== undefined && value > schema.maximum) return [`may be at most ${schema.maximum}`]
  }
  if (typeof value === 'string') {
    if (schema.minLength !== undefined && value.length < schema.minLength) return ['is empty, or too short']
    if (schema.maxLength !== undefined && value.length > schema.maxLength)
      return [`may have at most ${schema.maxLength} characters`]
    const form = schema.format === undefined ? undefined : forms[schema.format]
    if (form && !form.pattern.test(value)) return [`must be ${form.words}`]
  }
  return []
}

const forms: Readonly<Record<string, { readonly pattern: RegExp; readonly words: string }>> = {
  uuid: { pattern: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, words: 'the id of a record' },
  email: { pattern: /^[^\s@]+@[^\s@]+$/, words: 'an email address' },
  date: { pattern: /^\d{4}-\d{2}-\d{2}$/, words: 'a day, such as 2026-11-21' },
  'date-time': { pattern: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/, words: 'a time, such as 2026-11-21T10:00:00Z' },
}

const isKind = (value: unknown, { type, const: constant, enum: words }: JsonSchema): boolean => {
  if (constant !== undefined) return value === constant
  if (words) return words.includes(value)
  return type === undefined || [type].flat().some((each) => isOfType(value, each))
}

const wordsOfType = (type: string | readonly string[]): string =>
  [type]
    .flat()
    .map((each) => kindWords[each] ?? each)
    .join(', or ')

const isOfType = (value: unknown, type: string): boolean => {
  switch (type) {
    case 'string':
      return typeof value === 'string'
    case 'number':
      return typeof value === 'number'
    case 'integer':
      return Number.isInteger(value)
    case 'boolean':
      return typeof value === 'boolean'
    case 'null':
      return value === null
    case 'array':
      return Array.isArray(value)
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value)
    default:
      return true
  }
}

const kindWords: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  null: 'empty',
  array: 'a list',
  object: 'an object',
}
