import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Log } from '../log.ts'

/** What was committed is followed by looks for work within this and the time that one look takes. */
const pollMs = 200

/**
 * Calls `changed` whenever a transaction that wrote has ended since the last look, of any process: two snapshots that are alike
 * see the same rows. It costs a small part of looking for jobs, reactions and deliveries, so that a worker with nothing to do
 * does next to nothing; what is due by the clock each of them looks for by itself. Without NOTIFY, as 0037 says.
 */
export const followChanges = async (
  pool: pg.Pool,
  { changed, log, signal }: { changed: () => void; log: Log; signal: AbortSignal },
): Promise<void> => {
  let seen: string | undefined
  let isAway = false
  while (!signal.aborted) {
    try {
      const { rows } = await pool.query<{ now: string }>('select pg_current_snapshot()::text as now')
      if (rows[0]?.now !== seen) changed()
      seen = rows[0]?.now
      isAway = false
    } catch (error) {
      if (!isAway) log.warn({ err: error }, 'changes could not be looked up')
      isAway = true
    }
    await sleep(pollMs, undefined, { signal }).catch(() => {})
  }
}
