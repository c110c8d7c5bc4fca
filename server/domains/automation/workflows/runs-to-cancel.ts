import { sql } from 'kysely'
import type { Db } from '#core/context.ts'

/**
 * Ends all runs of a workflow that have not ended: their waits and steps with them. A worker that has one in hand finds another fence and
 * writes nothing. Runs of other workflows that wait for one of these are due: they see how it ended. Answers how many ended.
 */
export const cancelRunsOf = async (
  db: Db,
  orgId: string,
  workflowId: string,
  reason: { readonly code: string; readonly words: string },
): Promise<number> => {
  const { rows } = await sql<{ cancelled: number }>`
    with ended as (
      update workflow_runs set state = 'cancelled', reason_code = ${reason.code}, reason = ${reason.words}, ended_at = now(),
        due_at = null, parked_at = null, lease = null, fence = fence + 1
      where org_id = ${orgId} and workflow_id = ${workflowId} and ended_at is null returning id),
    waits as (
      update workflow_waits w set state = 'cancelled', settled_at = now() from ended e
      where w.org_id = ${orgId} and w.run_id = e.id and w.state = 'open'),
    steps as (
      update workflow_steps s set state = 'cancelled', ended_at = now() from ended e
      where s.org_id = ${orgId} and s.run_id = e.id and s.state in ('running', 'waiting')),
    parents as (
      update workflow_runs p set due_at = now() from workflow_waits w, ended e
      where w.org_id = ${orgId} and w.child_id = e.id and w.state = 'open' and w.workflow_id <> ${workflowId}
        and p.org_id = ${orgId} and p.id = w.run_id and p.ended_at is null and p.state = 'waiting')
    select count(*)::int as cancelled from ended`.execute(db)
  return rows[0]?.cancelled ?? 0
}
