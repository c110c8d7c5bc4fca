import { counted, countedTo } from '#web/i18n/format.ts'
import { messages } from '#web/i18n/strings.ts'
import type { LeadField, TextEncoding, UploadState } from '#web/wire.ts'

/** What the uploads' pages say. */
export const strings = messages({
  title: 'Imports',
  fileColumn: 'File',
  stateColumn: 'Status',
  factsColumn: 'Rows',
  uploadedColumn: 'Uploaded',
  list: 'Uploaded files, newest first',
  loadFailed: 'The files could not be loaded',
  dropTitle: 'Drop a CSV file here',
  dropText: 'Delimiter, encoding and columns are detected. You review everything before the import.',
  choose: 'Choose a file',
  dropHere: 'Drop to upload',
  onlyOne: 'Upload one file at a time.',
  emptyTitle: 'No imports yet',
  emptyText: 'Uploaded files appear here, with the outcome of every row.',
  back: 'Imports',
  upload: 'Upload',
  failedToLoad: 'This file could not be loaded',
  steps: 'Steps',
  step: { file: 'File', columns: 'Columns', check: 'Check', import: 'Import', done: 'Done' },

  sendingTitle: 'Uploading',
  sendingText: 'You can open other pages. Keep this tab open until the upload is done.',
  readingText: 'Upload complete. Reading the file…',
  interruptedTitle: 'Upload interrupted',
  interruptedText: 'Choose the same file again to resume, or delete the upload.',
  goOnWith: 'Choose the file again',
  otherFile: (name: string) => `This is a different file. Choose “${name}” with the same size.`,
  sendFailed: 'The upload failed',
  rejectedTitle: 'This file can’t be imported',
  otherOne: 'Choose another file',
  remove: 'Delete file',
  removeTitle: 'Delete this file?',
  removeText: 'The file and its row results are deleted. Leads are not affected.',

  readTitle: 'File format',
  encoding: 'Encoding',
  delimiter: 'Delimiter',
  headerRow: 'First row contains column names',
  source: 'Source',
  sourceHint: 'For rows without a source',
  columnsTitle: 'Map columns',
  columnsText: 'Detected from the column names. Files with the same columns reuse this mapping.',
  leaveOut: 'Don’t import',
  becomes: 'Field',
  blank: 'blank',
  previewTitle: 'Preview of the first rows',
  row: 'Row',
  outcome: 'Outcome',
  contactKnown: 'existing contact',
  needContact: 'Map at least one column to Email or Phone.',
  noExternalId: 'No external ID column: importing a row twice creates two leads.',
  check: 'Check all rows',
  readFailed: 'The file could not be read with these settings',

  checkingTitle: 'Checking all rows',
  checkingText: 'You can leave this page. The check continues.',
  cancel: 'Cancel',
  canceled: 'The import was canceled. Imported leads stay. Resume or undo it.',
  checkedTitle: 'Ready to import',
  rows: 'rows',
  new: 'new leads',
  duplicate: 'duplicates',
  invalid: 'invalid',
  imported: 'imported',
  rejected: 'rejected',
  undone: 'undone',
  changeColumns: 'Edit columns',
  importNow: (n: number) => (n === 1 ? 'Import 1 lead' : `Import ${counted(n)} leads`),
  nothingNew: 'This file has no new leads.',
  repeatedTitle: 'This file was already imported',
  repeatedText: 'Its rows have no external ID, so every lead would be duplicated.',
  repeatedWhen: (name: string, rows: number) => `“${name}”, ${counted(rows)} leads, `,
  importAgain: 'Import anyway',
  importingTitle: 'Importing',
  importingText: 'You can leave this page. Every row is imported once.',
  stalledTitle: 'No progress for a while',
  stalledText: 'The worker may have restarted. It resumes automatically, or now:',
  resume: 'Resume',
  tryAgain: 'Retry',
  failedTitle: { checking: 'The check failed', importing: 'The import failed', undoing: 'The undo failed' },
  doneTitle: 'Import complete',
  doneText: 'Leads and contacts were imported. Importing does not subscribe anyone to marketing.',
  seeLeads: 'View leads',
  downloadRejected: 'Download rejected rows',
  rejectedText: 'The last column of the download has the reason for each row. Fix the rows and upload the file again.',
  undo: 'Undo import',
  undoTitle: 'Undo this import?',
  undoText: (n: number) =>
    `${counted(n)} ${n === 1 ? 'lead is' : 'leads are'} deleted, with contacts created by this import only. Earlier leads stay, and so do fields filled in on existing contacts.`,
  undoingTitle: 'Undoing the import',
  undoneTitle: 'Import undone',
  undoneText: 'The file is kept. Edit the columns and import again, or delete it.',
  importAgainNow: 'Import again',
  actionFailed: 'The action failed',

  rowsTitle: 'Rows with errors',
  rowsText: 'Fixed rows are imported with the file, or right away once the import is done.',
  more: 'More rows',
  fix: 'Fix',
  fixRow: (n: number) => `Fix row ${n}`,
  fixed: (n: number) => `Row ${n} fixed`,
  fixedImported: (n: number) => `Row ${n} imported`,
  save: 'Save row',
  close: 'Close',
  rowNumber: (n: number) => `Row ${n}`,
})

