import type { Db } from '#core/context.ts'
import { cancelRuns } from './runs-to-cancel.ts'

/** Of 100,000 that wait, each lot takes some 100 ms. */
const lot = 1_000

/** Ends all runs of a workflow that have not ended; answers how many those were. */
export const cancelRunsOf = async (
  db: Db,
  orgId: string,
  workflowId: string,
  reason: { readonly code: string; readonly reason: string },
): Promise<number> => {
  let cancelled = 0
  for (;;) {
    const rows = await db
      .selectFrom('workflow_runs')
      .select('id')
      .where('org_id', '=', orgId)
      .where('workflow_id', '=', workflowId)
      .where('ended_at', 'is', null)
      .limit(lot)
      .execute()
    const ended = await cancelRuns(
      db,
      orgId,
      rows.map(({ id }) => id),
      reason,
    )
    cancelled += ended.length
    if (rows.length < lot || ended.length === 0) return cancelled
  }
}
