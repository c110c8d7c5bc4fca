import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { ErrorObject } from 'ajv'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'

/**
 * The providers' published contracts, where they lie beside the project (or FOYER_CONTRACTS says where). Tests that need
 * them are skipped without, and say so.
 */
const folder = process.env.FOYER_CONTRACTS ?? path.join(import.meta.dirname, '../../../shared/contracts')
const hasContracts = existsSync(path.join(folder, 'index.json'))

/** For `test('…', { skip: withoutContracts }, …)`. */
export const withoutContracts: string | false = hasContracts ? false : 'needs the provider contracts beside the project'

/** A file of the contracts: `signature-vectors.json`, `stripe/examples.json`. */
export const contractFile = <T>(name: string): T => JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as T

/** Formats that the vendors name and no standard knows. */
const unknownFormats =
  'phone-number endpoint http-method twiml date-time-rfc-2822 uri-map currency phone-number-capabilities google-datetime google-fieldmask uint32 uint64 int32 int64 unixtime'

type Media = 'application/json' | 'application/x-www-form-urlencoded'
type Where = readonly [path: string, method: string]

/** One provider's contract. Each check answers what is wrong, in words; nothing when it keeps to the contract. */
export const openContract = (file: string) => {
  const document = contractFile<Contract>(file)
  const open = (coerceTypes: 'array' | false): Ajv2020 => {
    const ajv = new Ajv2020({ strict: false, allErrors: true, coerceTypes })
    formats.default(ajv)
    for (const format of unknownFormats.split(' ')) ajv.addFormat(format, true)
    return ajv.addSchema(document, 'doc')
  }
  const [strict, lenient] = [open(false), open('array')]
  const known = new Map<string, ValidateFunction>()
  const compiled = (ajv: Ajv2020, pointer: string): ValidateFunction => {
    const key = `${ajv === strict}${pointer}`
    const found = known.get(key) ?? ajv.compile({ $ref: `doc#${pointer}` })
    known.set(key, found)
    return found
  }
  const check = (ajv: Ajv2020, pointer: string, value: unknown): string[] => {
    const validate = compiled(ajv, pointer)
    return validate(value) ? [] : (validate.errors ?? []).map(said)
  }
  /** The schemas that a schema stands for, where it refers to others or has several. */
  const branches = (schema: Schema): Schema[] => {
    if (schema.$ref !== undefined) return branches(resolve(schema.$ref))
    const more = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
    return [schema, ...more.flatMap(branches)]
  }
  const resolve = (reference: string): Schema =>
    reference
      .slice(2)
      .split('/')
      .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'))
      .reduce<unknown>((within, part) => (within as Record<string, unknown>)[part], document) as Schema
  /** Names that the contract has not: the vendors' schemas let them pass, and the vendors do not. */
  const unknownNames = (schema: Schema, value: unknown, at: string): string[] => {
    if (value === null || typeof value !== 'object') return []
    const all = branches(schema)
    if (Array.isArray(value)) {
      const items = all.flatMap((each) => each.items ?? [])
      return items.length === 0 ? [] : value.flatMap((each, index) => unknownNames({ anyOf: items }, each, `${at}/${index}`))
    }
    const known = all.filter((each) => each.properties)
    if (known.length === 0 || all.some((each) => each.additionalProperties)) return []
    return Object.entries(value).flatMap(([name, inner]) => {
      const schemas = known.flatMap((each) => each.properties?.[name] ?? [])
      return schemas.length === 0
        ? [`${at}/${name} is unknown to the contract`]
        : unknownNames({ anyOf: schemas }, inner, `${at}/${name}`)
    })
  }
  const operation = ([at, method]: Where): Operation => {
    const found = document.paths[at]?.[method]
    if (!found) throw new Error(`the contract has no ${method} ${at}`)
    return found
  }

  /** The parameters of a query by name, each as a pointer to it. */
  const parametersOf = (where: Where): Map<string, string> => {
    const [at] = where
    const lists = [
      {
        list: (document.paths[at] as { parameters?: readonly Parameter[] }).parameters,
        pointer: pointerOf('paths', at, 'parameters'),
      },
      { list: operation(where).parameters, pointer: pointerOf('paths', ...where, 'parameters') },
    ]
    return new Map(
      lists.flatMap(({ list = [], pointer }) =>
        list.flatMap((parameter, index): [string, string][] => {
          const reference = parameter.$ref?.replace('#/components/parameters/', '')
          const found = reference === undefined ? parameter : document.components.parameters[reference]
          const place = reference === undefined ? `${pointer}/${index}` : pointerOf('components', 'parameters', reference)
          return found?.in === 'query' && found.name !== undefined ? [[found.name, place]] : []
        }),
      ),
    )
  }

  return {
    document,
    /** A body as JSON, or a form that was read into objects and lists (all its values are text). */
    request: (where: Where, media: Media, body: unknown): string[] => {
      operation(where)
      const pointer = pointerOf('paths', ...where, 'requestBody', 'content', media, 'schema')
      const unknown = unknownNames({ $ref: `#${pointer}` }, body, '')
      if (unknown.length > 0) return unknown
      return media === 'application/json' ? check(strict, pointer, body) : check(lenient, pointer, structuredClone(body))
    },
    /** Each parameter of the query that the contract knows; one that it does not know is wrong. */
    query: (where: Where, query: Readonly<Record<string, unknown>>): string[] => {
      const parameters = parametersOf(where)
      return Object.entries(query).flatMap(([name, value]) => {
        const pointer = parameters.get(name) ?? parameters.get(`${name}[]`)
        if (pointer === undefined) return [`the contract knows no parameter ${name}`]
        return check(lenient, `${pointer}/schema`, structuredClone(value)).map((wrong) => `${name}${wrong}`)
      })
    },
    /** An answer of the provider. Statuses that the contract does not name fall under `4XX`, `5XX` or `default`. */
    answer: (where: Where, status: number, body: unknown): string[] => {
      const { responses } = operation(where)
      const name = [String(status), `${Math.floor(status / 100)}XX`, 'default'].find((each) => each in responses)
      if (name === undefined) return [`the contract knows no status ${status}`]
      const response = responses[name]
      const at = response?.$ref?.slice(1) ?? pointerOf('paths', ...where, 'responses', name)
      return check(strict, `${at}${pointerOf('content', 'application/json', 'schema')}`, body)
    },
    webhook: (name: string, body: unknown): string[] =>
      document.webhooks?.[name]
        ? check(strict, pointerOf('webhooks', name, 'post', 'requestBody', 'content', 'application/json', 'schema'), body)
        : [`the contract knows no webhook ${name}`],
    /** A schema of the contract by its name. */
    schema: (name: string, value: unknown): string[] => check(strict, pointerOf('components', 'schemas', name), value),
  }
}

interface Schema {
  readonly $ref?: string
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: unknown
}
interface Contract {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly webhooks?: Readonly<Record<string, object>>
  readonly components: { readonly parameters: Readonly<Record<string, Parameter>> }
}
interface Parameter {
  readonly $ref?: string
  readonly name?: string
  readonly in?: string
}
interface Operation {
  readonly parameters?: readonly Parameter[]
  readonly responses: Readonly<Record<string, { readonly $ref?: string }>>
}

const pointerOf = (...parts: readonly string[]): string =>
  parts.map((part) => `/${encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('')

const said = ({ instancePath, message, params }: ErrorObject): string => `${instancePath} ${message} ${JSON.stringify(params)}`
