import { sql } from 'kysely'
import { z } from 'zod'
import { job } from '#core/jobs/job.ts'
import { loseCall, releaseCall } from './calls.ts'

const most = 500

export const settleLostEnrichments = job({
  name: 'settle-lost-enrichments',
  summary: 'Settle enrichments of prospects whose process is gone',
  data: z.object({}),
  retry: { times: 0, delaySeconds: 60 },
  schedule: '* * * * *',

  async run(_, { db, inOrg, log }) {
    const { rows } = await sql<{ org_id: string; id: string }>`select org_id, id from lost_prospect_calls(${most})`.execute(db)
    for (const { org_id: orgId, id } of rows)
      await inOrg(orgId, async (own) => {
        const call = await own
          .selectFrom('prospect_calls')
          .select(['id', 'state', 'reserved'])
          .where('org_id', '=', orgId)
          .where('id', '=', id)
          .where('lease_until', '<', sql<Date>`now()`)
          .forUpdate()
          .executeTakeFirst()
        if (call?.state === 'reserved') await releaseCall(own, orgId, id, 'The server stopped before it asked.')
        if (call?.state !== 'sent') return
        await loseCall(own, orgId, call, 'The server stopped before the answer came.')
        log.warn({ org_id: orgId, call: id }, 'an enrichment was lost with its process, and charged whole')
      })
  },
})
