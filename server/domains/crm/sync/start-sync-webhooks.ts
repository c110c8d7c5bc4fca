import { sql } from 'kysely'
import { reaction } from '#core/events/reaction.ts'
import { findImportWebhooks } from '#domains/connections/webhooks/import-deliveries.ts'
import { syncEvents } from './events.ts'
import { toldTypes } from './told-records.ts'
import { beginQueueing } from './webhook-syncs.ts'

/** After a sync, however it ended, what it made and changed goes to the endpoints that asked for it. Where none did, there is nothing to do. */
export const startSyncWebhooks = reaction({
  name: 'start-sync-webhooks',
  summary: 'Begin to queue records of a CRM sync for webhooks that asked for them',
  on: [syncEvents.finished],
  failing: { retries: 8, delaySeconds: 1, atLast: 'pass' },
  async orgs(db) {
    const { rows } = await sql<{ org_id: string }>`select orgs_with_webhooks as org_id from foyer.orgs_with_webhooks()`.execute(
      db,
    )
    return rows.map(({ org_id }) => org_id)
  },

  async run(events, { db, org, enqueue }) {
    const syncs = events.filter(({ facts }) => facts?.kind === 'sync')
    const webhooks = syncs.length === 0 ? [] : await findImportWebhooks(db, org.id, Object.values(toldTypes))
    for (const { subjectId: jobId } of syncs)
      for (const { id: webhookId } of webhooks) await beginQueueing(db, { orgId: org.id, jobId, webhookId }, enqueue)
  },
})
