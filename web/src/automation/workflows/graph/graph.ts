import type { Definition, Node } from '#domains/automation/workflows/definition.ts'

/** A workflow as it is written; types only, so that the app loads none of the server's checks. */
export type { Definition, Node, NodeOf, Value } from '#domains/automation/workflows/definition.ts'
export type NodeKind = Node['kind']

/** The outlets of a node, in their order, as the server has them. */
export const outletsOf = (node: Node): string[] => {
  switch (node.kind) {
    case 'condition':
      return ['yes', 'no']
    case 'switch':
      return [...node.cases.map(({ id }) => id), 'otherwise']
    case 'loop':
      return ['each', 'done']
    case 'parallel':
      return [...node.branches.map(({ id }) => id), 'done']
    case 'wait':
      return node.for.kind === 'event' ? ['done', 'timeout'] : ['done']
    case 'person':
      return [...node.choices.map(({ id }) => id), 'timeout']
    case 'stop':
      return []
    case 'set':
      return ['done']
    default:
      return ['done', 'error']
  }
}

/** Outlets that lead into a body: what they reach ends inside the node. */
export const bodiesOf = (node: Node): string[] =>
  node.kind === 'loop' ? ['each'] : node.kind === 'parallel' ? node.branches.map(({ id }) => id) : []

/** The outlets by which a node goes on in its own scope. */
export const exitsOf = (node: Node): string[] => {
  const bodies = bodiesOf(node)
  return outletsOf(node).filter((outlet) => !bodies.includes(outlet))
}

/** The outlet that is taken when all goes well: where a step is added after it. */
export const mainOutlet = (node: Node): string | undefined => exitsOf(node)[0]

/** Where a step may be put: behind an outlet, or `null` at the beginning. */
export interface Place {
  readonly from: string | null
  readonly outlet: string
}
export const start: Place = { from: null, outlet: 'first' }

export interface Edge extends Place {
  readonly to: string
}

export const nodeOf = (definition: Definition, id: string | null | undefined): Node | undefined =>
  definition.nodes.find((node) => node.id === id)

/** Every connection, in the order of nodes and outlets, that of the beginning first. */
export const edgesOf = (definition: Definition): Edge[] => [
  ...(definition.first === null ? [] : [{ ...start, to: definition.first }]),
  ...definition.nodes.flatMap((node) => [
    ...outletsOf(node).flatMap((outlet) => {
      const to = node.next[outlet]
      return to === undefined ? [] : [{ from: node.id, outlet, to }]
    }),
  ]),
]

export const targetOf = (definition: Definition, { from, outlet }: Place): string | null =>
  from === null ? definition.first : (nodeOf(definition, from)?.next[outlet] ?? null)

/** Why an edit is refused. */
export type Flaw = 'missing' | 'outlet' | 'cycle' | 'scope' | 'double' | 'size' | 'region'

/** The body that a node is in, `null` at the top; of what nothing leads to, `undefined`. */
export type Scope = Place | null

/**
 * The scope of each node. Nodes that one can come to from each other without entering a body are in one scope; an edge into a body says
 * which. Answers a flaw where a scope would have two owners, or own itself.
 */
export const scopesOf = (definition: Definition): Map<string, Scope | undefined> | Flaw => {
  const groups = joinedGroups(definition)
  const groupOf = (id: string): string => groups.get(id) ?? id
  const owners = new Map<string, Place | null>()
  const give = (group: string, owner: Place | null): boolean => {
    const known = owners.get(group)
    if (known !== undefined && (known?.from !== owner?.from || known?.outlet !== owner?.outlet)) return false
    owners.set(group, owner)
    return true
  }
  for (const edge of edgesOf(definition)) {
    const node = nodeOf(definition, edge.from)
    const isBody = node && bodiesOf(node).includes(edge.outlet)
    const isGiven = !node ? give(groupOf(edge.to), null) : !isBody || give(groupOf(edge.to), place(edge))
    if (!isGiven) return 'scope'
  }
  for (const node of definition.nodes) {
    const seen = new Set<string>()
    for (let group = groupOf(node.id); ; ) {
      if (seen.has(group)) return 'scope'
      seen.add(group)
      const owner = owners.get(group)
      if (!owner?.from) break
      group = groupOf(owner.from)
    }
  }
  return new Map(definition.nodes.map(({ id }) => [id, owners.get(groupOf(id))]))
}

const place = ({ from, outlet }: Place): Place => ({ from, outlet })

