import type pg from 'pg'
import type { Log } from '../log.ts'
import { makePollTimer } from './poll-timer.ts'
import { schema } from './queue-set-up.ts'

/** How often it looks for what is due by the clock alone; what was just sent, `news` tells of. */
const quietMs = 5_000
/** While something is about to become due. */
const closeMs = 200

/**
 * One look for all slots: some fifty of them that ask by themselves twice a second are a hundred statements, a tenth of a
 * core for a worker with nothing to do. Looking instead of LISTEN, for a job is also due by the clock, and NOTIFY would
 * make transactions that send jobs commit one after the other.
 */
export const findDue = async (
  pool: pg.Pool,
  names: readonly string[],
  {
    found,
    news,
    log,
    signal,
  }: { found: (name: string) => void; news: (look: () => void) => void; log: Log; signal: AbortSignal },
): Promise<void> => {
  const look = {
    text: `select wanted.name, ${waiting('now()')} as "isDue" from unnest($1::text[]) as wanted (name)
      where ${waiting(`now() + interval '${quietMs} milliseconds'`)}`,
    values: [names],
  }
  const pollTimer = makePollTimer(quietMs)
  news(pollTimer.wake)
  signal.addEventListener('abort', pollTimer.wake)
  let isAway = false
  while (!signal.aborted) {
    let isClose = false
    try {
      const { rows } = await pool.query<{ name: string; isDue: boolean }>(look)
      for (const { name } of rows.filter(({ isDue }) => isDue)) found(name)
      isClose = rows.length > 0
      isAway = false
    } catch (error) {
      if (!isAway) log.warn({ err: error }, 'due jobs could not be looked up')
      isAway = true
    }
    await pollTimer.take(isClose ? closeMs : quietMs)
  }
}

const waiting = (until: string): string => `exists (
  select from ${schema}.job_common as job
  where job.name = wanted.name and job.state < 'active' and not job.blocked and job.start_after <= ${until})`
