import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { webhookErrors } from './errors.ts'
import { webhookEvents } from './events.ts'
import { newSecret, sealSecret } from './secrets.ts'
import { lockWebhook, showWebhookOf, Webhook } from './webhooks.ts'

const hourMs = 3_600_000

export const rollWebhookSecret = action({
  name: 'roll-webhook-secret',
  summary: 'Roll the signing secret of a webhook',
  description:
    'For `overlapHours`, every body is also signed with the old secret (two signatures in `webhook-signature`), so that the receiver can switch at its own pace; 0 revokes the old one at once. Rolling again during that time revokes the oldest one.',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  limit: { times: 20, seconds: 60 },
  input: z.object({ webhookId: z.uuid(), overlapHours: z.number().min(0).max(168).default(24) }),
  output: z.object({ webhook: Webhook, secret: z.string() }),
  errors: [webhookErrors.webhook_not_found, webhookErrors.webhook_of_service],
  examples: [
    { title: 'Roll it with a day of overlap', input: { webhookId: '01980000-0000-7000-8000-000000000000', overlapHours: 24 } },
  ],

  async run({ webhookId, overlapHours }, { org, db, now, vault, emit, fail }) {
    const held = await lockWebhook(db, org.id, webhookId)
    if (!held) throw fail('webhook_not_found')
    if (held.connection_id !== null) throw fail('webhook_of_service')
    const secret = newSecret()
    await db
      .updateTable('webhook_endpoints')
      .set({
        secret_sealed: sealSecret(vault, org.id, webhookId, secret),
        secret_hint: secret.slice(-4),
        old_secret_sealed: overlapHours > 0 ? held.secret_sealed : null,
        old_secret_until: overlapHours > 0 ? new Date(now().getTime() + overlapHours * hourMs) : null,
      })
      .where('org_id', '=', org.id)
      .where('id', '=', webhookId)
      .execute()
    await emit(webhookEvents.changed, webhookId, {
      change: 'rolled',
      before: { secret_hint: held.secret_hint },
      after: { secret_hint: secret.slice(-4) },
    })
    return { webhook: await showWebhookOf(db, org.id, webhookId, now()), secret }
  },
})
