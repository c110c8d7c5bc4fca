import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { findClock, periodAt } from '#domains/connections/ai-models/budgets.ts'
import { shape } from '#shapes'

/** Until an owner says otherwise. */
export const usualMonthlyCredits = 100

/** What enrichment may cost in the month that it is now, on the workspace’s clock. */
export interface CreditBudget {
  readonly limit: number
  /** What calls that are over did cost, or may have cost. */
  readonly spent: number
  /** The most that calls under way can become. */
  readonly reserved: number
  readonly left: number
  readonly resetsAt: Date
}

/** What a workspace spends is changed by one transaction at a time. */
export const lockCredits = async (db: Db, orgId: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`prospecting ${orgId}`}, 0))`.execute(db)
}

export const findCreditBudget = async (db: Db, orgId: string): Promise<CreditBudget> => {
  const { at, zone } = await findClock(db, orgId)
  const { startsAt, endsAt } = periodAt('month', at, zone)
  const { rows } = await sql<{ limit: number; spent: number; reserved: number }>`
    select coalesce((select monthly_credits from prospecting_settings where org_id = ${orgId}), ${usualMonthlyCredits}::int) as limit,
      coalesce(sum(c.credits), 0)::int as spent,
      coalesce(sum(c.reserved) filter (where c.credits is null), 0)::int as reserved
    from prospect_calls c where c.org_id = ${orgId} and c.made_at >= ${startsAt} and c.made_at < ${endsAt}`.execute(db)
  const { limit, spent, reserved } = rows[0] as { limit: number; spent: number; reserved: number }
  return { limit, spent, reserved, left: Math.max(0, limit - spent - reserved), resetsAt: endsAt }
}

export const ProspectingBudget = shape('ProspectingBudget', {
  limit: z.int().describe('Credits a month'),
  spent: z.int().describe('Credits that enrichments did cost, or may have cost where no answer came'),
  reserved: z.int().describe('The most that enrichments under way may become'),
  left: z.int(),
  resets_at: z.iso.datetime(),
})

export const shownCreditBudget = ({ resetsAt, ...budget }: CreditBudget): z.input<typeof ProspectingBudget> => ({
  ...budget,
  resets_at: resetsAt.toISOString(),
})
