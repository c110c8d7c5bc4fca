import { isAscii, isUtf8 } from 'node:buffer'
import { detect } from 'chardet'
import iconv from 'iconv-lite'

/** Statistics need no more of a text than this. */
const sampleBytes = 64 * 1024
const unknownCharacter = '\ufffd'
/** Of these every byte means something: text in UTF-8 is read without a complaint, and is debris. */
const singleByte = /^(us-ascii|ascii|iso-?8859-\d+|windows-125\d|cp125\d|latin-?\d|koi8-[ru]|macintosh)$/i

/** Text of bytes in the charset that statistics find; null where they find none. */
const guessed = (bytes: Buffer): { readonly text: string; readonly charset: string } | null => {
  const charset = detect(bytes.subarray(0, sampleBytes))
  if (!charset || !iconv.encodingExists(charset)) return null
  return { text: iconv.decode(bytes, charset), charset: charset.toLowerCase() }
}

/**
 * A text whose declared charset does not fit its bytes, as it was meant; null where the declared one fits. `declared` is how it
 * reads with the charset that the mail names; most texts need not be read for that.
 */
export const repaired = (
  bytes: Buffer,
  declared: { readonly charset: string | undefined; text(): string },
): { readonly text: string; readonly charset: string } | null => {
  const charset = declared.charset?.trim() ?? ''
  if (singleByte.test(charset))
    return !isAscii(bytes) && isUtf8(bytes) ? { text: bytes.toString('utf8'), charset: 'utf-8' } : null
  if (isUtf8(bytes) || !declared.text().includes(unknownCharacter)) return null
  const found = guessed(bytes)
  return found && !found.text.includes(unknownCharacter) ? found : null
}

/** Headers in bytes beyond ASCII that are no UTF-8, which is all that they may be (RFC 6532), come from programs that wrote their own charset. */
export const headersAsUtf8 = (head: Buffer): Buffer => {
  if (isUtf8(head)) return head
  const found = guessed(head)
  return Buffer.from(found?.text ?? head.toString('latin1'), 'utf8')
}
