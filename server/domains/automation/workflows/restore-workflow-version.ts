import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { highestCaps } from '#shapes/workflow-caps.ts'
import { checkDefinition, WorkflowTrouble } from './checks.ts'
import { readDraft } from './draft-definitions.ts'
import { addDraft, authorOf, lockDraft, saveDraft, showDraftOf, WorkflowDraft } from './drafts.ts'
import { workflowErrors } from './errors.ts'
import { showVersionOf } from './versions.ts'
import { emitWorkflowChanged } from './workflow-changes.ts'
import { lockWorkflow } from './workflows.ts'

export const restoreWorkflowVersion = action({
  name: 'restore-workflow-version',
  summary: 'Go back to a version of a workflow, as a draft',
  description:
    'Replaces the draft of the caller by this version. Nothing is published. Where there is a draft, send its `revision`.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  scope: 'workflows:write',
  input: z.object({
    workflowId: z.uuid(),
    version: z.int().min(1),
    revision: z.int().min(0).default(0).describe('Of the caller’s own draft; 0: there is none'),
  }),
  output: z.object({ draft: WorkflowDraft, troubles: z.array(WorkflowTrouble) }),
  errors: [
    ...[workflowErrors.workflow_not_found, workflowErrors.version_not_found],
    ...[workflowErrors.workflow_archived, workflowErrors.draft_changed],
  ],
  examples: [{ title: 'The first version', input: { workflowId: '01980000-0000-7000-8000-000000000000', version: 1 } }],

  async run({ workflowId, version, revision }, { db, org, person, keyId, newId, emit, settings, fail }) {
    const workflow = await lockWorkflow(db, org.id, workflowId)
    if (!workflow) throw fail('workflow_not_found')
    if (workflow.archived_at) throw fail('workflow_archived')
    const found = await showVersionOf(db, org.id, workflowId, version)
    if (!found) throw fail('version_not_found', { field: 'version' })
    const authorId = authorOf({ person, keyId })
    const held = await lockDraft(db, org.id, workflowId, { authorId })
    if ((held?.revision ?? 0) !== revision)
      throw fail('draft_changed', {
        field: 'revision',
        facts: { draft: await showDraftOf(db, org.id, workflowId, { authorId }) },
      })
    const definition = readDraft(found.definition, highestCaps)
    const baseVersion = workflow.published_version
    if (held) await saveDraft(db, org.id, held.id, { definition, authorId, baseVersion })
    else await addDraft(db, org.id, { id: newId(), workflowId, authorId, baseVersion, definition })
    await emitWorkflowChanged({ db, emit }, org.id, workflowId, workflow, workflow)
    const draft = await showDraftOf(db, org.id, workflowId, { authorId })
    if (!draft) throw new Error('a draft that was just made is not there')
    return { draft, troubles: await checkDefinition(db, org.id, workflowId, definition, settings) }
  },
})
