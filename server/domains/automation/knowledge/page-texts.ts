/** A line that is no longer than this, without the end of a sentence, may be a heading. */
const longestHeading = 80

/**
 * The text of a PDF's pages in paragraphs, with its headings as far as they can be seen. A PDF has lines and nothing else: a paragraph ends
 * with a line that is a sentence's last and leaves room, and a heading is a short line between two paragraphs that ends like none.
 */
export const textOfPages = (pages: readonly string[]): string => {
  const lines = pages.flatMap((page) => page.split('\n').map((line) => line.trim())).filter((line) => !isPageNumber(line))
  const lengths = lines
    .map((line) => line.length)
    .filter((length) => length > 20)
    .sort((a, b) => a - b)
  const full = lengths[Math.floor(lengths.length * 0.8)] ?? longestHeading
  const following = nextWords(lines)
  const written: string[] = []
  for (const [n, line] of lines.entries()) {
    if (line === '') {
      written.push('')
      continue
    }
    const before = lines[n - 1] ?? ''
    const next = following[n] ?? ''
    const isHeading =
      mayBeHeading(line) &&
      line.length < full * 0.9 &&
      endsParagraph(before, full) &&
      /^[\p{Lu}\p{N}•–-]/u.test(next) &&
      (!mayBeHeading(next) || next.length > full * 0.6)
    if (isHeading) written.push('', `## ${line}`, '')
    else if (/^[•▪‣–-]\s/.test(line)) written.push('', line)
    else written.push(line)
    if (!isHeading && endsParagraph(line, full)) written.push('')
  }
  return written
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

/** Of each line the next one that is not empty. */
const nextWords = (lines: readonly string[]): string[] => {
  const following: string[] = []
  let next = ''
  for (let n = lines.length - 1; n >= 0; n--) {
    following[n] = next
    if (lines[n] !== '') next = lines[n] ?? ''
  }
  return following
}

const isPageNumber = (line: string): boolean => /^(\p{L}{1,6}\s+)?\d{1,4}(\s*(\/|of|von|de|sur)\s*\d{1,4})?$/u.test(line)

const mayBeHeading = (line: string): boolean =>
  line.length <= longestHeading && /^[\p{Lu}\d]/u.test(line) && /\p{L}{2}/u.test(line) && !/[.,;:!…]$/.test(line)

const endsParagraph = (line: string, full: number): boolean =>
  line === '' ||
  line.startsWith('## ') ||
  (/[.!?:]["”’)]?$/.test(line) && line.length < full * 0.9) ||
  (mayBeHeading(line) && line.length < full * 0.6)
