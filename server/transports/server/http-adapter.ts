import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { limitHeaders, type Verdict } from '#core/actions/rate-limits.ts'
import { errorBody, Failure, wantsProblem } from '#core/errors.ts'
import { lastWordsMs } from './sockets.ts'

/*
 * For the two transports that stand on node:http itself: a framework's routing, hooks and reply cost as much as the whole of a lead,
 * and half of an action that reads a row.
 */

/** The client disconnected before it had sent everything: there is no one to answer. */
export class ClientGone extends Error {}

const broken = new WeakSet<IncomingMessage>()

/**
 * Tells the reader of the body, now or later, that the rest is not HTTP, so that it sends the error, with the request id
 * that the client knows. False if the body has no reader yet.
 */
export const breakBody = (request: IncomingMessage): boolean => {
  broken.add(request)
  return request.emit('broken', new Failure('malformed_http'))
}

/** The words of the table speak of a lead; other bodies have their own measure. */
export const tooLarge = (maxBytes: number): Failure => {
  const inKilobytes = maxBytes / 1_024
  const limit = inKilobytes < 1_024 ? `${inKilobytes} KB` : `${inKilobytes / 1_024} MB`
  return new Failure('body_too_large', maxBytes === 65_536 ? {} : { message: `The body is larger than ${limit}.` })
}

/** Whether there is memory for a body that has become so large. */
export type Room = (size: number) => boolean
const anyRoom: Room = () => true
const noRoom = (): Failure => new Failure('too_much_at_once', { retryAfterSeconds: 5 })

/** The body, whole, decoded and within the limit. One chunk and no coding is the usual case. Throws ClientGone and Failures. */
export const readBody = (request: IncomingMessage, maxBytes: number, hasRoom: Room = anyRoom): Promise<Buffer> => {
  if (broken.has(request)) return Promise.reject(new Failure('malformed_http'))
  const coding = request.headers['content-encoding']?.trim().toLowerCase()
  if (coding !== undefined && coding !== '' && coding !== 'identity') return readCompressed(request, coding, maxBytes, hasRoom)
  const declared = Number(request.headers['content-length'] ?? 0)
  if (declared > maxBytes) return Promise.reject(tooLarge(maxBytes))
  return new Promise((resolve, reject) => {
    let first: Buffer | undefined
    let chunks: Buffer[] | undefined
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > maxBytes || !hasRoom(size)) {
        request.removeAllListeners('data')
        request.resume()
        first = undefined
        chunks = undefined
        reject(size > maxBytes ? tooLarge(maxBytes) : noRoom())
      } else if (first === undefined) first = chunk
      else {
        chunks ??= [first]
        chunks.push(chunk)
      }
    })
    request.on('end', () => resolve(chunks ? Buffer.concat(chunks) : (first ?? Buffer.alloc(0))))
    request.on('error', () => reject(new ClientGone()))
    request.on('broken', reject)
    // After every request, complete ones too: an ignored error would cost its stack.
    request.on('close', () => {
      if (!request.complete) reject(new ClientGone())
    })
  })
}

const decoders = new Map<string, () => Transform>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
])

const readCompressed = (request: IncomingMessage, coding: string, maxBytes: number, hasRoom: Room): Promise<Buffer> => {
  const decoder = decoders.get(coding)?.()
  if (!decoder) return Promise.reject(new Failure('encoding_not_supported'))
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const stop = (error: unknown): void => {
      chunks.length = 0
      request.unpipe(decoder)
      request.resume()
      decoder.destroy()
      reject(error)
    }
    decoder.on('data', (chunk: Buffer) => {
      size += chunk.length
      // A bomb is cut off here, 16 KB after the limit at the most.
      if (size > maxBytes) stop(tooLarge(maxBytes))
      else if (!hasRoom(size)) stop(noRoom())
      else chunks.push(chunk)
    })
    decoder.on('end', () => resolve(Buffer.concat(chunks)))
    request.on('broken', stop)
    decoder.on('error', () => stop(new Failure('body_not_json', { message: `The body is not valid ${coding}.` })))
    request.on('close', () => {
      if (!request.complete) stop(new ClientGone())
    })
    request.pipe(decoder)
  })
}

/** Writes the one answer of a request. */
export class Answer {
  readonly #request: IncomingMessage
  readonly response: ServerResponse
  readonly #requestId: string
  readonly #headers: string[]

  /** Asked when the answer leaves: the drain may have begun while its lead was under way. */
  readonly #closing: () => boolean

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    requestId: string,
    closing: () => boolean,
    headers: readonly string[] = [],
  ) {
    this.#closing = closing
    this.#request = request
    this.response = response
    this.#requestId = requestId
    this.#headers = ['X-Request-Id', requestId, 'Cache-Control', 'no-store', ...headers]
  }

  limited(limit: { times: number; seconds: number }, verdict: Verdict): void {
    const headers = limitHeaders(limit, verdict)
    this.#headers.push('RateLimit-Policy', headers['RateLimit-Policy'], 'RateLimit', headers.RateLimit)
  }

  replayed(): void {
    this.#headers.push('Idempotent-Replayed', 'true')
  }

  header(name: string, value: string): void {
    this.#headers.push(name, value)
  }

  /** In place of one of that name that stands already. Not for those that may stand twice, such as cookies. */
  headerInstead(name: string, value: string): void {
    const at = this.#headers.findIndex((each, n) => n % 2 === 0 && each === name)
    if (at === -1) this.#headers.push(name, value)
    else this.#headers[at + 1] = value
  }

  /** The head of an answer that goes on: a body in pieces. False where the caller is gone. */
  begin(headers: readonly string[]): boolean {
    const response = this.response
    if (response.headersSent || response.destroyed) return false
    response.writeHead(200, [...this.#headers, ...headers, 'Connection', 'close'])
    return true
  }

  /** `type` null: an answer without a body. */
  send(status: number, text: string | Buffer, type: string | null): void {
    const response = this.response
    if (response.headersSent || response.destroyed) return
    if (type !== null) this.#headers.push('Content-Type', type, 'Content-Length', String(Buffer.byteLength(text)))
    if (this.#closing()) this.#headers.push('Connection', 'close')
    // An answer before the end of the body: say that the connection ends, read a little on so that the client gets to
    // see the answer, and then end it, or a stalled body would hold it for ever.
    if (!this.#request.complete) {
      if (!this.#headers.includes('Connection')) this.#headers.push('Connection', 'close')
      this.#request.resume()
      const { socket } = this.#request
      response.once('finish', () => setTimeout(() => socket.destroy(), lastWordsMs).unref())
    }
    response.writeHead(status, this.#headers)
    response.end(this.#request.method === 'HEAD' ? '' : text)
  }

  json(status: number, text: string, type = 'application/json; charset=utf-8'): void {
    this.send(status, text, type)
  }

  failure(failure: Failure): void {
    const problem = wantsProblem(this.#request.headers.accept)
    if (failure.status === 401) this.#headers.push('WWW-Authenticate', 'Bearer')
    if (failure.retryAfterSeconds !== undefined) this.#headers.push('Retry-After', String(failure.retryAfterSeconds))
    const body = JSON.stringify(errorBody(failure, this.#requestId, problem))
    this.json(failure.status, body, problem ? 'application/problem+json' : undefined)
  }
}
