import { errors } from '#core/errors.ts'

export const dealErrors = errors({
  deal_not_found: {
    status: 404,
    message: 'The deal does not exist.',
    fix: 'It may have been removed, or belong to another workspace.',
  },
  deal_has_no_contact: {
    status: 409,
    message: 'This deal has no contact.',
    fix: 'Add a contact to the deal first.',
  },
  deal_linked: {
    status: 409,
    message: 'This deal was merged into another one.',
    fix: 'Use the other deal; `linked_to` names it.',
  },
  deal_moved_since: {
    status: 409,
    message: 'This move cannot be undone any more.',
    fix: 'The deal was moved since, or merged: move it with `move-deal`.',
  },
  fields_missing: {
    status: 409,
    message: 'Fields are required for this stage.',
    fix: 'Set the fields listed in `missing` with `set-fields`, or send them in `fields`.',
  },
  lost_reason_needed: {
    status: 400,
    message: 'A lost deal needs a reason.',
    fix: 'Send the reason in `lostReason`.',
  },
  pipeline_not_found: {
    status: 404,
    message: 'The pipeline does not exist.',
    fix: 'It may have been archived, or belong to another workspace: list the pipelines again.',
  },
  pipeline_in_use: {
    status: 409,
    message: 'This pipeline has open deals, or is the default one.',
    fix: 'First close or move the deals, and make another pipeline the default.',
  },
  pipeline_incomplete: {
    status: 400,
    message: 'A pipeline needs at least one open, one won and one lost stage.',
    fix: 'Send at least one stage of each kind.',
  },
  stage_not_found: {
    status: 404,
    message: 'The stage does not exist.',
    fix: 'It may have been archived, or belong to another pipeline: list the pipelines again.',
  },
  stage_in_use: {
    status: 409,
    message: 'This stage has open deals.',
    fix: 'Move the deals to another stage first.',
  },
  stage_kind_fixed: {
    status: 409,
    message: 'The kind of a stage cannot be changed.',
    fix: 'Add a stage of the other kind, and archive this one.',
  },
  task_not_found: { status: 404, message: 'The task does not exist.', fix: 'It may belong to another workspace.' },
  task_done: { status: 409, message: 'This task is already completed.', fix: 'Reload the tasks.' },
})
