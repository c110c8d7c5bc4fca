import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconHistory } from '#icons'
import { messages } from '#web/i18n/strings.ts'
import type { WebModule } from '#web/module.ts'
import { staff } from '#web/shell/root.ts'
import { readActivitySearch } from './activity-search.ts'

const strings = messages('platform/audit/module', {
  activity: 'Audit log',
  activityLead: 'Who did what, when and from where.',
})

const activity = createRoute({
  getParentRoute: () => staff,
  path: '/settings/activity',
  validateSearch: readActivitySearch,
  component: lazyRouteComponent(() => import('./activity-page.tsx'), 'ActivityPage'),
})

export const routes = [activity]

export const module: WebModule = {
  navigation: [
    {
      to: '/settings/activity',
      at: 'system',
      name: strings.activity,
      about: strings.activityLead,
      Icon: IconHistory,
      least: 'admin',
      key: 'a',
    },
  ],
}
