import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { changedFields } from '#core/events/changes.ts'
import { webhookErrors } from './errors.ts'
import { webhookEvents, webhookFieldsOf } from './events.ts'
import { disable, enable } from './webhook-states.ts'
import {
  EventTypes,
  IncludeImports,
  lockWebhook,
  readWebhookUrl,
  showWebhookOf,
  Webhook,
  WebhookDescription,
  WebhookState,
  WebhookUrl,
} from './webhooks.ts'

export const updateWebhook = action({
  name: 'update-webhook',
  summary: 'Update, turn off or turn on a webhook',
  description:
    'Omitted fields keep their values. A webhook that is turned off gets no events, and its queued deliveries fail; after turning it on again, `recover-webhook` sends what it missed.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  input: z.object({
    webhookId: z.uuid(),
    url: WebhookUrl.optional(),
    description: WebhookDescription.optional(),
    eventTypes: EventTypes.optional(),
    includeImports: IncludeImports.optional(),
    state: WebhookState.optional(),
  }),
  output: z.object({ webhook: Webhook }),
  errors: [
    webhookErrors.webhook_not_found,
    webhookErrors.webhook_of_service,
    webhookErrors.webhook_url_invalid,
    webhookErrors.webhook_url_not_https,
    webhookErrors.webhook_url_not_allowed,
  ],
  examples: [{ title: 'Turn it on again', input: { webhookId: '01980000-0000-7000-8000-000000000000', state: 'active' } }],

  async run({ webhookId, url, description, eventTypes, includeImports, state }, { org, db, now, emit, fail, settings }) {
    const held = await lockWebhook(db, org.id, webhookId)
    if (!held) throw fail('webhook_not_found')
    if (url !== undefined && held.connection_id !== null) throw fail('webhook_of_service', { field: 'url' })
    const changes = {
      // What failed at the old address says nothing of the new one.
      ...(url !== undefined && {
        url: readWebhookUrl(url, settings.allowedTargets),
        failing_since: null,
        strained: false,
        paused_until: null,
      }),
      ...(description !== undefined && { description }),
      ...(eventTypes !== undefined && { event_types: [...new Set(eventTypes)] }),
      ...(includeImports !== undefined && { with_imports: includeImports }),
    }
    if (Object.keys(changes).length > 0) {
      await db.updateTable('webhook_endpoints').set(changes).where('org_id', '=', org.id).where('id', '=', webhookId).execute()
      await emit(webhookEvents.changed, webhookId, {
        change: 'changed',
        ...changedFields(webhookFieldsOf(held), webhookFieldsOf({ ...held, ...changes })),
        ...(changes.url !== undefined && changes.url !== held.url && { is_other_address: true }),
      })
    }
    if (state === 'active' && held.state === 'disabled') await enable(db, org.id, held)
    if (state === 'disabled' && held.state === 'active') await disable(db, org.id, webhookId, 'person')
    return { webhook: await showWebhookOf(db, org.id, webhookId, now()) }
  },
})
