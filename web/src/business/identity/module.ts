import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconReceipt } from '#icons'
import { messages } from '#web/i18n/strings.ts'
import type { WebModule } from '#web/module.ts'
import { staff } from '#web/shell/root.ts'

const strings = messages('business/identity/module', {
  business: 'Business',
  businessLead: 'Name, address, tax numbers, logo and color on invoices, emails and public pages.',
})

const business = createRoute({
  getParentRoute: () => staff,
  path: '/settings/business',
  component: lazyRouteComponent(() => import('./business-page.tsx'), 'BusinessPage'),
})

export const routes = [business]

export const module: WebModule = {
  navigation: [
    {
      to: '/settings/business',
      at: 'business',
      name: strings.business,
      about: strings.businessLead,
      Icon: IconReceipt,
      least: 'member',
      key: '$',
    },
  ],
  live: {
    'show-business': ['business.changed', 'workspace.changed'],
    'show-invoice-numbering': ['invoice_numbering.changed', 'invoice.changed'],
  },
  sentences: () => import('./sentences.ts'),
}
