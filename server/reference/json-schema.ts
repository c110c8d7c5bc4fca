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
  /** The name of the shape that it extends. */
  readonly base?: string
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
    const { id } = schemaNames.get(schema) ?? {}
    return { ...z.globalRegistry.get(schema), ...(id !== undefined && { id }) }
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
      const base = schemaNames.get(source)?.extends
      return { id, io, schema: referring(definition), source, ...(base !== undefined && { base }) }
    }),
  }
}

const referring = (schema: object): JsonSchema =>
  JSON.parse(JSON.stringify(schema), (key, value) =>
    key === '$ref' && typeof value === 'string' ? value.replace('#/$defs/', refPrefix) : value,
  )

/**
 * All named shapes, by name. Refuses a name that two shapes share, one of a record that is both taken and answered (a choice of words may
 * be), one that is no noun, and an extension of nothing.
 */
export const shapesOf = (outlines: readonly Pick<Outline, 'named'>[], taken: readonly string[] = []): NamedShape[] => {
  const byName = new Map<string, NamedShape>()
  for (const shape of outlines.flatMap(({ named }) => named)) {
    const known = byName.get(shape.id)
    if (known && known.source !== shape.source) throw new Error(`two shapes are called ${shape.id}`)
    if (known && known.io !== shape.io && !shape.schema.enum)
      throw new Error(`${shape.id} is both taken and answered: make it two shapes`)
    if (!/^[A-Z][a-z]+([A-Z][a-z]+)*$/.test(shape.id)) throw new Error(`${shape.id} is no PascalCase noun`)
    if (taken.includes(shape.id)) throw new Error(`${shape.id} means something else already`)
    byName.set(shape.id, shape)
  }
  for (const { id, base } of byName.values())
    if (base !== undefined && !byName.has(base)) throw new Error(`${id} extends ${base}, which nothing takes or answers`)
  return [...byName.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** What an extension adds to the shape that it extends; of any other shape all of it. */
export const addedTo = (schema: JsonSchema, base: JsonSchema | undefined): JsonSchema => {
  const isNew = (name: string): boolean => base?.properties?.[name] === undefined
  for (const [name, member] of Object.entries(schema.properties ?? {}))
    if (!isNew(name) && JSON.stringify(base?.properties?.[name]) !== JSON.stringify(member))
      throw new Error(`an extension changes ${name}: make it a shape of its own`)
  if (!base) return schema
  return {
    ...schema,
    properties: Object.fromEntries(Object.entries(schema.properties ?? {}).filter(([name]) => isNew(name))),
    required: schema.required?.filter(isNew) ?? [],
  }
}
