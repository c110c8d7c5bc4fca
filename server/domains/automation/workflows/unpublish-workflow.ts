import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { authorOf } from './drafts.ts'
import { workflowErrors } from './errors.ts'
import { startDueOfWorkflow } from './schedule-starts.ts'
import { endPublished } from './versions.ts'
import { emitWorkflowChanged } from './workflow-changes.ts'
import { removeSchedule } from './workflow-schedules.ts'
import { changeWorkflow, lockWorkflow, showWorkflowOf, Workflow } from './workflows.ts'

export const unpublishWorkflow = action({
  name: 'unpublish-workflow',
  summary: 'Take a workflow out of use',
  description: 'Nothing starts it any more. Runs that are under way go on to their end; its versions are kept.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  scope: 'workflows:write',
  hints: { destructive: false, idempotent: true },
  input: z.object({ workflowId: z.uuid() }),
  output: z.object({ workflow: Workflow }),
  errors: [workflowErrors.workflow_not_found],
  examples: [{ title: 'No longer in use', input: { workflowId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ workflowId }, { db, org, person, keyId, now, emit, settings, fail }) {
    const before = await lockWorkflow(db, org.id, workflowId)
    if (!before) throw fail('workflow_not_found')
    if (before.published_version !== null) {
      const changes = { published_version: null, trigger_kind: null }
      await startDueOfWorkflow(db, org.id, workflowId, settings.workflows)
      await removeSchedule(db, org.id, workflowId)
      await endPublished(db, org.id, workflowId)
      await changeWorkflow(db, org.id, workflowId, changes)
      await emitWorkflowChanged({ db, emit }, org.id, workflowId, before, { ...before, ...changes })
    }
    const workflow = await showWorkflowOf(db, org.id, workflowId, { authorId: authorOf({ person, keyId }), now: now() })
    if (!workflow) throw new Error('a workflow that is locked is not there')
    return { workflow }
  },
})
