import { z } from 'zod'
import { idFloor } from '#core/ids.ts'
import { job } from '#core/jobs/job.ts'
import { deleteOlder, inBatches } from './removed-webhooks.ts'
import { keptDays } from './webhook-deliveries.ts'

const dayMs = 86_400_000

export const pruneWebhookDeliveries = job({
  name: 'prune-webhook-deliveries',
  summary: `Remove webhook deliveries older than ${keptDays} days`,
  data: z.object({}),
  retry: { times: 3, delaySeconds: 300 },
  expireSeconds: 3_600,
  schedule: '29 3 * * *',

  async run(_data, { db, inOrg, now, log, signal }) {
    const floor = idFloor(new Date(now().getTime() - keptDays * dayMs))
    const orgs = await db.selectFrom('directory.slugs').select('org_id').orderBy('org_id').execute()
    for (const { org_id: orgId } of orgs) {
      const deliveries = await inBatches(inOrg, orgId, signal, (trx) => deleteOlder(trx, orgId, floor))
      if (deliveries > 0) log.info({ org_id: orgId, deliveries }, 'pruned')
    }
  },
})
