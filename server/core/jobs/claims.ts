import type pg from 'pg'
import type { Log } from '../log.ts'
import { makePollTimer, restMs } from './poll-timer.ts'

const schema = 'jobs'
/** A run that gave no sign of life for so long counts as cut off, and its job is begun again. */
export const silentSeconds = 10
/** How often a worker gives one for what it runs, and looks for runs that give none. */
const beatMs = 2_000
/** After a start, an outage or a freeze of its own, a worker lets all others be heard before it judges them. */
const patienceMs = 3_000
/** How often a job may lose its worker beyond its tries: what ends every worker that touches it comes to rest at last. */
const mostDeaths = 3
const claimsAtOnce = 500

/** A run's right to its job. */
export interface Claim {
  /** Aborted when the job was given to another: nothing that this run says about it counts any more. */
  readonly signal: AbortSignal
  release(): void
}

interface Held {
  readonly attempt: number
  readonly lost: AbortController
}

interface Parts {
  readonly log: Log
  readonly bury: (job: { name: string; id: string; retryCount: number }) => Promise<void>
  /** Takes what is to be called after something was written: where no job runs, of no worker, it rests until then. */
  readonly news: (look: () => void) => void
}

/**
 * Sends heartbeats for the jobs that this worker runs, and reclaims jobs without one: their worker was killed or
 * frozen, or could not reach the database to record the result. `pool` is used for this only: a worker whose other connections
 * are all busy is alive.
 */
export const keepClaims = (pool: pg.Pool, { log, bury, news }: Parts) => {
  const held = new Map<string, Held>()
  const pollTimer = makePollTimer(beatMs)
  let stopping = false
  let isAway = false
  let isResting = false
  let isNews = false
  let runs = true
  let beganMs = 0
  let steadySinceMs = Date.now()

  /** A run whose job is under another attempt by now has lost it. */
  const beat = async (): Promise<void> => {
    const ours = [...held]
    if (ours.length === 0) return
    const { rows } = await pool.query<{ id: string }>(
      `update ${schema}.job_common as job set heartbeat_on = now()
       from unnest($1::uuid[], $2::int[]) as ours (id, attempt)
       where job.id = ours.id and job.state = 'active' and job.retry_count = ours.attempt returning job.id`,
      [ours.map(([id]) => id), ours.map(([, { attempt }]) => attempt)],
    )
    const alive = new Set(rows.map(({ id }) => id))
    for (const [id, claim] of ours)
      if (held.get(id) === claim && !alive.has(id)) claim.lost.abort(new Error('the job was reassigned to another worker'))
  }

  const look = async (): Promise<void> => {
    isNews = false
    const { rows } = await pool.query<{ isRunning: boolean; isAbandoned: boolean }>({
      name: 'abandoned',
      text: `select exists (select from ${schema}.job_common where state = 'active') as "isRunning",
        exists (select from ${schema}.job_common where ${isSilent}) as "isAbandoned"`,
    })
    runs = rows[0]?.isRunning ?? true
    if (rows[0]?.isAbandoned && Date.now() - steadySinceMs > patienceMs) await reclaimAbandoned(pool, { log, bury })
  }

  const run = async (): Promise<void> => {
    while (!stopping) {
      const nowMs = Date.now()
      // Frozen, or too busy to come round: the others were not heard either.
      if (nowMs - beganMs > 2 * beatMs) steadySinceMs = nowMs
      beganMs = nowMs
      try {
        await beat()
        await look()
        isAway = false
      } catch (error) {
        if (!isAway) log.warn({ err: error }, 'the heartbeat of running jobs could not be sent')
        isAway = true
        runs = true
        steadySinceMs = Date.now()
      }
      if (stopping) return
      isResting = !runs && !isNews && held.size === 0
      await pollTimer.take(isResting ? restMs : beatMs)
      isResting = false
    }
  }
  const begin = (): void => {
    isNews = true
    if (isResting) pollTimer.wake()
  }
  news(begin)
  const ended = run()

  return {
    hold(id: string, attempt: number): Claim {
      const claim = { attempt, lost: new AbortController() }
      held.set(id, claim)
      begin()
      return {
        signal: claim.lost.signal,
        release: () => {
          if (held.get(id) === claim) held.delete(id)
        },
      }
    },
    /** Whether a job ran at the last look, of any worker. */
    runs: (): boolean => runs,
    async stop(): Promise<void> {
      stopping = true
      pollTimer.wake()
      await ended
    },
  }
}

const reclaimAbandoned = async (pool: pg.Pool, { log, bury }: Pick<Parts, 'log' | 'bury'>): Promise<void> => {
  const { rowCount } = await pool.query(
    `update ${schema}.job_common as job set state = 'retry', start_after = now(), heartbeat_on = null
     from (select name, id from ${schema}.job_common where ${isSilent} and retry_count < retry_limit + ${mostDeaths}
           limit ${claimsAtOnce} for update skip locked) as silent
     where job.name = silent.name and job.id = silent.id`,
  )
  if (rowCount) log.warn({ jobs: rowCount }, 'jobs whose worker died are restarted')
  const { rows } = await pool.query<{ name: string; id: string; retryCount: number }>(
    `select name, id, retry_count as "retryCount" from ${schema}.job_common
     where ${isSilent} and retry_count >= retry_limit + ${mostDeaths} limit ${claimsAtOnce}`,
  )
  for (const job of rows) await bury(job)
}

export type Claims = ReturnType<typeof keepClaims>

/** Of a job: it is said to run, and its run gave no sign of life for too long. */
const isSilent = `state = 'active' and coalesce(heartbeat_on, started_on) < now() - interval '${silentSeconds} seconds'`
