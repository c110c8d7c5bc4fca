import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconWorld } from '#icons'
import { messages } from '#web/i18n/strings.ts'
import type { WebModule } from '#web/module.ts'
import { staff } from '#web/shell/root.ts'
import { idsIn } from '#web/ui/route-params.ts'

const strings = messages('crm/lead-sources/module', {
  sources: 'Lead sources',
  sourcesAbout: 'Forms, advertisers and webhooks that bring leads.',
})

const sources = createRoute({
  getParentRoute: () => staff,
  path: '/leads/sources',
  component: lazyRouteComponent(() => import('./sources-page.tsx'), 'SourcesPage'),
})

const source = createRoute({
  getParentRoute: () => staff,
  path: '/leads/sources/$sourceId',
  params: idsIn('sourceId'),
  component: lazyRouteComponent(() => import('./source-page.tsx'), 'SourcePage'),
})

export const routes = [sources, source]

export const module: WebModule = {
  navigation: [
    {
      to: '/leads/sources',
      at: 'channels',
      name: strings.sources,
      about: strings.sourcesAbout,
      Icon: IconWorld,
      least: 'admin',
      key: '[',
    },
  ],
  live: {
    'list-lead-sources': ['lead.received', 'delivery.recorded', 'lead_source.changed'],
    'show-lead-source-sample': ['lead.received', 'delivery.recorded'],
    'show-lead-source': ['lead.received', 'delivery.recorded', 'lead_source.changed'],
    'show-meta-source': ['lead.received', 'delivery.recorded', 'lead_source.changed'],
    'show-lead-form': ['lead_source.changed'],
  },
  sentences: () => import('./sentences.ts'),
}
