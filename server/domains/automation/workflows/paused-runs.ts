import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import type { Failure } from '#core/errors.ts'
import { never } from '#core/held.ts'
import { contribution } from '#core/within.ts'
import { budgetChanged } from '#domains/connections/ai-models/moments.ts'
import { connected } from '#domains/connections/connections/moments.ts'
import { lockKeys } from './concurrency-keys.ts'
import type { Pause } from './course.ts'
import { keptForDepth } from './runs.ts'

/** Codes of what a person has to put right first; then the run goes on. */
export const needsPerson = /(^|_)not_connected$|^connection_needs_consent$|^provider_credentials$/

const budgetSpent = 'ai_budget_exhausted'

/** Codes, as a pattern, of what may be there by now: such a run may look again. With any other code a person lets it go on. */
export const goesOnLater = `${needsPerson.source}|^${budgetSpent}$`

export const isBudgetSpent = ({ code }: Failure): boolean => code === budgetSpent

/** A budget is no failure of the run: it goes on when the budget is raised, or begins anew. */
export const pausedByBudget = ({ code, message, facts }: Failure): { readonly state: 'paused' } & Pause => {
  const resetsAt = facts.resets_at
  return { state: 'paused', code, reason: message, ...(typeof resetsAt === 'string' && { until: new Date(resetsAt) }) }
}

/** Runs that are paused for one of these reasons look again whether they can go on; those that cannot are paused as before. */
const goOnWith = async (db: Db, orgId: string, codes: { readonly like: string }, workflowId?: string): Promise<void> => {
  await sql`
    update workflow_runs set due_at = now()
    where org_id = ${orgId} and state = 'paused' and reason_code ~ ${codes.like} and lease is null and parked_at is null
      and (due_at is null or due_at < ${never})
      ${workflowId === undefined ? sql`` : sql`and workflow_id = ${workflowId}`}`.execute(db)
}

export const goOnAtConnection = (db: Db, orgId: string): Promise<void> => goOnWith(db, orgId, { like: needsPerson.source })

export const goOnAtBudget = (db: Db, orgId: string, workflowId?: string): Promise<void> =>
  goOnWith(db, orgId, { like: `^${budgetSpent}$` }, workflowId)

export const resumeRunsAtConnection = contribution({
  name: 'resume-runs-at-connection',
  to: connected,
  run: (_facts, { db, orgId }) => goOnAtConnection(db, orgId),
})

export const resumeRunsAtBudget = contribution({
  name: 'resume-runs-at-budget',
  to: budgetChanged,
  run: (_facts, { db, orgId }) => goOnAtBudget(db, orgId),
})

/**
 * A run that is paused goes on, after a restore when it is released; one that was kept from its start, when it is its turn among those of its key.
 * Answers its state; null where it was not paused.
 */
export const goOnWithRun = async (db: Db, orgId: string, runId: string): Promise<'queued' | 'running' | null> => {
  const kept = await db
    .selectFrom('workflow_runs')
    .select(['workflow_id', 'concurrency_key'])
    .where('org_id', '=', orgId)
    .where('id', '=', runId)
    .where('reason_code', '=', keptForDepth)
    .executeTakeFirst()
  const key = kept?.concurrency_key ?? null
  if (kept && key !== null) await lockKeys(db, orgId, [{ workflowId: kept.workflow_id, key }])
  const { rows } = await sql<{ state: 'queued' | 'running' }>`
    update workflow_runs r set state = case when t.waits then 'queued' else 'running' end, reason_code = null, reason = null, deaths = 0,
      due_at = case when r.parked_at is null and not t.waits then case when r.due_at >= ${never} then r.due_at else now() end end,
      parked_at = case when r.parked_at >= ${never} then r.parked_at when r.parked_at is not null then now() end
    from (select ${key}::text is not null and exists (
      select from workflow_runs o where o.org_id = ${orgId} and o.workflow_id = ${kept?.workflow_id ?? null} and o.concurrency_key = ${key}
        and o.ended_at is null and o.id <> ${runId} and o.reason_code is distinct from ${keptForDepth}) as waits) t
    where r.org_id = ${orgId} and r.id = ${runId} and r.state = 'paused' returning r.state`.execute(db)
  return rows[0]?.state ?? null
}
