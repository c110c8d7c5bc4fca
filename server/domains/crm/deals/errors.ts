import { errors } from '#core/errors.ts'

export const dealErrors = errors({
  deal_not_found: { status: 404, message: 'No such deal.', fix: 'It may have been removed, or belong to another workspace.' },
  deal_linked: {
    status: 409,
    message: 'This deal went into another one.',
    fix: 'Work on the other one; `linked_to` names it.',
  },
  lost_reason_needed: {
    status: 400,
    message: 'A lost deal needs a reason.',
    fix: 'Say in `lostReason` why it was lost.',
  },
  pipeline_not_found: {
    status: 404,
    message: 'No such pipeline.',
    fix: 'It may have been archived, or belong to another workspace: list the pipelines again.',
  },
  pipeline_in_use: {
    status: 409,
    message: 'There are open deals in this pipeline, or it is the default one.',
    fix: 'Close the deals or move them, and make another pipeline the default, first.',
  },
  pipeline_incomplete: {
    status: 400,
    message: 'A pipeline needs a stage that is open, one for won and one for lost deals.',
    fix: 'Send at least one stage of each kind.',
  },
  stage_not_found: {
    status: 404,
    message: 'No such stage.',
    fix: 'It may have been archived, or belong to another pipeline: list the pipelines again.',
  },
  stage_in_use: {
    status: 409,
    message: 'There are open deals in this stage.',
    fix: 'Move the deals to another stage first.',
  },
  stage_kind_fixed: {
    status: 409,
    message: 'The kind of a stage stays what it is.',
    fix: 'Add a stage of the other kind, and archive this one.',
  },
  task_not_found: { status: 404, message: 'No such task.', fix: 'It may belong to another workspace.' },
  task_done: { status: 409, message: 'This task is done already.', fix: 'Load the tasks again.' },
})
