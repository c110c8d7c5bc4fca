import { renderSVG } from 'uqr'
import { type Coverage, transcribe } from '#shapes/letters.ts'
import { type Font, fontFamiliesFor } from './fonts.ts'
import type { Sheet } from './sheets.ts'

/** What the templates take. */
export interface PreparedSheet {
  readonly sort: Sheet['sort']
  readonly document: Readonly<Record<string, unknown>> & { readonly fontFamilies: readonly string[] }
}

/** Not shown as they stand: an address, a tag, a date. */
const unshown: readonly string[] = ['url', 'language', 'date', 'tone', 'lettersWords', 'id', 'kind', 'hash', 'type', 'colour']

/**
 * A document in letters that its fonts have. New texts are refused before they come here; those of a document that was sent
 * before, or of a font that is gone, are transcribed, and an invoice says so below. Each address that is to be scanned comes with its code.
 */
export const prepare = ({ sort, document }: Sheet, coverage: Coverage, fonts: readonly Font[]): PreparedSheet => {
  let numbered: string | null = null
  const words: string[] = []
  const show = (value: unknown, key?: string): unknown => {
    // A picture, as the list of its bytes.
    if (value instanceof Uint8Array) return Array.from(value)
    if (Array.isArray(value)) return value.map((member) => show(member, key))
    if (typeof value === 'object' && value !== null) {
      const shown = Object.fromEntries(Object.entries(value).map(([name, member]) => [name, show(member, name)]))
      const { url } = value as { url?: unknown }
      return typeof url === 'string' ? { ...shown, qr: renderSVG(url, { ecc: 'M', border: 0 }) } : shown
    }
    if (typeof value !== 'string' || (key !== undefined && unshown.includes(key))) return value
    const shown = transcribe(value, coverage)
    numbered ??= shown.numbered
    words.push(shown.text)
    return shown.text
  }
  const shown = show(document) as Record<string, unknown>
  const letters =
    numbered === null || sort !== 'invoice' ? null : document.lettersWords.replace('{example}', () => numbered as string)
  return {
    sort,
    document: { ...shown, fontFamilies: fontFamiliesFor([...words, letters ?? ''], fonts, coverage), letters },
  }
}
