import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { webhookErrors } from './errors.ts'
import { webhookEvents, webhookFieldsOf } from './events.ts'
import { newSecret, sealSecret } from './secrets.ts'
import {
  EventTypes,
  IncludeImports,
  readWebhookUrl,
  refuseTooMany,
  showWebhookOf,
  Webhook,
  WebhookDescription,
  WebhookUrl,
} from './webhooks.ts'

export const createWebhook = action({
  name: 'create-webhook',
  summary: 'Create a webhook',
  description:
    'The response contains the signing secret in `secret`. It is shown only once and stored encrypted. Events from now on are posted to `url`, and retried until the endpoint responds with 2xx. A workspace can have 50 webhooks.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  limit: { times: 20, seconds: 60 },
  input: z.object({
    url: WebhookUrl,
    description: WebhookDescription.optional(),
    eventTypes: EventTypes.optional(),
    includeImports: IncludeImports.optional(),
  }),
  output: z.object({ webhook: Webhook, secret: z.string().describe('`whsec_…`, for the Standard Webhooks libraries') }),
  errors: [
    webhookErrors.webhook_url_invalid,
    webhookErrors.webhook_url_not_https,
    webhookErrors.webhook_url_not_allowed,
    webhookErrors.too_many_webhooks,
  ],
  examples: [
    { title: 'Send every lead to a flow', input: { url: 'https://example.com/hooks/foyer', eventTypes: ['lead.received'] } },
    { title: 'Everything', input: { url: 'https://example.com/hooks/foyer', description: 'Data warehouse' } },
  ],

  async run(input, { org, person, db, newId, now, vault, emit, settings }) {
    const url = readWebhookUrl(input.url, settings.allowedTargets)
    await refuseTooMany(db, org.id)

    const id = newId()
    const secret = newSecret()
    const made = await db
      .insertInto('webhook_endpoints')
      .values({
        org_id: org.id,
        id,
        url,
        description: input.description ?? '',
        event_types: [...new Set(input.eventTypes ?? [])],
        with_imports: input.includeImports ?? false,
        secret_sealed: sealSecret(vault, org.id, id, secret),
        secret_hint: secret.slice(-4),
        created_by: person?.id ?? null,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await emit(webhookEvents.changed, id, { change: 'made', before: null, after: webhookFieldsOf(made) })
    return { webhook: await showWebhookOf(db, org.id, id, now()), secret }
  },
})
