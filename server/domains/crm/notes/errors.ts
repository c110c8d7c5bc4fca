import { errors } from '#core/errors.ts'

export const noteErrors = errors({
  note_not_found: {
    status: 404,
    message: 'The note does not exist.',
    fix: 'It may have been deleted, or belong to another workspace.',
  },
  note_of_other: {
    status: 403,
    message: 'This note was written by someone else.',
    fix: 'Its author and admins can change it.',
  },
})
