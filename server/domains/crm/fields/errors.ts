import { errors } from '#core/errors.ts'

export const fieldErrors = errors({
  field_not_found: {
    status: 404,
    message: 'The field does not exist.',
    fix: 'List the fields again: it may have been archived or deleted, or belong to another kind of record.',
  },
  field_key_taken: {
    status: 409,
    message: 'Another field of this kind of record has this key.',
    fix: 'Choose another key. Archived fields keep theirs.',
  },
  field_name_taken: {
    status: 409,
    message: 'Another field of this kind of record has this name.',
    fix: 'Choose another name.',
  },
  field_fixed: {
    status: 409,
    message: 'The kind, the key, the type and the currency of a field do not change.',
    fix: 'Add another field, and archive this one.',
  },
  field_options_invalid: {
    status: 400,
    message: 'The settings do not fit the type of the field.',
    fix: 'See the reference of `save-field` for what each type takes.',
  },
  field_value_invalid: {
    status: 400,
    message: 'The value does not fit the field.',
    fix: 'The message says what the field takes, `field` is its key, and `faults` lists all that do not fit.',
  },
  field_not_archived: {
    status: 409,
    message: 'Only an archived field can be deleted.',
    fix: 'Archive it first.',
  },
  too_many_fields: {
    status: 409,
    message: 'A kind of record can have at most 200 fields, and 500 with the archived ones.',
    fix: 'Archive or delete some that are not used.',
  },
})
