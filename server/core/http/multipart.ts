/** A part of a `multipart/form-data`, as its bytes came. */
export interface Part {
  /** What `Content-Disposition` says; empty where a part has no such line. */
  readonly disposition: string
  readonly isFile: boolean
  readonly content: Buffer
}

const longestHead = 4_096
const lineEnd = Buffer.from('\r\n')
const headEnd = Buffer.from('\r\n\r\n')

/** The boundary that a Content-Type names; null where it names none. */
export const boundaryIn = (contentType: string): string | null => {
  const found = /;\s*boundary\s*=\s*(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(contentType)
  return found?.[1] ?? found?.[2] ?? null
}

/**
 * The parts of a body that is in memory whole, one after the other; null, and nothing more, where it is torn.
 * Source: RFC 7578, and RFC 2046, section 5.1.
 */
export function* partsOf(body: Buffer, boundary: string): Generator<Part | null> {
  const first = Buffer.from(`--${boundary}`)
  const next = Buffer.from(`\r\n--${boundary}`)
  const isFirst = body.subarray(0, first.length).equals(first)
  const before = isFirst ? 0 : body.indexOf(next)
  if (before === -1) return yield null
  for (let at = before + (isFirst ? first.length : next.length); ; ) {
    if (body.toString('latin1', at, at + 2) === '--') return
    const line = body.indexOf(lineEnd, at)
    if (line === -1 || !/^[ \t]*$/.test(body.toString('latin1', at, line))) return yield null
    // A part may have no head at all, which then ends where it begins.
    const head = body.indexOf(headEnd, line)
    if (head === -1 || head - line > longestHead) return yield null
    const end = body.indexOf(next, head + lineEnd.length)
    if (end === -1) return yield null
    const disposition = /\r\ncontent-disposition:([^\r\n]*)/i.exec(body.toString('latin1', line, head))?.[1] ?? ''
    yield { disposition, isFile: /;\s*filename\*?\s*=/i.test(disposition), content: body.subarray(head + headEnd.length, end) }
    at = end + next.length
  }
}

/** RFC 2046, section 5.1.1. */
const longestBoundary = 70

/** The first file in the body of a form; null where there is none, or the body is torn before its end. */
export const fileInForm = (body: Buffer, contentType: string): Buffer | null => {
  const boundary = /^multipart\/form-data\s*;/i.test(contentType) ? boundaryIn(contentType) : null
  if (boundary === null || boundary.length > longestBoundary) return null
  for (const part of partsOf(body, boundary)) if (part === null || part.isFile) return part?.content ?? null
  return null
}
