/*
 * Letters that stand together as one sign, are written from the right, or have marks above and below come out of a PDF in another order, doubled or
 * as codes of glyphs: their signs are no letters, and what they stand for (/ActualText) is read by few programs, and only in part. For such a
 * text, what was set says what stands on a page.
 */

const misread =
  /[\p{M}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}]/u

/** Whether some of a text cannot be relied on when it is read from a PDF. */
export const isMisread = (text: string): boolean => misread.test(text)

/** A piece of text, with the page on which it begins. */
export interface SaidWords {
  readonly page: number
  readonly words: string
}

/** The words of each page, in order; null for a page that is read rightly from its PDF, and for those behind the last of these. */
export const wordsByPage = (said: readonly SaidWords[]): readonly (string | null)[] => {
  const pages: string[][] = []
  for (const { page, words } of said) {
    while (pages.length <= page) pages.push([])
    pages[page]?.push(words)
  }
  return pages.map((words) => (isMisread(words.join('')) ? words.join('\n') : null))
}
