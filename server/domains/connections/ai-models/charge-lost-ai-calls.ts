import { sql } from 'kysely'
import { z } from 'zod'
import { job } from '#core/jobs/job.ts'
import { findClock, lockBudgets } from './budgets.ts'
import { chargeLost } from './settlements.ts'

const most = 500

export const chargeLostAiCalls = job({
  name: 'charge-lost-ai-calls',
  summary: 'Charge AI calls whose process is gone',
  data: z.object({}),
  retry: { times: 0, delaySeconds: 60 },
  schedule: '* * * * *',

  async run(_, { db, inOrg, log }) {
    const { rows } = await sql<{ org_id: string; id: string }>`select org_id, id from lost_ai_calls(${most})`.execute(db)
    const byOrg = Map.groupBy(rows, ({ org_id }) => org_id)
    for (const [orgId, calls] of byOrg) {
      const charged = await inOrg(orgId, async (own) => {
        await lockBudgets(own, orgId)
        return chargeLost(
          own,
          orgId,
          calls.map(({ id }) => id),
          await findClock(own, orgId),
        )
      })
      if (charged > 0) log.warn({ org_id: orgId, calls: charged }, 'AI calls were lost with their process, and charged whole')
    }
  },
})
