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
  too_many_runs: {
    status: 429,
    message: 'The workspace has 100,000 runs that have not ended.',
    fix: 'Cancel runs that wait for nothing any more, or archive their workflow.',
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
  workflow_malformed: {
    status: 400,
    message: 'This is not a workflow.',
    fix: 'The message names the step and the field; `/docs/workflow.schema.json` is the shape.',
  },
  workflow_too_large: {
    status: 400,
    message: 'The workflow is larger than 256 KiB.',
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
  template_answer_missing: {
    status: 400,
    message: 'The template asks for something that was not answered.',
    fix: '`field` names it; list-workflow-templates says what each template asks for.',
  },
})
