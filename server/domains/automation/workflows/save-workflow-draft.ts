import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import type { Db } from '#core/context.ts'
import { checkDefinition, WorkflowTrouble } from './checks.ts'
import { readDraft, SentDefinition } from './draft-definitions.ts'
import { addDraft, authorOf, lockDraft, saveDraft, showDraftOf, WorkflowDraft } from './drafts.ts'
import { workflowErrors } from './errors.ts'
import { emitWorkflowChanged } from './workflow-changes.ts'
import { changeWorkflow, lockWorkflow, type WorkflowRow } from './workflows.ts'

export const saveWorkflowDraft = action({
  name: 'save-workflow-draft',
  summary: 'Save a draft of a workflow',
  description:
    'Makes no version. `revision` is the one that was read; 0 makes the caller’s own draft. If it was saved meanwhile, 409 `draft_changed` answers the draft as it stands, so that both can be joined. With `draftId` it goes into a colleague’s draft.',
  who: 'member',
  transports: ['gateway'],
  effect: 'write',
  // It saves by itself, many times a minute; what comes of it, a version that is published, has an entry.
  unaudited: true,
  scope: 'workflows:write',
  limit: { times: 600, seconds: 60 },
  input: z.object({
    workflowId: z.uuid(),
    draftId: z.uuid().optional().describe('A colleague’s; without it the caller’s own'),
    revision: z.int().min(0),
    definition: SentDefinition,
  }),
  output: z.object({ draft: WorkflowDraft, troubles: z.array(WorkflowTrouble) }),
  errors: [
    ...[workflowErrors.workflow_not_found, workflowErrors.draft_not_found, workflowErrors.draft_changed],
    ...[workflowErrors.workflow_archived, workflowErrors.workflow_malformed, workflowErrors.workflow_too_large],
  ],
  examples: [
    {
      title: 'The first save',
      input: {
        workflowId: '01980000-0000-7000-8000-000000000000',
        revision: 0,
        definition: { foyer_workflow: 1, name: 'Welcome a lead', trigger: { kind: 'event', event: 'lead.received' } },
      },
    },
  ],

  async run({ workflowId, draftId, revision, definition: sent }, { db, org, person, keyId, newId, emit, settings, fail }) {
    const definition = readDraft(sent, settings.workflows)
    const authorId = authorOf({ person, keyId })
    const workflow = await lockWorkflow(db, org.id, workflowId)
    if (!workflow) throw fail('workflow_not_found')
    if (workflow.archived_at) throw fail('workflow_archived')
    const held = await lockDraft(db, org.id, workflowId, { draftId, authorId })
    if (!held && (draftId !== undefined || revision > 0))
      throw fail('draft_not_found', { field: draftId ? 'draftId' : 'revision' })
    const of = held ? held.id : newId()
    if (held && held.revision !== revision)
      throw fail('draft_changed', {
        field: 'revision',
        facts: { draft: await showDraftOf(db, org.id, workflowId, { draftId: of, authorId }) },
      })
    if (held) await saveDraft(db, org.id, of, { definition, authorId })
    else await addDraft(db, org.id, { id: of, workflowId, authorId, baseVersion: workflow.published_version, definition })
    const after = await renamed(db, org.id, workflow, definition.name)
    await emitWorkflowChanged({ db, emit }, org.id, workflowId, workflow, after)
    const draft = await showDraftOf(db, org.id, workflowId, { draftId: of, authorId })
    if (!draft) throw new Error('a draft that was just saved is not there')
    return { draft, troubles: await checkDefinition(db, org.id, workflowId, definition, settings) }
  },
})

/** What was never published is called as its last draft calls it. */
const renamed = async (db: Db, orgId: string, workflow: WorkflowRow, name: string): Promise<WorkflowRow> => {
  if (workflow.last_version > 0 || name.trim() === '' || name === workflow.name) return workflow
  await changeWorkflow(db, orgId, workflow.id, { name: name.trim() })
  return { ...workflow, name: name.trim() }
}
