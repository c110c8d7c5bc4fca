import type { Node, Place } from '../graph/graph.ts'
import { type Edited, freeId, idsOf, insert, insertAfter, insertBefore } from '../graph/graph-edits.ts'
import { newNode } from '../graph/new-nodes.ts'
import { useEditing } from './editing.ts'

/** Adds a step of a kind that the user chooses, and opens it. */
export const useAdd = () => {
  const { definition, chooseStep, edit, select } = useEditing()
  const choose = (put: (node: Node) => Edited): void =>
    chooseStep(({ kind, action }) => {
      const id = freeId(idsOf(definition), action ?? kind)
      const made = newNode(kind, id)
      const node = made.kind === 'action' && action !== undefined ? { ...made, action } : made
      if (edit(put(node))) select(id)
    })
  return {
    at: (place: Place) => choose((node) => insert(definition, node, place)),
    after: (id: string) => choose((node) => insertAfter(definition, node, id)),
    before: (id: string) => choose((node) => insertBefore(definition, node, id)),
  }
}
