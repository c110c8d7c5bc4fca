import { createHash } from 'node:crypto'
import iconv from 'iconv-lite'
import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import type { Files } from '#ports/files.ts'
import { detectLayout, isEmptyRecord } from './dialects.ts'
import { byteCounter, byteOrderMarkOf, decode, decodeSample, detectEncoding, type Encoding, utf8Check } from './encodings.ts'
import { importErrors } from './errors.ts'
import { columnNames } from './mappings.ts'
import { type Fault, readRecords, recordsIn } from './records.ts'
import type { UploadRecord } from './uploads.ts'

/** A piece of a file, stored under `uploads/<org>/<upload>/<part>`. */
export interface Part {
  readonly id: string
  readonly from_byte: number
  readonly bytes: number
}

export const partName = (orgId: string, uploadId: string, partId: string): string => `uploads/${orgId}/${uploadId}/${partId}`

/** The pieces that came whole, in order. */
export const partsOf = async (db: Db, orgId: string, uploadId: string): Promise<Part[]> => {
  const rows = await db
    .selectFrom('upload_parts')
    .select(['id', 'from_byte', 'bytes'])
    .where('org_id', '=', orgId)
    .where('upload_id', '=', uploadId)
    .where('bytes', 'is not', null)
    .orderBy('from_byte')
    .execute()
  return rows.map((row) => ({ id: row.id, from_byte: row.from_byte, bytes: row.bytes ?? 0 }))
}

/** Names of all pieces, those that never came whole included: for removing them. */
export const partNamesOf = async (db: Db, orgId: string, uploadId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('upload_parts')
    .select('id')
    .where('org_id', '=', orgId)
    .where('upload_id', '=', uploadId)
    .execute()
  return rows.map((row) => partName(orgId, uploadId, row.id))
}

export interface Content {
  readonly files: Files
  readonly orgId: string
  readonly uploadId: string
  readonly parts: readonly Part[]
}

/** The bytes of a file from byte `start` on, `most` of them and the rest of a piece. */
export async function* readBytes(
  { files, orgId, uploadId, parts }: Content,
  start = 0,
  most = Number.POSITIVE_INFINITY,
): AsyncGenerator<Buffer> {
  let left = most
  for (const part of parts) {
    if (part.from_byte + part.bytes <= start || part.bytes === 0) continue
    const stream = await files.read(partName(orgId, uploadId, part.id), Math.max(0, start - part.from_byte))
    for await (const piece of stream) {
      yield piece as Buffer
      left -= (piece as Buffer).length
      if (left <= 0) return
    }
  }
}

const sampleBytes = 512 * 1024
const mostSampleRecords = 5_000
/** A preview looks no further for rows with something in them: a file of blank lines has none. */
export const previewBytes = 256 * 1024

const sampleOf = async (content: Content): Promise<{ sample: Buffer; isWhole: boolean }> => {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of readBytes(content)) {
    pieces.push(piece)
    bytes += piece.length
    if (bytes > sampleBytes) break
  }
  return { sample: Buffer.concat(pieces).subarray(0, sampleBytes), isWhole: bytes <= sampleBytes }
}

/** What only a look at the whole file tells. One pass, in constant memory. */
export const fingerprint = async (content: Content): Promise<{ sha256: string; valid_utf8: boolean }> => {
  const hash = createHash('sha256')
  const check = utf8Check()
  for await (const piece of readBytes(content)) {
    hash.update(piece)
    check.add(piece)
  }
  return { sha256: hash.digest('hex'), valid_utf8: check.end() }
}

/** How a file is read: all that a person may overrule, and what follows from it. */
export interface Reading {
  readonly encoding: Encoding
  readonly delimiter: string
  readonly quote: string
  readonly has_header: boolean
  readonly start_bytes: number
  readonly start_rows: number
  readonly columns: string[]
}

