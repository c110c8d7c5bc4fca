import { isEmptyRecord } from './dialects.ts'
import { byteCounter, decode } from './encodings.ts'
import type { Format } from './formats.ts'
import { type Fault, readRecords } from './records.ts'

/** A row of the file. */
export interface FileRow {
  /** As a spreadsheet counts: the header is row 1. */
  readonly number: number
  readonly cells: readonly string[]
  readonly fault: Fault | null
}

export interface RowBatch {
  readonly rows: readonly FileRow[]
  /** Where reading goes on behind this batch. */
  readonly end: Position
}

export interface Position {
  readonly bytes: number
  readonly row: number
}

export const batchRows = 500

/** A file that rows are read from. */
export interface CsvFile {
  readonly format: Omit<Format, 'heads'>
  /** Whether all of it is valid UTF-8. */
  readonly isUtf8: boolean
  readonly bytes: number
  readonly read: (startBytes: number) => AsyncIterable<Buffer>
}

/**
 * The rows of a file behind a position, in batches; empty rows and the header are passed over. Where the encoding lets
 * bytes be counted, reading starts at the byte; elsewhere from the beginning, and rows up to the position are skipped.
 */
export async function* readRows(
  { format, isUtf8, bytes: size, read }: CsvFile,
  from: Position,
  most = batchRows,
): AsyncGenerator<RowBatch> {
  const { encoding, delimiter, quote } = format
  const exact = byteCounter(encoding, isUtf8)
  const begins = exact && from.row > format.startRows ? from : { bytes: format.startBytes, row: format.startRows }
  let roughBytes = begins.bytes
  const bytes = read(begins.bytes)
  const counted = exact
    ? bytes
    : (async function* () {
        for await (const piece of bytes) {
          roughBytes += piece.length
          yield piece
        }
      })()
  const headerRow = format.hasHeader ? format.startRows + 1 : 0

  let rows: FileRow[] = []
  let position = begins.bytes
  let row = begins.row
  for await (const records of readRecords(decode(counted, encoding), { delimiter, quote }, exact ?? (() => 0))) {
    for (const record of records) {
      row++
      position += record.bytes
      if (row <= from.row || row === headerRow || isEmptyRecord(record)) continue
      rows.push({ number: row, cells: record.cells, fault: record.fault })
      if (rows.length === most) {
        yield { rows, end: { bytes: exact ? position : roughBytes, row } }
        rows = []
      }
    }
  }
  yield { rows, end: { bytes: size, row } }
}
