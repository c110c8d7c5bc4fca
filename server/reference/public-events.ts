import { publicEvents } from '#core/events/public-events.ts'
import { type Field, fieldsOf } from './api-model.ts'
import { exampleOf, someTime } from './example-values.ts'
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
      example: { type, timestamp: someTime, data: exampleOf(schema, named) },
    }
  })
