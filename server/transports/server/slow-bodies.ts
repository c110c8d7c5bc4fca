import type { IncomingMessage, ServerResponse } from 'node:http'
import { Failure } from '#core/errors.ts'

export const headersTimeoutMs = 10_000
export const bodyTimeoutMs = 30_000

/** What a body may have without being counted: a lead, and nearly every action. */
const smallBytes = 65_536
/** Of larger ones, what is in memory at once: from one client address, and from all. */
const mostBytesOfAddress = 32 * 2 ** 20
const mostBytes = 256 * 2 ** 20

/**
 * Bodies that are on their way. Node's own limit holds for a server, not for a route, and a file may take an hour; so
 * one sweep a second looks for those that took too long: cheaper than a timer each. By the clock that never jumps.
 */
export const makeSlowBodies = (addressOf: (request: IncomingMessage) => string) => {
  const onTheWay = new Map<IncomingMessage, { sinceMs: number; giveUp: (failure: Failure) => void }>()
  const bytesOf = new Map<string, number>()
  let bytesOfAll = 0

  const sweep = setInterval(() => {
    const oldest = performance.now() - bodyTimeoutMs
    for (const [request, { sinceMs, giveUp }] of onTheWay) {
      if (sinceMs > oldest) break // in order of arrival
      onTheWay.delete(request)
      giveUp(new Failure('request_timeout'))
    }
  }, 1_000)
  sweep.unref()

  const count = (address: string, bytes: number): void => {
    bytesOfAll += bytes
    const now = (bytesOf.get(address) ?? 0) + bytes
    if (now > 0) bytesOf.set(address, now)
    else bytesOf.delete(address)
  }

  return {
    /** Rejects with `request_timeout` when the body is not there in time. */
    watch<T>(request: IncomingMessage, reading: Promise<T>): Promise<T> {
      return new Promise((resolve, reject) => {
        onTheWay.set(request, { sinceMs: performance.now(), giveUp: reject })
        reading.then(
          (body) => {
            onTheWay.delete(request)
            resolve(body)
          },
          (error) => {
            onTheWay.delete(request)
            reject(error)
          },
        )
      })
    },
    /** For routes that read the body elsewhere: `done` when it is there. */
    begin(request: IncomingMessage, giveUp: (failure: Failure) => void): () => void {
      onTheWay.set(request, { sinceMs: performance.now(), giveUp })
      return () => onTheWay.delete(request)
    },
    /**
     * Memory for large bodies: each reader reports its size. False if none is left, for
     * its sender or in total. It is released when the response has been sent, or the connection has closed: an aborted request
     * is not always reported.
     */
    room(request: IncomingMessage, response: ServerResponse): (size: number) => boolean {
      let address: string | undefined
      let taken = 0
      return (size) => {
        if (size <= smallBytes) return true
        if (address === undefined) {
          address = addressOf(request)
          const whose = address
          response.once('close', () => count(whose, -taken))
        }
        const more = size - taken
        if ((bytesOf.get(address) ?? 0) + more > mostBytesOfAddress || bytesOfAll + more > mostBytes) return false
        taken = size
        count(address, more)
        return true
      }
    },
    close: () => clearInterval(sweep),
  }
}

export type SlowBodies = ReturnType<typeof makeSlowBodies>
