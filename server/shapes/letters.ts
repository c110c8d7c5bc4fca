/*
 * Which letters a document can show. Fonts come with Foyer or are added by an operator; what none of them has would be an empty
 * box on paper. The server, the app in the browser and the maker of documents ask here, so that they never differ.
 */

/** Code points in pairs, first and last of a run, ascending. */
export type Ranges = readonly number[]

export interface Coverage {
  /** What each font has, in the order in which they are tried. */
  readonly fonts: readonly Ranges[]
  /** Fonts that are not here, and for which scripts (as Unicode calls them) an operator could add them. */
  readonly addable: readonly { readonly name: string; readonly scripts: readonly string[] }[]
}

/** What is read as one letter, and cannot be shown. */
export interface MissingLetter {
  readonly letter: string
  /** `U+1F389`, for each of its code points. */
  readonly codes: string
  /** It draws nothing, so it could not be pointed at: a control, or a mark that turns the order of reading around. */
  readonly isUnseen: boolean
  /** The fonts that would bring it, as `foyer fonts add` calls them. */
  readonly fonts: readonly string[]
}

/**
 * How long the texts of an invoice may be. A document at these bounds is set in a second or two; one of a hundred lines of 500
 * breaks took six.
 */
export const documentBounds = {
  clientAddress: { characters: 1_000, lines: 15 },
  description: { characters: 1_000, lines: 30 },
  /** All descriptions together. */
  descriptions: { characters: 20_000, lines: 300 },
  note: { characters: 2_000, lines: 60 },
} as const

export const linesIn = (text: string): number => text.split('\n').length

/** The same text as it is kept: composed (NFC), lines ended by \n, and without what comes along unseen when texts are copied. */
export const tidyText = (text: string): string =>
  text
    .replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replaceAll('\t', ' ')
    // The soft hyphen, the space without width, the word joiner, the mark of byte order.
    .replaceAll(/[\u00ad\u200b\u2060\ufeff]/g, '')
    .normalize('NFC')

/** The same on one line. */
export const tidyLine = (text: string): string => tidyText(text).replaceAll(/\s*\n\s*/g, ' ')

/** The letters of a text that cannot be shown, each once; at most so many. */
export const findMissing = (text: string, coverage: Coverage, most = 5): MissingLetter[] => {
  if (plain.test(text)) return []
  const missing = new Set<string>()
  for (const cluster of clustersOf(text)) {
    if (isDrawn(cluster, coverage)) continue
    missing.add(cluster)
    if (missing.size === most) break
  }
  return [...missing].map((letter) => ({
    letter,
    codes: codesOf(letter),
    isUnseen: /^[\p{C}\p{Z}]+$/u.test(letter),
    fonts: coverage.addable
      .filter(({ scripts }) => scripts.some((script) => new RegExp(`\\p{Script=${script}}`, 'u').test(letter)))
      .map(({ name }) => name),
  }))
}

/**
 * The same text in letters that can be shown: a compatible form where there is one (`ﬁ` → `fi`), else its number in brackets,
 * `[U+13E3]`. For what was sent before, or named where names are not refused.
 */
export const transcribe = (text: string, coverage: Coverage): { readonly text: string; readonly numbered: string | null } => {
  let shown = tidyText(text)
  if (plain.test(shown)) return { text: shown, numbered: null }
  let numbered: string | null = null
  // A mark that stood on what is a number now stands on its bracket, and may not be shown there: at most once a letter.
  for (let before = ''; before !== shown; ) {
    before = shown
    shown = Array.from(clustersOf(shown), (cluster) => {
      if (isDrawn(cluster, coverage)) return cluster
      const compatible = cluster.normalize('NFKC')
      if (compatible !== cluster && Array.from(clustersOf(compatible)).every((each) => isDrawn(each, coverage)))
        return compatible
      const [, bracket = '', marks] = /^(\]?)([\s\S]+)$/u.exec(cluster) as string[]
      const written = `${bracket}[${codesOf(marks as string)}]`
      numbered ??= written.slice(bracket.length)
      return written
    }).join('')
  }
  return { text: shown, numbered }
}

/** What every font for Latin has. */
const plain = /^[\n\x20-\x7e]*$/

const segments = new Intl.Segmenter('en', { granularity: 'grapheme' })
function* clustersOf(text: string): Generator<string> {
  for (const { segment } of segments.segment(text)) yield segment
}

