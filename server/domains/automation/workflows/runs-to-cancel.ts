import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { answerParents, beginNextOfKeys, endOpenSteps } from './run-endings.ts'

/** Ends runs where they are, also those that a worker has: it finds its lease gone and undoes what it was about to do. Answers those that were open. */
export const cancelRuns = async (
  db: Db,
  orgId: string,
  ids: readonly string[],
  { code, reason }: { readonly code: string; readonly reason: string },
): Promise<string[]> => {
  if (ids.length === 0) return []
  const children = await awaitedChildren(db, orgId, ids)
  // Before the runs, as everywhere: an answer locks its wait first.
  await endOpenSteps(db, orgId, ids)
  const { rows } = await sql<{ id: string }>`
    update workflow_runs set state = 'cancelled', reason_code = ${code}, reason = ${reason}, lease = null, due_at = null, parked_at = null,
      fence = fence + 1, ended_at = now(), progress = '{}'
    where org_id = ${orgId} and id = any (${ids}::uuid[]) and ended_at is null returning id`.execute(db)
  const cancelled = rows.map(({ id }) => id)
  await answerParents(
    db,
    orgId,
    cancelled.map((child) => ({
      child,
      answer: { outlet: 'error', output: { error: { code: 'cancelled', message: reason } } },
    })),
  )
  await beginNextOfKeys(db, orgId, cancelled)
  await cancelRuns(db, orgId, children, { code, reason })
  return cancelled
}

/** Runs that steps of these wait for: nothing waits for them any more, so they end too. Five deep at most, as they start each other. */
const awaitedChildren = async (db: Db, orgId: string, ids: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ child_id: string }>`
    select child_id from workflow_waits
    where org_id = ${orgId} and run_id = any (${ids}::uuid[]) and state = 'open' and child_id is not null`.execute(db)
  return rows.map(({ child_id }) => child_id)
}
