import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#core/context.ts'
import { isHeldTime } from '#core/held.ts'
import type { Tables } from '#db/tables.ts'
import { choice, shape } from '#shapes'

/** Deliveries are forgotten after this many days. */
export const keptDays = 30
/** How far back an endpoint can catch up. */
export const recoverableDays = 14

export const deliveryStates = ['waiting', 'delivered', 'failed'] as const
/** `waiting`: for its next attempt, including the first. `failed`: no further attempt unless it is replayed. */
export const DeliveryState = choice('WebhookDeliveryState', deliveryStates)
export type DeliveryState = z.output<typeof DeliveryState>

export type WebhookDeliveryRow = Selectable<Tables['webhook_deliveries']>

/** One event on its way to one endpoint. */
export const WebhookDelivery = shape('WebhookDelivery', {
  id: z.uuid(),
  event_id: z.uuid().describe('The `webhook-id` that the receiver sees in every attempt and replay'),
  type: z.string(),
  state: DeliveryState,
  tries: z.int(),
  last_status: z.int().nullable().describe('Null when there was no response'),
  last_error: z.string().nullable(),
  created_at: z.iso.datetime(),
  next_try_at: z.iso.datetime().nullable(),
  held: z.boolean().describe('Held after a restore until an owner releases it: it may have been delivered before'),
  delivered_at: z.iso.datetime().nullable(),
})

export const showWebhookDelivery = (row: WebhookDeliveryRow): z.output<typeof WebhookDelivery> => ({
  id: row.id,
  event_id: row.event_id,
  type: row.type,
  state: DeliveryState.parse(row.state),
  tries: row.tries,
  last_status: row.last_status,
  last_error: row.last_error,
  created_at: row.created_at.toISOString(),
  next_try_at: row.state === 'waiting' && !isHeldTime(row.next_try_at) ? row.next_try_at.toISOString() : null,
  held: row.state === 'waiting' && isHeldTime(row.next_try_at),
  delivered_at: row.delivered_at?.toISOString() ?? null,
})

/** One try: what was sent and what came back. */
export const WebhookAttempt = shape('WebhookAttempt', {
  at: z.iso.datetime(),
  duration_ms: z.int(),
  status: z.int().nullable(),
  error: z.string().nullable(),
  request_headers: z.record(z.string(), z.string()),
  response_headers: z.record(z.string(), z.string()),
  response_body: z.string().nullable().describe('The first 4 KB'),
})

/** Deliveries of an endpoint, newest first. */
export const findWebhookDeliveries = (
  db: Db,
  orgId: string,
  webhookId: string,
  filter: { state?: DeliveryState | undefined; cursor?: string | undefined; limit: number },
): Promise<WebhookDeliveryRow[]> =>
  db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('endpoint_id', '=', webhookId)
    .$if(filter.state !== undefined, (query) => query.where('state', '=', filter.state as string))
    .$if(filter.cursor !== undefined, (query) => query.where('id', '<', filter.cursor as string))
    .orderBy('id', 'desc')
    .limit(filter.limit)
    .execute()

/** A delivery whose endpoint still is there. */
export const findWebhookDelivery = (db: Db, orgId: string, id: string): Promise<WebhookDeliveryRow | undefined> =>
  db
    .selectFrom('webhook_deliveries')
    .innerJoin('webhook_endpoints', (join) =>
      join
        .onRef('webhook_endpoints.org_id', '=', 'webhook_deliveries.org_id')
        .onRef('webhook_endpoints.id', '=', 'webhook_deliveries.endpoint_id'),
    )
    .selectAll('webhook_deliveries')
    .where('webhook_deliveries.org_id', '=', orgId)
    .where('webhook_deliveries.id', '=', id)
    .executeTakeFirst()

/** Every try of a delivery, oldest first. */
export const findWebhookAttempts = async (
  db: Db,
  orgId: string,
  deliveryId: string,
): Promise<z.output<typeof WebhookAttempt>[]> =>
  (
    await db
      .selectFrom('webhook_attempts')
      .selectAll()
      .where('org_id', '=', orgId)
      .where('delivery_id', '=', deliveryId)
      .orderBy('id')
      .execute()
  ).map((row) => ({
    at: row.at.toISOString(),
    duration_ms: row.duration_ms,
    status: row.status,
    error: row.error,
    request_headers: row.request_headers as Record<string, string>,
    response_headers: row.response_headers as Record<string, string>,
    response_body: row.response_body,
  }))

export interface NewDelivery {
  readonly id: string
  readonly webhookId: string
  readonly eventId: string
  readonly type: string
  readonly body: string
}

/** Rows of one statement; each takes seven parameters of the 65,535 that one can have. */
const rowsAtOnce = 2_000

/** Puts deliveries into the line, due at once. One that is there already stays as it is. Answers how many are new. */
export const addDeliveries = async (db: Db, orgId: string, deliveries: readonly NewDelivery[]): Promise<number> => {
  let added = 0
  for (let from = 0; from < deliveries.length; from += rowsAtOnce) {
    const result = await db
      .insertInto('webhook_deliveries')
      .values(
        deliveries.slice(from, from + rowsAtOnce).map((delivery) => ({
          org_id: orgId,
          id: delivery.id,
          endpoint_id: delivery.webhookId,
          event_id: delivery.eventId,
          type: delivery.type,
          body: delivery.body,
        })),
      )
      .onConflict((conflict) => conflict.columns(['org_id', 'endpoint_id', 'event_id']).doNothing())
      .executeTakeFirst()
    added += Number(result.numInsertedOrUpdatedRows ?? 0)
  }
  return added
}

/** A delivery from the beginning: due at once, with all its tries before it. One that is just being sent is left to that. */
export const requeue = async (db: Db, orgId: string, ids: readonly string[]): Promise<number> => {
  if (ids.length === 0) return 0
  const result = await db
    .updateTable('webhook_deliveries')
    .set({ state: 'waiting', tries: 0, next_try_at: sql`now()`, delivered_at: null })
    .where('org_id', '=', orgId)
    .where('id', 'in', [...ids])
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/** Ends the waiting of everything that an endpoint has not got yet. */
export const failWaiting = async (db: Db, orgId: string, webhookId: string, error: string): Promise<void> => {
  await db
    .updateTable('webhook_deliveries')
    .set({ state: 'failed', last_error: error, lease: null, leased_until: null })
    .where('org_id', '=', orgId)
    .where('endpoint_id', '=', webhookId)
    .where('state', '=', 'waiting')
    .execute()
}

/** What failed since then and is not waiting: ids, oldest first. */
export const findFailedSince = async (
  db: Db,
  orgId: string,
  webhookId: string,
  fromId: string,
  limit: number,
): Promise<string[]> =>
  (
    await db
      .selectFrom('webhook_deliveries')
      .select('id')
      .where('org_id', '=', orgId)
      .where('endpoint_id', '=', webhookId)
      .where('state', '=', 'failed')
      .where('id', '>=', fromId)
      .orderBy('id')
      .limit(limit)
      .execute()
  ).map(({ id }) => id)
