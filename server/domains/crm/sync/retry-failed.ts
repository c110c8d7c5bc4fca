import { sql } from 'kysely'
import { stopIfDraining } from '#core/jobs/lots.ts'
import type { CrmEntity } from '#ports/crm.ts'
import { readFields } from './mappings.ts'
import { findOpen } from './open-records.ts'
import { tableOf } from './own.ts'
import { type Run, takeStep, withStep } from './sync-runs.ts'
import { takePage } from './take-page.ts'

const recordsAtOnce = 100
/** The others are asked for by the next run. */
const mostBehind = 10_000

/**
 * What the run before this one could not take, what its certificate found missing, and what was left as it was while ours lay in the bin, or
 * another record here had a value of it, is asked for by its id: it has not changed since, so that no list of changes would bring it. What was removed here for good stays away.
 */
export const retryFailed = async (run: Run, entity: CrmEntity): Promise<void> => {
  const ids = [...new Set([...(await findOpen(run, entity)).ids, ...(await findBehind(run, entity))])]
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

/** Those of which ours is out of the bin again, or a value could not be taken, as far as this run has not read them. */
const findBehind = ({ context, job }: Run, entity: CrmEntity): Promise<string[]> =>
  context.inOrg(job.org_id, async (db) => {
    const { rows } = await sql<{ id: string }>`
      select l.their_id as id from sync_links l
      join ${tableOf[entity]} r on r.org_id = l.org_id and r.id = l.our_id
      where l.org_id = ${job.org_id} and l.connection_id = ${job.connection_id} and l.entity = ${entity} and l.is_behind
        and l.state = 'linked' and l.job_id <> ${job.id} and r.deleted_at is null
      order by l.their_id limit ${mostBehind}`.execute(db)
    return rows.map(({ id }) => id)
  })
