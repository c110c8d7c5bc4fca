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
})
