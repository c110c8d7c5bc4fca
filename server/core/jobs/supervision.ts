import { setTimeout as sleep } from 'node:timers/promises'
import type { PgBoss } from 'pg-boss'
import type { Log } from '../log.ts'

/** How soon a run that takes too long is noticed. */
export const superviseSeconds = 10
/** Of so many turns one is taken where no job runs: old jobs are deleted then, and tables looked after. */
const turnsAtRest = 6

/**
 * Ends runs that took too long, and deletes old jobs. Not by the queue's own timers: they write every five seconds, also where nothing
 * runs (for flows, which nothing here uses), and each write makes every worker look for work.
 */
export const supervise = async (
  boss: PgBoss,
  { runs, log, signal }: { runs: () => boolean; log: Log; signal: AbortSignal },
): Promise<void> => {
  for (let turn = 0; !signal.aborted; turn++) {
    try {
      if (runs() || turn % turnsAtRest === 0) await boss.supervise()
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error }, 'the queue could not be supervised')
    }
    await sleep(superviseSeconds * 1_000, undefined, { signal }).catch(() => {})
  }
}
