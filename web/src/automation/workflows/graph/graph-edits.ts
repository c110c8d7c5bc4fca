import { renameEverywhere } from './expression-texts.ts'
import {
  bodiesOf,
  type Definition,
  edgesOf,
  exitsOf,
  type Flaw,
  flawOf,
  keyOf,
  mainOutlet,
  type Node,
  nodeOf,
  outletsOf,
  type Place,
  scopesOf,
  start,
  targetOf,
  withBodies,
} from './graph.ts'

/** What an edit answers: the changed definition and the steps that it is about, or why it cannot be. The given one stays as it is. */
export type Edited = { readonly definition: Definition; readonly changed: readonly string[] } | { readonly refused: Flaw }

const checked = (definition: Definition, changed: readonly string[]): Edited => {
  const refused = flawOf(definition)
  return refused ? { refused } : { definition, changed }
}

/** The outlet leads to `to`; with null nowhere. */
const led = (definition: Definition, { from, outlet }: Place, to: string | null): Definition =>
  from === null
    ? { ...definition, first: to }
    : {
        ...definition,
        nodes: definition.nodes.map((node) => {
          if (node.id !== from) return node
          const { [outlet]: _, ...others } = node.next
          return { ...node, next: to === null ? others : { ...others, [outlet]: to } }
        }),
      }

/** All that leads to one of `ids` from outside of them leads to `to`. */
const redirected = (definition: Definition, ids: ReadonlySet<string>, to: string | null): Definition =>
  edgesOf(definition)
    .filter((edge) => ids.has(edge.to) && !ids.has(edge.from ?? ''))
    .reduce((changed, edge) => led(changed, edge, to), definition)

/** An id that no step has yet: `wanted`, or that with a number. */
export const freeId = (taken: ReadonlySet<string>, wanted: string): string => {
  const base =
    wanted
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '_')
      .replace(/^[^a-z]+/, '')
      .slice(0, 34)
      .replace(/_+$/, '') || 'step'
  for (let n = 1; ; n++) {
    const id = n === 1 ? base : `${base}_${n}`
    if (!taken.has(id)) return id
  }
}
export const idsOf = (definition: Definition): Set<string> => new Set(definition.nodes.map(({ id }) => id))

/** Puts a step behind an outlet; what followed there follows its main outlet. */
export const insert = (definition: Definition, node: Node, at: Place): Edited => {
  if (at.from !== null && !nodeOf(definition, at.from)) return { refused: 'missing' }
  const next = targetOf(definition, at)
  const own = mainOutlet(node)
  const placed = { ...node, next: next !== null && own !== undefined ? { [own]: next } : {} }
  return checked(led({ ...definition, nodes: [...definition.nodes, placed] }, at, node.id), [node.id])
}

/** Puts a step before another one: all that led to that leads to the new one. */
export const insertBefore = (definition: Definition, node: Node, id: string): Edited => {
  const own = mainOutlet(node)
  if (!nodeOf(definition, id)) return { refused: 'missing' }
  if (own === undefined) return { refused: 'outlet' }
  const placed = { ...node, next: { [own]: id } }
  const turned = redirected(definition, new Set([id]), node.id)
  return checked({ ...turned, nodes: [...turned.nodes, placed] }, [node.id])
}

/** Puts a step right after another one, behind its main outlet. */
export const insertAfter = (definition: Definition, node: Node, id: string): Edited => {
  const before = nodeOf(definition, id)
  if (!before) return { refused: 'missing' }
  const outlet = mainOutlet(before)
  return outlet === undefined ? { refused: 'outlet' } : insert(definition, node, { from: id, outlet })
}

/** Leads an outlet to a step, or with null nowhere. Steps that nothing leads to any more stay, apart. */
export const connect = (definition: Definition, from: Place, to: string | null): Edited => {
  const node = nodeOf(definition, from.from)
  if (from.from !== null && !node) return { refused: 'missing' }
  if (node && !outletsOf(node).includes(from.outlet)) return { refused: 'outlet' }
  if (to !== null && !nodeOf(definition, to)) return { refused: 'missing' }
  return checked(led(definition, from, to), from.from === null ? [] : [from.from])
}

/** Steps that are nowhere, with what leads from them out of them. */
const without = (definition: Definition, ids: ReadonlySet<string>): Definition => ({
  ...definition,
  nodes: definition.nodes.filter(({ id }) => !ids.has(id)),
})

