import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import { fromKysely, type JobWithMetadata, PgBoss } from 'pg-boss'
import { connectionOptions, type Target } from '#db/connect.ts'
import type { Tables } from '#db/tables.ts'
import type { JobContext } from '../context.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import { type Claimed, serveFairly, type Turns, turnsIndexes } from './batches.ts'
import { type Claims, keepClaims } from './claims.ts'
import type { AnyJob } from './job.ts'
import type { JobReference } from './job-reference.ts'
import { makePollTimer } from './poll-timer.ts'

const schema = 'jobs'
/** Jobs whose attempts are used up are stored here, with their error, until they are retried or discarded. */
const deadLetters = 'dead-letters'
/** After its last try has failed, a job is among the dead letters within this. */
const buriedMs = 500
/** What runs longer is given to another; nearly all are done within one. */
const usualRunSeconds = 300
/** A job that is due is begun within this and the time that one look takes. */
const pollMs = 200
/** A batch takes a tenth of a second; what takes so long hangs. */
const mostSettleMs = 5_000
/** Where looking fails for long, a place still asks for work by itself. */
const placeAsksSeconds = 30

/** Makes or updates the tables of the queue and one queue a job. Runs as the owner of the tables, after the migrations. */
export const setUpQueue = async (
  owner: Target,
  client: pg.Client,
  { jobs, version }: { jobs: readonly AnyJob[]; version: SetUpVersion },
): Promise<void> => {
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
    if (!(await takeSetUp(client, version))) return
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
        expireInSeconds: job.expireSeconds ?? usualRunSeconds,
        // Signs of life are our own (`claims.ts`): the queue's know no less than ten seconds, and look as seldom.
        heartbeatSeconds: null,
        deadLetter: deadLetters,
        // What the clock asks for is not kept for a worker that comes back after days: it would do it a thousand times.
        ...(job.schedule && { retentionSeconds: job.schedule.startsWith('* ') ? 3_600 : 86_400 }),
      })
      if (job.schedule) await boss.schedule(job.name, job.schedule, {}, { tz: 'UTC' })
    }
    const wanted = new Set(jobs.filter((job) => job.schedule).map((job) => job.name))
    for (const schedule of await boss.getSchedules()) if (!wanted.has(schedule.name)) await boss.unschedule(schedule.name)
    await moveRenamed(client, renamed(jobs))
  } finally {
    await boss.stop({ graceful: false })
  }
  // What goes on for an organization is found by it, among millions that are done.
  await client.query(`create index if not exists foyer_alive_by_org on ${schema}.job_common ((data ->> 'orgId'))
    where state in ('created', 'retry', 'active')`)
  await client.query(turnsIndexes)
  await client.query(`
    grant usage on schema ${schema} to foyer_app, foyer_system;
    grant select, insert, update, delete on all tables in schema ${schema} to foyer_app;
    grant select on all tables in schema ${schema} to foyer_system;
    grant usage on all sequences in schema ${schema} to foyer_app;
    grant execute on all functions in schema ${schema} to foyer_app;`)
}

/** Of two versions on one database the newer one says what queues and schedules there are. */
export interface SetUpVersion {
  /** The newest migration that it knows. */
  readonly migration: string
  /** `1.2.3` */
  readonly foyer: string
}

/** False when a newer version has set the queues up: then they stay as they are. */
const takeSetUp = async (client: pg.Client, { migration, foyer }: SetUpVersion): Promise<boolean> => {
  await client.query(`create table if not exists ${schema}.foyer_set_up (
    one boolean primary key default true check (one), migration text not null, foyer int[] not null)`)
  const { rowCount } = await client.query(
    `insert into ${schema}.foyer_set_up as known (migration, foyer) values ($1, $2)
     on conflict (one) do update set migration = excluded.migration, foyer = excluded.foyer
     where (known.migration collate "C", known.foyer) <= (excluded.migration collate "C", excluded.foyer)`,
    [migration, foyer.split(/[.+-]/).slice(0, 3).map(Number)],
  )
  return rowCount === 1
}

/** Of each name that a job had before: the one that it has. */
export const renamed = (jobs: readonly AnyJob[]): ReadonlyMap<string, string> =>
  new Map(jobs.flatMap(({ name, formerly = [] }) => formerly.map((before) => [before, name] as const)))

/** Work under an old name would wait forever; dead jobs would be retried into a queue without a worker. */
const moveRenamed = async (client: pg.Client, names: ReadonlyMap<string, string>): Promise<void> => {
  for (const [before, now] of names) {
    await client.query(`update ${schema}.job set name = $2 where name = $1 and state in ('created', 'retry')`, [before, now])
    await client.query(`update ${schema}.job set source_name = $2 where source_name = $1`, [before, now])
  }
}

