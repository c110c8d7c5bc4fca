import { type JsonSchema, type NamedShape, nameOf } from './json-schema.ts'

/** So deep, and no deeper, a list within a list has an item: the bound of shapes that hold themselves. */
const deepest = 6

/** A value that fits the schema, with what its fields usually have: an answer as it looks, for readers. */
export const exampleOf = (schema: JsonSchema, named: readonly NamedShape[], name = '', depth = 0): unknown => {
  const again = (next: JsonSchema, as = name): unknown => exampleOf(next, named, as, depth + 1)
  if (schema.$ref !== undefined) {
    const wanted = nameOf(schema.$ref)
    const shape = named.find(({ id }) => id === wanted)
    return shape ? again(shape.schema) : {}
  }
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const variants = schema.oneOf ?? schema.anyOf
  if (variants) {
    const isNullable = variants.some(({ type }) => type === 'null')
    if (isNullable && (depth >= deepest || /cursor|error|deleted|cancelled|failed|reason/.test(name))) return null
    return again(variants.find(({ type }) => type !== 'null') ?? {})
  }
  if (schema.allOf) return Object.assign({}, ...(schema.allOf as readonly JsonSchema[]).map((part) => again(part)))
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  switch (type) {
    case 'object':
      if (typeof schema.additionalProperties === 'object' && schema.additionalProperties !== null && !schema.properties)
        return {
          [String(again((schema.propertyNames ?? { const: 'key' }) as JsonSchema))]: again(
            schema.additionalProperties as JsonSchema,
          ),
        }
      return Object.fromEntries(
        // What `name` is the name of says the object: a company's is no person's.
        Object.entries(schema.properties ?? {}).map(([member, part]) => [
          member,
          again(part, member === 'name' ? `${name}_name` : member),
        ]),
      )
    case 'array': {
      const least = Number(schema.minItems ?? 0)
      const { items } = schema
      if (!items || (depth >= deepest && least === 0)) return []
      return Array.from({ length: Math.max(1, least) }, () => again(items, name.replace(/s$/, '')))
    }
    case 'string':
      return textOf(schema, name)
    case 'integer':
    case 'number':
      return Math.min(Math.max(schema.minimum ?? 0, 1), schema.maximum ?? 1)
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return {}
  }
}

export const someTime = '2026-11-27T09:30:00.000Z'

const formats: Readonly<Record<string, string>> = {
  uuid: '01980000-0000-7000-8000-000000000000',
  'date-time': someTime,
  date: '2026-11-27',
  time: '09:30',
  email: 'maya@example.com',
  uri: 'https://example.com',
}

/** By what a field is called; the first that fits. */
const byName: readonly (readonly [RegExp, string])[] = [
  [/^(full_)?name$/, 'Maya Rao'],
  [/^source$/, 'apollo'],
  [/^external_id$/, 'apollo-8812'],
  [/^linkedin_url$/, 'https://www.linkedin.com/in/maya-rao'],
  [/^via$/, 'api'],
  [/^role$/, 'member'],
  [/^hint$/, 'k3Qz'],
  [/email/, 'maya@example.com'],
  [/phone|e164/, '+919711699983'],
  [/currency/, 'EUR'],
  [/country/, 'DE'],
  [/time_?zone/, 'Europe/Berlin'],
  [/language|locale/, 'en'],
  [/url|link|address|website/, 'https://example.com'],
  [/domain/, 'example.com'],
  [/company|business_name|org/, 'Rao Interiors'],
  [/deal/, 'Website relaunch'],
  [/stage|status/, 'Qualified'],
  [/pipeline/, 'Sales'],
  [/tag/, 'VIP'],
  [/slug|key|kind|code/, 'qualified'],
  [/_at$/, someTime],
  [/date|_on$/, '2026-11-27'],
  [/_?id$/, '01980000-0000-7000-8000-000000000000'],
  [/file|name_of_file/, 'order-form.pdf'],
  [/title|subject/, 'Website relaunch'],
  [/(contact|client|assigned|member|user|staff|author|owner|full)_name|person|owner|author/, 'Maya Rao'],
  [/name/, 'Example'],
  [/text|body|note|message|summary/, 'Can we talk this week?'],
]

/** For fields with a pattern of their own: the first that fits it. */
const patterned = ['09:00', '/payload/email', 'budget', '#1864ab', '2026-11', '1250.00', 'INV-0001']

const textOf = (schema: JsonSchema, name: string): string => {
  const byFormat = schema.format === undefined ? undefined : formats[schema.format]
  const text = byFormat ?? byName.find(([pattern]) => pattern.test(name.toLowerCase()))?.[1] ?? 'text'
  const fits = new RegExp(typeof schema.pattern === 'string' ? schema.pattern : '', 'u')
  const fitting = byFormat !== undefined || fits.test(text) ? text : (patterned.find((each) => fits.test(each)) ?? text)
  return fitting.slice(0, schema.maxLength ?? fitting.length)
}