/** Where one goes on after a step: by its main outlet, else by the first that leads anywhere. */
const followerOf = (node: Node): string | null => {
  const outlets = exitsOf(node)
  const main = outlets[0] && node.next[outlets[0]]
  const other = outlets.find((outlet) => outlet !== 'error' && outlet !== 'timeout' && node.next[outlet] !== undefined)
  return main ?? (other && node.next[other]) ?? null
}

/** Removes steps with what their bodies hold; what led to one leads to what followed it. */
export const remove = (definition: Definition, ids: readonly string[]): Edited => {
  if (!ids.every((id) => nodeOf(definition, id))) return { refused: 'missing' }
  let changed = definition
  for (const id of ids) {
    const node = nodeOf(changed, id)
    if (!node) continue
    const gone = withBodies(changed, [id])
    const follower = followerOf(node)
    changed = without(redirected(changed, gone, follower !== null && gone.has(follower) ? null : follower), gone)
  }
  return checked(changed, [])
}

/** Steps under new ids wherever one is taken, with what they say of each other; connections out of them are cut. */
const renewed = (nodes: readonly Node[], taken: ReadonlySet<string>): { nodes: Node[]; names: Map<string, string> } => {
  const known = new Set(taken)
  const names = new Map<string, string>()
  for (const { id } of nodes) {
    const free = freeId(known, id.replace(/_\d+$/, ''))
    const name = known.has(id) ? free : id
    names.set(id, name)
    known.add(name)
  }
  const cut = nodes.map((node): Node => {
    const next = Object.entries(node.next).flatMap(([outlet, to]) => (names.has(to) ? [[outlet, names.get(to) ?? to]] : []))
    return { ...node, id: names.get(node.id) ?? node.id, next: Object.fromEntries(next) }
  })
  const holder = { foyer_workflow: 1, name: '-', description: '', first: null, nodes: cut, settings: {} } as never as Definition
  return { nodes: renameEverywhere(holder, names).nodes, names }
}

/** Steps as JSON for the clipboard. */
export interface Fragment {
  readonly foyer_steps: 1
  readonly nodes: readonly Node[]
}

/** The chosen steps with their bodies, in the order of the definition. */
export const copyOf = (definition: Definition, ids: readonly string[]): Fragment => {
  const chosen = withBodies(definition, ids)
  return { foyer_steps: 1, nodes: definition.nodes.filter(({ id }) => chosen.has(id)) }
}

/** Puts copied steps behind an outlet, under ids of their own. What stood there follows where they end. */
export const paste = (definition: Definition, { nodes }: Fragment, at: Place): Edited => {
  const { nodes: copies } = renewed(nodes, idsOf(definition))
  const inner = new Set(copies.flatMap(({ next }) => Object.values(next)))
  const [entry, ...others] = copies.filter(({ id }) => !inner.has(id))
  if (!entry) return { refused: 'cycle' }
  const next = targetOf(definition, at)
  const joined = led({ ...definition, nodes: [...definition.nodes, ...copies] }, at, entry.id)
  // Behind the last of the chain that begins with the first; the others stay apart, to be connected by hand.
  let last: Node = entry
  for (let follower = followerOf(last); follower !== null; follower = followerOf(last)) {
    const found = copies.find(({ id }) => id === follower)
    if (!found) break
    last = found
  }
  const outlet = mainOutlet(last)
  const whole = next !== null && outlet !== undefined ? led(joined, { from: last.id, outlet }, next) : joined
  return checked(whole, [entry.id, ...others.map(({ id }) => id)])
}

/** A copy of a step, with its body, right after it. */
export const duplicate = (definition: Definition, id: string): Edited => {
  const node = nodeOf(definition, id)
  if (!node) return { refused: 'missing' }
  const outlet = mainOutlet(node)
  if (outlet === undefined) return { refused: 'outlet' }
  return paste(definition, copyOf(definition, [id]), { from: id, outlet })
}

