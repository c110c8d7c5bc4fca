import type { InvoiceDocument } from '#ports/documents.ts'
import { type Coverage, transcribe } from '#shapes/letters.ts'
import { type Font, fontFamiliesFor } from './fonts.ts'

/** What the template takes. */
export type PreparedDocument = InvoiceDocument & { readonly fontFamilies: readonly string[]; readonly letters: string | null }

/** Not shown as they stand: an address, a tag, a date. */
const unshown: readonly string[] = ['url', 'language', 'date', 'tone', 'lettersWords']

/**
 * A document in letters that its fonts have. New texts are refused before they come here; those of a document that was sent
 * before, or of a font that is gone, are transcribed, and the document says so below.
 */
export const prepare = (document: InvoiceDocument, coverage: Coverage, fonts: readonly Font[]): PreparedDocument => {
  let numbered: string | null = null
  const words: string[] = []
  const show = (value: unknown, key?: string): unknown => {
    if (Array.isArray(value)) return value.map((member) => show(member, key))
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, show(member, name)]))
    if (typeof value !== 'string' || (key !== undefined && unshown.includes(key))) return value
    const shown = transcribe(value, coverage)
    numbered ??= shown.numbered
    words.push(shown.text)
    return shown.text
  }
  const shown = show(document) as InvoiceDocument
  const letters = numbered === null ? null : document.lettersWords.replace('{example}', () => numbered as string)
  return {
    ...shown,
    fontFamilies: fontFamiliesFor([...words, letters ?? ''], fonts, coverage),
    letters,
  }
}
