/** False for what PostgreSQL cannot hold, and JSON can carry all the same: NUL and halves of a surrogate pair. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

/** Counts Unicode code points, as PostgreSQL's length() does: an emoji is one character, not the two of `.length`. */
export function isLongerThan(text: string, characters: number): boolean {
  if (text.length <= characters) return false
  if (text.length > 2 * characters) return true
  let pairs = 0
  for (let i = 0; i < text.length; i++) if (isHighSurrogate(text.charCodeAt(i))) pairs++
  return text.length - pairs > characters
}

/** The first so many UTF-16 units, one less where that would cut a surrogate pair in two. */
export function cut(text: string, units: number): string {
  if (text.length <= units) return text
  return text.slice(0, isHighSurrogate(text.charCodeAt(units - 1)) ? units - 1 : units)
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff

/**
 * `Apollo.io` → `apollo-io`: NFKD, lower case, `[a-z0-9]+` joined by `-`; empty when nothing is left.
 * The accents that NFKD splits off are dropped, so that `Müller` becomes `muller`, not `mu-ller`.
 */
export function slugOf(text: string, characters = 64): string {
  if (text.length <= characters && isSlug(text)) return text
  const bare = isAscii(text) ? text : text.normalize('NFKD').replace(/\p{M}+/gu, '')
  const words = bare.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  const slug = words.slice(words.startsWith('-') ? 1 : 0).slice(0, characters)
  return slug.endsWith('-') ? slug.slice(0, -1) : slug
}

const isSlug = (text: string): boolean => /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text)

// biome-ignore lint/suspicious/noControlCharactersInRegex: the range is what ASCII means
const isAscii = (text: string): boolean => /^[\x00-\x7f]*$/.test(text)

/** Puts values into the braces of a text, `{name}`, in one pass: a value is never read again. What has no value stays as it is. */
export const put = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (all, name: string) => values[name] ?? all)
