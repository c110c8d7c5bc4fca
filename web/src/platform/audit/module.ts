import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconHistory } from '#icons'
import { readListSearch } from '#web/desk/lists/list-search.ts'
import { messages } from '#web/i18n/strings.ts'
import type { WebModule } from '#web/module.ts'
import { staff } from '#web/shell/root.ts'

const strings = messages('platform/audit/module', {
  activity: 'Audit log',
  activityLead: 'Who did what, when and from where.',
})

const activity = createRoute({
  getParentRoute: () => staff,
  path: '/settings/activity',
  validateSearch: readListSearch,
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
