import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { breakOff, type OwnFaults, pause, sufferedBy } from '../faults.ts'

/** What goes wrong with answers in pieces alone; each double of an AI provider has both. */
export const streamFaults = {
  pauses: 'A stream pauses for `pauseMs`, or 1 s, each time after `bytes`, or 200.',
  breaks: 'A stream breaks off after `bytes`, or half of it.',
} as const satisfies OwnFaults

/** Between two pieces: long enough to be seen, short enough to wait for. */
const pieceMs = 15

/** A stream that was begun: how much of it was made, and how much of that after its caller had gone. */
export interface Streaming {
  readonly at: string
  readonly pieces: number
  made: number
  madeAfter: number
  state: 'open' | 'whole' | 'broken' | 'left'
}

const streamsKept = 100

/** The streams of one double, the newest first. They are no longer known once it starts anew. */
export const openStreams = () => {
  const streams: Streaming[] = []
  return {
    list: (): readonly Streaming[] => streams,
    follow({ raw }: FastifyReply, pieces: number): Streaming {
      const stream: Streaming = { at: new Date().toISOString(), pieces, made: 0, madeAfter: 0, state: 'open' }
      streams.unshift(stream)
      streams.length = Math.min(streams.length, streamsKept)
      raw.once('close', () => {
        if (stream.state === 'open') stream.state = raw.writableFinished ? 'whole' : 'left'
      })
      return stream
    },
  }
}
export type Streams = ReturnType<typeof openStreams>

/** Sends pieces one after the other; after `breakAfter` of them the connection breaks, or where the fault dial says. */
export const sendPieces = (
  reply: FastifyReply,
  type: string,
  pieces: readonly string[],
  breakAfter: number | null,
  streams: Streams,
): FastifyReply => {
  const { request } = reply
  const stream = streams.follow(reply, pieces.length)
  const { breakAt, every, pauseMs } = stopsOf(request, pieces, breakAfter)
  const breakIfDue = async (sent: number): Promise<boolean> => {
    if (sent !== breakAt) return false
    await delay(50) // a reset overtakes what was written in the same breath
    stream.state = 'broken'
    breakOff(request)
    return true
  }
  return reply.type(type).send(
    Readable.from(
      (async function* () {
        let sent = 0
        for (const piece of pieces) {
          stream.made++
          if (stream.state === 'left') stream.madeAfter++
          for (let rest = Buffer.from(piece); rest.length > 0; ) {
            if (await breakIfDue(sent)) return
            const stop = Math.min(breakAt, (Math.floor(sent / every) + 1) * every)
            const part = rest.subarray(0, stop - sent)
            yield part
            sent += part.length
            rest = rest.subarray(part.length)
            if (sent % every === 0) await pause(request, pauseMs)
          }
          await delay(pieceMs)
        }
        await breakIfDue(sent)
      })(),
      { objectMode: false },
    ),
  )
}

/** In bytes; infinite is never. */
const stopsOf = (request: FastifyRequest, pieces: readonly string[], breakAfter: number | null) => {
  const { kind, bytes, pauseMs = 1_000 } = sufferedBy(request) ?? {}
  const sizeOf = (some: readonly string[]): number => Buffer.byteLength(some.join(''))
  const scripted = breakAfter === null || breakAfter >= pieces.length ? Infinity : sizeOf(pieces.slice(0, breakAfter))
  return {
    breakAt: kind === 'breaks' ? (bytes ?? sizeOf(pieces) >> 1) : scripted,
    every: kind === 'pauses' ? Math.max(1, bytes ?? 200) : Infinity,
    pauseMs,
  }
}
