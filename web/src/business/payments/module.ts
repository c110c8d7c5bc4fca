import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconScale } from '#icons'
import { messages } from '#web/i18n/strings.ts'
import type { WebModule } from '#web/module.ts'
import { staff } from '#web/shell/root.ts'

const strings = messages('business/payments/module', {
  reconciliation: 'Reconciliation',
  reconciliationLead: 'Payments compared with your providers’ records.',
})

const reconciliation = createRoute({
  getParentRoute: () => staff,
  path: '/settings/reconciliation',
  component: lazyRouteComponent(() => import('./reconciliation-page.tsx'), 'ReconciliationPage'),
})

export const routes = [reconciliation]

export const module: WebModule = {
  navigation: [
    {
      to: '/settings/reconciliation',
      at: 'payments',
      name: strings.reconciliation,
      about: strings.reconciliationLead,
      Icon: IconScale,
      least: 'admin',
      key: 'r',
    },
  ],
  live: {
    'show-reconciliation': ['invoice.changed'],
  },
  sentences: () => import('./sentences.ts'),
}
