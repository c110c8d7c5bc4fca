import { module } from '#core/module.ts'
import { workflowErrors } from './errors.ts'

/** What happens without a person: graphs of steps that are published, run, wait, and end where all can see it. */
export const workflowsModule = module({
  title: 'Workflows',
  errors: workflowErrors,
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
