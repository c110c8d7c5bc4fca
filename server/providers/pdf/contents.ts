import { inflateSync } from 'node:zlib'
import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFString,
} from '@cantoo/pdf-lib'
import { paperBounds, type SealReport } from '#ports/paper.ts'
import type { Findings } from './findings.ts'
import { at, dictAt, pairsOf } from './objects.ts'

/** All that lies inside may be unpacked to as much. */
const mostBytes = 4 * paperBounds.bytes

export const textOf = (object: PDFObject | undefined): string | null => {
  if (!(object instanceof PDFHexString || object instanceof PDFString)) return null
  try {
    return object.decodeText()
  } catch {
    return null
  }
}

/** The files inside (ISO 32000-1, 7.11.4). */
export const attachmentsOf = (file: PDFDocument, { passed, failed, absent }: Findings): SealReport['attachments'] => {
  const names = dictAt(file.catalog, 'Names')
  const pairs = pairsOf(names && dictAt(names, 'EmbeddedFiles'))
  if (pairs.length === 0) {
    absent('attachments', 'No files are attached.')
    return []
  }
  let left = mostBytes
  const found: { readonly name: string; readonly bytes: Buffer }[] = []
  for (const [key, specification] of pairs) {
    const name = (specification instanceof PDFDict && textOf(at(specification, 'UF') ?? at(specification, 'F'))) || textOf(key)
    const bytes = specification instanceof PDFDict ? bytesOf(specification, left) : null
    if (!name || !bytes) {
      failed('attachments', 'An attached file cannot be read.')
      return found
    }
    left -= bytes.length
    found.push({ name, bytes })
  }
  passed('attachments', `${found.length === 1 ? '1 attached file is' : `${found.length} attached files are`} under the seal.`)
  return found
}

const bytesOf = (specification: PDFDict, most: number): Buffer | null => {
  const embedded = dictAt(specification, 'EF')
  const stream = embedded && (at(embedded, 'UF') ?? at(embedded, 'F'))
  if (!(stream instanceof PDFRawStream)) return null
  const filter = at(stream.dict, 'Filter')
  const only = filter instanceof PDFArray && filter.size() === 1 ? filter.lookup(0) : filter
  const raw = Buffer.from(stream.contents.buffer, stream.contents.byteOffset, stream.contents.byteLength)
  if (only === undefined || (only instanceof PDFArray && only.size() === 0)) return raw
  if (!(only instanceof PDFName) || only.decodeText() !== 'FlateDecode' || at(stream.dict, 'DecodeParms')) return null
  try {
    return inflateSync(raw, { maxOutputLength: Math.max(1, most) })
  } catch {
    return null
  }
}
