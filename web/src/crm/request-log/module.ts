import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconTransferIn } from '#icons'
import { readListSearch } from '#web/desk/lists/list-search.ts'
import { messages } from '#web/i18n/strings.ts'
import type { WebModule } from '#web/module.ts'
import { staff } from '#web/shell/root.ts'
import { idsIn } from '#web/ui/route-params.ts'

const strings = messages('crm/request-log/module', {
  deliveries: 'Request log',
  deliveriesLead: 'Every request made with a key, and its outcome.',
})

const deliveries = createRoute({
  getParentRoute: () => staff,
  path: '/settings/deliveries',
  validateSearch: readListSearch,
  component: lazyRouteComponent(() => import('./deliveries-page.tsx'), 'DeliveriesPage'),
})

const delivery = createRoute({
  getParentRoute: () => staff,
  path: '/settings/deliveries/$deliveryId',
  params: idsIn('deliveryId'),
  component: lazyRouteComponent(() => import('./delivery-page.tsx'), 'DeliveryPage'),
})

export const routes = [deliveries, delivery]

export const module: WebModule = {
  navigation: [
    {
      to: '/settings/deliveries',
      at: 'developers',
      name: strings.deliveries,
      about: strings.deliveriesLead,
      Icon: IconTransferIn,
      least: 'admin',
      key: 'd',
    },
  ],
  live: {
    'show-delivery': ['delivery.recorded'],
  },
  sentences: () => import('./sentences.ts'),
}
