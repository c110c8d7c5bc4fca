import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import type { Db } from '#core/context.ts'
import { newId } from '#core/ids.ts'
import { shape } from '#shapes'
import { findClock, findLimits, lockBudgets, type OpenBudget, openBudgets } from './budgets.ts'
import { AiBudgetPeriod, AiBudgetScope, aiFeatures } from './choices.ts'
import { aiModelErrors } from './errors.ts'
import { budgetChanged } from './moments.ts'

export const AiBudget = shape('AiBudget', {
  id: z.uuid(),
  scope: AiBudgetScope,
  subject: z.string().nullable().describe('Id of the person, or name of the feature; null of the workspace'),
  period: AiBudgetPeriod,
  limit_nano: z.int(),
  spent_nano: z.int(),
  reserved_nano: z.int().describe('The most that calls under way may become'),
  resets_at: z.iso.datetime(),
})

export const shownBudget = ({ subject, ...budget }: OpenBudget): z.input<typeof AiBudget> => ({
  ...{ id: budget.id, scope: budget.scope, subject: subject === '' ? null : subject, period: budget.period },
  ...{ limit_nano: budget.limitNano, spent_nano: budget.spentNano, reserved_nano: budget.reservedNano },
  resets_at: budget.endsAt.toISOString(),
})

export const setAiBudget = action({
  name: 'set-ai-budget',
  summary: 'Set what AI may cost by day or month',
  description:
    'Of the workspace, a person or a feature, on the workspace’s clock. Before each call the most that it can cost is reserved in all budgets that apply; a call that does not fit is refused with 402. `limitNano` null takes a budget away; 0 allows nothing. What was spent in the period before counts.',
  who: 'owner',
  transports: ['gateway'],
  effect: 'write',
  hints: { destructive: false, idempotent: true },
  input: z.object({
    scope: AiBudgetScope,
    id: z.string().max(100).optional().describe('Of the person, or the name of the feature'),
    period: AiBudgetPeriod,
    limitNano: z
      .int()
      .min(0)
      .max(Number.MAX_SAFE_INTEGER)
      .nullable()
      .describe('In 10⁻⁹ US dollars: 20 dollars are 20000000000'),
  }),
  output: z.object({ success: z.literal(true), budget: AiBudget.nullable().describe('Null where it was taken away') }),
  errors: [aiModelErrors.budget_subject_unknown],
  examples: [{ title: '20 dollars a month', input: { scope: 'workspace', period: 'month', limitNano: 20_000_000_000 } }],

  async run({ scope, id = '', period, limitNano }, { db, org, within, fail }) {
    if (!(await isSubject(db, org.id, scope, id)))
      throw fail('budget_subject_unknown', {
        field: 'id',
        ...(scope === 'feature' && { message: `There is no such ${scope}. Features are ${aiFeatures.join(', ')}.` }),
      })
    await lockBudgets(db, org.id)
    await within(db, org.id, budgetChanged, {})
    const key = { org_id: org.id, scope, subject: id, period }
    if (limitNano === null) {
      await db
        .deleteFrom('ai_budgets')
        .where('org_id', '=', org.id)
        .where('scope', '=', scope)
        .where('subject', '=', id)
        .where('period', '=', period)
        .execute()
      return { success: true as const, budget: null }
    }
    const row = await db
      .insertInto('ai_budgets')
      .values({ ...key, id: newId(), limit_nano: limitNano })
      .onConflict((conflict) =>
        conflict.columns(['org_id', 'scope', 'subject', 'period']).doUpdateSet({ limit_nano: limitNano }),
      )
      .returning('id')
      .executeTakeFirstOrThrow()
    const budgets = await openBudgets(db, org.id, await findClock(db, org.id), await findLimits(db, org.id))
    const budget = budgets.find((each) => each.id === row.id)
    if (!budget) throw new Error('a budget that was set is not there')
    return { success: true as const, budget: shownBudget(budget) }
  },
})

const isSubject = async (db: Db, orgId: string, scope: AiBudgetScope, id: string): Promise<boolean> => {
  if (scope === 'workspace') return id === ''
  if (scope === 'feature') return (aiFeatures as readonly string[]).includes(id)
  if (!z.uuid().safeParse(id).success) return false
  const member = await db.selectFrom('members').select('id').where('org_id', '=', orgId).where('id', '=', id).executeTakeFirst()
  return member !== undefined
}
