import { counted, countedTo } from '#web/i18n/format.ts'
import { messages } from '#web/i18n/strings.ts'
import type { Shown } from './sending.ts'

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
  dropText:
    'or choose one. Delimiter, encoding and columns are found by themselves; nothing is imported before you have seen it.',
  choose: 'Choose a file',
  dropHere: 'Let go to upload',
  onlyOne: 'One file at a time, please.',
  emptyTitle: 'No files yet',
  emptyText: 'What you upload is listed here, with what became of each row.',
  back: 'Imports',
  upload: 'Upload',
  failedToLoad: 'This file could not be loaded',
  steps: 'Steps',
  step: { file: 'File', columns: 'Columns', check: 'Check', import: 'Import', done: 'Done' },

  sendingTitle: 'The file is on its way',
  sendingText: 'You can look at other pages meanwhile. Keep this tab open until it is there.',
  readingText: 'All bytes are there. Looking at how the file is written…',
  interruptedTitle: 'The file has not arrived whole',
  interruptedText: 'Choose the same file again to go on where it stopped, or remove what is there.',
  goOnWith: 'Choose the file again',
  otherFile: (name: string) => `This is another file. Choose “${name}”, of the same size.`,
  sendFailed: 'The file could not be sent',
  refusedTitle: 'Leads cannot be read from this file',
  otherOne: 'Choose another file',
  remove: 'Remove the file',
  removeTitle: 'Remove this file?',
  removeText: 'The file and what is known of its rows are removed. No lead is touched.',
  keep: 'Keep it',

  readTitle: 'How the file is read',
  encoding: 'Encoding',
  delimiter: 'Delimiter',
  headerRow: 'The first row names the columns',
  source: 'Source',
  sourceHint: 'For rows that name none themselves.',
  columnsTitle: 'What each column is',
  columnsText: 'Guessed from the names; change what is wrong. The next file with the same columns is mapped alike.',
  leaveOut: 'Leave out',
  column: 'Column in the file',
  examples: 'For example',
  becomes: 'Becomes',
  blank: 'blank',
  previewTitle: 'The first rows, as they would be imported',
  row: 'Row',
  outcome: 'Outcome',
  contactKnown: 'contact known',
  needContact: 'Map at least one column to Email or Phone.',
  noExternalId: 'No column is an external id: a row that comes again becomes a second lead.',
  check: 'Check all rows',
  readFailed: 'The file could not be read in this way',

  checkingTitle: 'Checking all rows',
  checkingText: 'You can leave this page; it goes on.',
  cancel: 'Cancel',
  cancelled: 'The import was cancelled. What is in stays; go on, or undo it.',
  checkedTitle: 'What an import would do',
  rows: 'rows',
  new: 'new leads',
  duplicate: 'there already',
  invalid: 'not valid',
  imported: 'imported',
  rejected: 'rejected',
  undone: 'taken back',
  changeColumns: 'Change the columns',
  importNow: (n: number) => (n === 1 ? 'Import 1 lead' : `Import ${counted(n)} leads`),
  nothingNew: 'There is nothing new in this file.',
  repeatedTitle: 'This very file was imported before',
  repeatedText: 'Its rows have no external id, so every lead would be there twice.',
  repeatedWhen: (name: string, rows: number) => `“${name}”, ${counted(rows)} leads, `,
  importAgain: 'Import it again all the same',
  importingTitle: 'Importing',
  importingText: 'You can leave this page; it goes on, and no row is taken twice whatever happens.',
  stalledTitle: 'This has not moved for a while',
  stalledText: 'The worker may have been restarted. It goes on by itself, or now:',
  goOn: 'Go on',
  tryAgain: 'Try again',
  failedTitle: { checking: 'The check could not be finished', importing: 'The import stopped', undoing: 'The undoing stopped' },
  doneTitle: 'What became of the file',
  doneText: 'The leads are in, with their contacts. None of them is subscribed to anything by this.',
  seeLeads: 'See the leads',
  downloadRejected: 'Download the rejected rows',
  rejectedText: 'The file has the reason of each row in its last column. Mended, it can be uploaded again.',
  undo: 'Undo the import',
  undoTitle: 'Undo this import?',
  undoText: (n: number) =>
    `${counted(n)} ${n === 1 ? 'lead is' : 'leads are'} removed, with the contacts that came from nothing else. Leads that were there before stay. What matching leads filled into older contacts stays, too.`,
  undoingTitle: 'Taking the import back',
  undoneTitle: 'The import was taken back',
  undoneText: 'The file is still here: change the columns and import it anew, or remove it.',
  importAnew: 'Import it anew',
  actionFailed: 'This did not work',

  rowsTitle: 'Rows to mend',
  rowsText: 'A row that is mended here is taken with the import, or at once when the import is over.',
  noRows: 'No rows here.',
  more: 'More rows',
  mend: 'Mend',
  mendRow: (n: number) => `Mend row ${n}`,
  mended: (n: number) => `Row ${n} is mended`,
  mendedImported: (n: number) => `Row ${n} is imported`,
  save: 'Save the row',
  close: 'Close',
  rowNumber: (n: number) => `Row ${n}`,
})

const units = messages({ bytes: 'bytes', KB: 'KB', MB: 'MB', GB: 'GB' })

export const bytesText = (bytes: number): string => {
  const power = bytes < 1_000 ? 0 : Math.min(3, Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1_000 ** power
  return `${countedTo(value, value < 10 && power > 0 ? 1 : 0)} ${[units.bytes, units.KB, units.MB, units.GB][power]}`
}

export const stateWords: Readonly<Record<Shown['state'], string>> = messages({
  uploading: 'Uploading',
  mapping: 'Waiting for its columns',
  checking: 'Checking',
  checked: 'Ready to import',
  importing: 'Importing',
  done: 'Imported',
  cancelled: 'Cancelled',
  failed: 'Stopped',
  undoing: 'Undoing',
  undone: 'Taken back',
})

export const stateTones: Readonly<Partial<Record<Shown['state'], 'good' | 'warn' | 'bad' | 'accent'>>> = {
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

type Field = NonNullable<Shown['mapping'][number]>
export const fieldWords: Readonly<Record<Field, string>> = messages({
  email: 'Email',
  phone: 'Phone',
  name: 'Name',
  first_name: 'First name',
  last_name: 'Last name',
  company: 'Company',
  title: 'Job title',
  source: 'Source',
  external_id: 'External id',
  note: 'Note',
  linkedin_url: 'LinkedIn address',
  'consent.basis': 'Consent: basis',
  'consent.source': 'Consent: source',
  'consent.obtained_at': 'Consent: date',
})

export const delimiterWords = messages({ ',': 'Comma ,', ';': 'Semicolon ;', '\t': 'Tab', '|': 'Bar |' })

export const encodingWords: Readonly<Record<NonNullable<Shown['encoding']>, string>> = messages({
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
  duplicate: 'There already',
  invalid: 'Not valid',
  mended: 'Mended',
  over_quota: 'Over the quota',
  imported: 'Imported',
})

export const outcomeTones: Readonly<Partial<Record<keyof typeof outcomeWords, 'good' | 'warn' | 'bad'>>> = {
  new: 'good',
  invalid: 'bad',
  mended: 'good',
  over_quota: 'warn',
  imported: 'good',
}
