import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { IconPhone } from '#icons'
import { messages } from '#web/i18n/strings.ts'
import type { WebModule } from '#web/module.ts'
import { staff } from '#web/shell/root.ts'

const strings = messages('conversations/voice/module', {
  calls: 'Calls',
  callsLead: 'Your phone number, and where you can call.',
})

const calls = createRoute({
  getParentRoute: () => staff,
  path: '/settings/calls',
  component: lazyRouteComponent(() => import('./calls-page.tsx'), 'CallsPage'),
})

export const routes = [calls]

export const module: WebModule = {
  navigation: [
    {
      to: '/settings/calls',
      at: 'channels',
      name: strings.calls,
      about: strings.callsLead,
      Icon: IconPhone,
      least: 'member',
      key: '0',
    },
  ],
  live: {
    'list-calls': ['call.ended', 'call.changed'],
    'show-calling': ['workspace.changed', 'connection.connected', 'connection.disconnected'],
  },
  sentences: () => import('./sentences.ts'),
}
