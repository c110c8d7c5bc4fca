import { sql } from 'kysely'
import type { Db } from '#core/context.ts'
import { Failure } from '#core/errors.ts'
import { findBudgets, findClock, periodAt } from '#domains/connections/ai-models/budgets.ts'
import { aiModelErrors } from '#domains/connections/ai-models/errors.ts'
import { costOfRequest } from '#domains/connections/ai-models/request-costs.ts'

/** A step that is paid for, with the key of what it is about to do. */
export interface PaidStep {
  readonly workflowId: string
  readonly node: string
  readonly key: string
  /** Of the version of the run: that of the published one counts, where it has the step, so that a budget can be raised for runs that wait. */
  readonly budgetMicros: number | undefined
  /** The same of all steps of its workflow. */
  readonly workflowBudgetMicros: number | undefined
}

const nanoOfMicro = 1_000

/**
 * Reserves the most that a call can cost in the budgets of its step and its workflow; of many runs at once each sees what the others reserved. Throws the
 * Failure of a budget that has not so much left. What a worker that died had reserved is its effect's, and is settled with that.
 */
export const reserveOfStep = async (db: Db, orgId: string, step: PaidStep, mostNano: number | null): Promise<void> => {
  const limits = await limitsOf(db, orgId, step)
  if (limits.length > 0 && mostNano === null) throw new Failure(aiModelErrors.ai_model_unpriced)
  const { at, zone } = await findClock(db, orgId)
  const { startsAt, endsAt } = periodAt('month', at, zone)
  // Always in the same order: that of the workflow first.
  for (const { of } of limits)
    await sql`select pg_advisory_xact_lock(hashtextextended(${`workflow budget ${orgId} ${step.workflowId} ${of === 'step' ? step.node : ''}`}, 0))`.execute(
      db,
    )
  const wantedNano = (mostNano ?? 0) + (await costOfRequest(db, orgId, step.key))
  for (const { of, nano: limitNano } of limits) {
    const { rows } = await sql<{ nano: number; is_reserved: boolean | null }>`
      select coalesce(sum(cost_nano), 0)::float8 as nano, bool_or(state = 'begun' and left_at is not null) as is_reserved from workflow_effects
      where org_id = ${orgId} and workflow_id = ${step.workflowId} ${of === 'step' ? sql`and node = ${step.node}` : sql``}
        and began_at >= ${startsAt} and cost_nano is not null and key <> ${step.key}`.execute(db)
    if ((rows[0]?.nano ?? 0) + wantedNano > limitNano)
      throw new Failure(aiModelErrors.ai_budget_exhausted, {
        message:
          of === 'workflow'
            ? 'The workflow’s budget of the month is used up, or what is left is less than this call may cost.'
            : 'The step’s budget of the month is used up, or what is left is less than this call may cost.',
        facts: { resets_at: endsAt.toISOString(), is_reserved: rows[0]?.is_reserved ?? false },
      })
  }
  await sql`update workflow_effects set cost_nano = ${wantedNano} where org_id = ${orgId} and key = ${step.key}`.execute(db)
}

interface Limit {
  readonly of: 'workflow' | 'step'
  readonly nano: number
}

const limitsOf = async (db: Db, orgId: string, step: PaidStep): Promise<Limit[]> => {
  const { rows } = await sql<{ whole: number | null; has_step: boolean; own: number | null }>`
    select (v.definition #>> '{settings,budget_micros}')::float8 as whole, n.value is not null as has_step, (n.value ->> 'budget_micros')::float8 as own
    from workflow_versions v left join lateral (
      select each.value from jsonb_array_elements(v.definition -> 'nodes') each
      where each.value ->> 'id' = ${step.node} and each.value ->> 'kind' = 'ai' limit 1) n on true
    where v.org_id = ${orgId} and v.workflow_id = ${step.workflowId} and v.published_until is null`.execute(db)
  const [published] = rows
  const whole = published ? published.whole : (step.workflowBudgetMicros ?? null)
  const own = published?.has_step ? published.own : (step.budgetMicros ?? null)
  return [
    ...(whole === null ? [] : [{ of: 'workflow' as const, nano: whole * nanoOfMicro }]),
    ...(own === null ? [] : [{ of: 'step' as const, nano: own * nanoOfMicro }]),
  ]
}

/** Whether a budget was refused because of calls that are under way: what they do not need of it is there again when they have ended. */
export const isReservedByOthers = async (db: Db, orgId: string, { facts }: Failure): Promise<boolean> => {
  if (typeof facts.is_reserved === 'boolean') return facts.is_reserved
  const id = (facts.budget as { readonly id?: string } | undefined)?.id
  const budgets = await findBudgets(db, orgId, await findClock(db, orgId))
  return budgets.some((budget) => budget.id === id && budget.reservedNano > 0)
}

/** What is under way no more is charged as it came to; answers that, in 10⁻⁹ of the currency. */
export const settleOfStep = async (db: Db, orgId: string, key: string): Promise<number> => {
  const costNano = await costOfRequest(db, orgId, key)
  await sql`update workflow_effects set cost_nano = ${costNano} where org_id = ${orgId} and key = ${key}`.execute(db)
  return costNano
}

export const microsOf = (nano: number): number => Math.ceil(nano / nanoOfMicro)
