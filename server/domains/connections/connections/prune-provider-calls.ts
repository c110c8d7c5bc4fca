import { z } from 'zod'
import { idFloor } from '#core/ids.ts'
import { job } from '#core/jobs/job.ts'
import { batchRows, deleteOldCalls, keptCalls, keptDays } from './provider-calls.ts'

export const pruneProviderCalls = job({
  name: 'prune-provider-calls',
  summary: `Remove provider calls that are older than ${keptDays} days or beyond the last ${keptCalls.toLocaleString('en')} of a connection`,
  data: z.object({}),
  retry: { times: 3, delaySeconds: 300 },
  expireSeconds: 3_600,
  schedule: '17 * * * *',

  async run(_data, { db, inOrg, now, signal, log }) {
    const floor = idFloor(new Date(now().getTime() - keptDays * 86_400_000))
    const orgs = await db.selectFrom('directory.slugs').select('org_id').orderBy('org_id').execute()
    for (const { org_id: orgId } of orgs) {
      let calls = 0
      for (let gone = batchRows; gone === batchRows && !signal.aborted; calls += gone)
        gone = await inOrg(orgId, (trx) => deleteOldCalls(trx, orgId, floor))
      if (calls > 0) log.info({ org_id: orgId, calls }, 'pruned')
    }
  },
})
