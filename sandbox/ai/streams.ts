import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'

/** Between two pieces: long enough to be seen, short enough to wait for. */
const pieceMs = 15

/** Sends pieces one after the other; after `breakAfter` of them the connection breaks. */
export const sendPieces = (
  reply: FastifyReply,
  type: string,
  pieces: readonly string[],
  breakAfter: number | null,
): FastifyReply =>
  reply.type(type).send(
    Readable.from(
      (async function* () {
        for (const [at, piece] of pieces.entries()) {
          if (breakAfter !== null && at >= breakAfter) {
            await pause(50) // a reset overtakes what was written in the same breath
            reply.raw.socket?.resetAndDestroy()
            return
          }
          yield Buffer.from(piece)
          await pause(pieceMs)
        }
      })(),
      { objectMode: false },
    ),
  )
