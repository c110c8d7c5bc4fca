import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { publicEvents } from '#core/events/public-events.ts'
import { findWebhooks, showWebhook, Webhook } from './webhooks.ts'

export const listWebhooks = action({
  name: 'list-webhooks',
  summary: 'List the webhooks of the workspace, and the events they can be told of',
  description:
    'Webhooks follow Standard Webhooks (standardwebhooks.com); what a receiver gets, how to check it and when a try is repeated stands under Webhook events in this reference.',
  who: 'admin',
  transports: ['gateway', 'mcp'],
  effect: 'read',
  scope: 'webhooks:read',
  input: z.object({}),
  output: z.object({
    webhooks: z.array(Webhook),
    event_types: z.array(z.object({ type: z.string(), about: z.string() })),
  }),
  errors: [],
  examples: [{ title: 'All of them', input: {} }],

  async run(_input, { org, db, now }) {
    const rows = await findWebhooks(db, org.id)
    return {
      webhooks: rows.map((row) => showWebhook(row, now())),
      event_types: publicEvents().map(({ type, about }) => ({ type, about })),
    }
  },
})
