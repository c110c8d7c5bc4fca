import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { atLeast } from '#core/actions/caller.ts'
import { transportErrors } from '#core/errors.ts'
import { authorOf, countDrafts, lockDraft, removeDraft } from './drafts.ts'
import { workflowErrors } from './errors.ts'
import { emitWorkflowChanged } from './workflow-changes.ts'
import { lockWorkflow, removeWorkflow } from './workflows.ts'

export const discardWorkflowDraft = action({
  name: 'discard-workflow-draft',
  summary: 'Discard a draft of a workflow',
  description:
    'The caller’s own; a colleague’s is an admin’s to discard. A workflow that was never published goes with its last draft.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  scope: 'workflows:write',
  input: z.object({ workflowId: z.uuid(), draftId: z.uuid(), revision: z.int().min(1) }),
  output: z.object({ success: z.literal(true), removed: z.boolean().describe('The workflow went too') }),
  errors: [
    ...[workflowErrors.workflow_not_found, workflowErrors.draft_not_found, workflowErrors.draft_changed],
    transportErrors.forbidden,
  ],
  examples: [
    {
      title: 'A draft that is not wanted',
      input: {
        ...{ workflowId: '01980000-0000-7000-8000-000000000000', draftId: '01980000-0000-7000-8000-000000000001' },
        revision: 3,
      },
    },
  ],

  async run({ workflowId, draftId, revision }, { db, org, person, keyId, emit, fail }) {
    const workflow = await lockWorkflow(db, org.id, workflowId)
    if (!workflow) throw fail('workflow_not_found')
    const authorId = authorOf({ person, keyId })
    const held = await lockDraft(db, org.id, workflowId, { draftId, authorId })
    if (!held) throw fail('draft_not_found', { field: 'draftId' })
    if (held.person_id !== authorId && !(person && atLeast(person.role, 'admin'))) throw fail('forbidden')
    if (held.revision !== revision) throw fail('draft_changed', { field: 'revision' })
    await removeDraft(db, org.id, draftId)
    const { drafts } = await countDrafts(db, org.id, workflowId)
    const removed = drafts === 0 && workflow.last_version === 0
    if (removed) await removeWorkflow(db, org.id, workflowId)
    await emitWorkflowChanged({ db, emit }, org.id, workflowId, workflow, removed ? null : workflow)
    return { success: true as const, removed }
  },
})
