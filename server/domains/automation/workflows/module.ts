import { module } from '#core/module.ts'
import { archiveWorkflow } from './archive-workflow.ts'
import { cancelRun } from './cancel-run.ts'
import { checkWorkflow } from './check-workflow.ts'
import { createWorkflow } from './create-workflow.ts'
import { discardWorkflowDraft } from './discard-workflow-draft.ts'
import { workflowErrors } from './errors.ts'
import { humanStepEvents, runEvents } from './events.ts'
import { executeWorkflow } from './execute-workflow.ts'
import { explainRun } from './explain-run.ts'
import { exportWorkflow } from './export-workflow.ts'
import { heldRuns } from './held-runs.ts'
import { heldSchedules } from './held-schedules.ts'
import { importWorkflow } from './import-workflow.ts'
import { listHttpCredentials } from './list-http-credentials.ts'
import { listRuns } from './list-runs.ts'
import { listStartableWorkflows } from './list-startable-workflows.ts'
import { listWorkflowSteps } from './list-workflow-steps.ts'
import { listWorkflowTemplates } from './list-workflow-templates.ts'
import { listWorkflowVersions } from './list-workflow-versions.ts'
import { listWorkflows } from './list-workflows.ts'
import { namedModels } from './named-models.ts'
import { workflowNotices } from './notices.ts'
import { resumeRunsAtBudget, resumeRunsAtConnection } from './paused-runs.ts'
import { previewReplay } from './preview-replay.ts'
import { previewSchedule } from './preview-schedule.ts'
import { processQueue } from './process_queue.ts'
import { publishWorkflow } from './publish-workflow.ts'
import { removeHttpCredential } from './remove-http-credential.ts'
import { replayRun } from './replay-run.ts'
import { restoreWorkflowVersion } from './restore-workflow-version.ts'
import { resumeRun } from './resume-run.ts'
import { resumeWorkflow } from './resume-workflow.ts'
import { effectRetention, hookRequestRetention, runRetention, stepRetention } from './retention.ts'
import { retryRun } from './retry-run.ts'
import { rollWorkflowHook } from './roll-workflow-hook.ts'
import { runTimeline } from './run-timeline.ts'
import { saveHttpCredential } from './save-http-credential.ts'
import { saveWorkflowDraft } from './save-workflow-draft.ts'
import { settleEffect } from './settle-effect.ts'
import { showRun } from './show-run.ts'
import { showWorkflow } from './show-workflow.ts'
import { showWorkflowVersion } from './show-workflow-version.ts'
import { startWorkflows } from './start-workflows.ts'
import { stopWorkflow } from './stop-workflow.ts'
import { troubledRuns } from './troubled-runs.ts'
import { unpublishWorkflow } from './unpublish-workflow.ts'
import { workflowEvents } from './workflow-events.ts'

/** What happens without a person: graphs of steps that are published, run, wait, and end where all can see it. */
export const workflowsModule = module({
  title: 'Workflows',
  actions: [
    ...[listWorkflows, showWorkflow, createWorkflow, saveWorkflowDraft, discardWorkflowDraft, checkWorkflow],
    ...[publishWorkflow, unpublishWorkflow, archiveWorkflow, stopWorkflow],
    ...[listWorkflowVersions, showWorkflowVersion, restoreWorkflowVersion, listWorkflowSteps],
    ...[exportWorkflow, importWorkflow, listWorkflowTemplates],
    ...[rollWorkflowHook, previewSchedule],
    ...[listHttpCredentials, saveHttpCredential, removeHttpCredential, settleEffect, resumeRun],
    ...[executeWorkflow, resumeWorkflow, cancelRun, processQueue, listRuns, showRun],
    ...[previewReplay, replayRun, retryRun, explainRun, listStartableWorkflows],
  ],
  errors: workflowErrors,
  events: [workflowEvents, runEvents, humanStepEvents],
  reactions: [startWorkflows],
  notices: workflowNotices,
  within: [runTimeline, troubledRuns, resumeRunsAtConnection, resumeRunsAtBudget, namedModels],
  retention: [stepRetention, runRetention, hookRequestRetention, effectRetention],
  held: [heldRuns, heldSchedules],
  scopes: {
    'workflows:read': 'Read workflows, with their drafts, versions and runs',
    'workflows:write': 'Write, publish, stop and archive workflows; start, answer and cancel their runs',
  },
  owns: [
    'workflows',
    'workflow_settings',
    'workflow_drafts',
    'workflow_versions',
    'workflow_runs',
    'workflow_steps',
    'workflow_waits',
    'workflow_effects',
    'workflow_schedules',
    'directory.workflow_hooks',
    'workflow_hooks',
    'workflow_hook_requests',
    'workflow_credentials',
  ],
})
