import type { WorkflowCaps } from '#shapes/workflow-caps.ts'
import type { PlacedNode } from './graphs.ts'
import { error, type Trouble } from './trouble-lists.ts'

/** What of a step is more than the operator allows. */
export const troublesOfCaps = ({ draft, node }: Pick<PlacedNode, 'draft' | 'node'>, caps: WorkflowCaps): Trouble[] => {
  if (node?.kind === 'loop' && node.most > caps.items)
    return [error(draft.id, 'most', `A loop may go over ${caps.items} items at most.`)]
  if (node?.kind === 'parallel' && node.branches.length > caps.branches)
    return [error(draft.id, 'branches', `There may be ${caps.branches} branches at most.`)]
  if (node?.kind === 'switch' && node.cases.length > caps.branches)
    return [error(draft.id, 'cases', `There may be ${caps.branches} cases at most.`)]
  return []
}
