import { notices } from '#core/declared.ts'

export const workflowNotices = notices({
  workflow_stopped: {
    about: 'A guard stopped a workflow that ran in a ring, or again and again for one record.',
    least: 'admin',
  },
  human_step_waiting: {
    about: 'A step of a workflow waits for an answer of yours, or of one of your role.',
    least: 'member',
  },
})
