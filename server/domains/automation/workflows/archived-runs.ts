import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { cancelRuns } from './runs-to-cancel.ts'

/** Of 100,000 that wait, each lot takes some 100 ms. */
const lot = 1_000

interface Why {
  readonly code: string
  readonly reason: string
}

/** Ends the open runs that a query answers, by `id`; answers how many those were. */
export const cancelAll = async (db: Db, orgId: string, found: RawBuilder<unknown>, why: Why): Promise<number> => {
  let cancelled = 0
  for (;;) {
    const { rows } = await sql<{ id: string }>`${found} limit ${lot}`.execute(db)
    const ended = await cancelRuns(
      db,
      orgId,
      rows.map(({ id }) => id),
      why,
    )
    cancelled += ended.length
    if (rows.length < lot || ended.length === 0) return cancelled
  }
}

/** Ends all runs of a workflow that have not ended. */
export const cancelRunsOf = (db: Db, orgId: string, workflowId: string, why: Why): Promise<number> =>
  cancelAll(
    db,
    orgId,
    sql`select id from workflow_runs where org_id = ${orgId} and workflow_id = ${workflowId} and ended_at is null`,
    why,
  )
