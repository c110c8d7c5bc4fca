import { errors } from '#core/errors.ts'

export const contactErrors = errors({
  contact_not_found: {
    status: 404,
    message: 'No such contact.',
    fix: 'It may have been removed, or belong to another workspace.',
  },
  contact_taken: {
    status: 409,
    message: 'This address or number belongs to another contact.',
    fix: 'Merge the two if they are one person.',
  },
  claim_not_found: { status: 404, message: 'No such claim.', fix: 'Load the contact again.' },
  merge_not_found: { status: 404, message: 'No such merge.', fix: 'Load the contact again.' },
  merge_with_itself: {
    status: 400,
    message: 'Source and destination are the same.',
    fix: 'Choose two different ones.',
  },
})
