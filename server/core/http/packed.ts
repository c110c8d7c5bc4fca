import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

type Coding = 'br' | 'gzip'

/** A text as it is sent: plain, and squeezed in each way that a client may ask for. */
export interface Packed {
  readonly plain: Buffer
  /** Squeezed once, when a client first asks for it: half of a server's start went into forms that it may never send. None of what is short. */
  readonly forms: Readonly<Partial<Record<Coding, () => Buffer>>>
  /** Names the content; each form has a tag of its own, because bytes under one strong tag are equal. */
  readonly digest: string
}

/** Less than this fits one packet as it is. */
const leastBytes = 1_000

/** `isMade` says that the text is made for this one request: then squeezing it must cost less than sending it. */
export const pack = (content: string | Buffer, isMade = false): Packed => {
  const plain = Buffer.isBuffer(content) ? content : Buffer.from(content)
  const digest = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
  if (plain.length < leastBytes) return { plain, forms: {}, digest }
  const params = { [constants.BROTLI_PARAM_QUALITY]: isMade ? 4 : 10, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length }
  return {
    plain,
    forms: {
      br: once(() => brotliCompressSync(plain, { params })),
      gzip: once(() => gzipSync(plain, { level: isMade ? 6 : 9 })),
    },
    digest,
  }
}

const once = (make: () => Buffer): (() => Buffer) => {
  let made: Buffer | undefined
  return () => (made ??= make())
}

/** Sends the smallest form that the client takes; who has it already is told so. `Cache-Control` and the type are the caller's. */
export const sendPacked = (request: FastifyRequest, reply: FastifyReply, { plain, forms, digest }: Packed): FastifyReply => {
  const coding = codingFor(request.headers['accept-encoding'])
  const form = coding && forms[coding]
  const tag = (of: Coding | undefined): string => (of ? `"${digest}-${of}"` : `"${digest}"`)
  reply.header('Vary', 'Accept-Encoding')
  // Whichever form a client or a cache has kept: it opens to the same.
  const known = request.headers['if-none-match']?.split(',').map((each) => each.trim().replace(/^W\//, ''))
  const kept = ([undefined, 'br', 'gzip'] as const).map(tag).find((each) => known?.includes(each))
  if (kept) return reply.code(304).header('ETag', kept).send()
  reply.header('ETag', tag(form && coding))
  if (form) reply.header('Content-Encoding', coding)
  return reply.send(form?.() ?? plain)
}

/** Of the two, the first that is taken; `q=0` says that one is not (RFC 9110, 12.5.3). */
export const codingFor = (accepted: string | string[] | undefined): Coding | undefined => {
  const weights = new Map(
    String(accepted ?? '')
      .toLowerCase()
      .split(',')
      .map((each) => {
        const [name = '', ...parameters] = each.split(';').map((part) => part.trim())
        const weight = parameters.find((parameter) => parameter.startsWith('q='))
        return [name, weight === undefined ? 1 : Number(weight.slice(2))] as const
      }),
  )
  return (['br', 'gzip'] as const).find((coding) => (weights.get(coding) ?? weights.get('*') ?? 0) > 0)
}
