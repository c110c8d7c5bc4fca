import {
  anyType,
  booleanType,
  instantType,
  listOf,
  nullType,
  numberType,
  orNull,
  type RecordType,
  type Type,
  textType,
  unionOf,
} from './types.ts'

/** JSON Schema 2020-12, as `z.toJSONSchema` writes it and as far as types of expressions come from it. */
export interface Schema {
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, Schema>>
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly items?: boolean | Schema
  readonly prefixItems?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly format?: string
  readonly nullable?: boolean
  readonly [key: string]: unknown
}

/** A schema that refers to itself without an object between would have no end. */
const mostDepth = 32

/**
 * The type that values of a schema have in expressions. `date-time` is an instant, all other formats are texts; a member that is not
 * required may be null; a text of HTML (`contentMediaType`) takes values as text; an object that names its members has no others unless it says so. `definitions` are the schemas behind `$ref`, by
 * the last part of its path; the schema's own `$defs` are found without them. What the schema leaves open is `any`.
 */
export const typeOfSchema = (schema: Schema, definitions: Readonly<Record<string, Schema>> = {}): Type =>
  typeOf(schema, { ...definitions, ...schema.$defs }, schema, 0)

const typeOf = (
  schema: Schema | boolean | undefined,
  definitions: Readonly<Record<string, Schema>>,
  root: Schema,
  depth: number,
): Type => {
  if (typeof schema !== 'object' || depth > mostDepth) return anyType
  const inner = (each: Schema | boolean | undefined): Type => typeOf(each, definitions, root, depth + 1)
  if (schema.nullable) return orNull(inner({ ...schema, nullable: false }))
  if (schema.$ref !== undefined) {
    if (schema.$ref === '#') return inner(root)
    const name = schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)
    return Object.hasOwn(definitions, name) ? inner(definitions[name]) : anyType
  }
  if ('const' in schema) return typeOfConstant(schema.const)
  if (schema.enum) return unionOf(schema.enum.map(typeOfConstant))
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return unionOf(choices.map(inner))
  if (schema.allOf) return intersectionOf(schema.allOf.map(inner))
  const kinds = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? (schema.properties ? ['object'] : []))
  if (kinds.length === 0) return anyType
  return unionOf(kinds.map((kind) => typeOfKind(kind, schema, inner)))
}

const typeOfKind = (kind: string, schema: Schema, inner: (schema: Schema | boolean | undefined) => Type): Type => {
  switch (kind) {
    case 'null':
      return nullType
    case 'boolean':
      return booleanType
    case 'number':
    case 'integer':
      return numberType
    case 'string':
      if (schema.contentMediaType === 'text/html') return { kind: 'text', isHtml: true }
      return schema.format === 'date-time' ? instantType : textType
    case 'array': {
      if (!schema.prefixItems) return listOf(inner(schema.items))
      return listOf(unionOf([...schema.prefixItems.map(inner), ...(schema.items ? [inner(schema.items)] : [])]))
    }
    case 'object':
      return recordOfSchema(schema, inner)
    default:
      return anyType
  }
}

export const typeOfConstant = (value: unknown): Type => {
  if (value === null) return nullType
  if (typeof value === 'string') return { kind: 'text', words: [value] }
  if (typeof value === 'number') return numberType
  return typeof value === 'boolean' ? booleanType : anyType
}

const recordOfSchema = (schema: Schema, inner: (schema: Schema | boolean | undefined) => Type): RecordType => {
  const { properties = {}, additionalProperties } = schema
  const required = new Set(schema.required ?? [])
  const made = new Map<string, Type>()
  const taken = (name: string): Type | undefined => {
    if (!Object.hasOwn(properties, name)) return undefined
    const type = made.get(name) ?? inner(properties[name])
    made.set(name, type)
    return type
  }
  const names = Object.keys(properties)
  const isOpen = additionalProperties === undefined ? names.length === 0 : additionalProperties !== false
  return {
    kind: 'record',
    names,
    required,
    rest: isOpen ? inner(additionalProperties) : null,
    taken,
    member: (name) => {
      const type = taken(name)
      return type && !required.has(name) ? orNull(type) : type
    },
  }
}

/** Of records a record with the members of all; else what is known best. */
const intersectionOf = (types: readonly Type[]): Type => {
  const records = types.filter((type) => type.kind === 'record')
  if (records.length === 0) return types.find(({ kind }) => kind !== 'any') ?? anyType
  return {
    kind: 'record',
    names: [...new Set(records.flatMap(({ names }) => names))],
    required: new Set(records.flatMap(({ required }) => [...required])),
    rest: records.every(({ rest }) => rest) ? anyType : null,
    member: (name) => firstOf(records.map((record) => record.member(name))),
    taken: (name) => firstOf(records.map((record) => record.taken(name))),
  }
}

const firstOf = (types: readonly (Type | undefined)[]): Type | undefined => types.find((type) => type !== undefined)
