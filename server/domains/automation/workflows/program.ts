import { type Compiled, compileCondition, compileExpression, type NotCompiled } from '#shapes/expressions/compile.ts'
import { compileValue } from '#shapes/expressions/compile-value.ts'
import type { Place } from '#shapes/expressions/evaluation.ts'
import { typeOfSchema } from '#shapes/expressions/schema-types.ts'
import { compileTemplate } from '#shapes/expressions/templates.ts'
import { anyType, instantType, type Type, type TypeScope } from '#shapes/expressions/types.ts'
import type { Definition, Node } from './definition.ts'
import { scopesOf } from './expression-scopes.ts'
import { typeOfEvent, typeOfTrigger } from './expression-types.ts'
import { graphOf } from './graphs.ts'
import { knownCatalogue } from './known-catalogue.ts'
import type { KnownParts } from './known-parts.ts'
import { hidesSomething } from './redaction.ts'
import { type WaitField, waitFieldOf } from './wait-fields.ts'

/** What expressions see, and how the workspace writes times and numbers. */
export interface Seen {
  readonly values: Readonly<Record<string, unknown>>
  readonly place: Place
}

/** An expression could not be worked out: for people. */
export class ExpressionFailed extends Error {
  override readonly name = 'ExpressionFailed'
}

/** A definition that can be run: each expression is read once. */
export interface Program {
  readonly definition: Definition
  /** It waits for working time. */
  readonly needsHours: boolean
  /** It waits on the wall of the contact. */
  readonly needsContactZone: boolean
  /** A step or a field of it is marked as hidden. */
  readonly hidesSomething: boolean
  node(id: string): Node
  /** What an expression answers, by its name in the node (`when`, `items`, the id of a case …). Throws `ExpressionFailed`. */
  answerOf(node: string, name: string, seen: Seen): unknown
  isTrue(node: string, name: string, seen: Seen): boolean
  textOf(node: string, name: string, seen: Seen): string
  /** Of a loop. */
  listOf(node: string, seen: Seen): readonly unknown[]
  /** What an action takes, what a step sets. */
  valuesOf(node: string, seen: Seen): Record<string, unknown>
  /** By which field of an event a wait is found that has no `about`; what it must equal is answered under `same`. */
  waitField(node: string): WaitField | null
  /** Whether an event starts a run; a rehearsal asks as of another time. */
  isWanted(trigger: unknown, place: Place, now?: Date): boolean
  /** Of its runs, one at a time for each; null without. */
  concurrencyKey(trigger: unknown, place: Place, now?: Date): string | null
}

type Evaluate = (seen: Seen) => unknown

/**
 * Compiled with the types of today. Where a shape has changed since the version was published so that an expression no longer fits, it is
 * compiled for any value, and fails only if it must.
 */
const evaluator = (scope: TypeScope, compile: (scope: TypeScope, isTyped: boolean) => Compiled | NotCompiled): Evaluate => {
  const typed = compile(scope, true)
  const compiled = typed.ok ? typed : compile(untyped(scope), false)
  if (!compiled.ok) {
    const message = compiled.troubles[0]?.message ?? 'The expression cannot be read.'
    return () => {
      throw new ExpressionFailed(message)
    }
  }
  return ({ values, place }) => {
    const outcome = compiled.evaluate(values, place)
    if (!outcome.ok) throw new ExpressionFailed(outcome.trouble.message)
    return outcome.value
  }
}

const untyped = (scope: TypeScope): TypeScope => Object.fromEntries(Object.keys(scope).map((name) => [name, anyType]))