/** Takes a step, with its body, from where it is and puts it behind an outlet. Its other connections are cut where they would cross. */
export const move = (definition: Definition, id: string, at: Place): Edited => {
  const node = nodeOf(definition, id)
  if (!node) return { refused: 'missing' }
  const moved = withBodies(definition, [id])
  if (at.from !== null && moved.has(at.from)) return { refused: 'cycle' }
  if (at.from !== null && !nodeOf(definition, at.from)) return { refused: 'missing' }
  if (targetOf(definition, at) === id) return { definition, changed: [id] }
  const kept = definition.nodes.filter((each) => moved.has(each.id))
  const rest = remove(definition, [id])
  if ('refused' in rest) return rest
  const bodies = new Set(bodiesOf(node))
  const own = mainOutlet(node)
  const next = targetOf(rest.definition, at)
  const inside = Object.entries(node.next).filter(([outlet]) => bodies.has(outlet))
  const placed = {
    ...node,
    next: { ...Object.fromEntries(inside), ...(next !== null && own !== undefined && { [own]: next }) },
  } as Node
  const whole = {
    ...rest.definition,
    nodes: [...rest.definition.nodes, ...kept.map((each) => (each.id === id ? placed : each))],
  }
  return checked(led(whole, at, id), [id])
}

/** Puts steps of one scope, which are entered at one and left for one, into the body of a loop or the first branch of a parallel. */
export const wrap = (definition: Definition, ids: readonly string[], wrapper: Node): Edited => {
  const scopes = scopesOf(definition)
  if (!(scopes instanceof Map)) return { refused: scopes }
  if (ids.length === 0 || !ids.every((id) => nodeOf(definition, id))) return { refused: 'missing' }
  if (new Set(ids.map((id) => keyOf(scopes.get(id)))).size > 1) return { refused: 'region' }
  const whole = withBodies(definition, ids)
  const edges = edgesOf(definition)
  const entries = new Set(edges.filter(({ from, to }) => whole.has(to) && !whole.has(from ?? '')).map(({ to }) => to))
  const unled = ids.filter((id) => !edges.some(({ to }) => to === id))
  for (const id of unled) entries.add(id)
  const exits = edges.filter(({ from, to }) => from !== null && whole.has(from) && !whole.has(to))
  const targets = new Set(exits.map(({ to }) => to))
  const [entry] = entries
  const [body] = bodiesOf(wrapper)
  if (entries.size !== 1 || entry === undefined || targets.size > 1 || body === undefined) return { refused: 'region' }
  const [target] = targets
  const turned = unled.includes(entry) ? definition : redirected(definition, whole, wrapper.id)
  const cut = exits.reduce((changed, edge) => led(changed, edge, null), turned)
  const next = { [body]: entry, ...(target !== undefined && { done: target }) }
  return checked({ ...cut, nodes: [...cut.nodes, { ...wrapper, next }] }, [wrapper.id])
}

/** Gives a step another id, by which all expressions name it from now on. */
export const rename = (definition: Definition, id: string, name: string): Edited => {
  if (id === name) return { definition, changed: [id] }
  if (!nodeOf(definition, id)) return { refused: 'missing' }
  if (!/^[a-z][a-z0-9_]{0,39}$/.test(name)) return { refused: 'outlet' }
  const renamed: Definition = {
    ...definition,
    first: definition.first === id ? name : definition.first,
    nodes: definition.nodes.map((node) => ({
      ...node,
      id: node.id === id ? name : node.id,
      next: Object.fromEntries(Object.entries(node.next).map(([outlet, to]) => [outlet, to === id ? name : to])),
    })),
  }
  return checked(renameEverywhere(renamed, new Map([[id, name]])), [name])
}

/** Changes what a step says. Connections of outlets that it no longer has are gone; what they led to stays, apart. */
export const replace = (definition: Definition, node: Node): Edited => {
  const before = nodeOf(definition, node.id)
  if (!before) return { refused: 'missing' }
  const outlets = new Set(outletsOf(node))
  const next = Object.fromEntries(Object.entries(before.next).filter(([outlet]) => outlets.has(outlet)))
  const nodes = definition.nodes.map((each) => (each.id === node.id ? { ...node, next } : each))
  return checked({ ...definition, nodes }, [node.id])
}

/** The places behind which a step may be put: each outlet of each step, and the beginning. */
export const placesOf = (definition: Definition): Place[] => [
  start,
  ...definition.nodes.flatMap((node) => outletsOf(node).map((outlet) => ({ from: node.id, outlet }))),
]

/** The steps to which an outlet may lead. */
export const targetsOf = (definition: Definition, from: Place): Node[] =>
  definition.nodes.filter(({ id }) => id !== from.from && 'definition' in connect(definition, from, id))
