import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { checkDefinition, WorkflowTrouble } from './checks.ts'
import { readDraft, SentDefinition } from './draft-definitions.ts'
import { workflowErrors } from './errors.ts'

export const checkWorkflow = action({
  name: 'check-workflow',
  summary: 'Check a workflow without storing it',
  description: 'Says what has to be put right before it can be published, with the step and the field of each.',
  who: 'member',
  transports: ['gateway', 'mcp'],
  effect: 'read',
  scope: 'workflows:read',
  limit: { times: 600, seconds: 60 },
  input: z.object({
    workflowId: z.uuid().optional().describe('The workflow that it will be a version of: it may not start itself'),
    definition: SentDefinition,
  }),
  output: z.object({ troubles: z.array(WorkflowTrouble) }),
  errors: [workflowErrors.workflow_malformed, workflowErrors.workflow_too_large],
  examples: [
    {
      title: 'One without a step',
      input: { definition: { foyer_workflow: 1, name: 'Welcome a lead', trigger: { kind: 'event', event: 'lead.received' } } },
    },
  ],

  run: async ({ workflowId, definition }, { db, org, settings }) => ({
    troubles: await checkDefinition(db, org.id, workflowId ?? null, readDraft(definition, settings.workflows), settings),
  }),
})
