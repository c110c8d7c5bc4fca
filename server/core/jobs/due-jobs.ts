import type pg from 'pg'
import type { Log } from '../log.ts'
import { makePollTimer } from './poll-timer.ts'
import { schema } from './queue-set-up.ts'

/** A job that is due is begun within this and the time that one look takes. */
const pollMs = 200

/**
 * One look for all slots: some fifty of them that ask by themselves twice a second are a hundred statements, a tenth of a
 * core for a worker with nothing to do. Looking instead of LISTEN, for a job is also due by the clock, and NOTIFY would
 * make transactions that send jobs commit one after the other.
 */
export const findDue = async (
  pool: pg.Pool,
  names: readonly string[],
  { found, log, signal }: { found: (name: string) => void; log: Log; signal: AbortSignal },
): Promise<void> => {
  const look = {
    text: `select wanted.name from unnest($1::text[]) as wanted (name) where exists (
      select from ${schema}.job_common as job
      where job.name = wanted.name and job.state < 'active' and not job.blocked and job.start_after <= now())`,
    values: [names],
  }
  const pollTimer = makePollTimer(pollMs)
  signal.addEventListener('abort', pollTimer.wake)
  let isAway = false
  while (!signal.aborted) {
    try {
      const { rows } = await pool.query<{ name: string }>(look)
      for (const { name } of rows) found(name)
      isAway = false
    } catch (error) {
      if (!isAway) log.warn({ err: error }, 'due jobs could not be looked up')
      isAway = true
    }
    await pollTimer.take()
  }
}
