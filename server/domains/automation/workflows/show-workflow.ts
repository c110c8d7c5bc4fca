import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { checkDefinition, WorkflowTrouble } from './checks.ts'
import { DraftDefinition } from './draft-definitions.ts'
import { showDraftOf, WorkflowDraft } from './drafts.ts'
import { workflowErrors } from './errors.ts'
import { countKept, KeptRuns } from './kept-runs.ts'
import { showVersionOf, WorkflowVersionDetail } from './versions.ts'
import { showHookOf, WorkflowHook } from './workflow-hooks.ts'
import { showWorkflowOf, Workflow } from './workflows.ts'

export const showWorkflow = action({
  name: 'show-workflow',
  summary: 'Show a workflow with its published version and a draft',
  description:
    'The draft is the caller’s own, or a colleague’s that `draftId` names; `workflow.drafts` lists all that there are.',
  who: 'member',
  transports: ['gateway', 'mcp', 'assistant'],
  effect: 'read',
  scope: 'workflows:read',
  limit: { times: 600, seconds: 60 },
  input: z.object({ workflowId: z.uuid(), draftId: z.uuid().optional() }),
  output: z.object({
    workflow: Workflow,
    published: WorkflowVersionDetail.nullable(),
    latest: WorkflowVersionDetail.nullable().describe('The newest version, where none is published now'),
    draft: WorkflowDraft.nullable(),
    hook: WorkflowHook.nullable().describe('The address of a webhook trigger, once it was made'),
    troubles: z.array(WorkflowTrouble).describe('Of the draft'),
    kept: KeptRuns.nullable().describe('Of a workflow that is stopped: what goes on when it is turned on again'),
  }),
  errors: [workflowErrors.workflow_not_found, workflowErrors.draft_not_found],
  examples: [{ title: 'One workflow', input: { workflowId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ workflowId, draftId }, { db, org, person, keyId, now, settings, fail }) {
    const authorId = person?.id ?? keyId
    const workflow = await showWorkflowOf(db, org.id, workflowId, { authorId, now: now() })
    if (!workflow) throw fail('workflow_not_found')
    const draft = await showDraftOf(db, org.id, workflowId, { draftId, authorId })
    if (draftId !== undefined && !draft) throw fail('draft_not_found', { field: 'draftId' })
    const published = await showVersionOf(db, org.id, workflowId, workflow.version)
    return {
      ...{ workflow, published },
      latest: published ? null : await showVersionOf(db, org.id, workflowId, workflow.last_version),
      draft,
      kept: workflow.stopped_at === null ? null : await countKept(db, org.id, workflowId),
      hook: await showHookOf(db, org.id, workflowId, now()),
      troubles: draft ? await checkDefinition(db, org.id, workflowId, DraftDefinition.parse(draft.definition), settings) : [],
    }
  },
})
