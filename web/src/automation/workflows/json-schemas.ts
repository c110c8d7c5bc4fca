/** JSON Schema 2020-12, as far as forms are made from it. */
export interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly title?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly format?: string
  readonly default?: unknown
  readonly maxLength?: number
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, JsonSchema>>
}

/** What a field of a form is. `other` is written as JSON. */
export type FieldKind =
  | { readonly kind: 'text'; readonly isLong: boolean }
  | { readonly kind: 'number' | 'tick' | 'other' }
  | { readonly kind: 'choice'; readonly choices: readonly string[] }
  | { readonly kind: 'list'; readonly items: JsonSchema }
  | { readonly kind: 'object'; readonly fields: readonly Field[] }

export interface Field {
  readonly name: string
  readonly schema: JsonSchema
  readonly isRequired: boolean
}

/** Longer texts are written in a larger field. */
const longText = 200

/** The schema behind references, without the choice of leaving it empty. */
export const plain = (schema: JsonSchema, root: JsonSchema): JsonSchema => {
  if (schema.$ref?.startsWith('#/$defs/')) {
    const { $ref, ...rest } = schema
    const named = root.$defs?.[$ref.slice('#/$defs/'.length)]
    return named ? { ...plain(named, root), ...rest } : rest
  }
  const choices = (schema.anyOf ?? schema.oneOf)?.filter(({ type }) => type !== 'null')
  const [only] = choices ?? []
  if (choices?.length === 1 && only)
    return { ...plain(only, root), ...(schema.description && { description: schema.description }) }
  if (choices && choices.length > 1 && choices.every((choice) => choice.const !== undefined))
    return { ...schema, anyOf: [], enum: choices.map((choice) => choice.const) }
  return schema
}

const typeOf = ({ type }: JsonSchema): string | undefined =>
  typeof type === 'string' ? type : type?.find((each) => each !== 'null')

export const fieldKindOf = (given: JsonSchema, root: JsonSchema): FieldKind => {
  const schema = plain(given, root)
  if (schema.enum?.every((each) => typeof each === 'string')) return { kind: 'choice', choices: schema.enum as string[] }
  switch (typeOf(schema)) {
    case 'string':
      return { kind: 'text', isLong: (schema.maxLength ?? 0) > longText && !schema.format }
    case 'number':
    case 'integer':
      return { kind: 'number' }
    case 'boolean':
      return { kind: 'tick' }
    case 'array':
      return schema.items ? { kind: 'list', items: schema.items } : { kind: 'other' }
    case 'object': {
      const fields = fieldsOf(schema, root)
      return fields.length > 0 ? { kind: 'object', fields } : { kind: 'other' }
    }
    default:
      return { kind: 'other' }
  }
}

/** What is to be filled in, the required first. */
export const fieldsOf = (given: JsonSchema, root: JsonSchema = given): Field[] => {
  const schema = plain(given, root)
  const fields = Object.entries(schema.properties ?? {}).map(([name, each]): Field => {
    const isRequired = schema.required?.includes(name) === true && each.default === undefined
    return { name, schema: each, isRequired }
  })
  return fields.toSorted((one, other) => Number(other.isRequired) - Number(one.isRequired))
}

/** `clientEmail`, `client_email` → `Client email`. */
export const spoken = (name: string): string => {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .trim()
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Names by which an expression reaches into what a schema describes, `contact.email`, with what stands there. */
export const pathsIn = (
  given: JsonSchema,
  most: number,
): { readonly path: readonly string[]; readonly schema: JsonSchema }[] => {
  const found: { path: readonly string[]; schema: JsonSchema }[] = []
  const walk = (each: JsonSchema, path: readonly string[]): void => {
    const schema = plain(each, given)
    for (const [name, inner] of Object.entries(schema.properties ?? {})) {
      if (found.length >= most) return
      // Only names that need no quotation marks.
      if (!/^[a-zA-Z_][a-zA-Z0-9_]*$/.test(name)) continue
      const at = [...path, name]
      const is = plain(inner, given)
      if (!is.properties) found.push({ path: at, schema: is })
      else if (path.length < 4) walk(is, at)
    }
  }
  walk(given, [])
  return found
}
