import { stopIfDraining } from '#core/jobs/lots.ts'
import type { CrmEntity } from '#ports/crm.ts'
import { readFields } from './mappings.ts'
import type { SyncJob } from './sync-jobs.ts'
import { type Run, takeStep, withStep } from './sync-runs.ts'
import { takePage } from './take-page.ts'

const recordsAtOnce = 100
/** Of errors, those after which the record is not here. */
const notTaken = ['record_unreadable', 'record_not_taken']

/**
 * What the run before this one could not take, and what its certificate found missing, is asked for by its id: it has not changed since, so
 * that no list of changes would bring it.
 */
export const retryFailed = async (run: Run, entity: CrmEntity): Promise<void> => {
  const ids = await findFailed(run, entity)
  const fields = readFields(run.facts.mappings[entity])
  for (let at = 0; at < ids.length; at += recordsAtOnce) {
    stopIfDraining(run.context)
    const records = await run.ask((crm) => crm.read(entity, ids.slice(at, at + recordsAtOnce), fields))
    await takeStep(run, async (db, job) => {
      const taken = await takePage(db, run.facts, entity, { records, unreadable: [] })
      return { ...withStep(job, entity, {}, taken.counts), error_count: job.error_count + taken.errors, isStep: true }
    })
  }
}

const findFailed = ({ context, job }: Run, entity: CrmEntity): Promise<string[]> =>
  context.inOrg(job.org_id, async (db) => {
    const before = await db
      .selectFrom('sync_jobs')
      .select(['id', 'certificate'])
      .where('org_id', '=', job.org_id)
      .where('connection_id', '=', job.connection_id)
      .where('kind', '=', 'sync')
      .where('status', '=', 'completed')
      .where('undone_by', 'is', null)
      .where('id', '<', job.id)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (!before) return []
    const errors = await db
      .selectFrom('sync_errors')
      .select('record_id')
      .where('org_id', '=', job.org_id)
      .where('job_id', '=', before.id)
      .where('entity', '=', entity)
      .where('code', 'in', notTaken)
      .execute()
    const { [entity]: certificate } = (before.certificate ?? {}) as SyncJob['certificate']
    return [...new Set([...errors.map(({ record_id }) => record_id), ...(certificate?.missing ?? [])])]
  })
