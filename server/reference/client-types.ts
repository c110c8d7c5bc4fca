import type { AnyAction } from '#core/actions/action.ts'
import { foyer } from '#domains/catalogue.ts'
import { type Described, describe, sharedErrors } from './api-model.ts'
import { addedTo, type JsonSchema, type NamedShape, nameOf, shapesOf } from './json-schema.ts'
import { publicEventsDescribed } from './public-events.ts'

/**
 * The types of `@foyer/client`, from the same JSON Schemas as the OpenAPI description. Text of its own, so that the
 * package stands alone: its users have neither this server nor zod.
 */
export const clientTypes = (actions: readonly AnyAction[]): string => {
  const all = actions.map((action) => describe(action, ''))
  const calls = all.filter(({ transports }) => transports.includes('gateway'))
  const files = all.filter(({ transports }) => transports.includes('download'))
  const intake = all.filter(({ transports }) => transports.some((transport) => transport.startsWith('POST /v1/')))
  const events = publicEventsDescribed()
  const isOpen = ({ who }: Described): boolean => who === 'public' || who === 'session'
  return `// Generated from the catalogue by \`npm run docs\`. Do not edit.

/** The actions of the gateway, by name: its input, output and error codes. */
export interface Actions {
${calls.map((action) => member(action, true)).join('\n')}
}

/** The versioned, public API. */
export interface PublicApi {
${intake.map((action) => member(action, true)).join('\n')}
}

/** Files. */
export interface Downloads {
${files.map((action) => member(action, false)).join('\n')}
}

${shapesOf([...all, ...events], [...ownTypes, ...globalTypes])
  .map((shape, _at, shapes) => declaration(shape, shapes))
  .join('\n\n')}

${Object.entries(kinds)
  .map(([name, { about, like }]) => `/** ${about} */\nexport type ${name} = ${union(sharedErrors(like))}`)
  .join('\n')}

/** Every error code of the server, explained at /docs/errors of your Foyer. */
export type ErrorCode =
${[...foyer.errors.values()].map(({ code, status, message }) => `  /** ${status}: ${commented(message)} */\n  | '${code}'`).join('\n')}

/** The events of a live stream. */
export type EventType =
${foyer.events.map(({ type, about }) => `  /** ${commented(about)} */\n  | '${type}'`).join('\n')}

/** The \`data\` of an outgoing webhook, by event type. */
export interface WebhookEvents {
${events
  .map(({ type, about, schema }) => `${comment([about], '  ')}  '${type}': ${typeText(schema, '  ', 'output')}`)
  .join('\n')}
}

/** Actions that change nothing and are safe to retry. */
export const reads: ReadonlySet<string> = new Set(${names(calls.filter(({ effect }) => effect === 'read'))})

/** Actions that need no token. */
export const open: ReadonlySet<string> = new Set(${names(calls.filter(isOpen))})
`
}

const names = (actions: readonly Described[]): string => `[
${actions.map(({ name }) => `  '${name}',`).join('\n')}
]`

const gatewayOnly = ['gateway'] as const
/** What can go wrong with a call of each kind, whatever the action. */
const kinds = {
  PublicCode: {
    about: 'Errors of every call that needs no credential.',
    like: { who: 'public', transports: gatewayOnly, effect: 'read' },
  },
  SessionCode: {
    about: 'Errors of every call with the session cookie.',
    like: { who: 'session', transports: gatewayOnly, effect: 'read' },
  },
  ReadCode: {
    about: 'Errors of every call that reads.',
    like: { who: 'member', transports: gatewayOnly, effect: 'read' },
  },
  WriteCode: {
    about: 'Errors of every call that writes.',
    like: { who: 'member', transports: gatewayOnly, effect: 'write' },
  },
  FileCode: {
    about: 'Errors of every file download.',
    like: { who: 'member', transports: ['download'], effect: 'read' },
  },
  IntakeCode: {
    about: 'Errors of every call of the public API.',
    like: { who: 'key:leads:write', transports: ['POST /v1/leads'], effect: 'write' },
  },
} as const satisfies Record<string, { about: string; like: Parameters<typeof sharedErrors>[0] }>

/** What this file calls something else already, and the types of the language that it uses. */
const ownTypes = ['Actions', 'PublicApi', 'Downloads', 'ErrorCode', 'EventType', 'WebhookEvents', ...Object.keys(kinds)]
const globalTypes = ['Record', 'ReadonlySet', 'Set']

/**
 * A type and not an interface: what a caller hands on as `Record<string, unknown>` stays allowed, as it was while each action wrote its
 * members out.
 */
const declaration = ({ id, io, schema, base }: NamedShape, shapes: readonly NamedShape[]): string => {
  const extended = shapes.find((shape) => shape.id === base)
  const own = typeText(addedTo(schema, extended?.schema), '', io)
  return `${comment(facts(schema), '')}export type ${id} = ${extended ? `${extended.id} & ` : ''}${own}`
}

