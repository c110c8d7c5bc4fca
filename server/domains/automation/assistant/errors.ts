import { errors } from '#core/errors.ts'

export const assistantErrors = errors({
  history_out_of_order: {
    status: 400,
    message: 'The history begins with an answer.',
    fix: 'Begin with the turn of the `user` that it answers.',
  },
  history_too_long: {
    status: 400,
    message: 'The history is longer than 256 KB.',
    fix: 'Send the newest turns that matter, at most 200 of them and 256 KB in all.',
  },
  assistant_conversation_not_found: {
    status: 404,
    message: 'You have no such conversation with Ask Foyer.',
    fix: 'Take its id from `list-assistant-conversations`, or begin a new one without an id.',
  },
  assistant_is_answering: {
    status: 409,
    message: 'Ask Foyer is still answering your last question.',
    fix: 'Wait for the answer, or begin a new conversation.',
  },
  assistant_conversation_too_long: {
    status: 400,
    message: 'This conversation has become too long.',
    fix: 'Begin a new one. Nothing of a conversation is cut silently.',
  },
  assistant_too_slow: {
    status: 500,
    message: 'The answer took too long.',
    fix: 'Ask for less at once. `AI_ANSWER_SECONDS` of the server says how long it may take.',
  },
  assistant_proposal_not_open: {
    status: 409,
    message: 'This proposal is not open.',
    fix: 'Read its outcome in `state`. Ask again for a new one.',
  },
  assistant_proposal_changed: {
    status: 409,
    message: 'What this would do has changed since it was shown. Nothing was done.',
    fix: 'Look at what it would do now, in `proposal`, and approve that with its `card`.',
  },
  assistant_proposal_not_found: {
    status: 404,
    message: 'You have no such proposal.',
    fix: 'Take its id from the answer of `ask-assistant`. Proposals belong to the person who asked.',
  },
  about_not_found: {
    status: 404,
    message: 'This record does not exist.',
    fix: 'Send the kind and the id of a record that you can open.',
  },
})
