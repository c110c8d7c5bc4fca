import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { webhookErrors } from './errors.ts'
import { webhookEvents } from './events.ts'
import { bodyOf } from './payloads.ts'
import { addDeliveries, findWebhookDelivery, showWebhookDelivery, WebhookDelivery } from './webhook-deliveries.ts'
import { lockWebhook, unpause } from './webhooks.ts'

export const testWebhook = action({
  name: 'test-webhook',
  summary: 'Send a test event to a webhook',
  description:
    'Sends an event of the type `foyer.test`, signed, delivered and retried like any other, whichever event types are selected. It is queued when this returns: check it with `show-webhook-delivery`.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  limit: { times: 20, seconds: 60 },
  input: z.object({ webhookId: z.uuid() }),
  output: z.object({ delivery: WebhookDelivery }),
  errors: [webhookErrors.webhook_not_found, webhookErrors.webhook_disabled],
  examples: [{ title: 'Send a test event', input: { webhookId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ webhookId }, { org, person, db, now, newId, emit, fail }) {
    const webhook = await lockWebhook(db, org.id, webhookId)
    if (!webhook) throw fail('webhook_not_found')
    if (webhook.state !== 'active') throw fail('webhook_disabled')
    await unpause(db, org.id, webhookId)
    const id = newId()
    const eventId = newId()
    const body = bodyOf('foyer.test', now(), { id: eventId, webhook_id: webhookId, asked_by: person?.id ?? null })
    await addDeliveries(db, org.id, [{ id, webhookId, eventId, type: 'foyer.test', body }])
    await emit(webhookEvents.changed, webhookId, { change: 'tested', delivery_id: id })
    const delivery = await findWebhookDelivery(db, org.id, id)
    if (!delivery) throw new Error('a delivery just created is missing')
    return { delivery: showWebhookDelivery(delivery) }
  },
})
