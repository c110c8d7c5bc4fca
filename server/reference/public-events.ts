import { z } from 'zod'
import { publicEvents } from '#core/events/public-events.ts'
import { type Field, fieldsOf } from './api-model.ts'
import { type JsonSchema, type NamedShape, outlineOf, ref } from './json-schema.ts'

/** What an outgoing webhook can say, as a reader meets it. */
export interface DescribedEvent {
  readonly type: string
  readonly about: string
  /** Of `data`. */
  readonly schema: JsonSchema
  /** The shapes that it refers to. */
  readonly named: readonly NamedShape[]
  readonly fields: readonly Field[]
  /** A whole body. */
  readonly example: { readonly type: string; readonly timestamp: string; readonly data: unknown }
}

export const publicEventsDescribed = (): DescribedEvent[] =>
  publicEvents().map(({ type, about, webhook }) => {
    const { schema, named } = outlineOf(webhook.body, 'output')
    const body = `${type.replaceAll(/(^|[._])(\w)/g, (_, __, letter: string) => letter.toUpperCase())}Data`
    return {
      type,
      about,
      // A record says itself what it is called; any other body has the name of its event.
      ...(schema.$ref === undefined
        ? { schema: ref(body), named: [...named, { id: body, io: 'output' as const, schema, source: webhook.body }] }
        : { schema, named }),
      fields: fieldsOf(schema, named),
      example: { type, timestamp: someTime, data: exampleOf(z.toJSONSchema(webhook.body) as JsonSchema) },
    }
  })

const someTime = '2026-11-21T10:00:00.000Z'

/** Values that a reader recognises, by the name of the member and its form. */
const exampleOf = (schema: JsonSchema, name = ''): unknown => {
  const plain = schema.anyOf?.find(({ type }) => type !== 'null') ?? schema
  if (plain.enum) return plain.enum[0]
  if (plain.const !== undefined) return plain.const
  if (plain.properties)
    return Object.fromEntries(
      Object.entries(plain.properties).map(([member, property]) => [member, exampleOf(property, member)]),
    )
  if (typeof plain.additionalProperties === 'object' && plain.additionalProperties !== null)
    return { key: exampleOf(plain.additionalProperties as JsonSchema) }
  if (plain.type === 'array') return plain.items ? [exampleOf(plain.items, name)] : []
  if (plain.type === 'integer' || plain.type === 'number') return 1
  if (plain.type === 'boolean') return true
  if (plain.format === 'uuid') return '019aa6f0-5c1e-7a43-9d0b-6f2f6f1c8e21'
  if (plain.format === 'date-time') return someTime
  if (plain.format === 'date') return someTime.slice(0, 10)
  return known[name] ?? 'text'
}

const known: Readonly<Record<string, string>> = {
  name: 'Maya Rao',
  email: 'maya@example.com',
  phone: '+49 151 12345678',
  phone_e164: '+4915112345678',
  company: 'Rao Interiors',
  title: 'Owner',
  source: 'apollo',
  external_id: 'apollo-8812',
  note: 'Asked for a call on Monday.',
  linkedin_url: 'https://www.linkedin.com/in/maya-rao',
  via: 'api',
  role: 'member',
  hint: 'k3Qz',
  change: 'made',
}
