import { sql } from 'kysely'
import { contribution } from '#core/within.ts'
import { workElsewhere } from '#domains/platform/background-jobs/moments.ts'
import { mostCounted } from './run-counts.ts'

/** Background jobs say how many runs failed or are paused, and lead to them: a run has more to show than a line of that list. */
export const troubledRuns = contribution({
  name: 'troubled-runs',
  to: workElsewhere,
  async run(_, { db, orgId }) {
    // As literals: an index of each names its state.
    const counted = (state: 'failed' | 'paused') => sql`(select count(*)::int from (
      select from workflow_runs where org_id = ${orgId} and state = ${sql.lit(state)}
        ${state === 'failed' ? sql`and state in ('failed', 'cancelled')` : sql``} limit ${mostCounted + 1}) newest)`
    const { rows } = await sql<{ failed: number; paused: number }>`
      select ${counted('failed')} as failed, ${counted('paused')} as paused`.execute(db)
    return { name: 'workflow_runs' as const, failed: rows[0]?.failed ?? 0, paused: rows[0]?.paused ?? 0 }
  },
})
