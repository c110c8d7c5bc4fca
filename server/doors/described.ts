import { z } from 'zod'
import { type AnyAction, type Limit, usualLimit } from '#core/action.ts'
import { type ErrorCode, errors } from '#core/errors.ts'

/** JSON Schema 2020-12, as far as the reference reads it. */
export interface JsonSchema {
  readonly type?: string | string[]
  readonly properties?: Record<string, JsonSchema>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly description?: string
  readonly format?: string
  readonly default?: unknown
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly [key: string]: unknown
}

export interface Field {
  readonly name: string
  readonly type: string
  readonly required: boolean
  readonly about: string
}

/** An action as a reader meets it. Every page, the OpenAPI description and `llms.txt` are made from this. */
export interface Described {
  readonly name: string
  readonly summary: string
  readonly description: string
  readonly who: string
  readonly whoInWords: string
  readonly effect: 'read' | 'write'
  readonly doors: readonly string[]
  readonly limit: Limit
  readonly input: JsonSchema
  readonly output: JsonSchema
  readonly inputFields: readonly Field[]
  readonly outputFields: readonly Field[]
  readonly errors: readonly { code: ErrorCode; status: number; message: string; mend: string }[]
  readonly examples: readonly { title: string; input: Readonly<Record<string, unknown>>; curl: string }[]
}

const everywhere: readonly ErrorCode[] = ['bad_request', 'missing_field', 'rate_limited', 'server_error', 'unavailable']

export const describe = (action: AnyAction, address: string): Described => {
  const input = schemaOf(action.input, 'input')
  const output = schemaOf(action.output, 'output')
  const own = new Set<ErrorCode>([
    ...action.errors,
    ...everywhere,
    ...(action.who === 'public' ? [] : (['not_signed_in', 'forbidden'] as const)),
  ])
  const isPublicApi = action.doors.some((door) => door.startsWith('POST /v1/'))
  const codes = isPublicApi ? [...new Set<ErrorCode>([...action.errors, 'server_error'])] : [...own]
  return {
    name: action.name,
    summary: action.summary,
    description: action.description ?? '',
    who: action.who,
    whoInWords: whoInWords(action.who),
    effect: action.effect,
    doors: action.doors,
    limit: action.limit ?? usualLimit(action.who),
    input,
    output,
    inputFields: fieldsOf(input),
    outputFields: fieldsOf(output),
    errors: codes
      .map((code) => ({ code, ...errors[code] }))
      .sort((a, b) => a.status - b.status || a.code.localeCompare(b.code)),
    examples: (action.examples ?? []).map((example) => ({ ...example, curl: curlOf(action, example.input, address) })),
  }
}

const schemaOf = (shape: z.ZodType, io: 'input' | 'output'): JsonSchema => {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(shape, { io, unrepresentable: 'any' }) as JsonSchema & {
    $schema?: string
  }
  return schema
}

const whoInWords = (who: string): string =>
  ({
    public: 'Anybody',
    session: 'Somebody who is signed in, by the session cookie',
    member: 'Any member',
    admin: 'Admins and owners',
    owner: 'Owners',
  })[who] ?? `An API key with the scope \`${who.slice(4)}\``

/** Fields in a flat list: nested ones by their path, lists with `[]`. */
const fieldsOf = (schema: JsonSchema, prefix = ''): Field[] => {
  const variants = schema.oneOf ?? schema.anyOf
  if (variants && !schema.properties) {
    const seen = new Map<string, Field>()
    for (const variant of variants)
      for (const field of fieldsOf(variant, prefix)) if (!seen.has(field.name)) seen.set(field.name, field)
    return [...seen.values()]
  }
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const path = `${prefix}${name}`
    const field = {
      name: path,
      type: typeOf(property),
      required: schema.required?.includes(name) ?? false,
      about: aboutOf(property),
    }
    const plain = withoutNull(property)
    if (plain.type === 'object') return [field, ...fieldsOf(plain, `${path}.`)]
    if (plain.type === 'array' && plain.items) return [field, ...fieldsOf(withoutNull(plain.items), `${path}[].`)]
    return [field]
  })
}

const withoutNull = (schema: JsonSchema): JsonSchema => {
  const rest = schema.anyOf?.filter((each) => each.type !== 'null')
  return rest?.length === 1 && rest[0] ? rest[0] : schema
}

const typeOf = (schema: JsonSchema): string => {
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' · ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' or ')
  if (schema.type === 'array') return `list of ${schema.items ? typeOf(schema.items) : 'anything'}`
  const plain = Array.isArray(schema.type) ? schema.type.join(' or ') : (schema.type ?? 'anything')
  return schema.format && schema.format !== 'email' ? `${plain} (${schema.format})` : plain
}

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

/** A line that works as it is, once the token or key is put in. */
const curlOf = (action: AnyAction, input: Readonly<Record<string, unknown>>, address: string): string => {
  const door = action.doors.find((each) => each.startsWith('POST /v1/'))
  const path = door ? door.slice(5) : '/gateway'
  const secret =
    action.who === 'public' || action.who === 'session'
      ? ''
      : ` \\\n  -H "Authorization: Bearer ${door ? '$FOYER_KEY' : '$FOYER_TOKEN'}"`
  const body = JSON.stringify(door ? input : { type: action.name, ...input }).replaceAll("'", "'\\''")
  return `curl ${address}${path}${secret} \\\n  -H 'Content-Type: application/json' \\\n  -d '${body}'`
}
