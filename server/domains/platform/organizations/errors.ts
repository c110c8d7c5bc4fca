import { errors } from '#core/errors.ts'

export const organizationErrors = errors({
  slug_taken: { status: 409, message: 'A workspace with this name exists already.', fix: 'Choose another name.' },
  country_unknown: {
    status: 400,
    message: 'This is not a country with telephone numbers.',
    fix: 'Send an ISO 3166 code of two letters, such as DE, or null.',
  },
})
