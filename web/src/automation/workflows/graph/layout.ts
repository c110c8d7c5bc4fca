import { Graph, layout } from '@dagrejs/dagre'
import { bodiesOf, type Definition, keyOf, type Node, outletsOf, type Scope, scopesOf } from './graph.ts'

/** Pixels. A step is as high as two lines of text; a body begins below the head of its step. */
export const stepSize = { width: 232, height: 58 } as const
const inset = 16
const labelHeight = 22
const gaps = { ranks: 28, nodes: 40 } as const
/** Room for a word and a button on each connection. */
const labelSize = { width: 72, height: 26, labelpos: 'c' } as const

export interface Placed {
  readonly node: Node
  /** Within its parent, or on the canvas. */
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** The group of its body. */
  readonly parent: string | null
}

/** A body as a box inside of its step. */
export interface PlacedBody {
  readonly id: string
  readonly owner: string
  readonly outlet: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The way of a connection around what stands between its ends, on the canvas, with the place of its label. */
export interface Route {
  readonly points: readonly Point[]
  readonly label: Point
}
export interface Point {
  readonly x: number
  readonly y: number
}

export interface Layout {
  readonly steps: readonly Placed[]
  readonly bodies: readonly PlacedBody[]
  readonly routes: ReadonlyMap<string, Route>
  readonly width: number
  readonly height: number
}

interface Size {
  readonly width: number
  readonly height: number
}

/** Places all steps from top to bottom. Bodies are laid out first, and stand as boxes in their steps. */
export const layoutOf = (definition: Definition): Layout => {
  const scopes = scopesOf(definition)
  const scopeOf = (id: string): Scope | undefined => (scopes instanceof Map ? scopes.get(id) : null)
  const inScope = Map.groupBy(definition.nodes, ({ id }) => keyOf(scopeOf(id)) ?? '')
  const steps: Placed[] = []
  const bodies: PlacedBody[] = []
  const drawn: { readonly id: string; readonly scope: string; readonly edge: DrawnEdge }[] = []

  const placeScope = (key: string): Size => {
    const nodes = inScope.get(key) ?? []
    if (nodes.length === 0) return { width: stepSize.width, height: stepSize.height }
    const sizes = new Map(nodes.map((node) => [node.id, placeBodies(node)]))
    const graph = new Graph({ multigraph: true })
    graph.setGraph({ rankdir: 'TB', ranksep: gaps.ranks, nodesep: gaps.nodes })
    graph.setDefaultEdgeLabel(() => ({}))
    for (const { id } of nodes) graph.setNode(id, { ...(sizes.get(id) ?? stepSize) })
    for (const node of nodes) {
      const inner = bodiesOf(node)
      for (const outlet of outletsOf(node)) {
        const to = node.next[outlet]
        if (to !== undefined && !inner.includes(outlet) && sizes.has(to)) graph.setEdge(node.id, to, { ...labelSize }, outlet)
      }
    }
    layout(graph)
    for (const node of nodes) {
      const { x = 0, y = 0 } = graph.node(node.id) as { x?: number; y?: number }
      const { width, height } = sizes.get(node.id) ?? stepSize
      steps.push({ node, x: x - width / 2, y: y - height / 2, width, height, parent: key || null })
    }
    for (const edge of graph.edges())
      drawn.push({ id: edgeId(edge.v, edge.name ?? ''), scope: key, edge: graph.edge(edge) as DrawnEdge })
    const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number }
    return { width: Math.max(width, stepSize.width), height: Math.max(height, stepSize.height) }
  }

  const placeBodies = (node: Node): Size => {
    const outlets = bodiesOf(node)
    if (outlets.length === 0) return stepSize
    let x = inset
    let height = 0
    for (const outlet of outlets) {
      const inner = placeScope(`${node.id}.${outlet}`)
      const box = { width: inner.width + 2 * inset, height: inner.height + 2 * inset + labelHeight }
      bodies.push({ id: `${node.id}.${outlet}`, owner: node.id, outlet, x, y: stepSize.height, ...box })
      x += box.width + inset
      height = Math.max(height, box.height)
    }
    return { width: Math.max(x, stepSize.width), height: stepSize.height + height + inset }
  }

  const { width, height } = placeScope('')
  const placed = steps.map((step) => moved(step))
  return { steps: placed, bodies, routes: routesOf(drawn, originsOf(placed, bodies)), width, height }
}

/** An edge as the layout has drawn it, in its scope. */
interface DrawnEdge {
  readonly points?: readonly Point[]
  readonly x?: number
  readonly y?: number
}

/** Where the inside of each body begins on the canvas. */
const originsOf = (steps: readonly Placed[], bodies: readonly PlacedBody[]): ((scope: string) => Point) => {
  const [stepOf, bodyOf] = [new Map(steps.map((step) => [step.node.id, step])), new Map(bodies.map((body) => [body.id, body]))]
  const boxOf = (scope: string): Point => {
    const body = bodyOf.get(scope)
    const owner = body && stepOf.get(body.owner)
    if (!body || !owner) return { x: 0, y: 0 }
    const around = owner.parent === null ? { x: 0, y: 0 } : boxOf(owner.parent)
    return { x: around.x + owner.x + body.x, y: around.y + owner.y + body.y }
  }
  return (scope) => {
    if (scope === '') return { x: 0, y: 0 }
    const { x, y } = boxOf(scope)
    return { x: x + inset, y: y + inset + labelHeight }
  }
}

const routesOf = (
  drawn: readonly { readonly id: string; readonly scope: string; readonly edge: DrawnEdge }[],
  originOf: (scope: string) => Point,
): Map<string, Route> =>
  new Map(
    drawn.map(({ id, scope, edge: { points = [], x = 0, y = 0 } }) => {
      const origin = originOf(scope)
      const at = (point: Point): Point => ({ x: point.x + origin.x, y: point.y + origin.y })
      return [id, { points: points.map(at), label: at({ x, y }) }]
    }),
  )

/** Steps in a body stand below its label. */
const moved = (step: Placed): Placed =>
  step.parent === null ? step : { ...step, x: step.x + inset, y: step.y + inset + labelHeight }

/** What of a definition a layout depends on: as long as it is the same, so is the layout. */
export const layoutKey = (definition: Definition): string =>
  JSON.stringify([definition.first, definition.nodes.map((node) => [node.id, node.kind, node.next, outletsOf(node)])])

/** The name of a connection on the canvas. */
export const edgeId = (from: string | null, outlet: string): string => `${from ?? ''}:${outlet}`
