import { errors } from '#core/errors.ts'

export const assistantErrors = errors({
  history_too_long: {
    status: 400,
    message: 'The history is longer than 256 KB.',
    fix: 'Send the newest turns that matter, at most 200 of them and 256 KB in all.',
  },
})
