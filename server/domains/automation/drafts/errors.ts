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
})
