import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconSend, IconWebhook } from '#icons'
import { readListSearch } from '#web/desk/lists/list-search.ts'
import { messages } from '#web/i18n/strings.ts'
import type { WebModule } from '#web/module.ts'
import { staff } from '#web/shell/root.ts'
import { idsIn } from '#web/ui/route-params.ts'

const strings = messages('connections/webhooks/module', {
  webhooks: 'Webhooks',
  webhooksLead: 'Send events to other programs.',
  deliveries: 'Webhook deliveries',
  deliveriesLead: 'What was sent to your webhooks.',
})

const webhooks = createRoute({
  getParentRoute: () => staff,
  path: '/settings/webhooks',
  component: lazyRouteComponent(() => import('./webhooks-page.tsx'), 'WebhooksPage'),
})

const webhook = createRoute({
  getParentRoute: () => staff,
  path: '/settings/webhooks/$webhookId',
  params: idsIn('webhookId'),
  validateSearch: readListSearch,
  component: lazyRouteComponent(() => import('./webhook-page.tsx'), 'WebhookPage'),
})

const webhookDeliveries = createRoute({
  getParentRoute: () => staff,
  path: '/settings/webhook-deliveries',
  validateSearch: readListSearch,
  component: lazyRouteComponent(() => import('./deliveries-page.tsx'), 'WebhookDeliveriesPage'),
})

const webhookDelivery = createRoute({
  getParentRoute: () => staff,
  path: '/settings/webhooks/$webhookId/$webhookDeliveryId',
  params: idsIn('webhookId', 'webhookDeliveryId'),
  component: lazyRouteComponent(() => import('./delivery-page.tsx'), 'WebhookDeliveryPage'),
})

export const routes = [webhooks, webhookDeliveries, webhook, webhookDelivery]

export const module: WebModule = {
  navigation: [
    {
      to: '/settings/webhooks',
      at: 'developers',
      name: strings.webhooks,
      about: strings.webhooksLead,
      Icon: IconWebhook,
      least: 'admin',
      key: 'w',
    },
    {
      to: '/settings/webhook-deliveries',
      at: 'developers',
      name: strings.deliveries,
      about: strings.deliveriesLead,
      Icon: IconSend,
      least: 'admin',
      key: 'W',
    },
  ],
  live: {
    'list-webhooks': ['webhook.changed'],
    'show-webhook-delivery': ['webhook.changed'],
  },
  sentences: () => import('./sentences.ts'),
}
