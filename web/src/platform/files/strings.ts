import { counted } from '#web/i18n/format.ts'
import { messages } from '#web/i18n/strings.ts'

const filesOf = (n: number): string => `${counted(n)} ${n === 1 ? 'file' : 'files'}`

export const strings = messages('platform/files/strings', {
  files: 'Files',
  about: 'Where files are stored, and whether they are intact.',
  failed: 'Files could not be loaded',
  place: 'Storage',
  places: { folder: 'A folder on the server', s3: 'An S3 bucket' },
  placeText: 'Files are written once and never overwritten. The operator of Foyer decides where they are stored.',
  storedIn: 'New files',
  total: 'All files',
  count: (n: number, size: string) => `${filesOf(n)}, ${size}`,
  none: 'No files yet',
  noneText: 'Documents, templates, attachments and imported files appear here.',
  moving: 'Files are being moved',
  movingText: (left: number, all: number, size: string) =>
    `${filesOf(left)} of ${counted(all)} (${size}) are still in the previous storage. They stay available while the operator moves them.`,
  moved: 'Moved',
  kinds: {
    document: 'Documents',
    record: 'Nightly records',
    template: 'Templates',
    email: 'Email attachments',
    message: 'WhatsApp attachments',
    upload: 'Imported files',
    design: 'Designs',
    logo: 'Logos',
    attachment: 'Files of records',
  },
  kindsTitle: 'By type',
  checks: 'Checks',
  checksText: 'Each file is read again at least every 30 days and compared with its SHA-256.',
  lastRead: 'Last file read',
  oldestRead: 'Longest without a check',
  damaged: 'Damaged',
  noDamaged: 'None',
  damagedFiles: 'Damaged files',
  damagedText: 'Ask the operator to restore them from a backup. They are read again every night.',
})
