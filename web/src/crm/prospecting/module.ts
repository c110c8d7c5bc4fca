import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconTelescope } from '#icons'
import { messages } from '#web/i18n/strings.ts'
import type { WebModule } from '#web/module.ts'
import { staff } from '#web/shell/root.ts'
import { readProspectSearch } from './prospect-search.ts'

const strings = messages('crm/prospecting/module', {
  prospecting: 'Prospecting',
  prospectingAbout: 'Find people at Apollo.',
})

const prospecting = createRoute({
  getParentRoute: () => staff,
  path: '/prospecting',
  validateSearch: readProspectSearch,
  component: lazyRouteComponent(() => import('./prospecting-page.tsx'), 'ProspectingPage'),
})

export const routes = [prospecting]

export const module: WebModule = {
  navigation: [
    {
      to: '/prospecting',
      at: 'main',
      name: strings.prospecting,
      about: strings.prospectingAbout,
      Icon: IconTelescope,
      least: 'admin',
      key: '-',
    },
  ],
  live: {
    'show-prospecting': ['connection.connected', 'connection.failed', 'connection.disconnected'],
  },
  sentences: () => import('./sentences.ts'),
}
