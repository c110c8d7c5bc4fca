import type { Definition, Node } from '../workflows/definition.ts'
import { textsIn } from '../workflows/placeholders.ts'

const stepPattern = /\bsteps\s*(?:\.\s*|\[\s*['"])([a-z][a-z0-9_]*)/g
const variablePattern = /\bvars\s*(?:\.\s*|\[\s*['"])([a-zA-Z_][a-zA-Z0-9_]*)/g

/** For each step, the steps on whose answers its own expressions rest, be it by way of variables, or of the loop that it is in. */
export const restsOn = ({ nodes, first }: Definition): ((node: string) => ReadonlySet<string>) => {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const setters = Map.groupBy(
    nodes.flatMap((node) => (node.kind === 'set' ? Object.keys(node.values).map((name) => [name, node.id] as const) : [])),
    ([name]) => name,
  )
  const loops = loopsAround(byId, first)
  const known = new Map<string, ReadonlySet<string>>()
  const of = (id: string, under: ReadonlySet<string>): ReadonlySet<string> => {
    const found = known.get(id)
    if (found) return found
    const node = byId.get(id)
    const names = new Set<string>()
    if (!node || under.has(id)) return names
    const deeper = new Set([...under, id])
    const { next: _, ...own } = node
    for (const { text } of textsIn(own)) {
      for (const [, step] of text.matchAll(stepPattern)) if (step !== undefined) names.add(step)
      for (const [, name] of text.matchAll(variablePattern))
        for (const [, setter] of setters.get(name ?? '') ?? []) for (const each of of(setter, deeper)) names.add(each)
    }
    for (const loop of loops.get(id) ?? []) for (const each of of(loop, deeper)) names.add(each)
    if (under.size === 0) known.set(id, names)
    return names
  }
  return (id) => of(id, new Set())
}

/** The loops that each step is in: what `item` is there rests on what they go over. */
const loopsAround = (byId: ReadonlyMap<string, Node>, first: string | null): ReadonlyMap<string, readonly string[]> => {
  const around = new Map<string, readonly string[]>()
  const visit = (id: string | null | undefined, loops: readonly string[]): void => {
    const node = id == null ? undefined : byId.get(id)
    if (!node || around.has(node.id)) return
    around.set(node.id, loops)
    for (const [outlet, next] of Object.entries(node.next))
      visit(next, node.kind === 'loop' && outlet === 'each' ? [...loops, node.id] : loops)
  }
  visit(first, [])
  return around
}
