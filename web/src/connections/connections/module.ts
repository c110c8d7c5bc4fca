import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconPlugConnected } from '#icons'
import { messages } from '#web/i18n/strings.ts'
import type { WebModule } from '#web/module.ts'
import { staff } from '#web/shell/root.ts'
import { idsIn } from '#web/ui/route-params.ts'

const strings = messages('connections/connections/module', {
  connections: 'Connections',
  connectionsLead: 'Connect the services you use.',
})

const connections = createRoute({
  getParentRoute: () => staff,
  path: '/settings/connections',
  component: lazyRouteComponent(() => import('./connections-page.tsx'), 'ConnectionsPage'),
})

const connection = createRoute({
  getParentRoute: () => staff,
  path: '/settings/connections/$connectionId',
  params: idsIn('connectionId'),
  component: lazyRouteComponent(() => import('./connection-page.tsx'), 'ConnectionPage'),
})

export const routes = [connections, connection]

export const module: WebModule = {
  navigation: [
    {
      to: '/settings/connections',
      at: 'channels',
      name: strings.connections,
      about: strings.connectionsLead,
      Icon: IconPlugConnected,
      least: 'member',
      key: 'x',
    },
  ],
  live: {
    'list-connections': ['connection.connected', 'connection.failed', 'connection.disconnected', 'connection.changed'],
  },
  sentences: () => import('./sentences.ts'),
}
