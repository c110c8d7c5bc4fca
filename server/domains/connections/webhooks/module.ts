import { module } from '#core/module.ts'
import { createWebhook } from './create-webhook.ts'
import { webhookErrors } from './errors.ts'
import { webhookEvents } from './events.ts'
import { fanOut } from './fan-out.ts'
import { forgetWebhook } from './forget-webhook.ts'
import { heldDeliveries } from './held-deliveries.ts'
import { listWebhookDeliveries } from './list-webhook-deliveries.ts'
import { listWebhooks } from './list-webhooks.ts'
import { webhookRecovering } from './moments.ts'
import { webhookNotices } from './notices.ts'
import { recoverWebhook } from './recover-webhook.ts'
import { removeWebhook } from './remove-webhook.ts'
import { replayWebhookDelivery } from './replay-webhook-delivery.ts'
import { cleanableWebhookDeliveries, webhookDeliveryRetention } from './retention.ts'
import { rollWebhookSecret } from './roll-webhook-secret.ts'
import { saveServiceRule } from './save-service-rule.ts'
import { showServiceTask } from './show-service-task.ts'
import { showWebhookDeliveryAction } from './show-webhook-delivery.ts'
import { testWebhook } from './test-webhook.ts'
import { updateWebhook } from './update-webhook.ts'

export const webhooksModule = module({
  title: 'Webhooks',
  actions: [
    listWebhooks,
    createWebhook,
    updateWebhook,
    removeWebhook,
    rollWebhookSecret,
    testWebhook,
    listWebhookDeliveries,
    showWebhookDeliveryAction,
    replayWebhookDelivery,
    recoverWebhook,
    saveServiceRule,
    showServiceTask,
  ],
  jobs: [forgetWebhook],
  retention: [webhookDeliveryRetention],
  within: [cleanableWebhookDeliveries],
  errors: webhookErrors,
  events: [webhookEvents],
  reactions: [fanOut],
  scopes: {
    'webhooks:read': 'Read webhooks and their deliveries',
    'webhooks:write': 'Replay webhook deliveries',
  },
  notices: webhookNotices,
  moments: [webhookRecovering],
  held: [heldDeliveries],
  owns: ['webhook_attempts', 'webhook_deliveries', 'webhook_endpoints'],
})
