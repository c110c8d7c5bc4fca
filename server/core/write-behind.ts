import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Writes rows in batches after the responses they describe: no response waits for the database, and one that is down fails
 * no call. What waits is kept before the process ends in good order.
 */
export const makeWriteBehind = <Row>(parts: {
  keep(rows: readonly Row[]): Promise<void>
  /** Told how many were given up: too many waited, or, with the error, the database did not take them. */
  drop(rows: number, error?: unknown): void
  /** So many are kept at once. */
  readonly atOnce: number
  /** So many may wait. */
  readonly most: number
  /** So long the first waits for others. */
  readonly gatherMs: number
}) => {
  const waiting: { row: Row; done: () => void }[] = []
  let keeping: Promise<void> | undefined
  const closing = new AbortController()

  const gather = async (): Promise<void> => {
    if (parts.gatherMs > 0) await sleep(parts.gatherMs, undefined, { signal: closing.signal, ref: false }).catch(() => {})
    else await null
  }

  const keep = async (): Promise<void> => {
    while (waiting.length > 0) {
      // What came while others were kept waits for its own others too, else a database that is busy gets the more statements for it.
      if (waiting.length < parts.atOnce) await gather()
      const batch = waiting.splice(0, parts.atOnce)
      try {
        await parts.keep(batch.map(({ row }) => row))
      } catch (error) {
        parts.drop(batch.length, error)
      }
      for (const { done } of batch) done()
    }
  }

  const begin = (): void => {
    keeping ??= keep().finally(() => {
      keeping = undefined
      // A caller may have added another row before this was called.
      if (waiting.length > 0) begin()
    })
  }

  return {
    /** Resolves when it is kept, or cannot be: a caller may wait for it, and need not. */
    add(row: Row): Promise<void> {
      if (waiting.length >= parts.most) {
        parts.drop(1)
        return Promise.resolve()
      }
      return new Promise((done) => {
        waiting.push({ row, done })
        begin()
      })
    },
    async close(): Promise<void> {
      closing.abort()
      while (keeping) await keeping
    },
  }
}

export type Behind<Row> = ReturnType<typeof makeWriteBehind<Row>>
