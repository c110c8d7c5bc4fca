import { sql } from 'kysely'
import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { findCreditBudget, lockCredits, ProspectingBudget, shownCreditBudget } from './budgets.ts'

export const setProspectingBudget = action({
  name: 'set-prospecting-budget',
  summary: 'Set how many credits enrichment may cost a month',
  description:
    'On the workspace’s clock. Before each enrichment the most that it can cost is reserved; one that does not fit is refused with 402. 0 allows none. What was spent in this month before counts. Until it is set, it is 100.',
  who: 'owner',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false, idempotent: true },
  input: z.object({ monthlyCredits: z.int().min(0).max(1_000_000) }),
  output: z.object({ success: z.literal(true), budget: ProspectingBudget }),
  errors: [],
  examples: [{ title: '200 credits a month', input: { monthlyCredits: 200 } }],

  async run({ monthlyCredits }, { db, org }) {
    await lockCredits(db, org.id)
    await db
      .insertInto('prospecting_settings')
      .values({ org_id: org.id, monthly_credits: monthlyCredits })
      .onConflict((conflict) =>
        conflict.column('org_id').doUpdateSet({ monthly_credits: monthlyCredits, updated_at: sql`now()` }),
      )
      .execute()
    return { success: true as const, budget: shownCreditBudget(await findCreditBudget(db, org.id)) }
  },
})
