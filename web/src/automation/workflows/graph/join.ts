import { type Definition, flawOf, type Node, nodeOf, outletsOf } from './graph.ts'
import { freeId, idsOf, rename } from './graph-edits.ts'

/** Of two that changed the same draft: all of both, and where both changed the same field, which stays as it is here. */
export interface Joined {
  readonly definition: Definition
  /** Fields of steps that both changed, as `node.field`; `name` and the like of the workflow itself. */
  readonly both: readonly string[]
}

/** JSON with sorted names, so that order does not count. */
const keyOf = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    each !== null && typeof each === 'object' && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  ) ?? ''
export const isSame = (one: unknown, other: unknown): boolean => keyOf(one) === keyOf(other)

/** The same, without writing out the steps that are one object in both. */
export const areSameDefinitions = (one: Definition, other: Definition): boolean => {
  if (one === other) return true
  const [{ nodes: mine, ...rest }, { nodes: theirs, ...others }] = [one, other]
  return (
    mine.length === theirs.length &&
    mine.every((node, n) => node === theirs[n] || isSame(node, theirs[n])) &&
    isSame(rest, others)
  )
}

type Fields = Readonly<Record<string, unknown>>

/** Three-way by field; objects that are fields of fields (inputs, connections) once more by theirs. */
const joinFields = (base: Fields, mine: Fields, theirs: Fields, at: string, both: string[], depth: number): Fields =>
  Object.fromEntries(
    [...new Set([...Object.keys(mine), ...Object.keys(theirs)])].flatMap((name) => {
      const joined = joinValue(base[name], mine[name], theirs[name], at === '' ? name : `${at}.${name}`, both, depth)
      return joined === undefined ? [] : [[name, joined]]
    }),
  )

const joinValue = (base: unknown, mine: unknown, theirs: unknown, at: string, both: string[], depth: number): unknown => {
  if (isSame(mine, theirs) || isSame(theirs, base)) return mine
  if (isSame(mine, base)) return theirs
  if (depth > 0 && isFields(mine) && isFields(theirs))
    return joinFields(isFields(base) ? base : {}, mine, theirs, at, both, depth - 1)
  both.push(at)
  return mine
}

const isFields = (value: unknown): value is Fields => value !== null && typeof value === 'object' && !Array.isArray(value)

/**
 * Joins what was changed here with what was changed elsewhere, by step and field. A step that one removed and the other changed stays.
 * Where the connections of both together would make no sound graph, those from elsewhere count; no step is lost by it.
 */
export const join = (base: Definition, here: Definition, theirs: Definition): Joined => {
  const both: string[] = []
  const mine = withOwnNames(base, here, theirs)
  const { nodes: _base, ...baseRest } = base
  const { nodes: _mine, ...mineRest } = mine
  const { nodes: _theirs, ...theirRest } = theirs
  const rest = joinFields(baseRest, mineRest, theirRest, '', both, 1)
  const nodes = joinNodes(base.nodes, mine.nodes, theirs.nodes, both)
  const whole = { ...rest, nodes } as Definition
  const joined = tidy(whole)
  if (flawOf(joined) === null) return { definition: joined, both }
  const known = new Map(theirs.nodes.map((node) => [node.id, node.next]))
  const apart = tidy({
    ...whole,
    first: theirs.first,
    nodes: nodes.map((node) => ({ ...node, next: known.get(node.id) ?? {} })) as Node[],
  })
  const changed = mine.nodes.filter((node) => !isSame(node.next, known.get(node.id))).map(({ id }) => `${id}.next`)
  return { definition: apart, both: [...both, ...changed] }
}

/** Steps that both added under one id are two: the one from here gets another id. */
const withOwnNames = (base: Definition, mine: Definition, theirs: Definition): Definition => {
  const known = idsOf(base)
  const doubled = mine.nodes.filter((node) => {
    const other = nodeOf(theirs, node.id)
    return !known.has(node.id) && other && !isSame({ ...node, next: {} }, { ...other, next: {} })
  })
  return doubled.reduce((changed, { id }) => {
    const renamed = rename(
      changed,
      id,
      freeId(new Set([...idsOf(changed), ...idsOf(theirs), ...known]), id.replace(/_\d+$/, '')),
    )
    return 'definition' in renamed ? renamed.definition : changed
  }, mine)
}

const joinNodes = (base: readonly Node[], mine: readonly Node[], theirs: readonly Node[], both: string[]): Node[] => {
  const [ofBase, ofMine, ofTheirs] = [base, mine, theirs].map((nodes) => new Map(nodes.map((node) => [node.id, node])))
  const ids = [...new Set([...mine, ...theirs].map(({ id }) => id))]
  return ids.flatMap((id) => {
    const [was, here, there] = [ofBase?.get(id), ofMine?.get(id), ofTheirs?.get(id)]
    if (here && there)
      return [
        here.kind === there.kind ? (joinFields({ ...was }, { ...here }, { ...there }, id, both, 1) as never as Node) : here,
      ]
    const [left] = [here, there].filter((node) => node !== undefined)
    if (!left) return []
    // Removed on one side, and since then not changed on the other.
    return was && isSame(was, left) ? [] : [left]
  })
}

/** Without connections to steps, or of outlets, that are gone. */
const tidy = (definition: Definition): Definition => {
  const ids = new Set(definition.nodes.map(({ id }) => id))
  return {
    ...definition,
    first: definition.first !== null && ids.has(definition.first) ? definition.first : null,
    nodes: definition.nodes.map((node): Node => {
      const outlets = outletsOf(node)
      const next = Object.entries(node.next).filter(([outlet, to]) => ids.has(to) && outlets.includes(outlet))
      return next.length === Object.keys(node.next).length ? node : { ...node, next: Object.fromEntries(next) }
    }),
  }
}
