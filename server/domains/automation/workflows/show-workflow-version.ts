import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { workflowErrors } from './errors.ts'
import { showVersionOf, WorkflowVersionDetail } from './versions.ts'
import { findWorkflow } from './workflows.ts'

export const showWorkflowVersion = action({
  name: 'show-workflow-version',
  summary: 'Show a version of a workflow',
  who: 'member',
  transports: ['gateway', 'mcp', 'assistant'],
  effect: 'read',
  scope: 'workflows:read',
  input: z.object({ workflowId: z.uuid(), version: z.int().min(1) }),
  output: z.object({ version: WorkflowVersionDetail }),
  errors: [workflowErrors.workflow_not_found, workflowErrors.version_not_found],
  examples: [{ title: 'The first', input: { workflowId: '01980000-0000-7000-8000-000000000000', version: 1 } }],

  async run({ workflowId, version }, { db, org, fail }) {
    if (!(await findWorkflow(db, org.id, workflowId))) throw fail('workflow_not_found')
    const found = await showVersionOf(db, org.id, workflowId, version)
    if (!found) throw fail('version_not_found', { field: 'version' })
    return { version: found }
  },
})
