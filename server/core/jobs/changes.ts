import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Log } from '../log.ts'

/** After what was committed the next look is so much later: as often as `wait_for_change` looks (0056). */
const pauseMs = 200
/** How long one look waits in the database. */
const usualWaitMs = 5_000
/** A look that is not over so long after its time is given up: the connection died without an error. */
const patienceMs = 5_000

/**
 * Calls `changed` whenever a transaction that wrote has ended since the last look, of any process: two snapshots that are alike
 * see the same rows. The waiting is done by the database, in a connection that does nothing else: a look of this process
 * costs ten times what one costs there. What is due by the clock is looked for where it is known. Without NOTIFY, as 0037 says.
 */
export const followChanges = async (
  pool: pg.Pool,
  { changed, log, signal, waitMs = usualWaitMs }: { changed: () => void; log: Log; signal: AbortSignal; waitMs?: number },
): Promise<void> => {
  let seen: string | null = null
  let isAway = false
  while (!signal.aborted) {
    try {
      const now = await nextChange(pool, { seen, waitMs, signal })
      const isNew = now !== seen
      seen = now
      isAway = false
      if (!isNew) continue
      changed()
    } catch (error) {
      if (signal.aborted) return
      if (!isAway) log.warn({ err: error }, 'changes could not be looked up')
      isAway = true
    }
    await sleep(pauseMs, undefined, { signal }).catch(() => {})
  }
}

const nextChange = async (
  pool: pg.Pool,
  { seen, waitMs, signal }: { seen: string | null; waitMs: number; signal: AbortSignal },
): Promise<string> => {
  const client = await pool.connect()
  let isOver = false
  const leave = (error?: Error): void => {
    if (isOver) return
    isOver = true
    signal.removeEventListener('abort', abandon)
    client.release(error)
  }
  // What waits in the database ends by itself within five seconds.
  const abandon = (): void => leave(new Error('the look for changes was ended'))
  signal.addEventListener('abort', abandon)
  if (signal.aborted) abandon()
  const query = {
    name: 'wait_for_change',
    text: 'select foyer.wait_for_change($1, $2) as now',
    values: [seen, waitMs],
    query_timeout: waitMs + patienceMs,
  }
  try {
    const { rows } = await client.query<{ now: string }>(query)
    leave()
    return rows[0]?.now ?? ''
  } catch (error) {
    leave(error as Error)
    throw error
  }
}
