import { isUtf8 } from 'node:buffer'
import { repaired } from '#shapes/mime/charsets.ts'

/** Bytes as text: UTF-8 or UTF-16 where they say so, else what statistics take them for; null where that is nothing. */
export const textOfBytes = (bytes: Buffer): string | null => {
  const mark = bytes.subarray(0, 2).toString('hex')
  if (mark === 'fffe') return bytes.subarray(2).toString('utf16le')
  if (mark === 'feff')
    return Buffer.from(bytes.subarray(2, bytes.length & ~1))
      .swap16()
      .toString('utf16le')
  const text = bytes.toString('utf8')
  if (isUtf8(bytes)) return text.replace(/^\ufeff/, '')
  return repaired(bytes, { charset: undefined, text: () => text })?.text ?? null
}
