import type { JobWithMetadata, PgBoss } from 'pg-boss'
import type { JobContext } from '../context.ts'
import type { Metrics } from '../metrics.ts'
import type { Claimed } from './batches.ts'
import type { AnyJob } from './job.ts'

/** Runs a job once. An error goes on to the queue, which retries the job or moves it to the dead letters. */
export const runJob = async (
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
export const runTogether = async (
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