export interface Queue {
  /** Puts a job into the transaction `db`; with `startAfter` it waits until then. */
  send(db: Kysely<Tables>, job: JobReference, data: unknown, startAfter?: Date): Promise<void>
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
    supervise: isWorker,
    // How soon a run that takes too long is noticed.
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
  })
  boss.on('error', (error) => options.log.warn({ err: error }, 'queue'))
  await boss.start()
  const stopping = new AbortController()
  let looking: Promise<void> | undefined
  let claims: Claims | undefined
  const turns = new Map<string, Turns>()

  return {
    async send(db, job, data, startAfter) {
      const parsed = job.data.parse(data) as { readonly orgId?: unknown }
      const group = typeof parsed.orgId === 'string' && { group: { id: parsed.orgId } }
      await boss.send(job.name, parsed, { db: fromKysely(db), ...group, ...(startAfter && { startAfter }) })
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
      const tell = async (): Promise<void> => {
        if (!afterDeath) return
        const soon = new Date(Date.now() + buriedMs)
        await boss
          .send(afterDeath.name, {}, { startAfter: soon })
          .catch((error: unknown) => options.log.warn({ err: error }, 'the clock reports the death of a job'))
      }
      const bury = async ({ name, id, retryCount }: { name: string; id: string; retryCount: number }): Promise<void> => {
        options.log.error(
          { job: name, job_id: id, attempt: retryCount + 1 },
          'job failed for good: every worker that started it died',
        )
        await boss.fail(name, { id, retryCount }, new Error('Every worker that started it died.'))
        await tell()
      }
      const kept = keepClaims(options.signs, { log: options.log, bury })
      claims = kept
      const openSlot = async (job: AnyJob): Promise<Place> => {
        const settings = {
          pollingIntervalSeconds: placeAsksSeconds,
          includeMetadata: true,
          // One slot always stays free for the others: the backlog of one organization delays no other.
          ...(job.atOnce && job.atOnce > 1 && { groupConcurrency: job.atOnce - 1 }),
        } as const
        const place: Place = { id: '', isBusy: false, isWoken: false, endedMs: 0 }
        place.id = await boss.work(job.name, settings, async (batch: JobWithMetadata<object>[]) => {
          place.isBusy = true
          if (place.isWoken) wake(job.name)
          place.isWoken = false
          try {
            for (const found of batch) {
              const claim = kept.hold(found.id, found.retryCount)
              const signal = AbortSignal.any([stopping.signal, claim.signal])
              await runJob(job, found, makeContext(found.id, signal), { metrics, tell }).finally(claim.release)
            }
          } finally {
            place.isBusy = false
            place.endedMs = performance.now()
            // A slot that had work looks for more at once.
            boss.notifyWorker(place.id)
          }
        })
        return place
      }
      const places = new Map(jobs.map((job) => [job.name, [] as Place[]]))
      // One at a time, and each that was woken and finds work wakes the next: of two that ask at once neither sees what the other takes.
      const wake = (name: string): void => {
        turns.get(name)?.wake()
        // The one that has rested longest: one that ended just now is asking for more by itself.
        const [free] =
          places
            .get(name)
            ?.filter(({ isBusy }) => !isBusy)
            .sort((a, b) => a.endedMs - b.endedMs) ?? []
        if (!free) return
        free.isWoken = true
        boss.notifyWorker(free.id)
      }
      for (const job of jobs) {
        const { together } = job
        if (!together) for (let count = 0; count < (job.atOnce ?? 1); count++) places.get(job.name)?.push(await openSlot(job))
        else {
          const run = async (batch: readonly Claimed[]): Promise<void> => {
            const held = batch.map(({ id, retryCount }) => kept.hold(id, retryCount))
            const signal = AbortSignal.any([stopping.signal, ...held.map((claim) => claim.signal)])
            const context = makeContext(batch[0]?.id ?? '', signal)
            await runTogether({ ...job, together }, batch, context, { boss, metrics, tell }).finally(() => {
              for (const claim of held) claim.release()
            })
          }
          const parts = { run, log: options.log, signal: stopping.signal }
          turns.set(job.name, serveFairly(pool, { name: job.name, most: together.most }, parts))
        }
      }
      const names = jobs.map(({ name }) => name)
      looking = findDue(options.signs, names, { found: wake, log: options.log, signal: stopping.signal })
    },

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

/** One that works on jobs of a kind, one after the other. */
interface Place {
  id: string
  isBusy: boolean
  /** Since it last had work; otherwise it goes on by itself. */
  isWoken: boolean
  /** When its last job ended, by `performance.now()`. */
  endedMs: number
}

/**
 * One look for all places: some fifty of them that ask by themselves twice a second are a hundred statements, a tenth of a
 * core for a worker with nothing to do. Looking instead of LISTEN, for a job is also due by the clock, and NOTIFY would
 * make transactions that send jobs commit one after the other.
 */
const findDue = async (
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
    log.debug({ ms: Math.round(performance.now() - begun) }, 'job done')
  } catch (error) {
    const last = found.retryCount >= found.retryLimit
    metrics.jobs.inc({ job: job.name, outcome: last ? 'dead' : 'retry' })
    log.warn({ err: error, last }, last ? 'job failed for good' : 'job failed, will be retried')
    if (last) await tell()
    throw error
  }
}

/** Runs several jobs at once and settles each: what is done in one statement, what failed as it failed. */
const runTogether = async (
  job: AnyJob & { readonly together: NonNullable<AnyJob['together']> },
  batch: readonly Claimed[],
  context: JobContext,
  { boss, metrics, tell }: { boss: PgBoss; metrics: Metrics; tell: () => Promise<void> },
): Promise<void> => {
  const log = context.log.child({ job: job.name, jobs: batch.length })
  const begun = performance.now()
  const errors = await job.together
    .run(batch.map(({ data }) => job.data.parse(data)) as never[], { ...context, log })
    .catch((error: unknown) => new Map(batch.map((_, at) => [at, error])))
  const done = batch.filter((_, at) => !errors.has(at))
  if (done.length > 0) {
    await boss.complete(job.name, done as never)
    metrics.jobs.inc({ job: job.name, outcome: 'done' }, done.length)
    log.info({ done: done.length, ms: Math.round(performance.now() - begun) }, 'jobs done')
  }
  for (const [at, error] of errors) {
    const failed = batch[at] as Claimed
    const last = failed.retryCount >= failed.retryLimit
    metrics.jobs.inc({ job: job.name, outcome: last ? 'dead' : 'retry' })
    const one = { job_id: failed.id, attempt: failed.retryCount + 1, last, err: error }
    log.warn(one, last ? 'job failed for good' : 'job failed, will be retried')
    await boss.fail(job.name, failed as never, error as object)
    if (last) await tell()
  }
}
