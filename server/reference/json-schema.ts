import { z } from 'zod'
import { schemaNames } from '#shapes'

/** JSON Schema 2020-12, as far as the reference reads it. */
export interface JsonSchema {
  readonly $ref?: string
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

/** A shape that is shown once and referred to from wherever it stands. */
export interface NamedShape {
  readonly id: string
  /** Taken, or answered. */
  readonly io: 'input' | 'output'
  readonly schema: JsonSchema
  /** Two shapes are the same when this is the same. */
  readonly source: z.core.$ZodType
}

export interface Outline {
  readonly schema: JsonSchema
  /** What it refers to, and what those refer to. */
  readonly named: readonly NamedShape[]
}

const refPrefix = '#/components/schemas/'
export const ref = (name: string) => ({ $ref: `${refPrefix}${name}` })
/** The name behind a `$ref`. */
export const nameOf = ($ref: string): string => $ref.slice(refPrefix.length)

class WithNames extends z.core.$ZodRegistry<z.core.GlobalMeta> {
  override get(schema: z.core.$ZodType) {
    return { ...z.globalRegistry.get(schema), ...schemaNames.get(schema) }
  }
}
const withNames = new WithNames()

/** A shape as JSON Schema that refers to named shapes as an OpenAPI description does. */
export const outlineOf = (shape: z.ZodType, io: 'input' | 'output'): Outline => {
  const sources = new Map<string, z.core.$ZodType>()
  const {
    $schema: _dialect,
    $defs = {},
    ...schema
  } = z.toJSONSchema(shape, {
    io,
    unrepresentable: 'any',
    metadata: withNames,
    override: ({ zodSchema }) => {
      const { id } = schemaNames.get(zodSchema) ?? {}
      if (id) sources.set(id, zodSchema)
    },
  })
  return {
    schema: referring(schema),
    named: Object.entries($defs).map(([id, definition]) => {
      const source = sources.get(id)
      if (!source) throw new Error(`the JSON Schema refers to ${id}, which is the name of no shape`)
      return { id, io, schema: referring(definition), source }
    }),
  }
}

const referring = (schema: object): JsonSchema =>
  JSON.parse(JSON.stringify(schema), (key, value) =>
    key === '$ref' && typeof value === 'string' ? value.replace('#/$defs/', refPrefix) : value,
  )

/** All named shapes, by name. Refuses a name that two shapes share, one of a shape that is both taken and answered, and one that is no noun. */
export const shapesOf = (outlines: readonly Pick<Outline, 'named'>[], taken: readonly string[] = []): NamedShape[] => {
  const byName = new Map<string, NamedShape>()
  for (const shape of outlines.flatMap(({ named }) => named)) {
    const known = byName.get(shape.id)
    if (known && known.source !== shape.source) throw new Error(`two shapes are called ${shape.id}`)
    if (known && known.io !== shape.io) throw new Error(`${shape.id} is both taken and answered: make it two shapes`)
    if (!/^[A-Z][a-z]+([A-Z][a-z]+)*$/.test(shape.id)) throw new Error(`${shape.id} is no PascalCase noun`)
    if (taken.includes(shape.id)) throw new Error(`${shape.id} means something else already`)
    byName.set(shape.id, shape)
  }
  return [...byName.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
}
