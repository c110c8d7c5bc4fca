import { errors } from '#core/errors.ts'

export const draftErrors = errors({
  prd_given: {
    status: 409,
    message: 'A person wrote these product requirements.',
    fix: 'Change them by hand: no model writes over what a person wrote.',
  },
  nothing_asked: {
    status: 409,
    message: 'The prospect has not said what they want.',
    fix: 'There is nothing to write product requirements from.',
  },
})
