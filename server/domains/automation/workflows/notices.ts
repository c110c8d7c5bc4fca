import { notices } from '#core/declared.ts'

export const workflowNotices = notices({
  workflow_stopped: {
    about: 'A guard stopped a workflow that ran in a ring, again and again for one record, or too often.',
    least: 'admin', topic: 'workflows',
  },
  human_step_waiting: {
    about: 'A step of a workflow waits for an answer of yours, or of one of your role.',
    least: 'member', topic: 'workflows',
  },
  workflow_run_failed: { about: 'A run of a workflow failed, or cannot go on until a person did something.', least: 'admin', topic: 'workflows' },
})
