import { notices } from '#core/declared.ts'

export const workflowNotices = notices({
  workflow_stopped: {
    about: 'A guard stopped a workflow that ran in a ring, or again and again for one record.',
    least: 'admin',
  },
})
