import { type Graph, scopesAround } from './graphs.ts'

/** A step that ends before another one begins: surely or perhaps, and by which of its outlets. */
export interface StepBefore {
  readonly isSure: boolean
  readonly outlets: ReadonlySet<string>
}

/** By step, all that a step can refer to: those on its way in its own body, and those before the bodies around it. */
export const stepsBefore = (graph: Graph): ((id: string) => ReadonlyMap<string, StepBefore>) => {
  const known = new Map<string, ReadonlyMap<string, StepBefore>>()

  /** In the same body. A ring counts as nothing: it is a trouble of its own. */
  const inBody = (id: string): ReadonlyMap<string, StepBefore> => {
    const found = known.get(id)
    if (found) return found
    known.set(id, new Map())
    const ways = (graph.before.get(id) ?? []).map(({ id: before, outlet }) =>
      new Map(inBody(before)).set(before, { isSure: true, outlets: new Set([outlet]) }),
    )
    const joined = join(ways)
    known.set(id, joined)
    return joined
  }

  return (id) => {
    const all = new Map(inBody(id))
    for (const { node, outlet } of scopesAround(graph, id)) {
      all.set(node, { isSure: true, outlets: new Set([outlet]) })
      for (const [before, how] of inBody(node)) all.set(before, how)
    }
    return all
  }
}

const join = (ways: readonly ReadonlyMap<string, StepBefore>[]): ReadonlyMap<string, StepBefore> => {
  const ids = new Set(ways.flatMap((way) => [...way.keys()]))
  return new Map(
    [...ids].map((id) => {
      const found = ways.flatMap((way) => way.get(id) ?? [])
      return [
        id,
        {
          isSure: found.length === ways.length && found.every(({ isSure }) => isSure),
          outlets: new Set(found.flatMap(({ outlets }) => [...outlets])),
        },
      ] as const
    }),
  )
}
