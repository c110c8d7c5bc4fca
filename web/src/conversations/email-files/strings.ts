import { messages } from '#web/i18n/strings.ts'

export const strings = messages('conversations/email-files/strings', {
  add: 'Add files',
  list: 'Files to send',
  limit: '20 MB of files at most',
  sum: (size: string, count: number) => `${count === 1 ? '1 file' : `${count} files`}, ${size} of 20 MB`,
  tooLarge: (size: string) => `${size} of files is more than the 20 MB that an email may have. Remove some of them.`,
  tooMany: 'An email may have 50 files at most. Remove some of them.',
  sending: (name: string, percent: number) => `${name} is being uploaded: ${percent} %`,
  fetching: 'The files of the original are being fetched',
  notFetched: 'The files of the original could not be fetched',
  remove: (name: string) => `Remove ${name}`,
  again: (name: string) => `Upload ${name} again`,
  file: (name: string, size: string) => `${name}, ${size}`,
  kilobytes: (count: number) => `${count} kB`,
  megabytes: (count: number) => `${count} MB`,
  drop: 'Drop the files here',
})
