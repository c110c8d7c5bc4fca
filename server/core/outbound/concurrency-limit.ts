/** No slot came free in time, or too many callers waited already. */
export class NoFreeSlot extends Error {}

/** At most so many wait for one name: beyond that, waiting is only another way to fail. */
const mostWaiting = 200

interface Waiter {
  readonly names: readonly string[]
  take(): void
}

/**
 * A concurrency limit: each name has so many slots, and a caller takes one of several names together (this workspace's share of a
 * provider, the provider's share of the process, all of the process). First come, first served, past those whose own names are
 * full: a caller that waits for a slow provider holds up no other.
 */
export const makeConcurrencyLimit = (mostOf: (name: string) => number) => {
  const taken = new Map<string, number>()
  const waitingOf = new Map<string, number>()
  const waiting = new Set<Waiter>()

  const add = (counts: Map<string, number>, name: string, by: 1 | -1): void => {
    const next = (counts.get(name) ?? 0) + by
    if (next === 0) counts.delete(name)
    else counts.set(name, next)
  }
  const hasRoom = (names: readonly string[]): boolean => names.every((name) => (taken.get(name) ?? 0) < mostOf(name))

  const giveBack = (names: readonly string[]): void => {
    for (const name of names) add(taken, name, -1)
    for (const waiter of waiting)
      if (hasRoom(waiter.names)) {
        waiter.take()
        return
      }
  }

  /** Waits for a slot at most `waitMs`, and answers how to give it back. Throws NoFreeSlot, or what `signal` was aborted with. */
  const take = async (names: readonly string[], waitMs: number, signal?: AbortSignal): Promise<() => void> => {
    signal?.throwIfAborted()
    if (!hasRoom(names)) await wait(names, waitMs, signal)
    else for (const name of names) add(taken, name, 1)
    let isGiven = false
    return () => {
      if (!isGiven) giveBack(names)
      isGiven = true
    }
  }

  const wait = (names: readonly string[], waitMs: number, signal?: AbortSignal): Promise<void> =>
    new Promise((done, failed) => {
      const [own = ''] = names
      if ((waitingOf.get(own) ?? 0) >= mostWaiting) return failed(new NoFreeSlot('the queue for slots is full'))
      const leave = (): void => {
        waiting.delete(waiter)
        add(waitingOf, own, -1)
        clearTimeout(timer)
        signal?.removeEventListener('abort', stop)
      }
      const stop = (): void => {
        leave()
        failed(signal?.reason)
      }
      const waiter: Waiter = {
        names,
        take: () => {
          leave()
          for (const name of names) add(taken, name, 1)
          done()
        },
      }
      const timer = setTimeout(() => {
        leave()
        failed(new NoFreeSlot('no slot was free in time'))
      }, waitMs)
      signal?.addEventListener('abort', stop, { once: true })
      waiting.add(waiter)
      add(waitingOf, own, 1)
    })

  return {
    take,
    /** How many slots of a name are taken. */
    takenOf: (name: string): number => taken.get(name) ?? 0,
  }
}

export type ConcurrencyLimit = ReturnType<typeof makeConcurrencyLimit>
