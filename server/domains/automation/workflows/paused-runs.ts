import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import type { Failure } from '#core/errors.ts'
import { never } from '#core/held.ts'
import { contribution } from '#core/within.ts'
import { budgetChanged } from '#domains/connections/ai-models/moments.ts'
import { connected } from '#domains/connections/connections/moments.ts'
import type { Pause } from './course.ts'

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

/** A run that is paused goes on, after a restore when it is released; answers whether it was paused. */
export const goOnWithRun = async (db: Db, orgId: string, runId: string): Promise<boolean> => {
  const { rows } = await sql`
    update workflow_runs set state = 'running', reason_code = null, reason = null, deaths = 0,
      due_at = case when parked_at is null then case when due_at >= ${never} then due_at else now() end end,
      parked_at = case when parked_at >= ${never} then parked_at when parked_at is not null then now() end
    where org_id = ${orgId} and id = ${runId} and state = 'paused' returning id`.execute(db)
  return rows.length > 0
}
