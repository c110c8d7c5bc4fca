import { z } from 'zod'
import type { BaseContext, Db } from '#core/context.ts'
import { shape } from '#shapes'
import type { DraftDefinition } from './draft-definitions.ts'
import { knownPartsOf } from './known-catalogue.ts'
import { findTroubles } from './troubles.ts'

export const WorkflowTrouble = shape('WorkflowTrouble', {
  node: z.string().nullable().describe('The step; null of the workflow as a whole'),
  field: z.string().describe('In the step: `input.to`, `next.done`'),
  message: z.string(),
  level: z.enum(['error', 'warning']).describe('With an error it cannot be published'),
})

/** All that has to be put right in a definition, by what the workspace has at this moment. */
export const checkDefinition = async (
  db: Db,
  orgId: string,
  workflowId: string | null,
  definition: DraftDefinition,
  { allowedTargets: allowed, workflows: caps }: Pick<BaseContext['settings'], 'allowedTargets' | 'workflows'>,
): Promise<z.output<typeof WorkflowTrouble>[]> =>
  findTroubles(definition, { ...(await knownPartsOf(db, orgId, { self: workflowId, definition })), allowed, caps })
