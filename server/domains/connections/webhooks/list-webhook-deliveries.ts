import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { Cursor, PageSize } from '#shapes'
import { webhookErrors } from './errors.ts'
import { DeliveryState, findWebhookDeliveries, keptDays, showWebhookDelivery, WebhookDelivery } from './webhook-deliveries.ts'
import { findWebhooks } from './webhooks.ts'

export const listWebhookDeliveries = action({
  name: 'list-webhook-deliveries',
  summary: 'List the deliveries of a webhook',
  description: `Newest first, including queued ones; kept for ${keptDays} days.`,
  who: 'admin',
  transports: ['gateway', 'mcp'],
  effect: 'read',
  scope: 'webhooks:read',
  input: z.object({
    webhookId: z.uuid(),
    state: DeliveryState.optional(),
    cursor: Cursor.optional(),
    limit: PageSize,
  }),
  output: z.object({ deliveries: z.array(WebhookDelivery), next_cursor: z.uuid().nullable() }),
  errors: [webhookErrors.webhook_not_found],
  examples: [
    { title: 'Failed deliveries', input: { webhookId: '01980000-0000-7000-8000-000000000000', state: 'failed', limit: 20 } },
  ],

  async run({ webhookId, state, cursor, limit }, { org, db, fail }) {
    const [webhook] = await findWebhooks(db, org.id, webhookId)
    if (!webhook) throw fail('webhook_not_found')
    const rows = await findWebhookDeliveries(db, org.id, webhookId, { state, cursor, limit: limit + 1 })
    const page = rows.slice(0, limit)
    return {
      deliveries: page.map(showWebhookDelivery),
      next_cursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
    }
  },
})
