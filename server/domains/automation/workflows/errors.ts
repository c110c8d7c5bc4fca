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
  workflow_hook_not_found: {
    status: 404,
    message: 'There is no workflow at this address.',
    fix: 'Copy the address again, or make a new one: it is shown once, when it is made.',
  },
  workflow_hook_unproven: {
    status: 401,
    message: 'The request does not prove who sent it.',
    fix: 'Send the signature or bearer token that the trigger of the workflow asks for, made with its secret.',
  },
  too_many_runs: {
    status: 429,
    message: 'The workspace has too many runs that have not ended.',
    fix: 'Cancel runs that wait for nothing any more, or archive their workflow.',
  },
  too_many_runs_this_month: {
    status: 429,
    message: 'The workspace has started as many runs as it may this month.',
    fix: 'Wait for the next month, or ask the operator for more (WORKFLOW_MAX_RUNS_PER_MONTH).',
  },
  run_under_way: {
    status: 409,
    message: 'Another run of the same key is under way, and the workflow skips others.',
    fix: 'Look at that run with show-run: `run_id` names it. Start anew when it has ended.',
  },
  subject_not_found: {
    status: 404,
    message: 'The record that the workflow is to be started for does not exist.',
    fix: 'Send the id of a lead, contact or deal of this workspace, as the workflow asks for.',
  },
  step_not_found: {
    status: 404,
    message: 'No step waits under this id.',
    fix: 'List the open steps with list-human-steps, or look at the run with show-run.',
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
  workflow_malformed: {
    status: 400,
    message: 'This is not a workflow.',
    fix: 'The message names the step and the field; `/docs/workflow.schema.json` is the shape.',
  },
  workflow_too_large: {
    status: 400,
    message: 'The workflow is too large.',
    fix: 'Shorten its texts, or put a part of it into a workflow of its own.',
  },
  workflow_has_troubles: {
    status: 400,
    message: 'Something in the workflow has to be put right first.',
    fix: '`troubles` lists what, with the step and the field of each.',
  },
  workflow_archived: {
    status: 409,
    message: 'The workflow is archived.',
    fix: 'Take it out of the archive with archive-workflow and `archived: false`.',
  },
  version_not_found: {
    status: 404,
    message: 'The workflow has no such version.',
    fix: 'List its versions with list-workflow-versions.',
  },
  draft_not_found: {
    status: 404,
    message: 'The draft does not exist.',
    fix: 'It may have been published or discarded: show-workflow lists the drafts that there are.',
  },
  draft_changed: {
    status: 409,
    message: 'The draft was saved by someone else meanwhile.',
    fix: '`draft` is how it stands, with who saved it and when. Join both and save on its `revision`.',
  },
  published_meanwhile: {
    status: 409,
    message: 'Another version was published since the draft was made.',
    fix: '`published` is that version. Compare it with the draft, then publish with its number as `replaces`.',
  },
  rehearsal_of_another: {
    status: 409,
    message: 'The rehearsal is not of this draft as it stands.',
    fix: 'Rehearse the draft anew with rehearse-workflow, and send the id of that rehearsal once it is done.',
  },
  many_people: {
    status: 409,
    message: 'In its rehearsal it had run for more than 100 people for whom the published version does not run.',
    fix: '`people` says for how many. Look at the rehearsal, then publish with `confirm: true`.',
  },
  role_too_high: {
    status: 403,
    message: 'A workflow may do no more than who publishes it.',
    fix: 'Choose a lower role in its settings, or ask an admin to publish it.',
  },
  workflow_template_not_found: {
    status: 404,
    message: 'There is no such template of workflows.',
    fix: 'List them with list-workflow-templates.',
  },
  run_not_paused: {
    status: 409,
    message: 'The run is not paused.',
    fix: 'Look at the run: it may go on already, or wait for a person or an event.',
  },
  effect_uncertain: {
    status: 409,
    message: 'Whether a step of the run was done is not known.',
    fix: 'Look at the receiver, and say with settle-effect what happened.',
  },
  effect_not_uncertain: {
    status: 409,
    message: 'The result of this step is known.',
    fix: 'Look at the run: `settle-effect` is for steps whose state is `uncertain`.',
  },
  credential_origin_invalid: {
    status: 400,
    message: 'This is not an origin.',
    fix: 'Send the beginning of the address without a path, such as `https://api.example.com`.',
  },
  credential_origin_not_allowed: {
    status: 400,
    message: 'Requests cannot be sent to this address.',
    fix: 'Use https and a public host; the operator can allow others with OUTGOING_ALLOWED_PRIVATE.',
  },
  credential_header_invalid: {
    status: 400,
    message: 'The credential cannot be sent in this header.',
    fix: 'Name the header that the service asks for, such as Authorization or X-Api-Key; its value is one line of plain characters.',
  },
  credential_not_found: {
    status: 404,
    message: 'The credential does not exist.',
    fix: 'List those of the workspace with list-http-credentials.',
  },
  credential_name_taken: {
    status: 409,
    message: 'Another credential has this name.',
    fix: 'Choose another name, or save over that one with its `credentialId`.',
  },
  too_many_credentials: {
    status: 409,
    message: 'A workspace has 100 credentials at most.',
    fix: 'Remove those that no workflow uses.',
  },
  template_answer_missing: {
    status: 400,
    message: 'The template asks for something that was not answered.',
    fix: '`field` names it; list-workflow-templates says what each template asks for.',
  },
  run_not_ended: {
    status: 409,
    message: 'The run, or a replay of it, has not ended.',
    fix: 'Wait for its end, or cancel it with cancel-run.',
  },
  run_not_failed: {
    status: 409,
    message: 'Only a run that failed or is paused can go on from where it stands.',
    fix: 'Replay it instead: replay-run makes a new run from a step of your choice.',
  },
  run_forgotten: {
    status: 409,
    message: 'What the steps of the run took and gave is forgotten by now.',
    fix: 'Start the workflow anew.',
  },
  step_not_reached: {
    status: 409,
    message: 'In this version the steps of the run do not lead to that step.',
    fix: 'Choose a step that the run came to, or replay it on its own version.',
  },
})
