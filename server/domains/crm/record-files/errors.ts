import { errors } from '#core/errors.ts'

export const recordFileErrors = errors({
  record_file_not_found: {
    status: 404,
    message: 'The file does not exist.',
    fix: 'It may have been removed, or belong to another workspace. An upload that is added to no record is removed after a day.',
  },
  record_file_too_large: { status: 413, message: 'The file is larger than 25 MB.', fix: 'Send a smaller file.' },
  record_file_empty: { status: 400, message: 'The file is empty.', fix: 'Send a file that has content.' },
  record_file_refused: {
    status: 415,
    message: 'Programs and scripts are not accepted.',
    fix: 'Send a document, a picture or an archive.',
  },
  record_file_infected: {
    status: 415,
    message: 'The file was recognized as malware.',
    fix: 'Scan the computer that it comes from.',
  },
  record_files_full: {
    status: 409,
    message: 'There is no room for more files.',
    fix: 'Remove files: a record has at most 500, a workspace 50 GB.',
  },
  record_file_damaged: {
    status: 500,
    message: 'The stored file is missing or damaged.',
    fix: 'The operator can restore it from a backup.',
  },
  record_file_no_preview: {
    status: 409,
    message: 'This file has no preview.',
    fix: 'Download it: only pages of readable PDFs are shown.',
  },
})
