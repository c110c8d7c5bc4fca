import type { IncomingMessage, ServerResponse } from 'node:http'
import { addressBlock } from '#core/address-blocks.ts'
import { Failure } from '#core/errors.ts'
import type { Log } from '#core/log.ts'
import type { AddressOf } from './client-address.ts'

const silenceMs = 10_000

/**
 * How much one client does at once. Behind a proxy all connections are the proxy's, so there it is the requests under way that
 * are counted for each client; and of what lasts (live pages, transfers) each member has so many places.
 */
export const makeCrowd = (parts: {
  readonly addressOf: AddressOf
  readonly isProxy: (address: string) => boolean
  readonly mostOfAddress: number
  readonly log: Log
}) => {
  const underWay = new Map<string, number>()
  const places = new Map<string, number>()
  let quietUntilMs = 0

  const say = (words: string): void => {
    if (performance.now() < quietUntilMs) return
    quietUntilMs = performance.now() + silenceMs
    parts.log.warn(words)
  }

  return {
    /** Counts a request that came through a proxy until its answer has left; names the trouble when its client has too many. */
    enter(request: IncomingMessage, response: ServerResponse): Failure | null {
      if (!parts.isProxy(request.socket.remoteAddress ?? '')) return null
      const address = addressBlock(parts.addressOf(request))
      if ((underWay.get(address) ?? 0) >= parts.mostOfAddress) {
        say('too many concurrent requests of one client behind a proxy: new ones are rejected')
        return new Failure('too_many_connections', { retryAfterSeconds: 5 })
      }
      add(underWay, address, 1)
      response.once('close', () => add(underWay, address, -1))
      return null
    },
    /** A place among `most` of something that lasts, and how to leave it. Throws `too_many_streams`. */
    place(kind: string, whose: string, most: number): () => void {
      const key = `${kind} ${whose}`
      if ((places.get(key) ?? 0) >= most) {
        say(`too many ${kind} of one member or address: new ones are rejected`)
        throw new Failure('too_many_streams', { retryAfterSeconds: 15 })
      }
      add(places, key, 1)
      let isHeld = true
      return () => {
        if (isHeld) add(places, key, -1)
        isHeld = false
      }
    },
  }
}

export type Crowd = ReturnType<typeof makeCrowd>

const add = (counts: Map<string, number>, key: string, more: number): void => {
  const now = (counts.get(key) ?? 0) + more
  if (now > 0) counts.set(key, now)
  else counts.delete(key)
}
