import { notices } from '#core/declared.ts'

export const workflowNotices = notices({
  workflow_stopped: {
    about: 'A guard stopped a workflow that ran in a ring, again and again for one record, or too often.',
    least: 'admin',
    topic: 'workflows',
    line: ({ workflow }) => `“${workflow}” was stopped by a guard`,
    page: (workflowId) => `/workflows/${workflowId}`,
  },
  human_step_waiting: {
    about: 'A step of a workflow waits for an answer of yours, or of one of your role.',
    least: 'member',
    topic: 'workflows',
    line: ({ workflow }) => `“${workflow}” asks for your answer`,
    page: (stepId) => `/to-do/${stepId}`,
    isMailed: true,
  },
  workflow_run_failed: {
    about: 'A run of a workflow failed, or cannot go on until a person did something.',
    least: 'admin',
    topic: 'workflows',
    line: ({ workflow, state }) => `A run of “${workflow}” ${state === 'paused' ? 'is paused' : 'failed'}`,
    page: (_workflowId, { run }) => `/workflows/runs/${run}`,
  },
})
