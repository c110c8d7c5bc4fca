import { Failure } from '#core/errors.ts'
import { boundaryIn, type Part, partsOf } from '#core/http/multipart.ts'
import { leadSourceErrors } from '../errors.ts'

export const unreadable = (message: string): Failure => new Failure(leadSourceErrors.form_unreadable, { message })

/** A field as its bytes came, or a file of which only the name counts. */
export interface RawField {
  readonly name: Buffer
  readonly value: Buffer
  readonly isFile: boolean
}

/**
 * The fields of a `multipart/form-data` that is small. A reader of our own, since those at hand take the names and values of every form for UTF-8.
 * Source: RFC 7578, and "Multipart form data" of the HTML standard for how browsers write names.
 */
export const readParts = (type: string, body: Buffer): RawField[] => {
  const boundary = boundaryIn(type)
  if (boundary === null) throw unreadable('multipart/form-data needs a boundary in its Content-Type')
  const fields: RawField[] = []
  for (const part of partsOf(body, boundary)) {
    if (part === null) throw unreadable('the multipart body is incomplete')
    const field = fieldOf(part)
    if (field) fields.push(field)
  }
  return fields
}

/** Null for the place of a file that was left empty, as every browser sends it. */
const fieldOf = ({ disposition, isFile, content }: Part): RawField | null => {
  const name = /;\s*name\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s"]+))/i.exec(disposition)
  if (!name) throw unreadable('a part of the multipart body has no name')
  if (isFile && content.length === 0) return null
  return { name: Buffer.from(unescaped(name[1] ?? name[2] ?? ''), 'latin1'), value: isFile ? empty : content, isFile }
}
const empty = Buffer.alloc(0)

const unescaped = (name: string): string =>
  name
    .replace(/\\(["\\])/g, '$1')
    .replaceAll(/%22/g, '"')
    .replaceAll(/%0d/gi, '\r')
    .replaceAll(/%0a/gi, '\n')
