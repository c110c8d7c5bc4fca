import { errors } from '#core/errors.ts'

export const workflowErrors = errors({
  workflow_not_found: {
    status: 404,
    message: 'The workflow does not exist.',
    fix: 'List the workflows of the workspace with list-workflows.',
  },
  run_not_found: {
    status: 404,
    message: 'The run does not exist.',
    fix: 'List the runs of the workspace with list-runs.',
  },
  workflow_not_published: {
    status: 409,
    message: 'The workflow is not published.',
    fix: 'Publish it, or start another.',
  },
  subject_not_found: {
    status: 404,
    message: 'The record that the workflow is to be started for does not exist.',
    fix: 'Send the id of a lead, contact or deal of this workspace, as the workflow asks for.',
  },
  already_resumed: {
    status: 409,
    message: 'The step was answered before.',
    fix: 'Look at the run: it says who answered, when, and what.',
  },
  wait_ended: {
    status: 409,
    message: 'The time for an answer is over.',
    fix: 'Look at the run: it went on without an answer.',
  },
  run_ended: {
    status: 409,
    message: 'The run has ended.',
    fix: 'Replay it from the step, if the answer is still wanted.',
  },
})