const units = messages({ bytes: 'bytes', KB: 'KB', MB: 'MB', GB: 'GB' })

export const bytesText = (bytes: number): string => {
  const power = bytes < 1_000 ? 0 : Math.min(3, Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1_000 ** power
  return `${countedTo(value, value < 10 && power > 0 ? 1 : 0)} ${[units.bytes, units.KB, units.MB, units.GB][power]}`
}

export const stateWords: Readonly<Record<UploadState, string>> = messages({
  uploading: 'Uploading',
  mapping: 'Map columns',
  checking: 'Checking',
  checked: 'Ready to import',
  importing: 'Importing',
  done: 'Imported',
  cancelled: 'Canceled',
  failed: 'Failed',
  undoing: 'Undoing',
  undone: 'Undone',
})

export const stateTones: Readonly<Partial<Record<UploadState, 'good' | 'warn' | 'bad' | 'accent'>>> = {
  uploading: 'accent',
  mapping: 'warn',
  checking: 'accent',
  checked: 'warn',
  importing: 'accent',
  done: 'good',
  cancelled: 'warn',
  failed: 'bad',
  undoing: 'accent',
}

export const fieldWords: Readonly<Record<LeadField, string>> = messages({
  email: 'Email',
  phone: 'Phone',
  name: 'Name',
  first_name: 'First name',
  last_name: 'Last name',
  company: 'Company',
  title: 'Job title',
  source: 'Source',
  external_id: 'External ID',
  note: 'Note',
  linkedin_url: 'LinkedIn URL',
  'consent.basis': 'Consent: basis',
  'consent.source': 'Consent: source',
  'consent.obtained_at': 'Consent: date',
})

export const delimiterWords = messages({ ',': 'Comma ,', ';': 'Semicolon ;', '\t': 'Tab', '|': 'Bar |' })

export const encodingWords: Readonly<Record<TextEncoding, string>> = messages({
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16, little endian',
  'utf-16be': 'UTF-16, big endian',
  'windows-1252': 'Western European (Windows-1252)',
  'iso-8859-15': 'Western European (ISO 8859-15)',
  'windows-1250': 'Central European (Windows-1250)',
  'iso-8859-2': 'Central European (ISO 8859-2)',
  'windows-1251': 'Cyrillic (Windows-1251)',
  'windows-1253': 'Greek (Windows-1253)',
  'windows-1254': 'Turkish (Windows-1254)',
  'windows-1255': 'Hebrew (Windows-1255)',
  'windows-1256': 'Arabic (Windows-1256)',
  macintosh: 'Western European (old Mac)',
  shift_jis: 'Japanese (Shift JIS)',
  gb18030: 'Chinese (GB 18030)',
  big5: 'Chinese, traditional (Big5)',
  'euc-kr': 'Korean (EUC-KR)',
})

export const outcomeWords = messages({
  new: 'New',
  duplicate: 'Duplicate',
  invalid: 'Invalid',
  fixed: 'Fixed',
  over_quota: 'Over quota',
  imported: 'Imported',
})

export const outcomeTones: Readonly<Partial<Record<keyof typeof outcomeWords, 'good' | 'warn' | 'bad'>>> = {
  new: 'good',
  invalid: 'bad',
  fixed: 'good',
  over_quota: 'warn',
  imported: 'good',
}
