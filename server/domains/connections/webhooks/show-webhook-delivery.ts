import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { extension } from '#shapes'
import { webhookErrors } from './errors.ts'
import {
  findWebhookAttempts,
  findWebhookDelivery,
  showWebhookDelivery,
  WebhookAttempt,
  WebhookDelivery,
} from './webhook-deliveries.ts'

export const showWebhookDeliveryAction = action({
  name: 'show-webhook-delivery',
  summary: 'Show a webhook delivery with its body and attempts',
  who: 'admin',
  transports: ['gateway', 'mcp'],
  effect: 'read',
  scope: 'webhooks:read',
  input: z.object({ webhookDeliveryId: z.uuid() }),
  output: z.object({
    delivery: extension('WebhookDeliveryDetail', WebhookDelivery, {
      webhook_id: z.uuid(),
      body: z.string().describe('The exact bytes that are signed and sent'),
      attempts: z.array(WebhookAttempt).describe('Oldest first'),
    }),
  }),
  errors: [webhookErrors.webhook_delivery_not_found],
  examples: [{ title: 'One delivery', input: { webhookDeliveryId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ webhookDeliveryId }, { org, db, fail }) {
    const row = await findWebhookDelivery(db, org.id, webhookDeliveryId)
    if (!row) throw fail('webhook_delivery_not_found')
    return {
      delivery: {
        ...showWebhookDelivery(row),
        webhook_id: row.endpoint_id,
        body: row.body,
        attempts: await findWebhookAttempts(db, org.id, row.id),
      },
    }
  },
})
