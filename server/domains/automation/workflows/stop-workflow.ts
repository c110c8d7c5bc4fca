import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { authorOf } from './drafts.ts'
import { workflowErrors } from './errors.ts'
import { cancelKeptStarts } from './kept-runs.ts'
import { readStops, setStop, unpark, WorkflowsStopped } from './stop-switches.ts'
import { emitWorkflowChanged } from './workflow-changes.ts'
import { findWorkflow, lockWorkflow, showWorkflowOf, Workflow } from './workflows.ts'

export const stopWorkflow = action({
  name: 'stop-workflow',
  summary: 'Stop a workflow, or all of the workspace, and let them go on',
  description:
    'While the switch is on nothing starts and nothing leaves; what is due is put aside, and goes on at its place when the switch is off again. With `kept: cancel` what has not begun by then is cancelled. `workflowId: null` is the switch of the workspace.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  scope: 'workflows:write',
  hints: { destructive: false, idempotent: true },
  input: z.object({
    workflowId: z.uuid().nullable(),
    on: z.boolean().describe('Whether it is stopped from now on'),
    kept: z
      .enum(['go_on', 'cancel'])
      .default('go_on')
      .describe('When it is turned off: starts that were kept meanwhile begin, or are cancelled. What had begun goes on'),
  }),
  output: z.object({
    workflow: Workflow.nullable(),
    stopped: WorkflowsStopped.nullable().describe('The switch of the workspace'),
    resumed: z.int().describe('Runs that were put aside, and go on'),
    cancelled: z.int().describe('Starts that were kept, and do not begin'),
  }),
  errors: [workflowErrors.workflow_not_found],
  examples: [
    { title: 'One workflow', input: { workflowId: '01980000-0000-7000-8000-000000000000', on: true } },
    { title: 'All of them', input: { workflowId: null, on: true } },
  ],

  async run({ workflowId, on, kept }, { db, org, person, keyId, now, emit, fail }) {
    const authorId = authorOf({ person, keyId })
    const before = workflowId === null ? undefined : await lockWorkflow(db, org.id, workflowId)
    if (workflowId !== null && !before) throw fail('workflow_not_found')
    const cancelled = !on && kept === 'cancel' ? await cancelKeptStarts(db, org.id, workflowId) : 0
    await setStop(db, org.id, workflowId, { on, by: authorId })
    const resumed = on ? 0 : await unpark(db, org.id, workflowId)
    if (workflowId !== null)
      await emitWorkflowChanged(
        { db, emit },
        org.id,
        workflowId,
        before ?? null,
        (await findWorkflow(db, org.id, workflowId)) ?? null,
      )
    const workflow = workflowId === null ? null : await showWorkflowOf(db, org.id, workflowId, { authorId, now: now() })
    return { workflow: workflow ?? null, stopped: await readStops(db, org.id), resumed, cancelled }
  },
})
