import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { cancelRunsOf } from './archived-runs.ts'
import { authorOf } from './drafts.ts'
import { workflowErrors } from './errors.ts'
import { endPublished } from './versions.ts'
import { emitWorkflowChanged } from './workflow-changes.ts'
import { removeSchedule } from './workflow-schedules.ts'
import { changeWorkflow, lockWorkflow, showWorkflowOf, Workflow } from './workflows.ts'

export const archiveWorkflow = action({
  name: 'archive-workflow',
  summary: 'Archive a workflow, or take it out of the archive',
  description:
    'Nothing starts an archived one. `waiting` says how its runs end: `end`, they go on to their own end; `cancel`, they end at once, and what they have done stays done. Out of the archive it is a draft until it is published again.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  scope: 'workflows:write',
  input: z.object({
    workflowId: z.uuid(),
    archived: z.boolean().default(true),
    waiting: z.enum(['end', 'cancel']).default('end').describe('Runs that are under way, or wait'),
  }),
  output: z.object({ workflow: Workflow, cancelled: z.int().describe('Runs that were ended') }),
  errors: [workflowErrors.workflow_not_found],
  examples: [
    { title: 'With all that waits', input: { workflowId: '01980000-0000-7000-8000-000000000000', waiting: 'cancel' } },
  ],

  async run({ workflowId, archived, waiting }, { db, org, person, keyId, now, emit, fail }) {
    const before = await lockWorkflow(db, org.id, workflowId)
    if (!before) throw fail('workflow_not_found')
    const changes = archived
      ? { archived_at: before.archived_at ?? now(), published_version: null, trigger_kind: null }
      : { archived_at: null }
    if (archived) {
      await removeSchedule(db, org.id, workflowId)
      await endPublished(db, org.id, workflowId)
    }
    const cancelled =
      archived && waiting === 'cancel'
        ? await cancelRunsOf(db, org.id, workflowId, { code: 'archived', reason: 'The workflow was archived.' })
        : 0
    await changeWorkflow(db, org.id, workflowId, changes)
    await emitWorkflowChanged({ db, emit }, org.id, workflowId, before, { ...before, ...changes })
    const workflow = await showWorkflowOf(db, org.id, workflowId, { authorId: authorOf({ person, keyId }), now: now() })
    if (!workflow) throw new Error('a workflow that is locked is not there')
    return { workflow, cancelled }
  },
})
