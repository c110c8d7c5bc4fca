import type { Db } from '#core/context.ts'
import { job } from '#core/jobs/job.ts'
import { addImportDeliveries, findImportWebhooks, freeForImports } from '#domains/connections/webhooks/import-deliveries.ts'
import { QueueData, queueSyncWebhooksReference } from './job-references.ts'
import { findJob } from './sync-jobs.ts'
import { findToldRecords, nextPart, type ToldPlace, toldTypes } from './told-records.ts'

/** Until the line of an endpoint is looked at again: some were sent, or it is full, or nothing gets through at all. */
const waitMs = { queued: 500, full: 5_000, failing: 60_000 } as const

/**
 * Queues the records of a sync for an endpoint that asked for them, a few at a time: no more than a small number waits, so that a large
 * sync is as long on its way as the endpoint takes, and delays nothing else. The place moves on in the transaction that queues.
 */
export const queueSyncWebhooks = job({
  name: 'queue-sync-webhooks',
  summary: 'Queue records of a CRM sync for a webhook that asked for them',
  data: QueueData,
  retry: { times: 20, delaySeconds: 5 },
  atOnce: 4,

  run: ({ orgId, jobId, webhookId }, context) =>
    context.inOrg(orgId, async (db) => {
      const row = await db
        .selectFrom('sync_webhooks')
        .selectAll()
        .where('org_id', '=', orgId)
        .where('job_id', '=', jobId)
        .where('endpoint_id', '=', webhookId)
        .forUpdate()
        .executeTakeFirst()
      if (!row) return
      const again = (inMs: number) => context.enqueueIn(db, queueSyncWebhooksReference, { orgId, jobId, webhookId }, { inMs })
      const [webhook] = await findImportWebhooks(db, orgId, Object.values(toldTypes), webhookId)
      // Turned off or removed, or it no longer asks for them: what is left is not queued.
      if (!webhook) return moveTo(db, row, null)
      const free = await freeForImports(db, orgId, webhookId)
      if (free === 0) return again(webhook.isFailing ? waitMs.failing : waitMs.full)
      const sync = await findJob(db, orgId, jobId)
      const place = row as ToldPlace
      const isWanted = webhook.types.includes(toldTypes[place.entity])
      const { records, next } = isWanted ? await findToldRecords(db, sync, place, free) : { records: [], next: null }
      await addImportDeliveries(db, orgId, webhookId, records)
      const to = next ?? nextPart(place)
      await moveTo(db, row, to)
      if (to) await again(records.length === 0 ? 0 : waitMs.queued)
    }),
})

const moveTo = async (
  db: Db,
  row: { readonly org_id: string; readonly job_id: string; readonly endpoint_id: string },
  place: ToldPlace | null,
): Promise<void> => {
  const whose = { org_id: row.org_id, job_id: row.job_id, endpoint_id: row.endpoint_id }
  if (place === null) {
    await db
      .deleteFrom('sync_webhooks')
      .where((where) => where.and(whose))
      .execute()
    return
  }
  const { entity, part, after } = place
  await db
    .updateTable('sync_webhooks')
    .set({ entity, part, after })
    .where((where) => where.and(whose))
    .execute()
}
