import { z } from 'zod'
import type { AnyAction } from '#core/actions/action.ts'
import { catalogue } from '#domains/catalogue.ts'

export const actions = catalogue as readonly AnyAction[]
export const gatewayActions = actions.filter(({ transports }) => transports.includes('gateway'))

/** The part of JSON Schema that our inputs use. */
export interface Shape {
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly minLength?: number
  readonly minimum?: number
  readonly items?: Shape
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly anyOf?: readonly Shape[]
  readonly oneOf?: readonly Shape[]
  readonly pattern?: string
}

const shapes = new WeakMap<AnyAction['input'], Shape>()

/** What an action takes, as JSON Schema: worked out once, for the sweeps ask thousands of times. */
export const shapeOf = ({ input }: AnyAction): Shape => {
  const shape = shapes.get(input) ?? (z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Shape)
  shapes.set(input, shape)
  return shape
}

/** Some value that fits a shape; `text` is what a free text becomes. */
export const someValue = (shape: Shape, text = 'x'): unknown => {
  if (shape.const !== undefined) return shape.const
  if (shape.enum) return shape.enum[0]
  const either = shape.anyOf ?? shape.oneOf
  if (either?.[0]) return someValue(either[0], text)
  const type = typeof shape.type === 'string' ? shape.type : shape.type?.[0]
  switch (type) {
    case 'string':
      if (shape.format === 'uuid') return '01900000-0000-7000-8000-000000000000'
      if (shape.format === 'email') return `${text.replaceAll(/\W/g, '') || 'x'}@example.com`
      if (shape.format === 'date-time') return '2030-01-01T00:00:00Z'
      return text.padEnd(shape.minLength ?? 0, 'x')
    case 'integer':
    case 'number':
      return Math.max(1, shape.minimum ?? 1)
    case 'boolean':
      return true
    case 'array':
      return shape.items ? [someValue(shape.items, text)] : []
    case 'object':
      return someBody(shape, text)
    default:
      return text
  }
}

const ownForms: Readonly<Record<string, string>> = { currency: 'EUR', quantity: '1', taxRate: '0' }

/** A body with every required member of a shape, or with every member it knows. */
export const someBody = (shape: Shape, text = 'x', which: 'required' | 'all' = 'required'): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(shape.properties ?? {})
      .filter(([name]) => which === 'all' || shape.required?.includes(name))
      // Where its form is our own, what it is to be is told by its name.
      .map(([name, member]) => [
        name,
        /email$/i.test(name)
          ? someValue({ type: 'string', format: 'email' }, text)
          : (ownForms[name] ?? someValue(member, text)),
      ]),
  )

/** The members of an action's body that are ids. */
export const idFields = (action: AnyAction): string[] =>
  Object.entries(shapeOf(action).properties ?? {})
    .filter(([, member]) => [member, ...(member.anyOf ?? [])].some(({ format }) => format === 'uuid'))
    .map(([name]) => name)
