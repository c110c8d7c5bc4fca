/**
 * Reading CSV from a stream of text, one record at a time, in constant memory.
 *
 * Real files break the rules: a quote that is never closed, text after a closing quote. Such a place costs the line it
 * stands in and no more: the line becomes a record with a `fault`, and reading goes on behind it.
 */

export interface Dialect {
  /** One character. */
  readonly delimiter: string
  /** One character, doubled inside a quoted cell; empty when the file quotes nothing. */
  readonly quote: string
}

export const faults = {
  quote_open: 'A quotation mark is never closed.',
  text_after_quote: 'There is text after a closing quotation mark; double a quotation mark inside a cell.',
  too_many_cells: 'The row has more cells than a table can have.',
} as const

export type Fault = keyof typeof faults

export interface CsvRecord {
  readonly cells: readonly string[]
  readonly fault: Fault | null
  /** Length in the text, line end included: what a reader that goes on behind this record must skip. */
  readonly length: number
}

/** Longest record, in characters. Longer ones are taken for a quotation mark that was never closed. */
export const longestRecord = 1_000_000
const mostCells = 2_000

const carriageReturn = 13
const lineFeed = 10
const space = 32
const tab = 9

/**
 * Reads the record at `start`. Null when the text ends before the record does and more text may come (`isLast` false).
 * Line ends are CRLF, LF or CR. An empty line is a record of one empty cell.
 */
export const readRecord = (text: string, start: number, { delimiter, quote }: Dialect, isLast: boolean): CsvRecord | null => {
  const delimiterCode = delimiter.charCodeAt(0)
  const quoteCode = quote === '' ? -1 : quote.charCodeAt(0)
  const end = text.length
  const cells: string[] = []
  let at = start

  for (;;) {
    if (quoteCode !== -1 && text.charCodeAt(at) === quoteCode) {
      const close = closingQuote(text, at + 1, quoteCode, quote)
      if (close === -1 || (close + 1 === end && !isLast)) {
        if (!isLast && end - start <= longestRecord) return null
        return faultyLine(text, start, 'quote_open', isLast)
      }
      const cell = text.slice(at + 1, close)
      cells.push(cell.includes(quote) ? cell.replaceAll(quote + quote, quote) : cell)
      at = close + 1
      // `"a" ,"b"`: blanks between a closing mark and the delimiter mean nothing.
      while (at < end && text.charCodeAt(at) !== delimiterCode && isBlank(text.charCodeAt(at))) at++
    } else {
      const from = at
      while (at < end) {
        const code = text.charCodeAt(at)
        if (code === delimiterCode || code === lineFeed || code === carriageReturn) break
        at++
      }
      cells.push(text.slice(from, at))
    }

    if (at === end) {
      if (isLast) return { cells, fault: null, length: at - start }
      return end - start > longestRecord ? faultyLine(text, start, 'quote_open', isLast) : null
    }
    const code = text.charCodeAt(at)
    if (code === delimiterCode) {
      at++
      if (cells.length >= mostCells) return faultyLine(text, start, 'too_many_cells', isLast)
      continue
    }
    if (code !== lineFeed && code !== carriageReturn) return faultyLine(text, start, 'text_after_quote', isLast)
    if (code === lineFeed) return { cells, fault: null, length: at + 1 - start }
    if (at + 1 === end && !isLast) return null
    return { cells, fault: null, length: (text.charCodeAt(at + 1) === lineFeed ? at + 2 : at + 1) - start }
  }
}

const isBlank = (code: number): boolean => code === space || code === tab

const closingQuote = (text: string, from: number, quoteCode: number, quote: string): number => {
  let at = text.indexOf(quote, from)
  while (at !== -1 && text.charCodeAt(at + 1) === quoteCode) at = text.indexOf(quote, at + 2)
  return at
}

/** The line at `start` as it stands, in one cell. A line without end is cut where a record must end at the latest. */
const faultyLine = (text: string, start: number, fault: Fault, isLast: boolean): CsvRecord | null => {
  let at = start
  const limit = Math.min(text.length, start + longestRecord)
  while (at < limit && text.charCodeAt(at) !== lineFeed && text.charCodeAt(at) !== carriageReturn) at++
  const line = text.slice(start, at)
  if (at === text.length && !isLast && at - start < longestRecord) return null
  if (text.charCodeAt(at) === carriageReturn) {
    if (at + 1 === text.length && !isLast) return null
    at++
  }
  if (text.charCodeAt(at) === lineFeed) at++
  return { cells: [line], fault, length: at - start }
}

/** The records of a text, `most` of them at the most, and how much of it they take up. With `isLast` that is all of it. */
export const recordsIn = (
  text: string,
  dialect: Dialect,
  isLast: boolean,
  most = Number.POSITIVE_INFINITY,
): { records: CsvRecord[]; length: number } => {
  const records: CsvRecord[] = []
  let at = 0
  while (at < text.length && records.length < most) {
    const record = readRecord(text, at, dialect, isLast)
    if (!record) break
    records.push(record)
    at += record.length
  }
  return { records, length: at }
}

export interface MeasuredRecord extends CsvRecord {
  /** What `measure` made of the record's place in the text: its length in bytes. */
  readonly bytes: number
}

/** All records of a text that comes in pieces; one array for each piece that completes any. */
export async function* readRecords(
  pieces: AsyncIterable<string>,
  dialect: Dialect,
  measure: (text: string, from: number, length: number) => number,
): AsyncGenerator<MeasuredRecord[]> {
  const measured = (text: string, records: readonly CsvRecord[]): MeasuredRecord[] => {
    let at = 0
    return records.map((record) => {
      const bytes = measure(text, at, record.length)
      at += record.length
      return { ...record, bytes }
    })
  }
  let rest = ''
  for await (const piece of pieces) {
    const text = rest + piece
    const { records, length } = recordsIn(text, dialect, false)
    rest = text.slice(length)
    if (records.length > 0) yield measured(text, records)
  }
  const { records } = recordsIn(rest, dialect, true)
  if (records.length > 0) yield measured(rest, records)
}