/** Files that people take for CSV, by their first bytes. */
const strangers: readonly (readonly [string, readonly number[]])[] = [
  ['This is an Excel or OpenDocument workbook. Save it as CSV (UTF-8) and upload that.', [0x50, 0x4b, 0x03, 0x04]],
  ['This is a legacy Excel workbook. Save it as CSV (UTF-8) and upload that.', [0xd0, 0xcf, 0x11, 0xe0]],
  ['This is a PDF. Leads can only be imported from CSV files.', [0x25, 0x50, 0x44, 0x46]],
  ['This file is compressed. Unpack it and upload the CSV file in it.', [0x1f, 0x8b]],
]

/** Finds out how a file is to be read. What the caller knows better goes into `fixed`. */
export const detectReading = async (
  content: Content,
  validUtf8: boolean,
  fixed: { encoding?: Encoding | undefined; delimiter?: string | undefined; hasHeader?: boolean | undefined } = {},
): Promise<Reading> => {
  const { sample, isWhole } = await sampleOf(content)
  const stranger = strangers.find(([, bytes]) => bytes.every((byte, at) => sample[at] === byte))
  if (stranger) throw new Failure(importErrors.upload_not_text, { message: stranger[0] })
  const encoding = fixed.encoding ?? detectEncoding(sample, validUtf8)
  const mark = byteOrderMarkOf(sample)
  const markBytes = mark?.encoding === encoding ? mark.bytes : 0
  const text = decodeSample(sample.subarray(markBytes), encoding)
  if (text.slice(0, 10_000).includes('\0')) throw new Failure(importErrors.upload_not_text)
  const { dialect, hasHeader, skip } = detectLayout(text, isWhole, fixed)
  const before = text.slice(0, skip)
  const { records } = recordsIn(text.slice(skip), dialect, isWhole, mostSampleRecords)
  const [first] = records
  const firstRows = records.slice(0, 100).filter((record) => record.fault === null && !isEmptyRecord(record))
  if (!first || firstRows.length === 0) throw new Failure(importErrors.upload_empty)
  const widest = firstRows.reduce((most, record) => Math.max(most, record.cells.length), 0)
  // Without names, there are as many columns as the widest row has.
  const heads = hasHeader ? first.cells : Array.from({ length: widest }, () => '')
  return {
    encoding,
    delimiter: dialect.delimiter,
    quote: dialect.quote,
    has_header: hasHeader,
    start_bytes: markBytes + encodedLength(before, encoding),
    start_rows: before.match(/\r\n|\n|\r/g)?.length ?? 0,
    columns: columnNames(heads, hasHeader).map(storable),
  }
}

const encodedLength = (text: string, encoding: Encoding): number =>
  iconv.encode(text, encoding === 'utf-8' ? 'utf8' : encoding === 'macintosh' ? 'macroman' : encoding, { addBOM: false }).length

/** PostgreSQL holds no NUL in text; its picture stands for it. */
export const storable = (text: string): string => text.replaceAll('\0', '␀')

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

/**
 * The rows of a file behind a position, in batches; empty rows and the header are passed over. Where the encoding lets
 * bytes be counted, reading starts at the byte; elsewhere from the beginning, and rows up to the position are skipped.
 */
export async function* readRows(
  content: Content,
  upload: UploadRecord,
  from: Position,
  most = batchRows,
  longestBytes = Number.POSITIVE_INFINITY,
): AsyncGenerator<RowBatch> {
  const encoding = upload.encoding as Encoding
  const exact = byteCounter(encoding, upload.valid_utf8 ?? false)
  const begins = exact && from.row > upload.start_rows ? from : { bytes: upload.start_bytes, row: upload.start_rows }
  let roughBytes = begins.bytes
  const bytes = readBytes(content, begins.bytes, longestBytes)
  const counted = exact
    ? bytes
    : (async function* () {
        for await (const piece of bytes) {
          roughBytes += piece.length
          yield piece
        }
      })()
  const dialect = { delimiter: upload.delimiter ?? ',', quote: upload.quote ?? '"' }
  const headerRow = upload.has_header ? upload.start_rows + 1 : 0

  let rows: FileRow[] = []
  let position = begins.bytes
  let row = begins.row
  for await (const records of readRecords(decode(counted, encoding), dialect, exact ?? (() => 0))) {
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
  yield { rows, end: { bytes: upload.size_bytes, row } }
}
