import { module } from '#core/module.ts'
import { rehearsalErrors } from './errors.ts'
import { listRehearsals } from './list-rehearsals.ts'
import { playRehearsal } from './play-rehearsal.ts'
import { rehearseWorkflow } from './rehearse-workflow.ts'
import { rehearsalRetention } from './retention.ts'
import { showRehearsal } from './show-rehearsal.ts'
import { tryWorkflowStep } from './try-workflow-step.ts'

/** What a workflow had done: played on what was recorded, with nothing sent and nothing written. */
export const rehearsalsModule = module({
  title: 'Rehearsals of workflows',
  actions: [rehearseWorkflow, showRehearsal, listRehearsals, tryWorkflowStep],
  jobs: [playRehearsal],
  errors: rehearsalErrors,
  retention: [rehearsalRetention],
  owns: ['workflow_rehearsals', 'workflow_rehearsal_people'],
})
