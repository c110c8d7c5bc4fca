import { type CsvRecord, type Dialect, recordsIn } from './records.ts'

export const delimiters = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof delimiters)[number]

const mostRows = 200
/** Empty lines among them included: a sample of nothing else is half a million. */
const mostRecords = 5_000

/** `sep=;` on the first line is how Excel is told the delimiter; it is not a row. Answers its length, line end included. */
const separatorLine = /^sep=(.)(\r\n|\n|\r)/i

/** Whether a cell is a name that the program which reads the table knows. */
export type IsHeaderName = (cell: string) => boolean

export interface Layout {
  readonly dialect: Dialect
  readonly hasHeader: boolean
  /** Characters before the first row. */
  readonly skip: number
}

/**
 * Delimiter, quotation mark and header row of a file from the text of its beginning. `isWhole` says that the text is all
 * there is. What the caller knows better goes into `fixed`.
 */
export const detectLayout = (
  text: string,
  isWhole: boolean,
  isHeaderName: IsHeaderName,
  fixed: { delimiter?: string | undefined; hasHeader?: boolean | undefined } = {},
): Layout => {
  const announced = separatorLine.exec(text)
  const announcedLength = announced?.[0].length ?? 0
  const body = text.slice(announcedLength)
  const announcedDelimiter = announced?.[1]
  const candidates = fixed.delimiter ? [fixed.delimiter] : announcedDelimiter ? [announcedDelimiter] : delimiters
  const tried = candidates.flatMap((delimiter) =>
    quotesWorthTrying(body).map((quote) => {
      const dialect = { delimiter, quote }
      const sample = sampleRows(body, dialect, isWhole)
      return { dialect, ...sample, score: evenness(sample.rows) }
    }),
  )
  // The first of equals wins: comma before semicolon, double quotation marks before single ones.
  const best = tried.reduce((a, b) => (b.score > a.score ? b : a))
  return {
    dialect: best.dialect,
    hasHeader: fixed.hasHeader ?? hasHeaderRow(best.rows, isHeaderName),
    skip: announcedLength + best.preamble,
  }
}

/** Single quotation marks are tried where they stand at the edges of cells and double ones nowhere do. */
const quotesWorthTrying = (text: string): readonly string[] => {
  const has = (mark: string) => new RegExp(`(^|[,;\\t|\\r\\n])${mark}[^${mark}]*${mark}(?=[,;\\t|\\r\\n]|$)`).test(text)
  return !has('"') && has("'") && !/'[=+\-@]/.test(text) ? ["'", '"'] : ['"']
}

const mostPreambleRows = 10

/**
 * The first rows with something in them, without what stands before the table: some exports begin with lines of
 * explanation (LinkedIn's: three). `preamble` is its length in characters.
 */
const sampleRows = (text: string, dialect: Dialect, isWhole: boolean): { rows: CsvRecord[]; preamble: number } => {
  const { records } = recordsIn(text, dialect, isWhole, mostRecords)
  const width = usualWidth(records.filter((record) => !isEmptyRecord(record)).slice(0, mostRows))
  const isPreamble = (record: CsvRecord) =>
    isEmptyRecord(record) || (width > 2 && record.cells.length === 1 && !looksLikeData(record.cells[0]?.trim() ?? ''))
  const start = records.slice(0, mostPreambleRows + 1).findIndex((record) => !isPreamble(record))
  const before = records.slice(0, Math.max(0, start))
  const rows = records
    .slice(before.length)
    .filter((record) => !isEmptyRecord(record))
    .slice(0, mostRows)
  return { rows, preamble: before.reduce((sum, record) => sum + record.length, 0) }
}

const usualWidth = (rows: readonly CsvRecord[]): number => {
  const widths = Map.groupBy(rows, (row) => row.cells.length)
  return [...widths].reduce((a, b) => (b[1].length > a[1].length ? b : a), [0, []])[0]
}

/** How much like a table the rows look: many columns are good, rows of unequal length and broken ones are bad. */
const evenness = (rows: readonly CsvRecord[]): number => {
  if (rows.length === 0) return 0
  const width = usualWidth(rows)
  const alike = rows.filter((row) => row.cells.length === width)
  const faulty = rows.filter((row) => row.fault).length
  // One column is what every wrong delimiter shows, too.
  if (width === 1) return 0.2 - faulty / rows.length
  return (alike.length - faulty) / rows.length + Math.min(width, 20) / 100
}

const looksLikeData = (cell: string): boolean =>
  /^\S+@\S+\.\S+$/.test(cell) ||
  /^[+(]?[\d\s().\-/]{5,}$/.test(cell) ||
  /^https?:\/\//i.test(cell) ||
  /^\d+([.,]\d+)?$/.test(cell)

/**
 * Whether the first row names the columns: it holds no address, number or link, no name twice, and either a name that
 * we know or other things than the rows below.
 */
const hasHeaderRow = (rows: readonly CsvRecord[], isHeaderName: IsHeaderName): boolean => {
  const [first, ...others] = rows
  if (!first) return false
  const names = first.cells.map((cell) => cell.trim())
  if (names.some(looksLikeData)) return false
  if (names.some(isHeaderName)) return true
  const filled = names.filter(Boolean)
  if (filled.length === 0 || new Set(filled.map((name) => name.toLowerCase())).size < filled.length) return false
  return names.some((_, column) => others.some((row) => looksLikeData((row.cells[column] ?? '').trim())))
}

/** Nothing in it: an empty line, or a row of blank cells as spreadsheets leave behind. */
export const isEmptyRecord = ({ cells, fault }: Pick<CsvRecord, 'cells' | 'fault'>): boolean =>
  fault === null && cells.every((cell) => cell.trim() === '')
