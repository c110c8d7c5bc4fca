import { sql } from 'kysely'
import { batchRows } from '#core/jobs/row-batches.ts'
import { retention } from '#core/retention.ts'
import { undoDays } from './shown-syncs.ts'

/** Runs that are over are listed for so long. */
const historyDays = 400

const details = ['sync_changes', 'sync_errors', 'sync_samples', 'sync_rehearsed'] as const

/** By what a run is taken back, and what it noted of single records. */
export const syncDetailRetention = retention({
  name: 'details of CRM syncs',
  days: undoDays,
  about: 'What a CRM sync changed, by which it can be undone, with its errors and samples',
  async ofOrg(db, { orgId, before }) {
    let removed = 0
    for (const table of details) {
      const { numAffectedRows } = await sql`
        delete from ${sql.table(table)} d where d.ctid in (
          select x.ctid from ${sql.table(table)} x
          join sync_jobs j on j.org_id = x.org_id and j.id = x.job_id
          where x.org_id = ${orgId} and j.completed_at < ${before} limit ${batchRows - removed})`.execute(db)
      removed += Number(numAffectedRows ?? 0)
      if (removed >= batchRows) break
    }
    return removed
  },
})

/** The list of runs, but for those that a link or a decision still names. */
export const syncHistoryRetention = retention({
  name: 'history of CRM syncs',
  days: historyDays,
  about: 'CRM syncs that are over, and decided conflicts',
  async ofOrg(db, { orgId, before }) {
    const { numAffectedRows: decided } = await sql`
      delete from sync_conflicts where ctid in (
        select ctid from sync_conflicts where org_id = ${orgId} and state <> 'open' and decided_at < ${before} limit ${batchRows})`.execute(
      db,
    )
    const { numAffectedRows: runs } = await sql`
      delete from sync_jobs where ctid in (
        select j.ctid from sync_jobs j where j.org_id = ${orgId} and j.completed_at < ${before}
          and not exists (select from sync_conflicts c where c.org_id = j.org_id and c.job_id = j.id) limit ${batchRows})`.execute(
      db,
    )
    return Math.max(Number(decided ?? 0), Number(runs ?? 0))
  },
})
