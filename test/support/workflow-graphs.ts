import fc from 'fast-check'
import type { Definition } from '#domains/automation/workflows/definition.ts'

/*
 * Random graphs for the model of the interpreter: a tree of parts is drawn, and flattened into nodes as the editor would write them. What a
 * condition asks depends on what started the run and on the iteration alone, so that the order of branches cannot change it.
 */

export type Part =
  | { readonly kind: 'set' | 'action' | 'wait' }
  | { readonly kind: 'condition'; readonly least: number; readonly yes: readonly Part[]; readonly no: readonly Part[] }
  | { readonly kind: 'loop'; readonly times: number; readonly body: readonly Part[] }
  | { readonly kind: 'parallel'; readonly branches: readonly (readonly Part[])[] }

export const graphs: fc.Arbitrary<readonly Part[]> = fc
  .letrec<{ part: Part; parts: readonly Part[] }>((again) => ({
    parts: fc.array(again('part'), { maxLength: 3, depthIdentifier: 'graph' }),
    part: fc.oneof(
      { depthSize: 'small', depthIdentifier: 'graph', maxDepth: 3 },
      fc.constantFrom<Part>({ kind: 'set' }, { kind: 'action' }, { kind: 'wait' }),
      fc.record({
        kind: fc.constant('condition' as const),
        least: fc.integer({ min: 0, max: 3 }),
        yes: again('parts'),
        no: again('parts'),
      }),
      fc.record({ kind: fc.constant('loop' as const), times: fc.integer({ min: 0, max: 3 }), body: again('parts') }),
      fc.record({ kind: fc.constant('parallel' as const), branches: fc.array(again('parts'), { minLength: 2, maxLength: 3 }) }),
    ),
  }))
  // Each part is itself: two that are alike are two steps.
  .parts.map((parts) => JSON.parse(JSON.stringify(parts)) as Part[])

/** A step of the model: what is done, in which body, and by which outlet it was left. */
export type Stepped = `${string} ${string} ${string}`

interface Flat {
  readonly nodes: Record<string, unknown>[]
  readonly named: ReadonlyMap<Part, string>
}

/** The nodes of a graph, and the name of each part. */
export const flatten = (all: readonly Part[]): Flat & { readonly first: string | null } => {
  const nodes: Record<string, unknown>[] = []
  const named = new Map<Part, string>()
  const flat = (list: readonly Part[], after: string | undefined): string | undefined => {
    let next = after
    for (const part of list.toReversed()) next = add(part, next)
    return next
  }
  const add = (part: Part, after: string | undefined): string => {
    const id = `n${named.size + 1}`
    named.set(part, id)
    const node: Record<string, unknown> = { id, kind: part.kind }
    nodes.push(node)
    const next: Record<string, string> = {}
    const lead = (outlet: string, to: string | undefined): void => {
      if (to !== undefined) next[outlet] = to
    }
    switch (part.kind) {
      case 'set':
        node.values = { [id]: id }
        break
      case 'action':
        Object.assign(node, { action: 'add-task', input: { title: id } })
        break
      case 'wait':
        node.for = { kind: 'duration', duration: { amount: 1, unit: 'minutes' } }
        break
      case 'condition':
        node.when = `trigger.input.n >= ${part.least}`
        lead('yes', flat(part.yes, after))
        lead('no', flat(part.no, after))
        node.next = next
        return id
      case 'loop':
        node.items = `[${Array.from({ length: part.times }, (_, n) => n).join(', ')}]`
        lead('each', flat(part.body, undefined))
        break
      case 'parallel':
        node.branches = part.branches.map((_, n) => ({ id: `b${n}` }))
        for (const [n, branch] of part.branches.entries()) lead(`b${n}`, flat(branch, undefined))
    }
    lead('done', after)
    node.next = next
    return id
  }
  const first = flat(all, undefined) ?? null
  return { nodes, named, first }
}

export const definitionOf = (all: readonly Part[]): Partial<Definition> & { nodes: never[]; first: string | null } => {
  const { nodes, first } = flatten(all)
  return { nodes: nodes as never[], first }
}

/** The model: what a run of the graph does, written as one would read it aloud. */
export const modelOf = (all: readonly Part[], n: number): Stepped[] => {
  const { named } = flatten(all)
  const done: Stepped[] = []
  const go = (list: readonly Part[], path: string): void => {
    for (const part of list) {
      const id = named.get(part) as string
      switch (part.kind) {
        case 'condition': {
          const isYes = n >= part.least
          done.push(`${id} ${path} ${isYes ? 'yes' : 'no'}`)
          go(isYes ? part.yes : part.no, path)
          break
        }
        case 'loop':
          done.push(`${id} ${path} ${part.times === 0 || part.body.length === 0 ? 'done' : '-'}`)
          if (part.body.length > 0) for (let at = 0; at < part.times; at++) go(part.body, `${path}/${id}.${at}`)
          break
        case 'parallel':
          done.push(`${id} ${path} ${part.branches.every((branch) => branch.length === 0) ? 'done' : '-'}`)
          for (const [at, branch] of part.branches.entries()) go(branch, `${path}/${id}.b${at}`)
          break
        default:
          done.push(`${id} ${path} done`)
      }
    }
  }
  go(all, '')
  return done
}
