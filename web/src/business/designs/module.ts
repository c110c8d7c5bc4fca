import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconPalette } from '#icons'
import { messages } from '#web/i18n/strings.ts'
import type { WebModule } from '#web/module.ts'
import { staff } from '#web/shell/root.ts'
import { readDesignsSearch } from './designs-search.ts'

const strings = messages('business/designs/module', {
  designs: 'Designs',
  designsAbout: 'Designs in Canva, linked to deals and contacts, and their files.',
})

const designs = createRoute({
  getParentRoute: () => staff,
  path: '/designs',
  validateSearch: readDesignsSearch,
  component: lazyRouteComponent(() => import('./designs-page.tsx'), 'DesignsPage'),
})

export const routes = [designs]

export const module: WebModule = {
  navigation: [
    {
      to: '/designs',
      at: 'main',
      name: strings.designs,
      about: strings.designsAbout,
      Icon: IconPalette,
      least: 'member',
      key: '=',
    },
  ],
  live: {
    'list-designs': [
      'canva.design_changed',
      'connection.connected',
      'connection.failed',
      'connection.disconnected',
      'everything',
    ],
  },
  sentences: () => import('./sentences.ts'),
}
