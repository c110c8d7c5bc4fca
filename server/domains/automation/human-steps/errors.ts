import { errors } from '#core/errors.ts'

export const humanStepErrors = errors({
  step_link_unknown: {
    status: 404,
    message: 'This link leads to no step.',
    fix: 'Use the link of the newest email; the step may have been given to another person.',
  },
})
