import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import { fromKysely, PgBoss } from 'pg-boss'
import type { Tables } from '#db/tables.ts'
import type { JobContext } from '../context.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import { type Claimed, serveFairly, type Turns } from './batches.ts'
import { followChanges } from './changes.ts'
import { type Claims, keepClaims } from './claims.ts'
import { findDue } from './due-jobs.ts'
import type { AnyJob } from './job.ts'
import type { JobReference, JobStart } from './job-reference.ts'
import { schema } from './queue-set-up.ts'
import { runJob, runTogether } from './runs.ts'
import { makeSlots } from './slots.ts'
import { supervise, superviseSeconds } from './supervision.ts'

/** After its last try has failed, a job is among the dead letters within this. */
const buriedMs = 500
/** A batch takes a tenth of a second; what takes so long hangs. */
const mostSettleMs = 5_000

export interface Queue {
  /** Puts a job into the transaction `db`; with `start` it waits until then. */
  send(db: Kysely<Tables>, job: JobReference, data: unknown, start?: JobStart): Promise<void>
  /** Puts several jobs of a kind into the transaction `db`. */
  sendAll(db: Kysely<Tables>, job: JobReference, data: readonly unknown[]): Promise<void>
  /**
   * Works on jobs until `stop`; `makeContext` gives each run what it needs, with a signal that is aborted when the worker drains
   * or the job was given to another. Where one dies, `afterDeath` is ordered.
   */
  work(
    jobs: readonly AnyJob[],
    makeContext: (jobId: string, signal: AbortSignal) => JobContext,
    metrics: Metrics,
    afterDeath?: JobReference,
  ): Promise<void>
  /** Calls back after each look at which something had been committed since the last one, as long as jobs are worked on. */
  onNews(look: () => void): void
  /** Lets running jobs come to their next good place, hands back the rest. */
  stop(): Promise<void>
}

/** `signs`: connections of a worker's own for its signs of life; null where nothing is worked on. */
export const openQueue = async (pool: pg.Pool, options: { log: Log; signs: pg.Pool | null }): Promise<Queue> => {
  const isWorker = options.signs !== null
  const boss = new PgBoss({
    db: { executeSql: (text: string, values?: unknown[]) => pool.query(text, values as unknown[]) },
    schema,
    migrate: false,
    createSchema: false,
    schedule: isWorker,
    // It is done as `supervision.ts` says.
    supervise: false,
    monitorIntervalSeconds: superviseSeconds,
  })
  boss.on('error', (error) => options.log.warn({ err: error }, 'queue'))
  await boss.start()
  const stopping = new AbortController()
  let looking: Promise<unknown> | undefined
  const listeners: (() => void)[] = []
  const changed = (): void => {
    for (const look of listeners) look()
  }
  const onNews = (look: () => void): void => void listeners.push(look)
  let claims: Claims | undefined
  const turns = new Map<string, Turns>()

  return {
    async send(db, job, data, start) {
      const parsed = job.data.parse(data) as { readonly orgId?: unknown }
      const group = typeof parsed.orgId === 'string' && { group: { id: parsed.orgId } }
      await boss.send(job.name, parsed, { db: fromKysely(db), ...group, ...(start && { startAfter: afterOf(start) }) })
    },

    async sendAll(db, job, data) {
      const wanted = data.map((each) => {
        const parsed = job.data.parse(each) as { readonly orgId?: unknown }
        return { name: job.name, data: parsed, ...(typeof parsed.orgId === 'string' && { group: { id: parsed.orgId } }) }
      })
      if (wanted.length > 0) await boss.insert(job.name, wanted as never, { db: fromKysely(db) })
    },

    async work(jobs, makeContext, metrics, afterDeath) {
      if (!options.signs) throw new Error('this queue was opened for sending only')
      const { log, signs } = options
      const { tell, bury } = reportDeaths(boss, afterDeath, log)
      const kept = keepClaims(signs, { log, bury, news: onNews })
      claims = kept
      const slots = makeSlots(boss, async (job, found) => {
        const claim = kept.hold(found.id, found.retryCount)
        const signal = AbortSignal.any([stopping.signal, claim.signal])
        await runJob(job, found, makeContext(found.id, signal), { metrics, tell }).finally(claim.release)
      })
      for (const job of jobs) {
        const { together } = job
        if (!together) {
          await slots.open(job)
          continue
        }
        const run = async (batch: readonly Claimed[]): Promise<void> => {
          const held = batch.map(({ id, retryCount }) => kept.hold(id, retryCount))
          const signal = AbortSignal.any([stopping.signal, ...held.map((claim) => claim.signal)])
          const context = makeContext(batch[0]?.id ?? '', signal)
          await runTogether({ ...job, together }, batch, context, { boss, metrics, tell }).finally(() => {
            for (const claim of held) claim.release()
          })
        }
        const parts = { run, log, signal: stopping.signal }
        turns.set(job.name, serveFairly(pool, { name: job.name, most: together.most }, parts))
      }
      const found = (name: string): void => (turns.get(name) ?? slots).wake(name)
      const names = jobs.map(({ name }) => name)
      const { signal } = stopping
      looking = Promise.all([
        findDue(signs, names, { found, news: onNews, log, signal }),
        followChanges(signs, { changed, log, signal }),
        supervise(boss, { runs: kept.runs, log, signal }),
      ])
    },

    onNews,

    async stop() {
      stopping.abort()
      // A batch that has begun is settled.
      await Promise.race([
        Promise.all([...turns.values()].map(({ ended }) => ended)),
        sleep(mostSettleMs, undefined, { ref: false }),
      ])
      // What still runs gives signs of life until it has ended.
      await Promise.all([looking, boss.stop({ graceful: true, timeout: 6_000, close: false })])
      await claims?.stop()
    },
  }
}

/** pg-boss adds seconds to the time of the database. */
const afterOf = (start: JobStart): Date | number => (start instanceof Date ? start : start.inMs / 1_000)

/** `tell` orders `afterDeath` for when a job that has failed for good lies among the dead; `bury` ends one whose workers all died. */
const reportDeaths = (boss: PgBoss, afterDeath: JobReference | undefined, log: Log) => {
  const tell = async (): Promise<void> => {
    if (!afterDeath) return
    const soon = new Date(Date.now() + buriedMs)
    await boss
      .send(afterDeath.name, {}, { startAfter: soon })
      .catch((error: unknown) => log.warn({ err: error }, 'the clock reports the death of a job'))
  }
  const bury = async ({ name, id, retryCount }: { name: string; id: string; retryCount: number }): Promise<void> => {
    log.error({ job: name, job_id: id, attempt: retryCount + 1 }, 'job failed for good: every worker that started it died')
    await boss.fail(name, { id, retryCount }, new Error('Every worker that started it died.'))
    await tell()
  }
  return { tell, bury }
}
