import { contribution } from '#core/within.ts'
import { findImportWebhooks } from '#domains/connections/webhooks/import-deliveries.ts'
import { webhookRecovering } from '#domains/connections/webhooks/moments.ts'
import { toldTypes } from './told-records.ts'
import { beginQueueing } from './webhook-syncs.ts'

/** Of one recovery; each is one job. */
const mostSyncs = 500

/** An endpoint that was off gets the records of the syncs that ended meanwhile. What it has a delivery of is not queued again. */
export const recoverSyncWebhooks = contribution({
  name: 'recover-sync-webhooks',
  to: webhookRecovering,
  run: async ({ webhookId, since, enqueue }, { db, orgId }) => {
    const [webhook] = await findImportWebhooks(db, orgId, Object.values(toldTypes), webhookId)
    if (!webhook) return
    const syncs = await db
      .selectFrom('sync_jobs')
      .select('id')
      .where('org_id', '=', orgId)
      .where('kind', '=', 'sync')
      .where('completed_at', '>=', since)
      .orderBy('id', 'desc')
      .limit(mostSyncs)
      .execute()
    for (const { id: jobId } of syncs) await beginQueueing(db, { orgId, jobId, webhookId }, enqueue)
  },
})
