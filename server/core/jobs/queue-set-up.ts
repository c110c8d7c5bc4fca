import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import { connectionOptions, type Target } from '#db/connect.ts'
import { turnsIndexes } from './batches.ts'
import type { AnyJob } from './job.ts'

export const schema = 'jobs'
/** Jobs whose attempts are used up are stored here, with their error, until they are retried or discarded. */
const deadLetters = 'dead-letters'
/** What runs longer is given to another; nearly all are done within one. */
const usualRunSeconds = 300

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
    const scheduled = new Map((await boss.getSchedules()).map((schedule) => [schedule.name, schedule]))
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
      // One that stands already is not read anew: reading them all takes 0.2 s of processor, at each start.
      if (job.schedule && scheduled.get(job.name)?.cron !== job.schedule)
        await boss.schedule(job.name, job.schedule, {}, { tz: 'UTC' })
    }
    const wanted = new Set(jobs.filter((job) => job.schedule).map((job) => job.name))
    for (const name of scheduled.keys()) if (!wanted.has(name)) await boss.unschedule(name)
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
