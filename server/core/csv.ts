/**
 * CSV as Foyer writes it: RFC 4180, comma, CRLF, quoted where needed, and safe to open in a spreadsheet.
 *
 * A cell that begins with = + - @ TAB CR or LF is run as a formula by Excel, LibreOffice and Google Sheets, and where Japanese
 * or Chinese is typed also one that begins with the full-width or small forms of those signs, or the minus of mathematics.
 * `guardCell` puts an apostrophe before it (OWASP ASVS 1.2.10), `unguardCell` takes exactly that one off again. A cell that
 * already begins with apostrophes before such a character gets one more, so that nothing is lost on the way there and back.
 */

const starts = String.raw`[=+\-@\t\r\n＝＋－＠﹦﹢﹣﹫−]`
const dangerous = new RegExp(`^'*${starts}`)
const guarded = new RegExp(`^'+${starts}`)

export const guardCell = (cell: string): string => (dangerous.test(cell) ? `'${cell}` : cell)

export const unguardCell = (cell: string): string => (guarded.test(cell) ? cell.slice(1) : cell)

/** One line of a file that people open in spreadsheets: each cell guarded, the line end included. */
export const csvLine = (cells: readonly (string | null | undefined)[]): string =>
  `${cells.map((cell) => quoteCell(guardCell(cell ?? ''))).join(',')}\r\n`

/** Excel takes a file for UTF-8 only when it begins with this. */
export const byteOrderMark = '\uFEFF'

// Spaces at the ends are quoted too: some readers trim bare ones.
const needsQuotes = /[",\r\n]|^[\s']|\s$/

const quoteCell = (cell: string): string => (needsQuotes.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
