import { sql } from 'kysely'
import { z } from 'zod'
import { job } from '#core/jobs/job.ts'
import { clearNotice, raiseNotice } from '#domains/platform/notifications/notices.ts'
import { lockBudgets, spentIn } from './budgets.ts'
import { aiModelNotices } from './notices.ts'
import { findOrgsWithLedger } from './settlements.ts'

/** Each night: the sums that pages and budgets show are those of the ledger, to the nano-dollar. */
export const checkAiLedger = job({
  name: 'check-ai-ledger',
  summary: 'Compare AI usage and budgets with the ledger',
  data: z.object({}),
  retry: { times: 3, delaySeconds: 60 },
  schedule: '20 3 * * *',

  async run(_, { db, inOrg, log }) {
    for (const orgId of await findOrgsWithLedger(db))
      await inOrg(orgId, async (own) => {
        await lockBudgets(own, orgId)
        const { rows: found } = await sql<{ ledger: number; usage: number; days: number; budgets: number }>`
          select
            (select coalesce(sum(cost_nano), 0)::bigint from ai_ledger where org_id = ${orgId}) as ledger,
            (select coalesce(sum(cost_nano), 0)::bigint from ai_usage where org_id = ${orgId}) as usage,
            (select coalesce(sum(cost_nano), 0)::bigint from ai_usage_days where org_id = ${orgId}) as days,
            (select count(*)::int from ai_budget_periods p join ai_budgets b on b.org_id = p.org_id and b.id = p.budget_id
              where p.org_id = ${orgId} and (
                p.spent_nano <> ${spentIn('p')}
                or p.reserved_nano <> coalesce((select sum(r.reserved_nano) from ai_reservations r, jsonb_to_recordset(r.budgets)
                  as g (budget uuid, starts_at timestamptz) where r.org_id = p.org_id and g.budget = p.budget_id
                    and g.starts_at = p.starts_at), 0))) as budgets`.execute(own)
        const { ledger = 0, usage = 0, days = 0, budgets = 0 } = found[0] ?? {}
        const differs = ledger !== usage || ledger !== days || budgets > 0
        if (!differs) return clearNotice(own, orgId, aiModelNotices.ai_ledger_differs, orgId)
        log.error({ org_id: orgId, ledger, usage, days, budgets }, 'the sums of the AI ledger differ')
        await raiseNotice(own, orgId, {
          notice: aiModelNotices.ai_ledger_differs,
          subjectId: orgId,
          facts: { difference_nano: usage - ledger || days - ledger, budgets },
        })
      })
  },
})
