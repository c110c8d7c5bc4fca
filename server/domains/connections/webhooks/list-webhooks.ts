import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { publicEvents } from '#core/events/public-events.ts'
import { shape } from '#shapes'
import { findWebhooks, showWebhook, Webhook } from './webhooks.ts'

export const listWebhooks = action({
  name: 'list-webhooks',
  summary: 'List the webhooks of the workspace and the available event types',
  description:
    'Webhooks follow Standard Webhooks (standardwebhooks.com). The format of a delivery, its verification and the retries are described under Webhook events in this reference.',
  who: 'admin',
  transports: ['gateway', 'mcp'],
  effect: 'read',
  scope: 'webhooks:read',
  input: z.object({}),
  output: z.object({
    webhooks: z.array(Webhook),
    event_types: z.array(shape('WebhookEventType', { type: z.string(), about: z.string() })),
  }),
  errors: [],
  examples: [{ title: 'All webhooks', input: {} }],

  async run(_input, { org, db, now }) {
    const rows = await findWebhooks(db, org.id)
    return {
      webhooks: rows.map((row) => showWebhook(row, now())),
      event_types: publicEvents().map(({ type, about }) => ({ type, about })),
    }
  },
})