/** By node, the one that stands for all of its scope. */
const joinedGroups = (definition: Definition): Map<string, string> => {
  const parents = new Map(definition.nodes.map(({ id }) => [id, id]))
  const find = (id: string): string => {
    let root = id
    while (parents.get(root) !== root) root = parents.get(root) ?? root
    parents.set(id, root)
    return root
  }
  for (const node of definition.nodes)
    for (const outlet of exitsOf(node)) {
      const to = node.next[outlet]
      if (to !== undefined && parents.has(to)) parents.set(find(to), find(node.id))
    }
  return new Map(definition.nodes.map(({ id }) => [id, find(id)]))
}

/** What is wrong with the shape of a graph; null of a sound one. Steps that nothing leads to are no flaw: they are being worked on. */
export const flawOf = (definition: Definition): Flaw | null => {
  const ids = new Set(definition.nodes.map(({ id }) => id))
  if (ids.size !== definition.nodes.length) return 'double'
  if (definition.nodes.length > mostNodes) return 'size'
  if (definition.first !== null && !ids.has(definition.first)) return 'missing'
  for (const node of definition.nodes) {
    const outlets = outletsOf(node)
    if (new Set(outlets).size !== outlets.length) return 'double'
    for (const [outlet, to] of Object.entries(node.next)) {
      if (!outlets.includes(outlet)) return 'outlet'
      if (!ids.has(to)) return 'missing'
    }
  }
  if (sortedNodes(definition) === null) return 'cycle'
  const scopes = scopesOf(definition)
  return scopes instanceof Map ? null : scopes
}

/** As the server's cap. */
/** As far as an operator may go; what counts, the server says. */
export const mostNodes = 1_000

/** The nodes, each behind all that lead to it; null where they lead in a circle. */
export const sortedNodes = (definition: Definition): Node[] | null => {
  const incoming = new Map(definition.nodes.map(({ id }) => [id, 0]))
  for (const { next } of definition.nodes) for (const to of Object.values(next)) incoming.set(to, (incoming.get(to) ?? 0) + 1)
  const ready = definition.nodes.filter(({ id }) => incoming.get(id) === 0)
  const sorted: Node[] = []
  for (let node = ready.shift(); node; node = ready.shift()) {
    sorted.push(node)
    for (const to of Object.values(node.next)) {
      const left = (incoming.get(to) ?? 0) - 1
      incoming.set(to, left)
      const target = left === 0 && nodeOf(definition, to)
      if (target) ready.push(target)
    }
  }
  return sorted.length === definition.nodes.length ? sorted : null
}

/** All that a node leads to by any way, itself included. */
export const reachedFrom = (definition: Definition, ids: Iterable<string>): Set<string> => {
  const reached = new Set<string>()
  const open = [...ids]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (reached.has(id)) continue
    reached.add(id)
    open.push(...Object.values(nodeOf(definition, id)?.next ?? {}))
  }
  return reached
}

/** The nodes and all that their bodies hold. */
export const withBodies = (definition: Definition, ids: Iterable<string>): Set<string> => {
  const chosen = new Set(ids)
  for (const id of [...chosen]) {
    const node = nodeOf(definition, id)
    if (!node) continue
    const entries = bodiesOf(node).flatMap((outlet) => node.next[outlet] ?? [])
    for (const inner of reachedFrom(definition, entries)) chosen.add(inner)
  }
  return chosen
}

/** What has certainly or perhaps run before a node: all from which one comes to it, and the owners of the bodies around it. */
export const before = (definition: Definition, id: string): Set<string> => {
  const led = Map.groupBy(edgesOf(definition), ({ to }) => to)
  const found = new Set<string>()
  const open = [id]
  for (let at = open.pop(); at !== undefined; at = open.pop())
    for (const { from } of led.get(at) ?? [])
      if (from !== null && !found.has(from)) {
        found.add(from)
        open.push(from)
      }
  // A body's steps are known inside of it alone, and after a loop or branches only by what those answer.
  const scopes = scopesOf(definition)
  if (!(scopes instanceof Map)) return found
  const around = new Set<string | undefined>([undefined])
  for (let scope = scopes.get(id); scope?.from; scope = scopes.get(scope.from)) around.add(keyOf(scope))
  return new Set([...found].filter((each) => around.has(keyOf(scopes.get(each)))))
}

/** A name for a scope; of the top, none. */
export const keyOf = (scope: Scope | undefined): string | undefined =>
  scope?.from == null ? undefined : `${scope.from}.${scope.outlet}`
