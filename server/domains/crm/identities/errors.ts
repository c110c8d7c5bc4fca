import { errors } from '#core/errors.ts'

export const contactErrors = errors({
  contact_not_found: {
    status: 404,
    message: 'The contact does not exist.',
    fix: 'It may have been removed, or belong to another workspace.',
  },
  contact_taken: {
    status: 409,
    message: 'This email address or number belongs to another contact.',
    fix: 'Merge the two contacts if they are the same person.',
  },
  claim_not_found: { status: 404, message: 'The claim does not exist.', fix: 'Reload the contact.' },
  merge_not_found: { status: 404, message: 'The merge does not exist.', fix: 'Reload the contact.' },
  merge_with_itself: {
    status: 400,
    message: 'Source and destination are the same.',
    fix: 'Choose two different ones.',
  },
  order_with_search: {
    status: 400,
    message: 'A search is always newest first.',
    fix: 'Leave out `order`, or `search`.',
  },
})
