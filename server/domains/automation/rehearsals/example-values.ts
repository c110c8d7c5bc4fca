import type { AnswerField, FieldDefinition } from '../workflows/definition.ts'
import type { JsonSchema } from '../workflows/json-schemas.ts'

export const exampleId = '01980000-0000-7000-8000-000000000000'
const deepest = 8

/** Texts by the format that a shape names. */
const texts: Readonly<Record<string, (now: Date) => string>> = {
  uuid: () => exampleId,
  email: () => 'maya@example.com',
  uri: () => 'https://example.com',
  url: () => 'https://example.com',
  'date-time': (now) => now.toISOString(),
  date: (now) => now.toISOString().slice(0, 10),
  time: () => '09:00',
}

/** A value that fits a JSON Schema: for a step that never ran, so that the steps behind it have something to see. */
export const exampleOf = (schema: JsonSchema, now: Date, root: JsonSchema = schema, depth = 0): unknown => {
  if (depth > deepest) return null
  const { $ref, anyOf, oneOf, allOf, type, properties, items, format } = schema
  const inner = (each: unknown): unknown => exampleOf((each ?? {}) as JsonSchema, now, root, depth + 1)
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0]
  if (typeof $ref === 'string') return inner(referred(root, $ref))
  const ways = (anyOf ?? oneOf) as JsonSchema[] | undefined
  if (ways) return inner(ways.find((way) => way.type !== 'null') ?? ways[0])
  if (Array.isArray(allOf)) return Object.assign({}, ...allOf.map(inner))
  const kind = Array.isArray(type) ? type.find((each) => each !== 'null') : type
  switch (kind) {
    case 'object':
      return Object.fromEntries(Object.entries(properties ?? {}).map(([name, member]) => [name, inner(member)]))
    case 'array':
      return Array.from({ length: Math.max(1, Math.min(Number(schema.minItems ?? 1), 3)) }, () => inner(items))
    case 'string':
      return texts[String(format)]?.(now) ?? 'Example'.padEnd(Number(schema.minLength ?? 0), '.')
    case 'integer':
    case 'number':
      return Math.max(1, Number(schema.minimum ?? 1))
    case 'boolean':
      return true
    default:
      return null
  }
}

const referred = (root: JsonSchema, reference: string): unknown =>
  reference === '#'
    ? root
    : reference
        .replace(/^#\//, '')
        .split('/')
        .reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], root)

/** What a model might answer. */
export const exampleAnswer = (fields: readonly AnswerField[]): Record<string, unknown> =>
  Object.fromEntries(fields.map((field) => [field.name, exampleOfField(field)]))

const exampleOfField = ({ type, choices, fields, items }: Omit<AnswerField, 'name'>): unknown => {
  if (type === 'object') return exampleAnswer(fields ?? [])
  if (type === 'list') return items ? [exampleOfField(items)] : []
  if (type === 'tick') return true
  if (type === 'number' || type === 'whole') return 1
  return choices?.[0] ?? 'Example'
}

/** What a person might fill in. */
export const exampleForm = (form: readonly FieldDefinition[], now: Date): Record<string, unknown> =>
  Object.fromEntries(
    form.map(({ name, type, choices }) => {
      const first = choices?.[0]?.value ?? 'example'
      const values: Record<FieldDefinition['type'], unknown> = {
        ...{ text: 'Example', long_text: 'Example', number: 1, money: 100, tick: true, phone: '+442079460000' },
        ...{ date: now.toISOString().slice(0, 10), email: 'maya@example.com', choice: first, several: [first] },
      }
      return [name, values[type]]
    }),
  )
