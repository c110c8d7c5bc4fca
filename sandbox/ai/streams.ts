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

/** Sends pieces one after the other; after `breakAfter` of them the connection breaks, or where the fault dial says. */
export const sendPieces = (
  reply: FastifyReply,
  type: string,
  pieces: readonly string[],
  breakAfter: number | null,
): FastifyReply => {
  const { request } = reply
  const { breakAt, every, pauseMs } = stopsOf(request, pieces, breakAfter)
  const breakIfDue = async (sent: number): Promise<boolean> => {
    if (sent !== breakAt) return false
    await delay(50) // a reset overtakes what was written in the same breath
    breakOff(request)
    return true
  }
  return reply.type(type).send(
    Readable.from(
      (async function* () {
        let sent = 0
        for (const piece of pieces) {
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