const kindOf = ({ who, transports, effect }: Described): keyof typeof kinds => {
  if (transports.some((transport) => transport.startsWith('POST /v1/'))) return 'IntakeCode'
  if (!transports.includes('gateway')) return 'FileCode'
  if (who === 'public') return 'PublicCode'
  if (who === 'session') return 'SessionCode'
  return effect === 'read' ? 'ReadCode' : 'WriteCode'
}

const union = (codes: readonly string[]): string => codes.map((code) => `'${code}'`).join(' | ')

const member = (action: Described, answers: boolean): string => `${comment(
  [
    `${action.summary}.`,
    action.description,
    `${action.whoInWords.replaceAll('`', '')} · ${action.effect === 'read' ? 'reads' : 'writes'} · ${action.limit.times.toLocaleString('en')} per ${action.limit.seconds} s`,
  ],
  '  ',
)}  '${action.name}': {
    input: ${typeText(action.input, '    ', 'input')}
${answers ? `    output: ${typeText(action.output, '    ', 'output')}\n` : ''}    errors: ${[...action.errors.filter(({ own }) => own).map(({ code }) => `'${code}'`), kindOf(action)].join(' | ')}
  }`

/** A JSON Schema as a TypeScript type. What it cannot say it refuses, so that nothing goes out as a silent `unknown`. */
export const typeText = (schema: JsonSchema, indent: string, way: 'input' | 'output'): string => {
  const known = new Set(
    [
      '$ref type properties required items anyOf oneOf enum const additionalProperties propertyNames',
      'description examples format pattern default deprecated title contentMediaType',
      'minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems',
    ].flatMap((line) => line.split(' ')),
  )
  const strange = Object.keys(schema).filter((word) => !known.has(word))
  if (strange.length > 0) throw new Error(`client-types.ts does not support ${strange.join(', ')} of a JSON Schema`)

  if (schema.$ref !== undefined) return nameOf(schema.$ref)
  const variants = schema.anyOf ?? schema.oneOf
  if (variants) return [...new Set(variants.map((each) => typeText(each, indent, way)))].join(' | ')
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum) return schema.enum.map(literal).join(' | ')
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeText({ ...schema, type }, indent, way)).join(' | ')
  switch (schema.type) {
    case 'string':
      return 'string'
    case 'integer':
    case 'number':
      return 'number'
    case 'boolean':
      return 'boolean'
    case 'null':
      return 'null'
    case 'array': {
      const item = schema.items ? typeText(schema.items, indent, way) : 'unknown'
      const whole = / \| |^readonly /.test(item) && !item.startsWith('{') ? `(${item})[]` : `${item}[]`
      return way === 'input' ? `readonly ${whole}` : whole
    }
    case 'object':
      return objectText(schema, indent, way)
    case undefined:
      return 'unknown'
    default:
      throw new Error(`client-types.ts does not support the type ${schema.type}`)
  }
}

const objectText = (schema: JsonSchema, indent: string, way: 'input' | 'output'): string => {
  const further = indent.concat('  ')
  const fields = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const isRequired = schema.required?.includes(name) ?? false
    const type = typeText(property, further, way)
    // A caller may hand on what it does not have; an answer has a member or has it not.
    const whole = isRequired || way === 'output' || type === 'unknown' ? type : `${type} | undefined`
    return `${comment(facts(property), further)}${further}${/^[a-z_$][\w$]*$/i.test(name) ? name : `'${name}'`}${isRequired ? '' : '?'}: ${whole}\n`
  })
  const rest = schema.additionalProperties
  if (typeof rest === 'object' && rest !== null) {
    if (fields.length > 0) throw new Error('client-types.ts does not support an object with both named and other members')
    return `{ [name: string]: ${typeText(rest as JsonSchema, indent, way)} }`
  }
  return fields.length === 0 ? 'Record<never, never>' : `{\n${fields.join('')}${indent}}`
}

const facts = (property: JsonSchema): string[] => {
  const plain = property.anyOf?.find(({ type }) => type !== 'null') ?? property
  return [
    property.description ?? plain.description ?? '',
    plain.maxLength === undefined ? '' : `At most ${plain.maxLength.toLocaleString('en')} characters.`,
    plain.format === 'date-time' ? 'RFC 3339.' : '',
    plain.default === undefined ? '' : `Default: \`${JSON.stringify(plain.default)}\`.`,
  ]
}

const literal = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : JSON.stringify(value)

const commented = (text: string): string => text.replaceAll('*/', '*\\/')

const comment = (parts: readonly string[], indent: string): string => {
  const lines = parts.filter(Boolean).flatMap((part) => commented(part).split('\n'))
  if (lines.length === 0) return ''
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`
}