/** The expressions of a node by the names under which they are asked for. */
const expressionsOf = (node: Node, scope: TypeScope, known: KnownParts, field: WaitField | null): Record<string, Evaluate> => {
  const condition = (text: string, more: TypeScope = {}) =>
    evaluator({ ...scope, ...more }, (types) => compileCondition(text, types))
  const expression = (text: string) => evaluator(scope, (types) => compileExpression(text, types))
  const template = (text: string) => evaluator(scope, (types) => compileTemplate(text, types))
  const value = (json: unknown, expected: Type = anyType) =>
    evaluator(scope, (types, isTyped) => compileValue(json, types, isTyped ? expected : anyType))
  switch (node.kind) {
    case 'condition':
      return { when: condition(node.when) }
    case 'switch':
      return Object.fromEntries(node.cases.map(({ id, when }) => [id, condition(when)]))
    case 'loop':
      return { items: expression(node.items) }
    case 'set':
      return { values: value(node.values) }
    case 'action': {
      const action = known.actions.get(node.action)
      return { values: value(node.input, action ? typeOfSchema(action.input) : anyType) }
    }
    case 'workflow':
      return { values: value(node.input) }
    case 'stop':
      return { reason: template(node.reason) }
    case 'http':
      return {
        ...{ url: template(node.url), headers: value(node.headers) },
        ...(node.body !== undefined && { body: value(node.body) }),
      }
    case 'ai':
      return { prompt: template(node.prompt), ...(node.input !== undefined && { input: value(node.input) }) }
    case 'person':
      return {
        heading: template(node.heading),
        text: template(node.text),
        ...recipientOf('to', node.to),
        ...recipientOf('escalate', node.escalate?.to),
      }
    case 'wait':
      if (node.for.kind === 'until') return { at: expression(node.for.at) }
      if (node.for.kind !== 'event') return {}
      return {
        ...(node.for.about !== undefined && { about: expression(node.for.about) }),
        ...(field && { same: expression(field.value) }),
        ...(node.for.where !== undefined && {
          where: condition(node.for.where, { event: typeOfEvent(node.for.event, known) }),
        }),
      }
    default:
      return {}
  }

  function recipientOf(name: string, to: Extract<Node, { kind: 'person' }>['to'] | undefined): Record<string, Evaluate> {
    if (to?.kind === 'deal_owner') return { [`${name}.deal`]: expression(to.deal) }
    return to?.kind === 'client' ? { [`${name}.email`]: template(to.email) } : {}
  }
}

export const makeProgram = (definition: Definition): Program => {
  const known: KnownParts = {
    ...knownCatalogue(),
    workflows: new Map(),
    people: null,
    connections: null,
    allowed: null,
    self: null,
  }
  const nodes = new Map(definition.nodes.map((node) => [node.id, node]))
  const { trigger } = definition
  const triggerType = typeOfTrigger(trigger, known)
  const graph = graphOf(definition as never)
  const scopeOf = scopesOf(definition as never, graph, triggerType, known)
  const compiled = new Map<string, Record<string, Evaluate>>()
  const ofTrigger = { trigger: triggerType, now: instantType }
  const filterText = 'filter' in trigger ? trigger.filter : undefined
  const filter = filterText === undefined ? null : evaluator(ofTrigger, (types) => compileCondition(filterText, types))
  const keyText = definition.settings.concurrency?.key
  const key = keyText === undefined ? null : evaluator(ofTrigger, (types) => compileExpression(keyText, types))
  const node: Program['node'] = (id) => {
    const found = nodes.get(id)
    if (!found) throw new Error(`the version has no node ${id}`)
    return found
  }
  const fields = new Map<string, WaitField | null>()
  const waitField: Program['waitField'] = (id) => {
    const before = fields.get(id)
    if (before !== undefined) return before
    const wait = node(id)
    const isFound = wait.kind === 'wait' && wait.for.kind === 'event' && wait.for.about === undefined
    const field = isFound ? waitFieldOf(wait, scopeOf(id), graph, known) : null
    fields.set(id, field)
    return field
  }
  const answerOf: Program['answerOf'] = (id, name, seen) => {
    let ofNode = compiled.get(id)
    if (!ofNode) {
      ofNode = expressionsOf(node(id), scopeOf(id), known, waitField(id))
      compiled.set(id, ofNode)
    }
    const evaluate = ofNode[name]
    if (!evaluate) throw new Error(`${id} has no ${name}`)
    return evaluate(seen)
  }
  const ofNow = (given: unknown, place: Place, now = new Date()): Seen => ({
    values: { trigger: given, now: now.toISOString() },
    place,
  })
  return {
    ...{ definition, node, answerOf, waitField, hidesSomething: hidesSomething(definition) },
    needsHours: definition.nodes.some((each) => each.kind === 'wait' && each.for.kind === 'working_hours'),
    needsContactZone: definition.nodes.some(
      (each) => each.kind === 'wait' && 'zone' in each.for && each.for.zone === 'contact',
    ),
    isTrue: (id, name, seen) => answerOf(id, name, seen) === true,
    textOf: (id, name, seen) => String(answerOf(id, name, seen) ?? ''),
    listOf(id, seen) {
      const items = answerOf(id, 'items', seen)
      if (!Array.isArray(items)) throw new ExpressionFailed('What the loop goes over is not a list.')
      return items
    },
    valuesOf: (id, seen) => answerOf(id, 'values', seen) as Record<string, unknown>,
    isWanted: (given, place, now) => filter === null || filter(ofNow(given, place, now)) === true,
    concurrencyKey: (given, place, now) => (key === null ? null : String(key(ofNow(given, place, now)) ?? '')),
  }
}
