import { type AnyAction, type Transport, usualLimit, type Who } from '#core/actions/action.ts'
import type { Limit } from '#core/actions/limit.ts'
import type { ErrorDefinition } from '#core/errors.ts'
import { foyer } from '#domains/catalogue.ts'
import { clientCode, curlCode, pythonCode } from './code-examples.ts'
import { exampleOf } from './example-values.ts'
import { type JsonSchema, type NamedShape, nameOf, outlineOf } from './json-schema.ts'
import { headingOf, isContract } from './sections.ts'

export interface Field {
  readonly name: string
  readonly type: string
  readonly required: boolean
  readonly about: string
  /** The named shapes in `type`. */
  readonly shapes: readonly string[]
}

/** An action as a reader meets it. Every page, the OpenAPI description and `llms.txt` are made from this. */
export interface Described {
  readonly name: string
  readonly summary: string
  readonly description: string
  /** Where it stands in the catalogue. */
  readonly heading: string
  /** Others build on its name and shape too; else it is Foyer's own. */
  readonly contract: boolean
  readonly who: Who
  readonly whoInWords: string
  /** With which an API key may call it; null when no key may. */
  readonly scope: string | null
  readonly effect: 'read' | 'write'
  readonly transports: readonly Transport[]
  /** Where its input asks for it, it answers as a stream of events. */
  readonly streams: boolean
  readonly limit: Limit
  readonly input: JsonSchema
  readonly output: JsonSchema
  /** The shapes that input and output refer to. */
  readonly named: readonly NamedShape[]
  readonly inputFields: readonly Field[]
  readonly outputFields: readonly Field[]
  /** `own` ones say something about this action; the others can happen to every call like it. */
  readonly errors: readonly { code: string; status: number; message: string; fix: string; own: boolean }[]
  readonly examples: readonly {
    title: string
    input: Readonly<Record<string, unknown>>
    /** A line for the shell. */
    curl: string
    /** The same with `@foyer/client`. */
    code: string
    /** The same with Python's `requests`. */
    python: string
  }[]
  /** What it answers, with example values; null: a file. */
  readonly answer: unknown
}

/** A code that an action can answer with. */
export const errorOf = (code: string): ErrorDefinition => {
  const error = foyer.errors.get(code)
  if (!error) throw new Error(`no module declares the error ${code}`)
  return error
}

const everywhere: readonly string[] = ['bad_request', 'missing_field', 'rate_limited', 'server_error', 'unavailable']
const withBody: readonly string[] = [
  'body_empty',
  'body_not_json',
  'body_not_object',
  'body_too_deep',
  'body_too_large',
  'field_bad_text',
  'origin_not_allowed',
  'request_timeout',
]
const signedIn: readonly string[] = ['not_signed_in', 'forbidden', 'foreign_organization', 'foreign_person', 'scope_missing']
const repeatable: readonly string[] = ['idempotency_key_invalid', 'idempotency_in_flight', 'idempotency_mismatch']

/** What can happen to every call of this kind, whatever the action. */
export const sharedErrors = (action: Pick<AnyAction, 'who' | 'transports' | 'effect'>): readonly string[] => {
  if (action.transports.some((transport) => transport.startsWith('POST /v1/'))) return ['server_error']
  const isOpen = action.who === 'public' || action.who === 'session'
  return [
    ...everywhere,
    ...(action.transports.includes('gateway') ? withBody : []),
    ...(action.who === 'public' ? [] : action.who === 'session' ? (['not_signed_in'] as const) : signedIn),
    ...(action.effect === 'write' && !isOpen ? repeatable : []),
  ]
}

export const describe = (action: AnyAction, address: string): Described => {
  const { schema: input, named: taken } = outlineOf(action.input, 'input')
  const { schema: output, named: answered } = outlineOf(action.output, 'output')
  const own = new Set(action.errors.map(({ code }) => code))
  const codes = new Set([...own, ...sharedErrors(action)])
  return {
    name: action.name,
    summary: action.summary,
    description: action.description ?? '',
    heading: headingOf(action.name),
    contract: isContract(action.name),
    who: action.who,
    whoInWords: whoInWords(action.who),
    scope: action.who.startsWith('key:') ? action.who.slice(4) : (action.scope ?? null),
    effect: action.effect,
    transports: action.transports,
    streams: action.streams !== undefined,
    limit: action.limit ?? usualLimit(action.who),
    input,
    output,
    named: [...taken, ...answered],
    inputFields: fieldsOf(input, taken),
    outputFields: fieldsOf(output, answered),
    errors: [...codes]
      .map((code) => ({ ...errorOf(code), own: own.has(code) }))
      .sort((a, b) => a.status - b.status || a.code.localeCompare(b.code)),
    examples: (action.examples ?? []).map((example) => ({
      ...example,
      curl: curlCode(action, example.input, address),
      code: clientCode(action, example.input),
      python: pythonCode(action, example.input, address),
    })),
    answer: action.transports.includes('download') ? null : exampleOf(output, answered),
  }
}

