import { type Compiled, compileCondition, compileExpression, type NotCompiled } from '#shapes/expressions/compile.ts'
import { compileValue } from '#shapes/expressions/compile-value.ts'
import { typeOfSchema } from '#shapes/expressions/schema-types.ts'
import { compileTemplate } from '#shapes/expressions/templates.ts'
import { alternativesOf, anyType, instantType, type Type, type TypeScope } from '#shapes/expressions/types.ts'
import type { Node } from './definition.ts'
import type { DraftDefinition } from './draft-definitions.ts'
import { scopesOf } from './expression-scopes.ts'
import { typeOfEvent, typeOfTrigger } from './expression-types.ts'
import type { Graph } from './graphs.ts'
import type { KnownParts } from './known-parts.ts'
import { error, type Trouble } from './trouble-lists.ts'
import { waitFieldOf } from './wait-fields.ts'

/** What is wrong with the expressions of a definition, by the types of what each of them can see. */
export const troublesOfExpressions = (definition: DraftDefinition, graph: Graph, known: KnownParts): Trouble[] => {
  const trigger = typeOfTrigger(definition.trigger, known)
  const scopeOf = scopesOf(definition, graph, trigger, known)
  const isOften = definition.trigger.kind !== 'schedule'
  return [
    ...troublesOfWhole(definition, trigger),
    ...[...graph.nodes.values()].flatMap(({ node }) => {
      if (!node) return []
      const scope = scopeOf(node.id)
      const own = troublesOfStep(node, scope, known)
      const isForAnybody = isOften && own.length === 0 && waitsForAnybody(node, scope, graph, known)
      return isForAnybody ? [error(node.id, 'for.where', forAnybody)] : own
    }),
  ]
}

const troublesOfWhole = ({ trigger, settings }: DraftDefinition, type: Type): Trouble[] => {
  const scope = { trigger: type, now: instantType }
  const key = (settings.concurrency as { key?: unknown } | undefined)?.key
  return [
    ...(typeof trigger.filter === 'string' && trigger.filter !== ''
      ? told(null, 'trigger.filter', compileCondition(trigger.filter, scope))
      : []),
    ...(typeof key === 'string' && key !== '' ? told(null, 'settings.concurrency.key', compileExpression(key, scope)) : []),
  ]
}

const troublesOfStep = (node: Node, scope: TypeScope, known: KnownParts): Trouble[] => {
  const { id } = node
  const condition = (field: string, text: string, more: TypeScope = {}) =>
    told(id, field, compileCondition(text, { ...scope, ...more }))
  const expression = (field: string, text: string) => told(id, field, compileExpression(text, scope))
  const text = (field: string, template: string) => told(id, field, compileTemplate(template, scope))
  const value = (field: string, json: unknown, expected: Type = anyType) => told(id, field, compileValue(json, scope, expected))
  switch (node.kind) {
    case 'action': {
      const action = known.actions.get(node.action)
      return value('input', node.input, action ? typeOfSchema(action.input) : anyType)
    }
    case 'condition':
      return condition('when', node.when)
    case 'switch':
      return node.cases.flatMap(({ when }, at) => condition(`cases.${at}.when`, when))
    case 'loop':
      return troublesOfItems(id, compileExpression(node.items, scope))
    case 'set':
      return value('values', node.values)
    case 'http':
      return [
        ...text('url', node.url),
        ...value('headers', node.headers),
        ...(node.body === undefined ? [] : value('body', node.body)),
      ]
    case 'ai':
      return [...text('prompt', node.prompt), ...(node.input === undefined ? [] : value('input', node.input))]
    case 'wait':
      return [
        ...(node.for.kind === 'until' ? expression('for.at', node.for.at) : []),
        ...(node.for.kind === 'event' && node.for.about !== undefined ? expression('for.about', node.for.about) : []),
        ...(node.for.kind === 'event' && node.for.where !== undefined
          ? condition('for.where', node.for.where, { event: typeOfEvent(node.for.event, known) })
          : []),
      ]
    case 'person':
      return [
        ...text('heading', node.heading),
        ...text('text', node.text),
        ...[['to', node.to] as const, ['escalate.to', node.escalate?.to] as const].flatMap(([field, to]) => [
          ...(to?.kind === 'deal_owner' ? expression(`${field}.deal`, to.deal) : []),
          ...(to?.kind === 'client' ? text(`${field}.email`, to.email) : []),
        ]),
      ]
    case 'workflow':
      return value('input', node.input)
    case 'stop':
      return text('reason', node.reason)
    case 'parallel':
      return []
  }
}

/** Each event of its type would be held against each run that waits: of many runs that is what no server keeps up with. A schedule starts few. */
const waitsForAnybody = (node: Node, scope: TypeScope, graph: Graph, known: KnownParts): boolean =>
  node.kind === 'wait' &&
  node.for.kind === 'event' &&
  known.events.has(node.for.event) &&
  node.for.about === undefined &&
  !waitFieldOf(node, scope, graph, known)

const forAnybody =
  'Any such event, whomever it is about, would be held against each run that waits. Let a field of the event equal what the run knows, and the rest follow with &&: `event.data.contact_id == trigger.data.contact_id`.'

const troublesOfItems = (id: string, compiled: Compiled | NotCompiled): Trouble[] => {
  if (!compiled.ok) return told(id, 'items', compiled)
  const isList = alternativesOf(compiled.type).every(({ kind }) => kind === 'list' || kind === 'any')
  return isList ? [] : [error(id, 'items', 'A loop goes over a list, and this may be something else.')]
}

const told = (id: string | null, field: string, compiled: Compiled<unknown> | NotCompiled): Trouble[] =>
  compiled.ok
    ? []
    : compiled.troubles.map(({ path, message, hint }) =>
        error(id, [field, ...(path ?? [])].join('.'), hint === null ? message : `${message} ${hint}`),
      )
