import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { webhookErrors } from './errors.ts'
import { webhookEvents } from './events.ts'
import { findWebhookDelivery, requeue, showWebhookDelivery, WebhookDelivery } from './webhook-deliveries.ts'
import { lockWebhook, unpause } from './webhooks.ts'

export const replayWebhookDelivery = action({
  name: 'replay-webhook-delivery',
  summary: 'Replay a webhook delivery',
  description:
    'Sends the same body with the same `webhook-id` now, with a new set of attempts, whatever its state. A receiver that has already processed it can tell by the id.',
  who: 'admin',
  transports: ['gateway', 'mcp'],
  effect: 'write',
  scope: 'webhooks:write',
  hints: { destructive: false },
  input: z.object({ webhookDeliveryId: z.uuid() }),
  output: z.object({ delivery: WebhookDelivery }),
  errors: [webhookErrors.webhook_delivery_not_found, webhookErrors.webhook_disabled],
  examples: [{ title: 'Replay it', input: { webhookDeliveryId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ webhookDeliveryId }, { org, db, emit, fail }) {
    const found = await findWebhookDelivery(db, org.id, webhookDeliveryId)
    const webhook = found && (await lockWebhook(db, org.id, found.endpoint_id))
    if (!webhook) throw fail('webhook_delivery_not_found')
    if (webhook.state !== 'active') throw fail('webhook_disabled')
    await unpause(db, org.id, webhook.id)
    await requeue(db, org.id, [webhookDeliveryId])
    await emit(webhookEvents.changed, webhook.id, { change: 'replayed', delivery_id: webhookDeliveryId })
    const delivery = await findWebhookDelivery(db, org.id, webhookDeliveryId)
    if (!delivery) throw fail('webhook_delivery_not_found')
    return { delivery: showWebhookDelivery(delivery) }
  },
})
