import type { Kysely } from 'kysely'
import type pg from 'pg'
import { fromKysely, type JobWithMetadata, PgBoss } from 'pg-boss'
import { connectionOptions, type Target } from '#db/connect.ts'
import type { Tables } from '#db/tables.ts'
import type { JobContext, Order } from './context.ts'
import type { AnyJob } from './job.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'

const schema = 'jobs'
/** Jobs whose tries are used up come to rest here, with their error, until somebody replays or drops them. */
const deadLetters = 'dead-letters'
/** After its last try has failed, a job is among the dead letters within this. */
const buriedMs = 500

/** Makes or updates the tables of the queue and one queue a job. Runs as the owner of the tables, after the migrations. */
export const setUpQueue = async (owner: Target, client: pg.Client, jobs: readonly AnyJob[]): Promise<void> => {
  const boss = new PgBoss({
    ...connectionOptions(owner, { application: 'foyer migrate', role: null }),
    schema,
    schedule: true,
    supervise: false,
    max: 2,
  } as ConstructorParameters<typeof PgBoss>[0])
  boss.on('error', () => {})
  await boss.start()
  try {
    const known = new Set((await boss.getQueues()).map((queue) => queue.name))
    const put = (name: string, options: object) =>
      known.has(name) ? boss.updateQueue(name, options) : boss.createQueue(name, options)
    await put(deadLetters, { retentionSeconds: 90 * 86_400 })
    for (const job of jobs) {
      await put(job.name, {
        retryLimit: job.retry.times,
        retryDelay: job.retry.delaySeconds,
        retryBackoff: true,
        retryDelayMax: 3_600,
        expireInSeconds: job.expireSeconds ?? 900,
        ...(job.heartbeatSeconds && { heartbeatSeconds: job.heartbeatSeconds }),
        deadLetter: deadLetters,
      })
      if (job.schedule) await boss.schedule(job.name, job.schedule, {}, { tz: 'UTC' })
    }
    const wanted = new Set(jobs.filter((job) => job.schedule).map((job) => job.name))
    for (const schedule of await boss.getSchedules()) if (!wanted.has(schedule.name)) await boss.unschedule(schedule.name)
  } finally {
    await boss.stop({ graceful: false })
  }
  // What goes on for an organization is found by it, among millions that are done.
  await client.query(`create index if not exists foyer_alive_by_org on ${schema}.job_common ((data ->> 'orgId'))
    where state in ('created', 'retry', 'active')`)
  await client.query(`
    grant usage on schema ${schema} to foyer_app, foyer_system;
    grant select, insert, update, delete on all tables in schema ${schema} to foyer_app;
    grant select on all tables in schema ${schema} to foyer_system;
    grant usage on all sequences in schema ${schema} to foyer_app;
    grant execute on all functions in schema ${schema} to foyer_app;`)
}

export interface Queue {
  /** Puts a job into the transaction `db`; with `startAfter` it waits until then. */
  send(db: Kysely<Tables>, job: Order, data: unknown, startAfter?: Date): Promise<void>
  /** Works on jobs until `stop`; `makeContext` gives each run what it needs. Where one dies, `afterDeath` is ordered. */
  work(
    jobs: readonly AnyJob[],
    makeContext: (jobId: string, signal: AbortSignal) => JobContext,
    metrics: Metrics,
    afterDeath?: Order,
  ): Promise<void>
  /** Lets running jobs come to their next good place, hands back the rest. */
  stop(): Promise<void>
}

export const openQueue = async (pool: pg.Pool, options: { log: Log; worker: boolean }): Promise<Queue> => {
  const boss = new PgBoss({
    db: { executeSql: (text: string, values?: unknown[]) => pool.query(text, values as unknown[]) },
    schema,
    migrate: false,
    createSchema: false,
    schedule: options.worker,
    supervise: options.worker,
    // How soon a job of a worker that died is given to another: a run that lost its heartbeat is looked for this often.
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
  })
  boss.on('error', (error) => options.log.warn({ err: error }, 'queue'))
  await boss.start()
  const stopping = new AbortController()

  return {
    async send(db, job, data, startAfter) {
      const parsed = job.data.parse(data) as { readonly orgId?: unknown }
      const group = typeof parsed.orgId === 'string' && { group: { id: parsed.orgId } }
      await boss.send(job.name, parsed, { db: fromKysely(db), ...group, ...(startAfter && { startAfter }) })
    },

    async work(jobs, makeContext, metrics, afterDeath) {
      const tell = async (): Promise<void> => {
        if (!afterDeath) return
        const soon = new Date(Date.now() + buriedMs)
        await boss
          .send(afterDeath.name, {}, { startAfter: soon })
          .catch((error: unknown) => options.log.warn({ err: error }, 'the death of a job is told by the clock'))
      }
      const takePlace = async (job: AnyJob): Promise<void> => {
        const settings = {
          pollingIntervalSeconds: 0.5,
          includeMetadata: true,
          // Of all places that there are one stays free for the others: what piles up for one organization holds nobody else up.
          ...(job.atOnce && job.atOnce > 1 && { groupConcurrency: job.atOnce - 1 }),
        } as const
        const place = await boss.work(job.name, settings, async (batch: JobWithMetadata<object>[]) => {
          try {
            for (const found of batch) await runJob(job, found, makeContext(found.id, stopping.signal), { metrics, tell })
          } finally {
            // Whoever had work looks for more at once: with the pause a place does two jobs a second.
            boss.notifyWorker(place)
          }
        })
      }
      for (const job of jobs) for (let place = 0; place < (job.atOnce ?? 1); place++) await takePlace(job)
    },

    async stop() {
      stopping.abort()
      await boss.stop({ graceful: true, timeout: 6_000, close: false })
    },
  }
}

const runJob = async (
  job: AnyJob,
  found: JobWithMetadata<object>,
  context: JobContext,
  { metrics, tell }: { metrics: Metrics; tell: () => Promise<void> },
): Promise<void> => {
  const log = context.log.child({ job: job.name, job_id: found.id, attempt: found.retryCount + 1 })
  const begun = performance.now()
  try {
    await job.run(job.data.parse(found.data) as never, { ...context, log })
    metrics.jobs.inc({ job: job.name, outcome: 'done' })
    log.info({ ms: Math.round(performance.now() - begun) }, 'job done')
  } catch (error) {
    const last = found.retryCount >= found.retryLimit
    metrics.jobs.inc({ job: job.name, outcome: last ? 'dead' : 'retry' })
    log.warn({ err: error, last }, last ? 'job failed for good' : 'job failed, will be tried again')
    if (last) await tell()
    throw error
  }
}
