import type { Failure } from '../errors.ts'
import { rateLimited } from './rate-limits.ts'

/**
 * Turns at what takes much of a processor, such as the digest of a password: so many at once, so many waiting, and each who asks
 * (an address, a person) after the others. Who comes when all places are taken is refused at once; who alone has taken most of
 * them makes room for others.
 */
export const makeTurns = ({
  atOnce,
  most,
  mostOfOne,
  retryAfterSeconds,
}: {
  readonly atOnce: number
  /** So many may wait … */
  readonly most: number
  /** … and so many for one who asks. */
  readonly mostOfOne: number
  readonly retryAfterSeconds: number
}) => {
  interface Waiting {
    begin(): void
    refuse(failure: Failure): void
  }
  /** In the order in which it is their turn. */
  const lanes = new Map<string, Waiting[]>()
  let running = 0
  let waiting = 0

  const refusal = (): Failure => rateLimited({ retryAfterSeconds })

  const next = (): void => {
    while (running < atOnce) {
      const first = lanes.entries().next()
      if (first.done) return
      const [whose, lane] = first.value
      lanes.delete(whose)
      const chosen = lane.shift()
      if (lane.length > 0) lanes.set(whose, lane)
      if (!chosen) continue
      waiting--
      running++
      chosen.begin()
    }
  }

  /** Makes room by dropping the longest queue above `than`; false if there is none. */
  const makeRoom = (than: number): boolean => {
    let longest: Waiting[] = []
    for (const lane of lanes.values()) if (lane.length > longest.length) longest = lane
    if (longest.length <= than) return false
    longest.pop()?.refuse(refusal())
    waiting--
    return true
  }

  return {
    async take<T>(whose: string, work: () => Promise<T>): Promise<T> {
      const lane = lanes.get(whose) ?? []
      if (lane.length >= mostOfOne || (waiting >= most && !makeRoom(lane.length + 1))) throw refusal()
      await new Promise<void>((begin, refuse) => {
        lane.push({ begin, refuse })
        lanes.set(whose, lane)
        waiting++
        next()
      })
      try {
        return await work()
      } finally {
        running--
        next()
      }
    },
  }
}

export type Turns = ReturnType<typeof makeTurns>
