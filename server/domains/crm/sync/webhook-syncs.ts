import type { Db, Enqueue } from '#core/context.ts'
import { queueSyncWebhooksReference } from './job-references.ts'
import { toldEntities } from './told-records.ts'

/** Begins to queue the records of a sync for an endpoint; of one that is being queued, nothing changes. */
export const beginQueueing = async (
  db: Db,
  place: { readonly orgId: string; readonly jobId: string; readonly webhookId: string },
  enqueue: Enqueue,
): Promise<void> => {
  const { orgId, jobId, webhookId } = place
  await db
    .insertInto('sync_webhooks')
    .values({ org_id: orgId, job_id: jobId, endpoint_id: webhookId, entity: toldEntities[0] })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await enqueue(queueSyncWebhooksReference, place)
}
