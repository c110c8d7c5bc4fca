import { type Graph, scopesAround } from './graphs.ts'

/** A step that ends before another one begins: surely or perhaps, and whether by its outlet for errors, by others, or by either. */
export interface StepBefore {
  readonly isSure: boolean
  readonly byError: boolean
  readonly byOthers: boolean
}

/** Sets of steps, a bit for each: in a tangle of 200 steps each has most others before it. */
interface Before {
  readonly sure: bigint
  readonly byError: bigint
  readonly byOthers: bigint
}
const nothing: Before = { sure: 0n, byError: 0n, byOthers: 0n }

/** By step, all that a step can refer to: those on its way in its own body, and those before the bodies around it. */
export const stepsBefore = (graph: Graph): ((id: string) => ReadonlyMap<string, StepBefore>) => {
  const ids = [...graph.nodes.keys()]
  const bits = new Map(ids.map((id, at) => [id, 1n << BigInt(at)] as const))
  const bitOf = (id: string): bigint => bits.get(id) ?? 0n
  const known = new Map<string, Before>()

  /** In the same body. A ring counts as nothing: it is a trouble of its own. */
  const inBody = (id: string): Before => {
    const found = known.get(id)
    if (found) return found
    known.set(id, nothing)
    const ways = (graph.before.get(id) ?? []).map(({ id: before, outlet }): Before => {
      const { sure, byError, byOthers } = inBody(before)
      const bit = bitOf(before)
      return {
        sure: sure | bit,
        byError: outlet === 'error' ? byError | bit : byError,
        byOthers: outlet === 'error' ? byOthers : byOthers | bit,
      }
    })
    const joined = ways.length === 0 ? nothing : ways.reduce(join)
    known.set(id, joined)
    return joined
  }

  return (id) => {
    let all = inBody(id)
    for (const { node } of scopesAround(graph, id)) {
      const around = inBody(node)
      all = {
        sure: all.sure | around.sure | bitOf(node),
        byError: all.byError | around.byError,
        byOthers: all.byOthers | around.byOthers | bitOf(node),
      }
    }
    return new Map(
      ids.flatMap((each) => {
        const bit = bitOf(each)
        if (((all.byError | all.byOthers) & bit) === 0n) return []
        const how = {
          isSure: (all.sure & bit) !== 0n,
          byError: (all.byError & bit) !== 0n,
          byOthers: (all.byOthers & bit) !== 0n,
        }
        return [[each, how] as const]
      }),
    )
  }
}

const join = (one: Before, other: Before): Before => ({
  sure: one.sure & other.sure,
  byError: one.byError | other.byError,
  byOthers: one.byOthers | other.byOthers,
})
