import { createHash } from 'node:crypto'
import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import type { Files } from '#ports/files.ts'
import { type Encoding, utf8Check } from './csv/encodings.ts'
import { detectFormat, type Fixed } from './csv/formats.ts'
import { batchRows, type Position, type RowBatch, readRows } from './csv/rows.ts'
import { importErrors } from './errors.ts'
import { isSuggestiveHeader } from './header-names.ts'
import { columnNames } from './mappings.ts'
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

/** How a file is read, as an upload keeps it. */
export interface Reading {
  readonly encoding: Encoding
  readonly delimiter: string
  readonly quote: string
  readonly has_header: boolean
  readonly start_bytes: number
  readonly start_rows: number
  readonly columns: string[]
}

/** Finds out how a file is to be read. What the caller knows better goes into `fixed`. */
export const detectReading = async (content: Content, validUtf8: boolean, fixed: Fixed = {}): Promise<Reading> => {
  const { sample, isWhole } = await sampleOf(content)
  const format = detectFormat(sample, { isWhole, isUtf8: validUtf8, isHeaderName: isSuggestiveHeader }, fixed)
  if ('why' in format) {
    if (format.why === 'empty') throw new Failure(importErrors.upload_empty)
    throw new Failure(importErrors.upload_not_text, format.message === undefined ? {} : { message: format.message })
  }
  return {
    encoding: format.encoding,
    delimiter: format.delimiter,
    quote: format.quote,
    has_header: format.hasHeader,
    start_bytes: format.startBytes,
    start_rows: format.startRows,
    columns: columnNames(format.heads, format.hasHeader).map(storable),
  }
}

/** PostgreSQL holds no NUL in text; its picture stands for it. */
export const storable = (text: string): string => text.replaceAll('\0', '␀')

/** The rows of an upload behind a position, in batches; `longestBytes` ends the reading early. */
export const readUploadRows = (
  content: Content,
  upload: UploadRecord,
  from: Position,
  most = batchRows,
  longestBytes = Number.POSITIVE_INFINITY,
): AsyncGenerator<RowBatch> =>
  readRows(
    {
      format: {
        encoding: upload.encoding as Encoding,
        delimiter: upload.delimiter ?? ',',
        quote: upload.quote ?? '"',
        hasHeader: upload.has_header ?? false,
        startBytes: upload.start_bytes,
        startRows: upload.start_rows,
      },
      isUtf8: upload.valid_utf8 ?? false,
      bytes: upload.size_bytes,
      read: (startBytes) => readBytes(content, startBytes, longestBytes),
    },
    from,
    most,
  )
