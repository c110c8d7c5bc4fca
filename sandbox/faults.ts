import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Table } from './folder.ts'

/** What can go wrong, and what a caller sees of it. */
export const faults = {
  none: 'Responds normally.',
  slow: 'The first byte is delayed by `latencyMs`, or 30 s.',
  refused: 'The connection is closed at once; the request is not processed.',
  lost: 'The request is processed, and the connection closes without a response.',
  reset: 'The request is processed, and the connection breaks during the response.',
  drip: 'The request is processed; the response arrives at one byte per second.',
  rate_limited: '429 with Retry-After: 1.',
  error_500: '500 with the provider’s error body.',
  error_503: '503 with the provider’s error body.',
  html: '200 with an HTML page instead of JSON.',
  ok_error_body: '200 with an error body.',
  huge: '200 and 100 MB of JSON.',
  redirect_loop: '302 to the same address, endlessly.',
  gzip_bomb: '200 with 1 MB that decompresses to 1 GB.',
} as const
export type FaultKind = keyof typeof faults
export const faultKinds = Object.keys(faults) as readonly FaultKind[]

/** Those of one double alone, in the same form: its routes ask `faultOf` what they are to do. */
export type OwnFaults = Readonly<Record<string, string>>

const share = z.coerce.number().min(0).max(1)
const makeDial = (own: OwnFaults) =>
  z.strictObject({
    /** The same seed and the same requests in the same order meet the same faults. */
    seed: z.coerce.number().int().min(0).max(0xffff_ffff).default(1),
    kind: z.enum([...faultKinds, ...Object.keys(own)]).default('none'),
    /** How many of the requests are hit: 0.5 is every other, by chance. */
    share: share.default(1),
    /** Only so many are hit, and all is well again. */
    times: z.coerce.number().int().min(0).max(1_000_000).optional(),
    /** Only requests whose method and path hold this text: `POST /v1/checkout`. */
    only: z.string().max(200).optional(),
    /** Waits before anything else happens to a request that is hit. */
    latencyMs: z.coerce.number().int().min(0).max(600_000).default(0),
    /** Of doubles that answer in streams: after how many bytes one breaks off, or pauses each time. */
    bytes: z.coerce.number().int().min(0).max(10_000_000).optional(),
    /** How long each pause is. */
    pauseMs: z.coerce.number().int().min(0).max(600_000).optional(),
    webhooks: z
      .strictObject({
        /** How often each is sent. */
        copies: z.coerce.number().int().min(1).max(20).default(1),
        /** How late each is sent. */
        delayMs: z.coerce.number().int().min(0).max(86_400_000).default(0),
        /** Out of order: each is up to two seconds later than it should be, by chance. */
        shuffle: z.boolean().default(false),
        /** How many are never sent. */
        drop: share.default(0),
      })
      .prefault({}),
  })
export type Dial = z.output<ReturnType<typeof makeDial>>

/** The dial of one double. */
export interface Faults {
  dial(): Dial
  /** Throws a ZodError on what is no dial. The chance begins anew. */
  turn(wanted: unknown): Dial
  reset(): void
  /** How many requests were hit since the dial was turned. */
  readonly hits: number
  /** What becomes of the next request. */
  next(request: { readonly method: string; readonly path: string }): string
  /** After how many milliseconds each copy of the next webhook leaves; empty: never. */
  nextWebhook(): readonly number[]
}

/** The longest that `shuffle` holds a webhook back. */
const shuffleMs = 2_000

export const openFaults = (table: Table<{ id: string; dial: Dial }>, own: OwnFaults = {}): Faults => {
  const Dial = makeDial(own)
  let dial = Dial.parse(table.find('dial')?.dial ?? {})
  let [forRequests, forWebhooks] = [chance(dial.seed), chance(~dial.seed)]
  let hits = 0
  const begin = (next: Dial): Dial => {
    dial = next
    hits = 0
    forRequests = chance(next.seed)
    forWebhooks = chance(~next.seed)
    return next
  }

  return {
    dial: () => dial,
    turn(wanted) {
      const next = Dial.parse(wanted ?? {})
      table.put({ id: 'dial', dial: next })
      return begin(next)
    },
    reset() {
      table.empty()
      begin(Dial.parse({}))
    },
    get hits() {
      return hits
    },
    next({ method, path }) {
      if (dial.kind === 'none' && dial.latencyMs === 0) return 'none'
      if (dial.only && !`${method} ${path}`.includes(dial.only)) return 'none'
      if (forRequests() >= dial.share || hits >= (dial.times ?? Infinity)) return 'none'
      hits += 1
      return dial.kind === 'none' ? 'slow' : dial.kind
    },
    nextWebhook() {
      const { copies, delayMs, shuffle, drop } = dial.webhooks
      // Each draws the same number of times, so that one setting does not change what another does.
      const isDropped = forWebhooks() < drop
      const delays = Array.from({ length: copies }, () => delayMs + Math.floor(forWebhooks() * shuffleMs) * Number(shuffle))
      return isDropped ? [] : delays
    },
  }
}

/** Numbers from 0 to 1 that repeat with their seed (mulberry32). */
const chance = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** An error as the provider would word it. */
export type TextsOfErrors = (status: 429 | 500 | 503) => unknown

const plainWords: TextsOfErrors = (status) => ({
  statusCode: status,
  name: { 429: 'rate_limit_exceeded', 500: 'internal_server_error', 503: 'service_unavailable' }[status],
  message: { 429: 'Too many requests.', 500: 'Something went wrong.', 503: 'Try again later.' }[status],
})

/** What becomes of requests under way. */
const suffering = new WeakMap<FastifyRequest, Suffered & { readonly waitMs: number }>()

