import { strings } from './strings.ts'

/** What the files of an email may have in all. */
export const mostBytes = 20 * 1024 * 1024
export const mostFiles = 50

/** Of 1,024 bytes each, as the limit is. */
export const shownSize = (bytes: number): string =>
  bytes < 1024 * 1024
    ? strings.kilobytes(Math.ceil(bytes / 1024))
    : strings.megabytes(Math.ceil((bytes * 10) / (1024 * 1024)) / 10)
