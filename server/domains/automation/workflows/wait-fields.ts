import { createHash } from 'node:crypto'
import { compileExpression } from '#shapes/expressions/compile.ts'
import { equalitiesOf } from '#shapes/expressions/equalities.ts'
import { alternativesOf, type Type, type TypeScope } from '#shapes/expressions/types.ts'
import { ownMember } from '#shapes/expressions/values.ts'
import type { NodeOf } from './definition.ts'
import { typeOfEvent } from './expression-types.ts'
import { type Graph, scopesAround } from './graphs.ts'
import type { KnownParts } from './known-parts.ts'

/** By which field of an event a wait says whom it is about, and the expression that its value must equal. */
export interface WaitField {
  readonly path: readonly string[]
  readonly value: string
}

/** What a run knows when a wait begins, and still while it waits. */
const lasting = new Set(['trigger', 'steps', 'item', 'index', 'run'])

/**
 * The equality in the condition of a wait by which an event finds it: of a field that has one kind of value, with what this run knows and another may
 * not. Null where there is none: then each event of the type is held against each wait.
 */
export const waitFieldOf = (
  node: NodeOf<'wait'>,
  scope: TypeScope,
  graph: Pick<Graph, 'scopes' | 'nodes'>,
  known: KnownParts,
): WaitField | null => {
  if (node.for.kind !== 'event' || node.for.where === undefined) return null
  const event = typeOfEvent(node.for.event, known)
  const isAmongBranches = scopesAround(graph, node.id).some(
    ({ node: around }) => graph.nodes.get(around)?.draft.kind === 'parallel',
  )
  // Another branch may set a variable meanwhile.
  const isLasting = (name: string | undefined): boolean =>
    name !== undefined && (lasting.has(name) || (name === 'vars' && !isAmongBranches))
  const found = equalitiesOf(node.for.where, 'event').find(({ path, value }) => {
    const field = compileExpression(['event', ...path].join('.'), { event })
    const given = compileExpression(value, scope)
    if (!field.ok || !given.ok || !isPlain(field.type) || hasInstant(given.type)) return false
    return given.names.length > 0 && given.names.every(([first]) => isLasting(first))
  })
  return found ?? null
}

/** Compared to the letter. What may be an instant is not: one has many texts. */
const isPlain = (type: Type): boolean =>
  alternativesOf(type).every(({ kind }) => kind === 'text' || kind === 'number' || kind === 'boolean' || kind === 'null')
const hasInstant = (type: Type): boolean => alternativesOf(type).some(({ kind }) => kind === 'instant')

export const nameOfField = ({ path }: WaitField): string => path.join('.')

/** The value of a field as waits are found by it, always as long; null of nothing, and of what is no plain value. */
export const digestOf = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22)
    : null

/** That of a field of an event, by its name. */
export const digestIn = (event: unknown, field: string): string | null => {
  let value = event
  for (const name of field.split('.')) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
    value = ownMember(value, name)
  }
  return digestOf(value)
}
