import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconKey } from '#icons'
import { messages } from '#web/i18n/strings.ts'
import type { WebModule } from '#web/module.ts'
import { staff } from '#web/shell/root.ts'
import { idsIn } from '#web/ui/route-params.ts'

const strings = messages('platform/api-keys/module', {
  keys: 'API keys',
  keysLead: 'Keys for sending leads and calling the API.',
})

const keys = createRoute({
  getParentRoute: () => staff,
  path: '/settings/keys',
  component: lazyRouteComponent(() => import('./keys-page.tsx'), 'KeysPage'),
})

const key = createRoute({
  getParentRoute: () => staff,
  path: '/settings/keys/$keyId',
  params: idsIn('keyId'),
  component: lazyRouteComponent(() => import('./key-page.tsx'), 'KeyPage'),
})

export const routes = [keys, key]

export const module: WebModule = {
  navigation: [
    {
      to: '/settings/keys',
      at: 'developers',
      name: strings.keys,
      about: strings.keysLead,
      Icon: IconKey,
      least: 'admin',
      key: 'k',
    },
  ],
  live: {
    'list-keys': ['lead.received', 'key.changed'],
    'show-key': ['lead.received', 'delivery.recorded', 'key.changed'],
  },
  sentences: () => import('./sentences.ts'),
}
