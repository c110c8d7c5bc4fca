import { z } from 'zod'
import { action } from '#core/actions/action.ts'
import { clearNotice } from '#domains/platform/notifications/notices.ts'
import { webhookErrors } from './errors.ts'
import { webhookEvents, webhookFieldsOf } from './events.ts'
import { webhookNotices } from './notices.ts'
import { forgetWebhookJob } from './removed-webhooks.ts'

export const removeWebhook = action({
  name: 'remove-webhook',
  summary: 'Remove a webhook and its deliveries',
  who: 'admin',
  transports: ['gateway'],
  effect: 'write',
  input: z.object({ webhookId: z.uuid() }),
  output: z.object({ success: z.literal(true) }),
  errors: [webhookErrors.webhook_not_found],
  examples: [{ title: 'Remove a webhook', input: { webhookId: '01980000-0000-7000-8000-000000000000' } }],

  async run({ webhookId }, { org, db, emit, enqueue, fail }) {
    const removed = await db
      .deleteFrom('webhook_endpoints')
      .where('org_id', '=', org.id)
      .where('id', '=', webhookId)
      .returningAll()
      .executeTakeFirst()
    if (!removed) throw fail('webhook_not_found')
    await clearNotice(db, org.id, webhookNotices.webhook_disabled, webhookId)
    await enqueue(forgetWebhookJob, { orgId: org.id, webhookId })
    await emit(webhookEvents.changed, webhookId, { change: 'removed', before: webhookFieldsOf(removed), after: null })
    return { success: true as const }
  },
})
