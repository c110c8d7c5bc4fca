import { detectLayout, type IsHeaderName, isEmptyRecord } from './dialects.ts'
import { byteOrderMarkOf, decodeSample, detectEncoding, type Encoding, encodedLength } from './encodings.ts'
import { recordsIn } from './records.ts'

/** How a file is read: all that a person may overrule, and what follows from it. */
export interface Format {
  readonly encoding: Encoding
  readonly delimiter: string
  readonly quote: string
  readonly hasHeader: boolean
  /** Where the first row begins: behind a byte order mark, `sep=;` and lines of explanation. */
  readonly startBytes: number
  readonly startRows: number
  /** The cells of the header row; without one, as many empty ones as the widest row has cells. */
  readonly heads: readonly string[]
}

/** Why a file is no table; with words where it is a kind of file that we know. */
export interface NoTable {
  readonly why: 'not_text' | 'empty'
  readonly message?: string
}

/** What of a file the caller knows better. */
export interface Fixed {
  readonly encoding?: Encoding | undefined
  readonly delimiter?: string | undefined
  readonly hasHeader?: boolean | undefined
}

const mostSampleRecords = 5_000

/** Files that people take for CSV, by their first bytes. */
const strangers: readonly (readonly [string, readonly number[]])[] = [
  ['This is an Excel or OpenDocument workbook. Save it as CSV (UTF-8) and upload that.', [0x50, 0x4b, 0x03, 0x04]],
  ['This is a legacy Excel workbook. Save it as CSV (UTF-8) and upload that.', [0xd0, 0xcf, 0x11, 0xe0]],
  ['This is a PDF. Leads can only be imported from CSV files.', [0x25, 0x50, 0x44, 0x46]],
  ['This file is compressed. Unpack it and upload the CSV file in it.', [0x1f, 0x8b]],
]

/** Finds out how a file is to be read from its beginning; `isWhole` says that the sample is all there is. */
export const detectFormat = (
  sample: Buffer,
  { isWhole, isUtf8, isHeaderName }: { isWhole: boolean; isUtf8: boolean; isHeaderName: IsHeaderName },
  fixed: Fixed = {},
): Format | NoTable => {
  const stranger = strangers.find(([, bytes]) => bytes.every((byte, at) => sample[at] === byte))
  if (stranger) return { why: 'not_text', message: stranger[0] }
  const encoding = fixed.encoding ?? detectEncoding(sample, isUtf8)
  const mark = byteOrderMarkOf(sample)
  const markBytes = mark?.encoding === encoding ? mark.bytes : 0
  const text = decodeSample(sample.subarray(markBytes), encoding)
  if (text.slice(0, 10_000).includes('\0')) return { why: 'not_text' }
  const { dialect, hasHeader, skip } = detectLayout(text, isWhole, isHeaderName, fixed)
  const before = text.slice(0, skip)
  const { records } = recordsIn(text.slice(skip), dialect, isWhole, mostSampleRecords)
  const [first] = records
  const firstRows = records.slice(0, 100).filter((record) => record.fault === null && !isEmptyRecord(record))
  if (!first || firstRows.length === 0) return { why: 'empty' }
  const widest = firstRows.reduce((most, record) => Math.max(most, record.cells.length), 0)
  return {
    encoding,
    delimiter: dialect.delimiter,
    quote: dialect.quote,
    hasHeader,
    startBytes: markBytes + encodedLength(before, encoding),
    startRows: before.match(/\r\n|\n|\r/g)?.length ?? 0,
    heads: hasHeader ? first.cells : Array.from({ length: widest }, () => ''),
  }
}