/** The joiners, marks of direction and selectors of variants: they shape what stands beside them and draw nothing. */
const shaping = /[\u200c-\u200f]|[\ufe00-\ufe0f]/g
/** Made of the font's own space where it has no glyph for them. */
const spaces = /^[\u0020\u00a0\u2000-\u200a\u202f\u205f\u3000]$/
/** With these, a text could be made to read `100` where `001` stands. Numbers of no letter, and halves of one, are no text. */
const refused = /[\p{Cc}\p{Cs}\p{Cn}\u202a-\u202e\u2066-\u2069]/u

/** The first font that has a cluster, which is shaped by one alone: all of it must be there, composed or in parts. -1: none. */
const fontOf = (cluster: string, fonts: readonly Ranges[]): number => {
  if (cluster === '\n' || spaces.test(cluster)) return 0
  const seen = cluster.replaceAll(shaping, '')
  if (seen === '') return 0
  if (refused.test(seen) || isForeign(seen)) return -1
  const forms = [...new Set([seen, seen.normalize('NFC'), seen.normalize('NFD')])].map((form) =>
    Array.from(form, (point) => point.codePointAt(0) as number),
  )
  return fonts.findIndex((ranges) => forms.some((points) => points.every((point) => isWithin(point, ranges))))
}

const isDrawn = (cluster: string, { fonts }: Coverage): boolean => fontOf(cluster, fonts) !== -1

/** The fonts that texts need, by their place in the list: the first, and of the others each that draws something. */
export const fontsFor = (texts: readonly string[], fonts: readonly Ranges[]): readonly number[] => {
  const clusters = new Set(texts.filter((text) => !plain.test(text)).flatMap((text) => [...clustersOf(text)]))
  const needed = new Set([0, ...[...clusters].map((cluster) => fontOf(cluster, fonts))])
  return [...needed].filter((font) => font !== -1).toSorted((a, b) => a - b)
}

/** A mark on nothing, or on a letter of another script: no language writes that, and the compiler of documents has died of it. */
const isForeign = (cluster: string): boolean => {
  if (/^\p{M}/u.test(cluster)) return true
  const mark = ownMark.exec(cluster)?.[0]
  return mark !== undefined && !scripts.some((script) => script.test(mark) && script.test(cluster.charAt(0)))
}
/** A mark that belongs to some script; accents belong to all. */
const ownMark = /(?<=[\s\S])(?![\p{Script=Inherited}\p{Script=Common}])\p{M}/u
const scripts = [
  ...['Arabic', 'Bengali', 'Cyrillic', 'Devanagari', 'Ethiopic', 'Georgian', 'Gujarati', 'Gurmukhi', 'Hangul', 'Hebrew'],
  ...['Kannada', 'Khmer', 'Lao', 'Latin', 'Malayalam', 'Myanmar', 'Oriya', 'Sinhala', 'Tamil', 'Telugu', 'Thai'],
].map((script) => new RegExp(`^\\p{Script=${script}}`, 'u'))

/** The letters that both have. */
export const intersect = (one: Ranges, other: Ranges): Ranges => {
  const both: number[] = []
  for (let a = 0, b = 0; a < one.length && b < other.length; ) {
    const [endA, endB] = [one[a + 1] as number, other[b + 1] as number]
    const first = Math.max(one[a] as number, other[b] as number)
    const last = Math.min(endA, endB)
    if (first <= last) both.push(first, last)
    if (endA < endB) a += 2
    else b += 2
  }
  return both
}

const isWithin = (point: number, ranges: Ranges): boolean => {
  let low = 0
  let high = ranges.length / 2 - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    if (point < (ranges[2 * middle] as number)) high = middle - 1
    else if (point > (ranges[2 * middle + 1] as number)) low = middle + 1
    else return true
  }
  return false
}

const codesOf = (cluster: string): string =>
  Array.from(cluster, (point) => `U+${(point.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0')}`).join(' ')

/** Ranges as a short text: the steps from one number to the next, in base 36. Japanese takes 14 KB so. */
export const packRanges = (ranges: Ranges): string =>
  ranges.map((point, at) => (point - (ranges[at - 1] ?? 0)).toString(36)).join(' ')

export const unpackRanges = (packed: string): Ranges => {
  let point = 0
  return packed.split(' ').map((step) => {
    point += Number.parseInt(step, 36)
    return point
  })
}
