import { errors } from '#core/errors.ts'

export const importErrors = errors({
  upload_no_room: {
    status: 409,
    message: 'The files of this workspace use all of its storage.',
    fix: 'Remove finished uploads; the operator sets UPLOAD_MAX_FILES and UPLOAD_MAX_BYTES_PER_WORKSPACE.',
  },
  upload_not_found: {
    status: 404,
    message: 'The file does not exist.',
    fix: 'It may have been removed, or belong to another workspace.',
  },
  upload_wrong_state: {
    status: 409,
    message: 'The state of the file does not allow this.',
    fix: 'Check the state of the file with show-upload.',
  },
  upload_busy: { status: 409, message: 'This file is being processed.', fix: 'Wait until it is done, or cancel it.' },
  upload_offset_wrong: {
    status: 409,
    message: 'The upload offset does not match the bytes received so far.',
    fix: 'Resume from `received_bytes` of show-upload.',
  },
  upload_too_large: { status: 413, message: 'The file is too large.', fix: 'Split the file, or raise UPLOAD_MAX_BYTES.' },
  upload_empty: {
    status: 400,
    message: 'The file is empty.',
    fix: 'Upload a CSV file with a header row and at least one row.',
  },
  upload_not_text: { status: 400, message: 'This is not a text file.', fix: 'Save the table as CSV (UTF-8) and upload that.' },
  upload_not_mapped: {
    status: 400,
    message: 'No column is mapped to email or phone.',
    fix: 'Map at least one column to email or phone.',
  },
  upload_repeated: {
    status: 409,
    message: 'A file with the same content was imported before.',
    fix: 'Send `again: true` to import its leads a second time, or map a column to external_id.',
  },
  upload_nothing_valid: {
    status: 409,
    message: 'None of the first 10,000 rows is a valid lead.',
    fix: 'Check the column mapping, the delimiter and the encoding.',
  },
  upload_too_many_invalid: {
    status: 409,
    message: 'More than a million rows are invalid.',
    fix: 'Check the column mapping, or fix the file first.',
  },
  upload_file_missing: {
    status: 409,
    message: 'The stored file is missing.',
    fix: 'Restore it from a backup, or upload the file again.',
  },
  upload_row_not_found: {
    status: 404,
    message: 'This row does not exist or has no errors.',
    fix: 'List the rows with list-upload-rows.',
  },
  upload_row_taken: { status: 409, message: 'This row is already imported.', fix: 'No action needed.' },
})
