import { countedTo } from './format.ts'
import { messages } from './strings.ts'

const units = messages('i18n/bytes-text', { bytes: 'bytes', KB: 'KB', MB: 'MB', GB: 'GB' })

/** A size as people say it: 1.2 MB. */
export const bytesText = (bytes: number): string => {
  const power = bytes < 1_000 ? 0 : Math.min(3, Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1_000 ** power
  return `${countedTo(value, value < 10 && power > 0 ? 1 : 0)} ${[units.bytes, units.KB, units.MB, units.GB][power]}`
}
