import { Failure } from '#core/errors.ts'
import { leadSourceErrors } from '../errors.ts'

export const unreadable = (message: string): Failure => new Failure(leadSourceErrors.form_unreadable, { message })

/** A field as its bytes came, or a file of which only the name counts. */
export interface RawField {
  readonly name: Buffer
  readonly value: Buffer
  readonly isFile: boolean
}

const longestHead = 4_096
const lineEnd = Buffer.from('\r\n')
const headEnd = Buffer.from('\r\n\r\n')

/**
 * The parts of a `multipart/form-data` that is in memory whole and small. A reader of our own, since those at hand take the names and values
 * of every form for UTF-8.
 * Source: RFC 7578, and "Multipart form data" of the HTML standard for how browsers write names.
 */
export const readParts = (type: string, body: Buffer): RawField[] => {
  const found = /;\s*boundary\s*=\s*(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(type)
  const boundary = found?.[1] ?? found?.[2]
  if (boundary === undefined) throw unreadable('multipart/form-data needs a boundary in its Content-Type')
  const first = Buffer.from(`--${boundary}`)
  const next = Buffer.from(`\r\n--${boundary}`)
  let at = body.subarray(0, first.length).equals(first) ? first.length : afterOf(body.indexOf(next), next)
  const parts: RawField[] = []
  for (;;) {
    if (body.toString('latin1', at, at + 2) === '--') return parts
    const line = body.indexOf(lineEnd, at)
    if (line === -1 || !/^[ \t]*$/.test(body.toString('latin1', at, line))) throw torn()
    // A part may have no head at all, which then ends where it begins.
    const head = body.indexOf(headEnd, line)
    if (head === -1 || head - line > longestHead) throw torn()
    const end = body.indexOf(next, head + lineEnd.length)
    if (end === -1) throw torn()
    const part = fieldOf(body.subarray(line, head), body.subarray(head + headEnd.length, end))
    if (part) parts.push(part)
    at = end + next.length
  }
}

const torn = (): Failure => unreadable('the multipart body is incomplete')

const afterOf = (at: number, mark: Buffer): number => {
  if (at === -1) throw torn()
  return at + mark.length
}

/** Null for the place of a file that was left empty, as every browser sends it. */
const fieldOf = (head: Buffer, value: Buffer): RawField | null => {
  const disposition = /\r\ncontent-disposition:([^\r\n]*)/i.exec(head.toString('latin1'))?.[1] ?? ''
  const name = /;\s*name\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s"]+))/i.exec(disposition)
  if (!name) throw unreadable('a part of the multipart body has no name')
  const isFile = /;\s*filename\*?\s*=/i.test(disposition)
  if (isFile && value.length === 0) return null
  return { name: Buffer.from(unescaped(name[1] ?? name[2] ?? ''), 'latin1'), value: isFile ? empty : value, isFile }
}
const empty = Buffer.alloc(0)

const unescaped = (name: string): string =>
  name
    .replace(/\\(["\\])/g, '$1')
    .replaceAll(/%22/g, '"')
    .replaceAll(/%0d/gi, '\r')
    .replaceAll(/%0a/gi, '\n')
