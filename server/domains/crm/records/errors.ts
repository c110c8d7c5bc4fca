import { errors } from '#core/errors.ts'

export const recordErrors = errors({
  record_not_found: {
    status: 404,
    message: 'The record does not exist.',
    fix: 'It may have been removed, or belong to another workspace. `kind` must be that of the record.',
  },
  record_in_bin: {
    status: 409,
    message: 'This record is in the bin.',
    fix: 'Restore it first.',
  },
})
