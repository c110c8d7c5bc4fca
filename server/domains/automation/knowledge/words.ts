import { cutWord, foldCase } from '#core/search.ts'

/** Letters with their marks, and digits: whatever else stands in a text parts words. */
const word = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu

/** The words of a text as PostgreSQL takes them to their stems: in lower case, between single spaces, none too long for its index. */
export const spacedWords = (text: string): string => wordsIn(text).join(' ')

export const wordsIn = (text: string): string[] => (foldCase(text).match(word) ?? []).map(cutWord)

/** Letters of the Latin script without what stands on and under them, as people type who are in a hurry; other scripts stay. */
export const plainWords = (words: string): string =>
  words
    .normalize('NFD')
    .replaceAll(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .replaceAll('ß', 'ss')
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replaceAll('ø', 'o')
    .normalize('NFC')

/** As the index has a word: behind four digits of its workspace (see `foyer.passage_words`). */
export const markOf = (orgId: string): string => orgId.slice(-4)

/** Any of some words of the index, as a `tsquery`. They have no quotes in them. */
export const anyOf = (words: readonly string[], weights = ''): string =>
  words.map((each) => `'${each}'${weights && `:${weights}`}`).join(' | ')
