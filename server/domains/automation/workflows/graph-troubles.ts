import type { DraftDefinition } from './draft-definitions.ts'
import { type Graph, ringsOf } from './graphs.ts'
import { error, type Trouble, warning } from './trouble-lists.ts'

/** What is wrong with how steps lead to each other. */
export const troublesOfGraph = (definition: DraftDefinition, graph: Graph): Trouble[] => {
  const { nodes, first } = definition
  return [
    ...(first === null
      ? nodes.length > 0
        ? [error(null, 'first', 'No step is the first one: connect the start with a step.')]
        : [warning(null, 'first', 'There is no step yet: add one.')]
      : graph.nodes.has(first)
        ? []
        : [error(null, 'first', 'It begins with a step that does not exist: connect the start with another one.')]),
    ...doubledOf(nodes.map(({ id }) => id)).map((id) => error(id, 'id', 'Two steps have this name: give one of them another.')),
    ...[...graph.nodes.values()].flatMap(({ draft, node, outlets }) =>
      Object.entries(draft.next).flatMap(([outlet, target]) => [
        ...(graph.nodes.has(target)
          ? []
          : [error(draft.id, `next.${outlet}`, 'It leads to a step that does not exist: connect it with another one.')]),
        ...(node === null || outlets.includes(outlet)
          ? []
          : [error(draft.id, `next.${outlet}`, `A step of this kind has no outlet “${outlet}”: it has ${listed(outlets)}.`)]),
      ]),
    ),
    ...ringsOf(graph).map(({ id, outlet }) =>
      error(id, `next.${outlet}`, 'This leads back to a step before it. To repeat steps, put them into a loop.'),
    ),
    ...[...graph.nodes.keys()].flatMap((id) => troublesOfScope(graph, id)),
    ...[...graph.nodes.values()].flatMap(({ draft, bodies }) => [
      ...(draft.kind === 'loop' && draft.next.each === undefined
        ? [error(draft.id, 'next.each', 'The loop is empty: connect its outlet “each” with the first step to repeat.')]
        : []),
      ...(draft.kind === 'parallel' && bodies.every((outlet) => draft.next[outlet] === undefined)
        ? [error(draft.id, 'next', 'None of the branches has a step: connect at least one.')]
        : []),
    ]),
  ]
}

const troublesOfScope = ({ scopes, nodes }: Graph, id: string): Trouble[] => {
  const found = scopes.get(id)
  if (!found) return [warning(id, 'next', 'No path leads to this step: it never runs. Connect it, or remove it.')]
  if (found.length < 2) return []
  const outside = found.includes(null)
  const [around] = found.flatMap((scope) => scope ?? [])
  const title = around ? (nodes.get(around.node)?.draft.title ?? around.node) : ''
  return [
    error(
      id,
      'next',
      outside
        ? `It is reached from inside “${title}” and from outside. A path inside ends there; what follows is connected with the outlet “done”.`
        : 'It is reached from two different loops or branches. Give each of them a step of its own.',
    ),
  ]
}

const doubledOf = (ids: readonly string[]): string[] => [...new Set(ids.filter((id, at) => ids.indexOf(id) !== at))]

const listed = (outlets: readonly string[]): string =>
  outlets.length > 0 ? outlets.map((each) => `“${each}”`).join(', ') : 'none'
