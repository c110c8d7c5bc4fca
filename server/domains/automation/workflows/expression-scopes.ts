import { compileExpression } from '#shapes/expressions/compile.ts'
import {
  anyType,
  instantType,
  numberType,
  orNull,
  recordOf,
  type Type,
  type TypeScope,
  unionOf,
  withoutNull,
} from '#shapes/expressions/types.ts'
import type { DraftDefinition } from './draft-definitions.ts'
import { errorOutput, runType, typeOfOutput } from './expression-types.ts'
import { type Graph, scopesAround } from './graphs.ts'
import type { KnownParts } from './known-parts.ts'
import { type StepBefore, stepsBefore } from './steps-before.ts'

/** The names that the expressions of a step may begin with. */
export const scopesOf = (
  definition: Pick<DraftDefinition, 'nodes'>,
  graph: Graph,
  trigger: Type,
  known: KnownParts,
): ((id: string) => TypeScope) => {
  const before = stepsBefore(graph)
  const variables = definition.nodes.flatMap(({ kind, values }) =>
    kind === 'set' && typeof values === 'object' && values !== null ? Object.keys(values) : [],
  )
  // A variable is the run’s: a body that is left, or a branch that is not through, may have set it.
  const vars = recordOf(Object.fromEntries(variables.map((name) => [name, anyType])))
  const outputs = new Map([...graph.nodes].map(([id, { node }]) => [id, node ? typeOfOutput(node, known) : anyType] as const))
  const typeOfStep = (id: string, { isSure, byError, byOthers }: StepBefore): Type | null => {
    const gives = outputs.get(id) ?? null
    if (!gives) return byError ? errorOutput : null
    const type = !byError ? gives : byOthers ? unionOf([gives, errorOutput]) : errorOutput
    return isSure ? type : orNull(type)
  }
  const scopeOf = (id: string): TypeScope => {
    const steps = [...before(id)].flatMap(([step, how]) => {
      const type = typeOfStep(step, how)
      return type ? [[step, type] as const] : []
    })
    return {
      ...{ trigger, vars, run: runType, now: instantType, steps: recordOf(Object.fromEntries(steps)) },
      ...itemOf(id),
    }
  }
  const itemOf = (id: string): TypeScope => {
    const loop = scopesAround(graph, id).find(({ node }) => graph.nodes.get(node)?.draft.kind === 'loop')
    if (!loop) return {}
    const node = graph.nodes.get(loop.node)?.node
    const items = node?.kind === 'loop' ? compileExpression(node.items, scopeOf(loop.node)) : null
    const list = items?.ok ? withoutNull(items.type) : anyType
    return { item: list.kind === 'list' ? list.of : anyType, index: numberType }
  }
  return scopeOf
}
