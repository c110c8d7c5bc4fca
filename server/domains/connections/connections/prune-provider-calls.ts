import { z } from 'zod'
import { idFloor } from '#core/ids.ts'
import { job } from '#core/jobs/job.ts'
import { inBatches, orgIds } from '#core/jobs/row-batches.ts'
import { deleteOldCalls, keptCalls, keptDays } from './provider-calls.ts'

export const pruneProviderCalls = job({
  name: 'prune-provider-calls',
  summary: `Remove provider calls that are older than ${keptDays} days or beyond the last ${keptCalls.toLocaleString('en')} of a connection`,
  data: z.object({}),
  retry: { times: 3, delaySeconds: 300 },
  expireSeconds: 3_600,
  schedule: '17 * * * *',

  async run(_data, context) {
    const floor = idFloor(new Date(context.now().getTime() - keptDays * 86_400_000))
    for (const orgId of await orgIds(context.db)) {
      const calls = await inBatches(context, orgId, (db) => deleteOldCalls(db, orgId, floor))
      if (calls > 0) context.log.info({ org_id: orgId, calls }, 'pruned')
    }
  },
})
