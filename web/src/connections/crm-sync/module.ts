import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { WebModule } from '#web/module.ts'
import { staff } from '#web/shell/root.ts'
import { idsIn, isId } from '#web/ui/route-params.ts'
import type { CrmSearch } from './crm-search.ts'

const views = ['conflicts', 'mapping', 'settings'] as const

const crm = createRoute({
  getParentRoute: () => staff,
  path: '/settings/connections/crm/$connectionId',
  params: idsIn('connectionId'),
  validateSearch: ({ view, sync }: Record<string, unknown>): CrmSearch => {
    const known = views.find((each) => each === view)
    return { ...(known && { view: known }), ...(isId(sync) && { sync }) }
  },
  component: lazyRouteComponent(() => import('./crm-page.tsx'), 'CrmPage'),
})

export const routes = [crm]

export const module: WebModule = {
  live: {
    'crm-connections': [
      'connection.connected',
      'connection.failed',
      'connection.disconnected',
      'connection.changed',
      'crm.sync_finished',
    ],
    'show-crm-mapping': ['field.changed'],
    'show-contact': ['crm.sync_finished'],
    'show-company': ['crm.sync_finished'],
    'show-deal': ['crm.sync_finished'],
    // What a running sync changes several times a second, its page reads at its own pace: see `useFreshSyncs`.
    'show-crm-record': ['crm.sync_finished', 'contact.changed', 'company.changed', 'deal.changed'],
  },
  sentences: () => import('./sentences.ts'),
}
