import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { PageSize } from '#shapes'
import { workflowErrors } from './errors.ts'
import { listVersionsOf, WorkflowVersion } from './versions.ts'
import { findWorkflow } from './workflows.ts'

export const listWorkflowVersions = action({
  name: 'list-workflow-versions',
  summary: 'List the versions of a workflow, newest first',
  who: 'member',
  transports: ['gateway', 'mcp', 'assistant'],
  effect: 'read',
  scope: 'workflows:read',
  input: z.object({
    workflowId: z.uuid(),
    before: z.int().min(1).optional().describe('`next_before` of the previous page'),
    limit: PageSize,
  }),
  output: z.object({ versions: z.array(WorkflowVersion), next_before: z.int().nullable() }),
  errors: [workflowErrors.workflow_not_found],
  examples: [{ title: 'Of one workflow', input: { workflowId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ workflowId, before, limit }, { db, org, fail }) {
    if (!(await findWorkflow(db, org.id, workflowId))) throw fail('workflow_not_found')
    const found = await listVersionsOf(db, org.id, workflowId, { before, limit: limit + 1 })
    const versions = found.slice(0, limit)
    return { versions, next_before: found.length > limit ? (versions.at(-1)?.version ?? null) : null }
  },
})
