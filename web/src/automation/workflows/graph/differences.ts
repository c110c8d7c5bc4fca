import type { Definition, Node } from './graph.ts'
import { isSame } from './join.ts'

/** A field with what it was and what it is; undefined where it was or is not there. */
export interface FieldChange {
  readonly path: string
  readonly before: unknown
  readonly after: unknown
}

export interface NodeChange {
  readonly node: Node
  readonly kind: 'added' | 'removed' | 'changed'
  readonly fields: readonly FieldChange[]
}

export interface Differences {
  /** Of the workflow itself: name, trigger, settings, which step is first. */
  readonly workflow: readonly FieldChange[]
  readonly nodes: readonly NodeChange[]
}

type Fields = Readonly<Record<string, unknown>>
const isFields = (value: unknown): value is Fields => value !== null && typeof value === 'object' && !Array.isArray(value)

const fieldChanges = (before: Fields, after: Fields, at = '', depth = 3): FieldChange[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) => {
    const [was, is] = [before[name], after[name]]
    if (isSame(was, is)) return []
    const path = at === '' ? name : `${at}.${name}`
    return depth > 0 && isFields(was) && isFields(is)
      ? fieldChanges(was, is, path, depth - 1)
      : [{ path, before: was, after: is }]
  })

/** What differs between two versions, by step. */
export const differencesOf = (before: Definition, after: Definition): Differences => {
  const { nodes: _before, ...was } = before
  const { nodes: _after, ...is } = after
  const [old, now] = [before, after].map(({ nodes }) => new Map(nodes.map((node) => [node.id, node])))
  return {
    workflow: fieldChanges(was, is),
    nodes: [
      ...after.nodes.flatMap((node): NodeChange[] => {
        const known = old?.get(node.id)
        if (!known) return [{ node, kind: 'added', fields: [] }]
        const fields = fieldChanges({ ...known }, { ...node })
        return fields.length > 0 ? [{ node, kind: 'changed', fields }] : []
      }),
      ...before.nodes.filter(({ id }) => !now?.has(id)).map((node): NodeChange => ({ node, kind: 'removed', fields: [] })),
    ],
  }
}

export const areSame = ({ workflow, nodes }: Differences): boolean => workflow.length === 0 && nodes.length === 0
