import { bodiesOf, Node, outletsOf } from './definition.ts'
import type { DraftDefinition, DraftNode } from './draft-definitions.ts'

/** A step of a draft, and all that its shape says, where it is finished. */
export interface PlacedNode {
  readonly draft: DraftNode
  /** Null: it is unfinished. */
  readonly node: Node | null
  /** Those it has; of an unfinished one those that its edges name. */
  readonly outlets: readonly string[]
  readonly bodies: readonly string[]
}

export const placeNode = (draft: DraftNode): PlacedNode => {
  const { data } = Node.safeParse(draft)
  if (data) return { draft, node: data, outlets: outletsOf(data), bodies: bodiesOf(data) }
  const used = Object.keys(draft.next)
  const bodies = draft.kind === 'loop' ? ['each'] : draft.kind === 'parallel' ? used.filter((outlet) => outlet !== 'done') : []
  return { draft, node: null, outlets: used, bodies }
}

/** The body that a node stands in: `null` is the root; else the node around it, and its outlet. */
export type Scope = { readonly node: string; readonly outlet: string } | null

export interface Graph {
  /** The first of each id. */
  readonly nodes: ReadonlyMap<string, PlacedNode>
  /** Of what is reached, the bodies in which it stands: one, where all is well. */
  readonly scopes: ReadonlyMap<string, readonly Scope[]>
  /** Within a body, the steps that lead to a step, each with the outlet. */
  readonly before: ReadonlyMap<string, readonly { readonly id: string; readonly outlet: string }[]>
}

const sameScope = (one: Scope, other: Scope): boolean => one?.node === other?.node && one?.outlet === other?.outlet

/** Goes through a definition from its first step. It ends whatever the edges are: each step is entered once from each body. */
export const graphOf = ({ nodes: all, first }: Pick<DraftDefinition, 'nodes' | 'first'>): Graph => {
  const nodes = new Map<string, PlacedNode>()
  for (const draft of all) if (!nodes.has(draft.id)) nodes.set(draft.id, placeNode(draft))
  const scopes = new Map<string, Scope[]>()
  const before = new Map<string, { id: string; outlet: string }[]>()
  const open: { id: string; scope: Scope }[] = first === null ? [] : [{ id: first, scope: null }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { id, scope } = next
    const placed = nodes.get(id)
    const known = scopes.get(id) ?? []
    // A third body says no more than the second.
    if (!placed || known.length > 1 || known.some((each) => sameScope(each, scope))) continue
    scopes.set(id, [...known, scope])
    for (const [outlet, target] of Object.entries(placed.draft.next)) {
      const isBody = placed.bodies.includes(outlet)
      open.push({ id: target, scope: isBody ? { node: id, outlet } : scope })
      if (!isBody) before.set(target, [...(before.get(target) ?? []), { id, outlet }])
    }
  }
  return { nodes, scopes, before }
}

/** Steps that lead back to themselves: one of each ring. */
export const ringsOf = ({ nodes }: Pick<Graph, 'nodes'>): { readonly id: string; readonly outlet: string }[] => {
  const state = new Map<string, 'open' | 'done'>()
  const rings: { id: string; outlet: string }[] = []
  for (const start of nodes.keys()) {
    if (state.has(start)) continue
    const path: { id: string; edges: [string, string][] }[] = []
    const enter = (id: string): void => {
      state.set(id, 'open')
      path.push({ id, edges: Object.entries(nodes.get(id)?.draft.next ?? {}) })
    }
    enter(start)
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const edge = top.edges.shift()
      if (!edge) {
        state.set(top.id, 'done')
        path.pop()
        continue
      }
      const [outlet, target] = edge
      if (state.get(target) === 'open') rings.push({ id: top.id, outlet })
      else if (!state.has(target) && nodes.has(target)) enter(target)
    }
  }
  return rings
}

/** The body of a step, and those around it, from the inside out. */
export const scopesAround = ({ scopes }: Pick<Graph, 'scopes'>, id: string): NonNullable<Scope>[] => {
  const around: NonNullable<Scope>[] = []
  for (let scope = scopes.get(id)?.[0]; scope && around.length < scopes.size; scope = scopes.get(scope.node)?.[0])
    around.push(scope)
  return around
}
