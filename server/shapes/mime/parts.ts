import PostalMime, { type Email } from 'postal-mime'
import { mailBounds } from './bounds.ts'

/** A node of the parser's own tree: its types leave it out, and texts in a wrong charset can be told by it alone. */
export interface Part {
  readonly childNodes: readonly Part[]
  readonly content: ArrayBuffer | null
  readonly contentType: { readonly parsed: { readonly value: string; readonly params: Readonly<Record<string, string>> } }
  getTextContent(): string
}

interface Decoder {
  readonly chunks?: readonly (string | Uint8Array | ArrayBuffer)[]
  flushBuffer?(): void
  flushRemainder?(): void
  finalize(): unknown
}

interface Parser {
  readonly root?: Part & { contentDecoder: Decoder | null; setupContentDecoder?(encoding: string): void }
}

/** The mail's bytes as the parser reads them, and the tree of their parts. */
export const parse = async (bytes: Buffer): Promise<{ email: Email; root: Part | undefined }> => {
  const parser = new PostalMime({
    forceRfc822Attachments: true,
    maxNestingDepth: mailBounds.depth,
    maxHeadersSize: mailBounds.headerBytes,
  })
  joinInMemory(parser as unknown as Parser)
  const email = await parser.parse(bytes)
  return { email, root: (parser as unknown as Parser).root }
}

let isJoining = false

/**
 * The parser puts the lines of a part together by way of a Blob, which Node reads outside the thread: more than half of the 170 µs that a mail
 * of 6 KB took, and memory that goes late. Here they are joined where they are. A parser without these inner parts stays as it is.
 */
const joinInMemory = ({ root }: Parser): void => {
  const nodes = root && (Object.getPrototypeOf(root) as NonNullable<Parser['root']>)
  if (isJoining || !nodes?.setupContentDecoder) return
  isJoining = true
  const setUp = nodes.setupContentDecoder
  nodes.setupContentDecoder = function (this: NonNullable<Parser['root']>, encoding) {
    setUp.call(this, encoding)
    const decoder = this.contentDecoder
    if (!Array.isArray(decoder?.chunks)) return
    decoder.finalize = () => {
      decoder.flushBuffer?.()
      decoder.flushRemainder?.()
      return joined(decoder.chunks ?? [])
    }
  }
}

const lineEnd = Uint8Array.of(10)

const bytesOf = (chunk: string | Uint8Array | ArrayBuffer): Uint8Array => {
  if (chunk === '\n') return lineEnd
  if (typeof chunk === 'string') return Buffer.from(chunk)
  return chunk instanceof ArrayBuffer ? new Uint8Array(chunk) : chunk
}

const joined = (chunks: NonNullable<Decoder['chunks']>): ArrayBuffer => {
  const all = chunks.map(bytesOf)
  const bytes = new Uint8Array(all.reduce((length, each) => length + each.length, 0))
  let at = 0
  for (const each of all) {
    bytes.set(each, at)
    at += each.length
  }
  return bytes.buffer
}
