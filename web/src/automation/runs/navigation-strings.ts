import { messages } from '#web/i18n/strings.ts'

/** Apart from the words of the pages, which are loaded with them. */
export const navigation = messages('automation/runs/navigation-strings', {
  workflowRuns: 'Workflow runs',
  workflowRunsAbout: 'What workflows did, wait for, and could not do',
})
