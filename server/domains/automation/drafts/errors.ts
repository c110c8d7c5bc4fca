import { errors } from '#core/errors.ts'

export const draftErrors = errors({
  prd_given: {
    status: 409,
    message: 'A person wrote this requirements document.',
    fix: 'Edit it by hand: AI never overwrites what a person wrote.',
  },
  nothing_asked: {
    status: 409,
    message: 'The prospect has not described what they want.',
    fix: 'Add a description first: the requirements document is written from it.',
  },
  nothing_to_answer: {
    status: 409,
    message: 'The customer has not written anything yet.',
    fix: 'A draft answers a message: write the first one yourself, or send a template.',
  },
  reply_draft_not_found: {
    status: 404,
    message: 'You have no such draft that is open.',
    fix: 'Take its id from `draft-reply`. A draft that was sent or discarded is closed.',
  },
  nothing_to_sum_up: {
    status: 409,
    message: 'There is nothing to sum up yet.',
    fix: 'Try again when there are messages, tasks or meetings.',
  },
  summary_subject_missing: {
    status: 400,
    message: 'Missing required field: id',
    fix: 'Send the id of the deal, for `thread` and `deal`.',
  },
})
