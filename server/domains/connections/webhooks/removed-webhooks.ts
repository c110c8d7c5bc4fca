import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import type { ExpiredRows } from '#core/expired-rows.ts'
import { batchRows } from '#core/jobs/row-batches.ts'

/** Forgets what was sent to an endpoint that is gone. */
export const forgetWebhookJob = {
  name: 'forget-webhook',
  data: z.object({ orgId: z.uuid(), webhookId: z.uuid() }),
} as const

/** Deliveries of an endpoint, with their attempts. */
export const deleteOfWebhook = async (db: Db, orgId: string, webhookId: string): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from webhook_deliveries where org_id = ${orgId} and id in (
      select id from webhook_deliveries where org_id = ${orgId} and endpoint_id = ${webhookId} limit ${batchRows})`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Deliveries from before an id, with their attempts. What still waits for an endpoint that is there stays: it has been replayed. */
export const olderDeliveries = (orgId: string, floor: string): ExpiredRows => ({
  table: 'webhook_deliveries',
  where: sql`org_id = ${orgId} and id < ${floor}
    and (state <> 'waiting' or not exists (select from webhook_endpoints w where w.org_id = ${orgId} and w.id = endpoint_id))`,
  at: sql`created_at`,
})
