import {
  bodiesOf,
  type Definition,
  exitsOf,
  type Node,
  nodeOf,
  outletsOf,
  type Place,
  reachedFrom,
  sortedNodes,
} from './graph.ts'

/** A step as the outline shows it: what its outlets lead to below it, unless that comes right after it in the same list. */
export interface OutlineRow {
  readonly node: Node
  readonly outlets: readonly OutlineOutlet[]
}

export interface OutlineOutlet {
  readonly place: Place
  readonly isBody: boolean
  readonly chain: OutlineChain
}

export interface OutlineChain {
  readonly rows: readonly OutlineRow[]
  /** Where it goes on at a step that stands elsewhere in the outline. */
  readonly goesTo: string | null
  /** The outlet behind which a step is added at its end. Null where the end is not one outlet. */
  readonly end: Place | null
}

export interface Outline {
  readonly main: OutlineChain
  /** What nothing leads to. */
  readonly apart: readonly OutlineChain[]
}

/** Main outlets whose other ways are exceptions: what follows stands in the same list. */
const exceptions = new Set(['error', 'timeout'])

/**
 * The graph as nested lists in which each step stands once. Ways that part meet again in the list from which they parted; another way
 * that leads to a step names it.
 */
export const outlineOf = (definition: Definition): Outline => {
  const shown = new Set<string>()
  const order = new Map((sortedNodes(definition) ?? definition.nodes).map(({ id }, n) => [id, n]))
  const make = chainMaker(definition, shown, order)
  const main = make(definition.first, { from: null, outlet: 'first' }, new Set())
  const apart: OutlineChain[] = []
  for (const { id } of sortedNodes(definition) ?? definition.nodes) if (!shown.has(id)) apart.push(make(id, null, new Set()))
  return { main, apart }
}

const chainMaker = (definition: Definition, shown: Set<string>, order: ReadonlyMap<string, number>) => {
  const make = (from: string | null, at: Place | null, stops: ReadonlySet<string>): OutlineChain => {
    const rows: OutlineRow[] = []
    let [id, end] = [from, at]
    while (id !== null && !shown.has(id) && !stops.has(id)) {
      const node = nodeOf(definition, id)
      if (!node) break
      shown.add(id)
      const { next, inner, place } = followed(node)
      const avoid = new Set([...stops, ...(next === null ? [] : reachedFrom(definition, [next]))])
      const bodies = new Set(bodiesOf(node))
      rows.push({
        node,
        outlets: outletsOf(node)
          .filter((outlet) => inner.includes(outlet))
          .map((outlet) => {
            const isBody = bodies.has(outlet)
            const place = { from: node.id, outlet }
            return { place, isBody, chain: make(node.next[outlet] ?? null, place, isBody ? new Set() : avoid) }
          }),
      })
      id = next
      end = place
    }
    return { rows, goesTo: id, end }
  }

  /** What follows a step in its list, and which of its outlets are shown below it. */
  const followed = (node: Node): { next: string | null; inner: string[]; place: Place | null } => {
    const exits = exitsOf(node)
    const bodies = bodiesOf(node)
    const [main, ...others] = exits
    if (main === undefined) return { next: null, inner: bodies, place: null }
    if (others.every((outlet) => exceptions.has(outlet))) {
      const used = others.filter((outlet) => node.next[outlet] !== undefined || outlet === 'timeout')
      return { next: node.next[main] ?? null, inner: [...bodies, ...used], place: { from: node.id, outlet: main } }
    }
    return { next: meetingOf(exits.flatMap((outlet) => node.next[outlet] ?? [])), inner: [...bodies, ...exits], place: null }
  }

  /** The first step to which two of the ways lead. */
  const meetingOf = (targets: readonly string[]): string | null => {
    const counts = new Map<string, number>()
    for (const target of targets) for (const id of reachedFrom(definition, [target])) counts.set(id, (counts.get(id) ?? 0) + 1)
    const met = [...counts].filter(([, n]) => n > 1).map(([id]) => id)
    return met.sort((one, other) => (order.get(one) ?? 0) - (order.get(other) ?? 0))[0] ?? null
  }
  return make
}

/** The steps of an outline in the order in which they stand. */
export const nodesOfChain = ({ rows }: OutlineChain): Node[] =>
  rows.flatMap(({ node, outlets }) => [node, ...outlets.flatMap(({ chain }) => nodesOfChain(chain))])
