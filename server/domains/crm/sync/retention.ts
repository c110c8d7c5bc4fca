import { sql } from 'kysely'
import { deleteAllExpired, type ExpiredRows } from '#core/expired-rows.ts'
import { batchRows } from '#core/jobs/row-batches.ts'
import { retention } from '#core/retention.ts'
import { contribution } from '#core/within.ts'
import { cleanable, cleaning, daysBefore } from '#domains/platform/retention/cleanables.ts'
import { undoDays } from './shown-syncs.ts'

/** Runs that are over are listed for so long. */
const historyDays = 400

const details = ['sync_changes', 'sync_errors', 'sync_samples', 'sync_rehearsed'] as const

const expiredDetails = (orgId: string, before: Date): readonly ExpiredRows[] =>
  details.map((table) => {
    const ended = sql`select completed_at from sync_jobs j where j.org_id = ${orgId} and j.id = ${sql.table(table)}.job_id`
    return { table, where: sql`org_id = ${orgId} and (${ended}) < ${before}`, at: sql`(${ended})` }
  })

/** By what a run is taken back, and what it noted of single records. */
export const syncDetailRetention = retention({
  name: 'details of CRM syncs',
  days: undoDays,
  about: 'What a CRM sync changed, by which it can be undone, with its errors and samples',
  ofOrg: (db, { orgId, before }) => deleteAllExpired(db, expiredDetails(orgId, before)),
})

export const cleanableDetails = contribution({
  name: 'cleanables-of-sync',
  to: cleaning,
  run: async ({ now }, { orgId }) => [cleanable('sync_pages', undoDays, expiredDetails(orgId, daysBefore(now, undoDays)))],
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
