import { Environment } from '@marcbachmann/cel-js'
import type { Definition, Node, Value } from './definition.ts'

/** What expressions see. */
export interface Scope {
  readonly trigger: unknown
  readonly steps: Readonly<Record<string, unknown>>
  readonly vars: Readonly<Record<string, unknown>>
  readonly run: { readonly id: string; readonly started_at: Date }
  readonly now: Date
  readonly item?: unknown
  readonly index?: number
  readonly event?: unknown
}

/** A definition that can be run: each expression is read once. */
export interface Program {
  readonly definition: Definition
  node(id: string): Node
  /** Of a filter or a condition; `name` says which one of a node that has several. */
  isTrue(node: string, name: string, scope: Scope): boolean
  /** Of an expression that answers a list. */
  listOf(node: string, scope: Scope): readonly unknown[]
  /** Texts with `{{ … }}`, filled in. */
  textOf(node: string, name: string, scope: Scope): string
  /** What an action takes, what a step sets. */
  valuesOf(node: string, scope: Scope): Record<string, unknown>
  /** What any expression answers. */
  valueOf(node: string, name: string, scope: Scope): unknown
  /** Whether an event starts a run. */
  isWanted(trigger: unknown): boolean
}

const environment = new Environment({ unlistedVariablesAreDyn: true })
type Evaluate = (scope: object) => unknown
const parse = (text: string): Evaluate => environment.parse(text) as unknown as Evaluate

const holes = /\{\{([\s\S]*?)\}\}/g

const fill = (text: string): Evaluate => {
  const whole = /^\{\{([\s\S]*?)\}\}$/.exec(text)
  if (whole && !whole[1]?.includes('{{')) return parse(whole[1] as string)
  const parts = text.split(holes).map((part, index) => (index % 2 === 0 ? part : parse(part)))
  return (scope) => parts.map((part) => (typeof part === 'string' ? part : String(part(scope) ?? ''))).join('')
}

const build = (value: Value): Evaluate => {
  if (typeof value === 'string') return value.includes('{{') ? fill(value) : () => value
  if (Array.isArray(value)) {
    const parts = value.map(build)
    return (scope) => parts.map((part) => part(scope))
  }
  if (typeof value === 'object' && value !== null) {
    const parts = Object.entries(value).map(([name, part]) => [name, build(part)] as const)
    return (scope) => Object.fromEntries(parts.map(([name, part]) => [name, part(scope)]))
  }
  return () => value
}

/** The expressions of a node by the names under which they are asked for. */
const expressionsOf = (node: Node): Record<string, Evaluate> => {
  switch (node.kind) {
    case 'condition':
      return { when: parse(node.when) }
    case 'switch':
      return Object.fromEntries(node.cases.map(({ id, when }) => [id, parse(when)]))
    case 'loop':
      return { items: parse(node.items) }
    case 'set':
      return { values: build(node.values) }
    case 'action':
    case 'workflow':
      return { values: build(node.input) }
    case 'stop':
      return { reason: fill(node.reason) }
    case 'http':
      return {
        url: fill(node.url),
        headers: build(node.headers),
        ...(node.body !== undefined && { body: build(node.body) }),
      }
    case 'ai':
      return { prompt: fill(node.prompt), ...(node.input !== undefined && { input: build(node.input) }) }
    case 'person':
      return {
        heading: fill(node.heading),
        text: fill(node.text),
        ...(node.to.kind === 'deal_owner' && { deal: parse(node.to.deal) }),
        ...(node.to.kind === 'client' && { email: fill(node.to.email) }),
      }
    case 'wait':
      if (node.for.kind === 'until') return { at: parse(node.for.at) }
      if (node.for.kind !== 'event') return {}
      return {
        ...(node.for.about !== undefined && { about: parse(node.for.about) }),
        ...(node.for.where !== undefined && { where: parse(node.for.where) }),
      }
    default:
      return {}
  }
}

export const makeProgram = (definition: Definition): Program => {
  const nodes = new Map(definition.nodes.map((node) => [node.id, node]))
  const compiled = new Map(definition.nodes.map((node) => [node.id, expressionsOf(node)]))
  const { trigger } = definition
  const filter = 'filter' in trigger && trigger.filter !== undefined ? parse(trigger.filter) : undefined
  const valueOf: Program['valueOf'] = (node, name, scope) => {
    const evaluate = compiled.get(node)?.[name]
    if (!evaluate) throw new Error(`${node} has no ${name}`)
    return evaluate(scope)
  }
  return {
    definition,
    node(id) {
      const node = nodes.get(id)
      if (!node) throw new Error(`the version has no node ${id}`)
      return node
    },
    valueOf,
    isTrue: (node, name, scope) => valueOf(node, name, scope) === true,
    listOf(node, scope) {
      const items = valueOf(node, 'items', scope)
      if (!Array.isArray(items)) throw new Error('What the loop goes over is not a list.')
      return items
    },
    textOf: (node, name, scope) => String(valueOf(node, name, scope) ?? ''),
    valuesOf: (node, scope) => valueOf(node, 'values', scope) as Record<string, unknown>,
    isWanted: (given) => filter === undefined || filter({ trigger: given }) === true,
  }
}
