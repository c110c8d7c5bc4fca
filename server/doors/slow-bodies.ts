import type { IncomingMessage } from 'node:http'
import { Failure } from '#core/errors.ts'

export const headersTimeoutMs = 10_000
export const bodyTimeoutMs = 30_000

/**
 * Bodies that are on their way. Node's own limit holds for a server, not for a route, and a file may take an hour; so
 * one sweep a second looks for those that took too long: cheaper than a timer each. By the clock that never jumps.
 */
export const makeSlowBodies = () => {
  const onTheWay = new Map<IncomingMessage, { sinceMs: number; giveUp: (failure: Failure) => void }>()

  const sweep = setInterval(() => {
    const oldest = performance.now() - bodyTimeoutMs
    for (const [request, { sinceMs, giveUp }] of onTheWay) {
      if (sinceMs > oldest) break // in order of arrival
      onTheWay.delete(request)
      giveUp(new Failure('request_timeout'))
    }
  }, 1_000)
  sweep.unref()

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
    /** For routes whose body somebody else reads: `done` when it is there. */
    begin(request: IncomingMessage, giveUp: (failure: Failure) => void): () => void {
      onTheWay.set(request, { sinceMs: performance.now(), giveUp })
      return () => onTheWay.delete(request)
    },
    close: () => clearInterval(sweep),
  }
}

export type SlowBodies = ReturnType<typeof makeSlowBodies>