export interface Suffered extends Pick<Dial, 'bytes' | 'pauseMs'> {
  readonly kind: string
}

/** What strikes this request, with the figures of the dial; null where nothing does. */
export const sufferedBy = (request: FastifyRequest): Suffered | null => suffering.get(request) ?? null

/** The same by its name alone. */
export const faultOf = (request: FastifyRequest): string | null => sufferedBy(request)?.kind ?? null

/**
 * For a route that says `suffersInside`: it waits while its work is under way, and learns whether that fails with 500. So that a
 * vendor which remembers what it was asked remembers this too.
 */
export const sufferInside = async (request: FastifyRequest): Promise<{ readonly fails: boolean }> => {
  const found = suffering.get(request)
  if (!found || !isInside(request, found.kind)) return { fails: false }
  await pause(request, found.waitMs)
  return { fails: found.kind === 'error_500' }
}

const isInside = (request: FastifyRequest, kind: string): boolean =>
  request.routeOptions.config.suffersInside === true && (kind === 'slow' || kind === 'error_500')

/** Puts the dial before every route of a simulator but those `forPeople`. */
export const sufferFaults = (app: FastifyInstance, faults: Faults, words: TextsOfErrors = plainWords): void => {
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.isPage) return
    const path = request.url.slice(app.prefix.length)
    const kind = faults.next({ method: request.method, path })
    if (kind === 'none') return
    const { latencyMs, bytes, pauseMs } = faults.dial()
    const waitMs = kind === 'slow' ? latencyMs || 30_000 : latencyMs
    suffering.set(request, { kind, waitMs, bytes, pauseMs })
    if (isInside(request, kind)) return
    await pause(request, waitMs)
    return answerWith[kind as FaultKind]?.(request, reply, words)
  })
  app.addHook('onSend', async (request, reply, payload) => {
    const kind = suffering.get(request)?.kind
    if (kind !== 'lost' && kind !== 'reset' && kind !== 'drip') return payload
    const whole = await wholeOf(payload)
    reply.header('Content-Length', whole.length)
    return Readable.from(broken[kind](request, whole), { objectMode: false, highWaterMark: 1 })
  })
}

/** What a route has to say; of a stream all that it will have said. */
const wholeOf = async (payload: unknown): Promise<Buffer> => {
  if (payload instanceof Readable) return Buffer.concat((await payload.toArray()) as Buffer[])
  return Buffer.isBuffer(payload) ? payload : Buffer.from(typeof payload === 'string' ? payload : '')
}

/** Over when the caller has gone away. */
export const pause = async (request: FastifyRequest, ms: number): Promise<void> => {
  if (ms === 0) return
  const gone = new AbortController()
  request.raw.socket.once('close', () => gone.abort())
  await delay(ms, undefined, { signal: gone.signal, ref: false }).catch(() => {})
}

export const breakOff = (request: FastifyRequest): void => {
  request.raw.socket.resetAndDestroy()
}

const broken = {
  // biome-ignore lint/correctness/useYield: the connection is gone before there is anything to say
  async *lost(request: FastifyRequest, _whole: Buffer): AsyncGenerator<Buffer> {
    breakOff(request)
  },
  async *reset(request: FastifyRequest, whole: Buffer): AsyncGenerator<Buffer> {
    yield whole.subarray(0, Math.max(1, whole.length >> 1))
    await delay(50) // a reset overtakes what was written in the same breath
    breakOff(request)
  },
  async *drip(request: FastifyRequest, whole: Buffer): AsyncGenerator<Buffer> {
    for (let at = 0; at < whole.length && !request.raw.socket.destroyed; at++) {
      yield whole.subarray(at, at + 1)
      await pause(request, 1_000)
    }
  },
}

const hugeBytes = 100 * 1024 * 1024

/** What answers in place of the double. A kind that is not here lets it work and harms the answer, if anything. */
const answerWith: {
  [Kind in FaultKind]?: (request: FastifyRequest, reply: FastifyReply, words: TextsOfErrors) => FastifyReply
} = {
  refused(request, reply) {
    reply.hijack()
    breakOff(request)
    return reply
  },
  rate_limited: (_request, reply, words) => reply.code(429).header('Retry-After', '1').send(words(429)),
  error_500: (_request, reply, words) => reply.code(500).send(words(500)),
  error_503: (_request, reply, words) => reply.code(503).send(words(503)),
  ok_error_body: (_request, reply, words) => reply.code(200).send(words(500)),
  html: (_request, reply) =>
    reply
      .code(200)
      .type('text/html; charset=utf-8')
      .send('<!doctype html><title>We’ll be right back</title><h1>We’ll be right back</h1>'),
  redirect_loop: (request, reply) => reply.code(302).header('Location', request.originalUrl).send(),
  huge: (_request, reply) =>
    reply
      .code(200)
      .type('application/json')
      .send(
        Readable.from(
          (function* () {
            const piece = Buffer.alloc(65_536, 'a')
            yield Buffer.from('{"data":"')
            for (let sent = 0; sent < hugeBytes; sent += piece.length) yield piece
            yield Buffer.from('"}')
          })(),
          { objectMode: false },
        ),
      ),
  gzip_bomb(_request, reply) {
    const zeros = gzipSync(Buffer.alloc(16 * 1024 * 1024, '0'))
    // Members one behind the other unpack like one file (RFC 1952).
    const bomb = Buffer.concat(Array.from({ length: 64 }, () => zeros))
    return reply.code(200).type('application/json').header('Content-Encoding', 'gzip').send(bomb)
  },
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For people: no fault strikes here. */
    isPage?: boolean
    /** It asks `sufferInside` by itself. */
    suffersInside?: boolean
  }
}
