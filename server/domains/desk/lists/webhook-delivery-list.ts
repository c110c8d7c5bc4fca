import { sql } from 'kysely'
import { never } from '#core/held.ts'
import { deliveryStates } from '#domains/connections/webhooks/webhook-deliveries.ts'
import { byId, type ListDefinition, time } from './list-fields.ts'

const endpoint = sql`(select json_build_object('id', w.id, 'name', coalesce(nullif(w.description, ''), w.url))
  from webhook_endpoints w where w.org_id = r.org_id and w.id = r.endpoint_id)`

/** Waits, and not for an owner who releases it. */
const nextTry = sql`case when r.state = 'waiting' and r.next_try_at < ${never.toISOString()}::timestamptz then r.next_try_at end`

/**
 * What was sent to webhooks, and to services by rules. What a removed one was sent is deleted behind, and shown no more: they are few, and
 * read once for a page, as an array: as a table the planner would join it to each row. Attempts and answers are in no index: each would be written with every attempt.
 */
export const webhookDeliveryList: ListDefinition = {
  kind: 'webhook_delivery',
  table: sql`webhook_deliveries`,
  isWide: true,
  isListed: sql<boolean>`r.endpoint_id = any (array(select w.id from webhook_endpoints w))`,
  called: sql`r.type`,
  record: null,
  search: [sql`r.type`, sql`r.last_error`, sql`r.event_id::text`],
  usualSort: '-created_at',
  readers: { least: 'admin', scope: 'webhooks:read' },
  fields: [
    {
      key: 'event',
      name: 'Event',
      type: 'choice',
      shown: sql`r.type`,
      filter: { by: sql`r.type`, as: 'text' },
    },
    {
      key: 'webhook',
      name: 'Webhook',
      type: 'choice',
      shown: endpoint,
      filter: { by: sql`r.endpoint_id`, as: 'uuid' },
      isUsual: true,
    },
    {
      key: 'state',
      name: 'Status',
      type: 'choice',
      choices: deliveryStates,
      shown: sql`r.state`,
      filter: {
        by: sql`r.state`,
        as: 'text',
        partial: { where: sql<boolean>`r.state <> 'delivered'`, without: 'delivered' },
      },
      isUsual: true,
    },
    { key: 'response', name: 'Response', type: 'number', shown: sql`r.last_status`, isUsual: true },
    { key: 'error', name: 'Error', type: 'text', isSearched: true, shown: sql`r.last_error`, isUsual: true },
    { key: 'attempts', name: 'Attempts', type: 'number', shown: sql`r.tries`, isUsual: true },
    { key: 'next_try_at', name: 'Next attempt', type: 'time', shown: time(nextTry) },
    { key: 'delivered_at', name: 'Delivered', type: 'time', shown: time(sql`r.delivered_at`) },
    { key: 'event_id', name: 'Event id', type: 'text', isSearched: true, shown: sql`r.event_id` },
    {
      key: 'created_at',
      name: 'Occurred',
      type: 'time',
      shown: time(sql`r.created_at`),
      filter: byId,
      sort: byId,
      isUsual: true,
    },
  ],
}