const whoInWords = (who: string): string =>
  ({
    public: 'Public',
    session: 'A signed-in user, by the session cookie',
    member: 'Any member',
    admin: 'Admins and owners',
    owner: 'Owners',
  })[who] ?? `An API key with the scope \`${who.slice(4)}\``

/** Fields in a flat list: nested ones by their path, lists with `[]`. `named`: the shapes that they refer to. */
export const fieldsOf = (schema: JsonSchema, named: readonly NamedShape[], prefix = ''): Field[] => {
  const variants = schema.oneOf ?? schema.anyOf
  if (variants && !schema.properties) {
    const seen = new Map<string, Field>()
    for (const variant of variants)
      for (const field of fieldsOf(variant, named, prefix)) if (!seen.has(field.name)) seen.set(field.name, field)
    return [...seen.values()]
  }
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const path = `${prefix}${name}`
    const field = {
      name: path,
      type: typeOf(property, named),
      required: schema.required?.includes(name) ?? false,
      about: aboutOf(property),
      shapes: shapesIn(property),
    }
    const plain = withoutNull(property)
    if (plain.type === 'object') return [field, ...fieldsOf(plain, named, `${path}.`)]
    if (plain.type === 'array' && plain.items) return [field, ...fieldsOf(withoutNull(plain.items), named, `${path}[].`)]
    return [field]
  })
}

const withoutNull = (schema: JsonSchema): JsonSchema => {
  const rest = schema.anyOf?.filter((each) => each.type !== 'null')
  return rest?.length === 1 && rest[0] ? rest[0] : schema
}

/** The names that `typeOf` puts into its text. */
const shapesIn = (schema: JsonSchema): string[] =>
  schema.$ref === undefined
    ? [...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])].flatMap(shapesIn)
    : [nameOf(schema.$ref)]

/** Of a choice, so many words stand beside its name. */
const mostWords = 12

const typeOf = (schema: JsonSchema, named: readonly NamedShape[]): string => {
  if (schema.$ref !== undefined) {
    const name = nameOf(schema.$ref)
    const words = named.find(({ id }) => id === name)?.schema.enum
    return words && words.length <= mostWords ? `${name} (${wordsOf(words)})` : name
  }
  if (schema.enum) return wordsOf(schema.enum)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.anyOf) return [...new Set(schema.anyOf.map((each) => typeOf(each, named)))].join(' or ')
  if (schema.type === 'array') return `list of ${schema.items ? typeOf(schema.items, named) : 'anything'}`
  const plain = Array.isArray(schema.type) ? schema.type.join(' or ') : (schema.type ?? 'anything')
  return schema.format && schema.format !== 'email' ? `${plain} (${schema.format})` : plain
}

export const wordsOf = (words: readonly unknown[]): string => words.map((value) => JSON.stringify(value)).join(' · ')

const aboutOf = (schema: JsonSchema): string => {
  const plain = withoutNull(schema)
  const most = plain.maxLength === undefined ? '' : `At most ${plain.maxLength.toLocaleString('en')} characters.`
  const span =
    plain.type === 'integer' &&
    plain.minimum !== undefined &&
    plain.maximum !== undefined &&
    plain.maximum < Number.MAX_SAFE_INTEGER
      ? `${plain.minimum.toLocaleString('en')} to ${plain.maximum.toLocaleString('en')}.`
      : ''
  const usual = plain.default === undefined ? '' : `Default: ${JSON.stringify(plain.default)}.`
  const said = schema.description ?? plain.description ?? ''
  return [said && !/[.!?]$/.test(said) ? `${said}.` : said, most, span, usual].filter(Boolean).join(' ')
}
