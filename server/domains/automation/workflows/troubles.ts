import { Definition } from './definition.ts'
import type { DraftDefinition } from './draft-definitions.ts'
import { troublesOfExpressions } from './expression-troubles.ts'
import { troublesOfGraph } from './graph-troubles.ts'
import { type Graph, graphOf } from './graphs.ts'
import type { KnownParts } from './known-parts.ts'
import { troublesOfNode, troublesOfTrigger } from './node-troubles.ts'
import { placeOfIssue, wordsOfIssue } from './shape-troubles.ts'
import { error, mostTroubles, type Trouble } from './trouble-lists.ts'

/** All that has to be put right in a draft, in the order of its steps; what concerns the whole stands first. It changes nothing and asks nothing. */
export const findTroubles = (definition: DraftDefinition, known: KnownParts): Trouble[] => {
  const graph = graphOf(definition)
  const parts = [
    [...troublesOfShape(definition), ...troublesOfGraph(definition, graph)],
    [
      ...troublesOfTrigger(definition, known),
      ...[...graph.nodes.values()].flatMap((placed) => troublesOfNode(placed, definition.settings.role, known)),
    ],
    troublesOfExpressions(definition, graph, known),
  ]
  return inOrder(parts.reduce(withUnsaid, []), graph).slice(0, mostTroubles)
}

/** What is wrong in itself is not said a second time by its meaning, or its type. */
const withUnsaid = (said: readonly Trouble[], more: readonly Trouble[]): Trouble[] => {
  const places = new Set(said.map(({ node, field }) => JSON.stringify([node, field])))
  return [...said, ...more.filter(({ node, field }) => !places.has(JSON.stringify([node, field])))]
}

const troublesOfShape = (definition: DraftDefinition): Trouble[] => {
  const { error: refused } = Definition.safeParse(definition)
  return (refused?.issues ?? []).map((issue) => {
    const { node, field } = placeOfIssue(issue, definition)
    return error(node, field, `This ${wordsOfIssue(issue)}.`)
  })
}

const inOrder = (troubles: readonly Trouble[], { nodes }: Graph): Trouble[] => {
  const places = new Map([...nodes.keys()].map((id, at) => [id, at] as const))
  const placeOf = ({ node }: Trouble): number => (node === null ? -1 : (places.get(node) ?? nodes.size))
  const seen = new Set<string>()
  return troubles
    .filter(({ node, field, message }) => {
      const key = JSON.stringify([node, field, message])
      return !seen.has(key) && seen.add(key)
    })
    .toSorted((one, other) => placeOf(one) - placeOf(other) || one.level.localeCompare(other.level))
}
