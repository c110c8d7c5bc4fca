import { module } from '#core/module.ts'
import { cancelRun } from './cancel-run.ts'
import { workflowErrors } from './errors.ts'
import { runEvents } from './events.ts'
import { executeWorkflow } from './execute-workflow.ts'
import { listRuns } from './list-runs.ts'
import { workflowNotices } from './notices.ts'
import { processQueue } from './process-queue.ts'
import { resumeWorkflow } from './resume-workflow.ts'
import { showRun } from './show-run.ts'
import { startWorkflows } from './start-workflows.ts'

/** What happens without a person: graphs of steps that are published, run, wait, and end where all can see it. */
export const workflowsModule = module({
  title: 'Workflows',
  actions: [executeWorkflow, resumeWorkflow, cancelRun, processQueue, listRuns, showRun],
  errors: workflowErrors,
  scopes: {
    'workflows:read': 'Read workflows and their runs',
    'workflows:write': 'Start workflows, answer and cancel their runs',
  },
  events: [runEvents],
  reactions: [startWorkflows],
  notices: workflowNotices,
  owns: [
    'workflows',
    'workflow_settings',
    'workflow_drafts',
    'workflow_versions',
    'workflow_runs',
    'workflow_steps',
    'workflow_waits',
    'workflow_effects',
  ],
})
